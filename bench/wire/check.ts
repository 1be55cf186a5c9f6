import { rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import type {
  AnyTool,
  RequestDescription,
} from "../../templates/project/src/runtime/tool.js";
import {
  connectStdio,
  dummyCredentials,
  textOf,
  type Connection,
} from "../../test/harness/client.js";
import { toolwright } from "../../test/harness/process.js";
import { freshFolder, loadApi, loadTools } from "../../test/harness/project.js";
import type { Document } from "../corpus/documents.js";
import {
  makeArguments,
  requiredOf,
  type Arguments,
  type Source,
} from "./arguments.js";
import { leavesOf, notFound } from "./places.js";
import { startPrism } from "./prism.js";
import { mockEnded, type Limit } from "./limit.js";
import { limitsOf } from "./limits.js";
import { startProxy, type Proxy } from "./proxy.js";

/** What came of the calls of one document. */
export interface Outcome {
  readonly document: Document;
  /** Why the mock or the server could not be used; then there were no calls. */
  readonly unusable?: string;
  readonly tools: number;
  /** Those all of whose calls are right. */
  readonly toolsRight: number;
  readonly calls: number;
  readonly right: number;
  readonly failures: readonly Failure[];
}

/** A call that is not right. */
export interface Failure {
  /** `kind: tool: what`. */
  readonly text: string;
  /** Why the mock refuses a request that is right, where that is known. */
  readonly limits?: readonly Limit[] | undefined;
  /** The mock ended before it judged. */
  readonly ended?: boolean;
}

export interface WireOptions {
  /** Check so many tools at most. */
  readonly limit: number;
  readonly source: Source;
}

/** Calls every tool of a document twice, with the required arguments and with all, against a validating mock of it. */
export async function checkWire(
  document: Document,
  { limit, source }: WireOptions,
): Promise<Outcome> {
  const folder = await freshFolder(document.name);
  try {
    const started = await startPrism(document.file);
    if (typeof started === "string") return unusable(document, started);
    let prism = started;
    await using _mock = {
      [Symbol.asyncDispose]: () => prism[Symbol.asyncDispose](),
    };
    await using proxy = await startProxy(prism.url);
    // Some requests end Prism: the next one finds another.
    const restart = async (): Promise<void> => {
      await prism[Symbol.asyncDispose]();
      const again = await startPrism(document.file);
      if (typeof again === "string") throw new Error(again);
      prism = again;
      proxy.use(prism.url);
    };
    const generated = await toolwright(["generate", document.file, folder]);
    if (generated.status !== 0) {
      return unusable(document, `generate: ${generated.stderr.slice(0, 200)}`);
    }
    await bundle(folder);
    const tools = (await loadTools(folder)).slice(0, limit);
    await using connection = await connectStdio(folder, {
      args: ["--mode", "all", "--base-url", proxy.url],
      env: dummyCredentials(folder, await loadApi(folder)),
    });
    const call = async (
      tool: AnyTool,
      args: Arguments,
    ): Promise<Failure | undefined> => {
      const failure = await judge(tool, args, connection, proxy);
      if (!failure?.ended) return failure;
      await restart();
      const again = await judge(tool, args, connection, proxy);
      if (again?.ended) await restart();
      return again;
    };
    return { document, ...(await callAll(tools, source, call)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function unusable(document: Document, reason: string): Outcome {
  return {
    document,
    unusable: reason,
    tools: 0,
    toolsRight: 0,
    calls: 0,
    right: 0,
    failures: [],
  };
}

async function callAll(
  tools: readonly AnyTool[],
  source: Source,
  call: (tool: AnyTool, args: Arguments) => Promise<Failure | undefined>,
): Promise<Omit<Outcome, "document">> {
  const failures: Failure[] = [];
  let toolsRight = 0;
  let calls = 0;
  for (const tool of tools) {
    const before = failures.length;
    for (const { args, impossible } of argumentSets(tool, source)) {
      const failure =
        impossible === undefined
          ? await call(tool, args)
          : { text: impossible };
      calls += 1;
      if (failure !== undefined) failures.push(failure);
    }
    if (failures.length === before) toolsRight += 1;
  }
  return {
    tools: tools.length,
    toolsRight,
    calls,
    right: calls - failures.length,
    failures,
  };
}

/** Type errors are for other checks to find: this one only needs a server that runs. */
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

function argumentSets(
  tool: AnyTool,
  source: Source,
): { readonly args: Arguments; readonly impossible?: string }[] {
  const required = requiredOf(tool.input);
  return [false, true].map((all) => {
    const { args, unfilled } = makeArguments(tool, source, all);
    const missing = unfilled.filter((name) => required.includes(name));
    return missing.length === 0
      ? { args }
      : {
          args,
          impossible: `no arguments: ${tool.name}: ${missing.join(", ")}`,
        };
  });
}

async function judge(
  tool: AnyTool,
  args: Arguments,
  connection: Connection,
  proxy: Proxy,
): Promise<Failure | undefined> {
  let said: string;
  try {
    said = textOf(await connection.call(tool.name, args));
  } catch (error) {
    said = `protocol error: ${String(error)}`;
  }
  const judged = proxy.take();
  const shown = JSON.stringify(args).slice(0, 200);
  const [last] = judged.slice(-1);
  if (last === undefined)
    return {
      text: `no request: ${tool.name}: ${said.slice(0, 300)} ${shown}`,
    };
  const { request, problems = [mockEnded] } = last;
  const sent = `${request.method} ${request.url.slice(0, 200)} ${request.body.toString().slice(0, 200)}`;
  if (problems.length > 0) {
    return {
      text: `refused: ${tool.name}: ${problems.join("; ").slice(0, 300)} ${sent}`,
      limits: limitsOf({ problems, request, tool }),
      ended: last.problems === undefined,
    };
  }
  const lost = Object.entries(args)
    .filter(([name]) => isSent(name, tool.request))
    .filter(
      ([name, value]) =>
        notFound(leavesOf(contentsOf(name, value, tool.request)), request)
          .length > 0,
    );
  return lost.length === 0
    ? undefined
    : {
        text: `lost: ${tool.name}: ${lost.map(([name, value]) => `${name} ${JSON.stringify(value).slice(0, 100)}`).join(", ")} not in ${sent}`,
      };
}

/** Some arguments are for the server itself: which fields of the answer to keep. */
function isSent(
  name: string,
  { fieldsArgument, parameters = [] }: RequestDescription,
): boolean {
  return (
    name !== fieldsArgument ||
    parameters.some(({ argument }) => argument === name)
  );
}

/** Of a file, its text and its name are sent. */
function contentsOf(
  name: string,
  value: unknown,
  { body }: RequestDescription,
): unknown {
  if (body?.file && body.argument === name)
    return (value as { text: string }).text;
  return value;
}
