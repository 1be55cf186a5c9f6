import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import {
  Client,
  StreamableHTTPClientTransport,
  type ClientOptions,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { build, type BuildOptions } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));

/** Both protocol eras: what the official client has to be told to speak them. */
export const eras = ["2025", "2026"] as const;
export type Era = (typeof eras)[number];

// The options of a generated project's own build.
const { bundle } = (await import(
  new URL("../../../templates/project/scripts/bundle.mjs", import.meta.url).href
)) as { bundle: BuildOptions };

/** Bundles a project's main module as the build of a generated project does. Gives the project's folder, with `dist/main.js`. */
export async function buildFixture(
  entry = path.join(here, "fixture/main.ts"),
  config?: object,
): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "toolwright-server-"));
  await build({
    ...bundle,
    entryPoints: [entry],
    outfile: path.join(folder, "dist/main.js"),
  });
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  if (config !== undefined) writeConfig(folder, config);
  return folder;
}

export function writeConfig(folder: string, config: object): void {
  writeFileSync(
    path.join(folder, "toolwright.config.json"),
    JSON.stringify(config),
  );
}

function client(era: Era, options: ClientOptions = {}): Client {
  return new Client(
    { name: "test", version: "1" },
    {
      versionNegotiation: {
        mode: era === "2025" ? "legacy" : { pin: "2026-07-28" },
      },
      ...options,
    },
  );
}

export interface Connection extends AsyncDisposable {
  readonly client: Client;
  /** What the server wrote on standard error. */
  readonly log: () => string;
}

/** Connects the official client over stdio. */
export async function connectStdio(
  folder: string,
  era: Era,
  {
    args = [],
    env = {},
    options = {},
  }: {
    args?: string[];
    env?: Record<string, string>;
    options?: ClientOptions;
  } = {},
): Promise<Connection> {
  const connected = client(era, options);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path.join(folder, "dist/main.js"), ...args],
    env: { PATH: process.env["PATH"]!, ...env },
    stderr: "pipe",
  });
  let log = "";
  transport.stderr?.on("data", (chunk: Buffer) => (log += chunk.toString()));
  await connected.connect(transport);
  return {
    client: connected,
    log: () => log,
    [Symbol.asyncDispose]: () => connected.close(),
  };
}

export interface HttpServer extends AsyncDisposable {
  readonly url: string;
  readonly process: ChildProcessWithoutNullStreams;
  readonly log: () => string;
  /** The status with which the process ended. */
  readonly ended: Promise<number | null>;
}

/** Starts the server over HTTP on a port that is free. */
export async function startHttp(
  folder: string,
  {
    args = [],
    env = {},
  }: { args?: string[]; env?: Record<string, string> } = {},
): Promise<HttpServer> {
  const child = spawn(
    process.execPath,
    [path.join(folder, "dist/main.js"), "--http", "0", ...args],
    { env: { PATH: process.env["PATH"]!, ...env } },
  );
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const ended = new Promise<number | null>((resolve) =>
    child.once("exit", resolve),
  );
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on("data", () => {
      const found = /"event":"listening","url":"([^"]+)"/.exec(log)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then((code) => reject(new Error(`ended with ${code}: ${log}`)));
  });
  return {
    url,
    process: child,
    log: () => log,
    ended,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Connects the official client over Streamable HTTP. */
export async function connectHttp(
  url: string,
  era: Era,
  {
    headers = {},
    options = {},
  }: { headers?: Record<string, string>; options?: ClientOptions } = {},
): Promise<Connection> {
  const connected = client(era, options);
  await connected.connect(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers },
    }),
  );
  return {
    client: connected,
    log: () => "",
    [Symbol.asyncDispose]: () => connected.close(),
  };
}

/** Runs the server to its end. */
export async function run(
  folder: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}> {
  const child = spawn(
    process.execPath,
    [path.join(folder, "dist/main.js"), ...args],
    { env: { PATH: process.env["PATH"]!, ...env } },
  );
  child.stdin.end();
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve) =>
    child.once("close", resolve),
  );
  return { code, stdout, stderr };
}

/** The text of a result. */
export function textOf(result: { readonly content?: unknown }): string {
  return (result.content as { text?: string }[])
    .map((block) => block.text ?? "")
    .join("\n");
}

/** Waits until something holds. */
export async function until(holds: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`not within 10 s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
