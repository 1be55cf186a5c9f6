import { readFileSync } from "node:fs";
import path from "node:path";
import {
  Client,
  StreamableHTTPClientTransport,
  type Tool,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { ApiDescription } from "../../templates/project/src/runtime/api-description.js";

/** `2026`: the 2026-07-28 protocol; `2025`: the handshake of 2025-11-25 and older. */
export type Era = "2025" | "2026";

/** What a tool answered, as far as checks look. */
export interface Answer {
  readonly content: readonly {
    readonly type: string;
    readonly text?: string;
    readonly data?: string;
    readonly mimeType?: string;
  }[];
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
}

/** A connection of the official client. */
export interface Connection extends AsyncDisposable {
  readonly list: () => Promise<readonly Tool[]>;
  /** Throws the protocol's errors; those of a tool are answers. */
  readonly call: (name: string, args?: object) => Promise<Answer>;
  /** What the server has written on standard error. */
  readonly log: () => string;
  /** Of the server, where this connection started it. */
  readonly pid: () => number | undefined;
}

export interface StdioOptions {
  readonly args?: readonly string[];
  /** In place of this process's own environment, of which only PATH is passed on. */
  readonly env?: { readonly [name: string]: string };
  readonly era?: Era;
}

/** Starts a built project over stdio and connects to it. */
export async function connectStdio(
  folder: string,
  { args = [], env = {}, era = "2026" }: StdioOptions = {},
): Promise<Connection> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path.join(folder, "dist/main.js"), ...args],
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stderr: "pipe",
  });
  let log = "";
  transport.stderr?.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const client = newClient(era);
  try {
    await client.connect(transport);
  } catch (error) {
    await transport.close();
    throw new Error(`${String(error)}\n${log.slice(-2000)}`);
  }
  return connection(
    client,
    () => log,
    () => transport.pid ?? undefined,
  );
}

/** Connects to a server that listens at `url`. */
export async function connectHttp(
  url: string,
  { era = "2026", token }: { readonly era?: Era; readonly token?: string } = {},
): Promise<Connection> {
  const client = newClient(era);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit:
        token === undefined
          ? {}
          : { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  return connection(
    client,
    () => "",
    () => undefined,
  );
}

function newClient(era: Era): Client {
  return new Client(
    { name: "harness", version: "1.0.0" },
    {
      versionNegotiation: {
        mode: era === "2025" ? "legacy" : { pin: "2026-07-28" },
      },
    },
  );
}

function connection(
  client: Client,
  log: () => string,
  pid: () => number | undefined,
): Connection {
  return {
    list: async () => (await client.listTools()).tools,
    call: async (name, args = {}) =>
      (await client.callTool(
        { name, arguments: args as { [key: string]: unknown } },
        { timeout: 60_000 },
      )) as Answer,
    log,
    pid,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** The text of an answer, its blocks joined. */
export function textOf(answer: Answer): string {
  return answer.content.map(({ type, text }) => text ?? `[${type}]`).join("\n");
}

/** A value for every credential that `.env.example` lists, but for the files of mutual TLS. */
export function dummyCredentials(
  folder: string,
  { securitySchemes }: ApiDescription,
): { [name: string]: string } {
  const text = readFileSync(path.join(folder, ".env.example"), "utf8");
  const files = Object.values(securitySchemes)
    .filter(({ type }) => type === "mutualTLS")
    .flatMap(({ env }) => [`${env}_CERT`, `${env}_KEY`]);
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)]
      .map((match) => match[1]!)
      .filter(
        (name) =>
          !/_BASE_URL$|_SERVER_|_TOKEN_URL$/.test(name) &&
          !files.includes(name),
      )
      .map((name) => [name, "dummy"]),
  );
}
