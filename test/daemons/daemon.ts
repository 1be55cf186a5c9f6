import { spawn, spawnSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe } from "vitest";
import type { AnyTool } from "../../templates/project/src/runtime/tool.js";
import { connectStdio, type Connection } from "../harness/client.js";
import { toolwright } from "../harness/process.js";
import { buildProject, freshFolder, loadTools } from "../harness/project.js";
import { shared } from "../shared.js";

/** Declares tests that need programs of the system and a shared document; without them they are skipped, and the run says so. */
export function describeDaemon(
  name: string,
  programs: readonly string[],
  document: string,
  tests: (document: string) => void,
): void {
  const file = shared && path.join(shared, "daemons", document);
  if (file === undefined || !existsSync(file))
    return skip(name, `no shared document ${document}`);
  describePrograms(name, programs, () => tests(file));
}

/** Declares tests that need programs of the system; without them they are skipped, and the run says so. */
export function describePrograms(
  name: string,
  programs: readonly string[],
  tests: () => void,
): void {
  const missing = programs.find(
    (program) => spawnSync("which", [program]).status !== 0,
  );
  if (missing !== undefined) return skip(name, `${missing} is not installed`);
  describe(name, tests);
}

function skip(name: string, reason: string): void {
  console.warn(`SKIPPED: ${name}: ${reason}`);
  describe.skip(`${name} (${reason})`, () => undefined);
}

export interface Daemon extends AsyncDisposable {
  /** A folder of its own for its data. */
  readonly folder: string;
  readonly output: () => string;
}

/** Has no rights anywhere: `nobody` of Debian. */
const nobody = { uid: 65534, gid: 65534 };

/**
 * Starts a program and waits until `ready` says so. It runs without the rights of root, where it would have them.
 *
 * @throws with what the program printed, when it ends or is not ready within 20 s
 */
export async function startDaemon(
  program: string,
  args: (folder: string) => readonly string[],
  ready: () => Promise<boolean>,
): Promise<Daemon> {
  const folder = mkdtempSync(path.join(tmpdir(), "toolwright-daemon-"));
  const user = process.getuid?.() === 0 ? nobody : undefined;
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const child = spawn(program, args(folder), { cwd: folder, ...user });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let waited = 0; !(await ready().catch(() => false)); waited += 100) {
    if (child.exitCode !== null || waited > 20_000) {
      await stop();
      throw new Error(`${program} did not start:\n${output.slice(-2000)}`);
    }
    await sleep(100);
  }
  return { folder, output: () => output, [Symbol.asyncDispose]: stop };
}

/** A generated server, driven by operation: what its tools are called is for other tests to judge. */
export interface Driven extends AsyncDisposable {
  readonly connection: Connection;
  readonly nameOf: (method: string, path: string) => string;
}

/** Generates a server of a document and builds it as its owner would. Gives its folder. */
export async function builtServer(
  document: string,
  overlay?: object,
): Promise<string> {
  const folder = await freshFolder(path.basename(document));
  const flags: string[] = [];
  if (overlay !== undefined) {
    const file = `${folder}.overlay.json`;
    writeFileSync(file, JSON.stringify(overlay));
    flags.push("--overlay", file);
  }
  const generated = await toolwright(["generate", document, folder, ...flags]);
  if (generated.status !== 0) throw new Error(generated.stderr);
  const built = await buildProject(folder);
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
  return folder;
}

/** Generates and builds a server of a document, and connects the official client to it. */
export async function drive(
  document: string,
  baseUrl: string,
  /** OpenAPI Overlay with what the document says wrongly of this daemon. */
  overlay?: object,
): Promise<Driven> {
  const folder = await builtServer(document, overlay);
  const tools: readonly AnyTool[] = await loadTools(folder);
  const connection = await connectStdio(folder, {
    args: ["--mode", "all", "--base-url", baseUrl],
  });
  return {
    connection,
    nameOf: (method, template) => {
      const tool = tools.find(
        ({ request }) => request.method === method && request.path === template,
      );
      if (tool === undefined)
        throw new Error(`no tool for ${method} ${template}`);
      return tool.name;
    },
    [Symbol.asyncDispose]: async () => {
      await connection[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
      rmSync(`${folder}.overlay.json`, { force: true });
    },
  };
}
