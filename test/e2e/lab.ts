import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { expect } from "vitest";
import type { AnyTool } from "../../templates/project/src/runtime/tool.js";
import {
  connectStdio,
  type Answer,
  type Connection,
} from "../harness/client.js";
import { toolwright, type RunOptions } from "../harness/process.js";
import { freshFolder, loadTools } from "../harness/project.js";
import {
  startRecorder,
  type Recorded,
  type Recorder,
  type Reply,
} from "../harness/recorder.js";

/** A project that was generated of one document. */
export interface Lab {
  readonly folder: string;
  /** What the command said. */
  readonly said: string;
  readonly tools: readonly AnyTool[];
  /** The tool of this name, which must be there. */
  readonly tool: (name: string) => AnyTool;
}

/** Generates the project of a document, which must succeed, and loads its tools. */
export async function lab(
  document: string,
  {
    config,
    flags = [],
    ...options
  }: RunOptions & {
    /** What the owner wrote into `toolwright.config.json` beforehand. */
    readonly config?: object;
    readonly flags?: readonly string[];
  } = {},
): Promise<Lab> {
  const folder = await freshFolder(path.basename(document));
  if (config !== undefined) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      path.join(folder, "toolwright.config.json"),
      JSON.stringify({ document, ...config }),
    );
  }
  const { status, stdout, stderr } = await toolwright(
    ["generate", document, folder, ...flags],
    options,
  );
  expect(status, stdout + stderr).toBe(0);
  const tools = await loadTools(folder);
  return {
    folder,
    said: stdout + stderr,
    tools,
    tool: (name) => {
      const found = tools.find((tool) => tool.name === name);
      expect(
        found,
        `${name} among ${tools.map((one) => one.name).join(", ")}`,
      ).toBeDefined();
      return found!;
    },
  };
}

/** A running server of a project, before an API that keeps what it is sent. */
export interface Running extends AsyncDisposable {
  readonly api: Recorder;
  readonly connection: Connection;
  /** Calls a tool and gives its answer and the requests that it made. */
  readonly call: (
    name: string,
    args?: object,
  ) => Promise<{
    readonly answer: Answer;
    readonly requests: readonly Recorded[];
  }>;
  /** Calls a tool that must make one request, and gives that. */
  readonly request: (name: string, args?: object) => Promise<Recorded>;
}

/** Starts a project's server. Without `args` its base URL is the recording API. */
export async function serve(
  { folder }: Lab,
  {
    reply,
    args,
    env = {},
  }: {
    readonly reply?: (request: Recorded) => Reply;
    readonly args?: (apiUrl: string) => readonly string[];
    readonly env?: { readonly [name: string]: string };
  } = {},
): Promise<Running> {
  await bundle(folder);
  const api = await startRecorder(reply);
  const connection = await connectStdio(folder, {
    args: ["--mode", "all", ...(args?.(api.url) ?? ["--base-url", api.url])],
    env,
  });
  const call: Running["call"] = async (name, input) => {
    const before = api.requests.length;
    const answer = await connection.call(name, input);
    return { answer, requests: api.requests.slice(before) };
  };
  return {
    api,
    connection,
    call,
    request: async (name, input) => {
      const { answer, requests } = await call(name, input);
      expect(requests, JSON.stringify(answer)).toHaveLength(1);
      return requests[0]!;
    },
    [Symbol.asyncDispose]: async () => {
      await connection[Symbol.asyncDispose]();
      await api[Symbol.asyncDispose]();
    },
  };
}

/** Bundles a project without checking its types, which other tests do. */
async function bundle(folder: string): Promise<void> {
  await build({
    entryPoints: [path.join(folder, "src/main.ts")],
    outfile: path.join(folder, "dist/main.js"),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    banner: {
      js: 'import { createRequire as r } from "node:module"; const require = r(import.meta.url);',
    },
    logLevel: "error",
  });
}

/** `GET /path?query` */
export function line({ method, url }: Recorded): string {
  return `${method} ${url}`;
}
