import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Answer, Connection } from "./client.js";
import { installed } from "./toolbox.js";

/** The SDK's version 1, which most hosts still carry: it speaks 2025-11-25 and older, and validates in its own ways. */
const version1 = { "@modelcontextprotocol/sdk": "1.32.2" };

interface Version1Client {
  connect(transport: unknown): Promise<void>;
  close(): Promise<void>;
  listTools(): Promise<{ tools: Awaited<ReturnType<Connection["list"]>> }>;
  callTool(request: { name: string; arguments: object }): Promise<Answer>;
}

type Constructor<Made> = new (...args: unknown[]) => Made;

async function load<Made>(
  module: string,
  name: string,
): Promise<Constructor<Made>> {
  const folder = await installed("sdk-v1", version1);
  const file = path.join(
    folder,
    "node_modules/@modelcontextprotocol/sdk/dist/esm",
    module,
  );
  const loaded = (await import(pathToFileURL(file).href)) as {
    [name: string]: Constructor<Made>;
  };
  return loaded[name]!;
}

async function connect(transport: unknown): Promise<Connection> {
  const Client = await load<Version1Client>("client/index.js", "Client");
  const client = new Client({ name: "harness", version: "1.0.0" });
  await client.connect(transport);
  return {
    list: async () => (await client.listTools()).tools,
    call: (name, args = {}) => client.callTool({ name, arguments: args }),
    log: () => "",
    pid: () => undefined,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Starts a built project over stdio and connects the official client of version 1 to it. */
export async function connectLegacyStdio(
  folder: string,
  args: readonly string[],
  env: { readonly [name: string]: string },
): Promise<Connection> {
  const Transport = await load("client/stdio.js", "StdioClientTransport");
  return connect(
    new Transport({
      command: process.execPath,
      args: [path.join(folder, "dist/main.js"), ...args],
      env: { PATH: process.env["PATH"] ?? "", ...env },
      stderr: "ignore",
    }),
  );
}

/** Connects the official client of version 1 to a server that listens at `url`. */
export async function connectLegacyHttp(url: string): Promise<Connection> {
  const Transport = await load(
    "client/streamableHttp.js",
    "StreamableHTTPClientTransport",
  );
  return connect(new Transport(new URL(url)));
}
