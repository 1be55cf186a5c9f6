import { spawn, type ChildProcess } from "node:child_process";

/** How a command ended. */
export interface Ended {
  /** null: it could not be started, or a signal ended it. */
  readonly status: number | null;
  /** The end of what it printed, both streams together. */
  readonly output: string;
}

/** As much of a command's output is kept, in characters: its end says what went wrong. */
const kept = 4000;

/** Runs a program in a folder to its end, quietly. Never throws for what the program does. */
export function runQuietly(
  program: string,
  args: readonly string[],
  {
    cwd,
    env = {},
    started,
  }: {
    readonly cwd: string;
    /** Beside this process's own. */
    readonly env?: { readonly [name: string]: string };
    readonly started: (child: ChildProcess) => void;
  },
): Promise<Ended> {
  return new Promise((resolve) => {
    // npm, pnpm and yarn are .cmd files on Windows, which only a shell can start. Their arguments are our own words.
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    started(child);
    let output = "";
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-kept);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) =>
      resolve({ status: null, output: error.message }),
    );
    child.on("close", (status) => resolve({ status, output: output.trim() }));
  });
}
