import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./root.js";

/** What a process left behind. */
export interface Outcome {
  /** null: ended by a signal, the time limit's among them. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Written to standard input, which is otherwise empty. */
  readonly input?: string;
  /** In seconds; then the process is killed. */
  readonly timeout?: number;
}

/** Runs a command to its end. Never throws for what the command does. */
export function run(
  command: string,
  args: readonly string[],
  { cwd = root, env = process.env, input = "", timeout = 300 }: RunOptions = {},
): Promise<Outcome> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: "pipe" });
    const timer = setTimeout(() => child.kill("SIGKILL"), timeout * 1000);
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.on("error", reject);
    child.on("close", (status) => {
      clearTimeout(timer);
      resolve({
        status,
        stdout: Buffer.concat(stdout).toString(),
        stderr: Buffer.concat(stderr).toString(),
        seconds: (performance.now() - started) / 1000,
      });
    });
    // A command that ends without reading its input closes the pipe.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/** What a process cost as a whole, from its first instruction to its last. */
export interface Cost {
  /** User and system time, in seconds. */
  readonly cpu: number;
  /** The largest resident set. */
  readonly megabytes: number;
}

let measured = 0;

/** Runs a Node script to its end and measures it. Cost is zero where the process was killed. */
export async function runNode(
  args: readonly string[],
  options: RunOptions = {},
): Promise<Outcome & Cost> {
  const file = path.join(tmpdir(), `usage-${process.pid}-${measured++}.json`);
  const outcome = await run(
    process.execPath,
    ["--require", path.join(root, "test/harness/usage.cjs"), ...args],
    {
      ...options,
      env: { ...(options.env ?? process.env), USAGE_FILE: file },
    },
  );
  return { ...outcome, ...readCost(file) };
}

function readCost(file: string): Cost {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Cost;
  } catch {
    return { cpu: 0, megabytes: 0 };
  } finally {
    rmSync(file, { force: true });
  }
}

/** Runs the built command line: `toolwright generate DOC DIR`. */
export function toolwright(
  args: readonly string[],
  options: RunOptions = {},
): Promise<Outcome & Cost> {
  return runNode([path.join(root, "dist/cli.js"), ...args], options);
}
