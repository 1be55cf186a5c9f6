import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

/** What a server said of itself when it was asked for its tools. */
export interface Answer {
  readonly tools: readonly string[];
}

/** In milliseconds. A server answers in a fraction of a second; a machine may be busy. */
const patience = 30_000;

/**
 * Starts a server, asks for its tools as a client would, and stops it. The protocol is small enough to be spoken here.
 *
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle
 *
 * @throws Error with what the server did instead
 */
export async function askForTools(
  program: string,
  args: readonly string[],
  {
    cwd,
    timeout = patience,
    started = () => undefined,
  }: {
    readonly cwd: string;
    readonly timeout?: number;
    readonly started?: (child: ChildProcess) => void;
  },
): Promise<Answer> {
  const child = spawn(program, args, { cwd, stdio: "pipe" });
  started(child);
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2000);
  });
  // A server that ended has closed the pipe; its end is reported below.
  child.stdin.on("error", () => undefined);
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  const stopped = new Promise<never>((_, reject) => {
    const fail = (what: string): void =>
      reject(new Error([what, complaint.trim()].filter(Boolean).join("\n")));
    child.on("error", (error) => fail(error.message));
    child.on("exit", (code, signal) =>
      fail(`The server ended (${signal ?? `status ${code}`}).`),
    );
    setTimeout(
      () => fail(`The server did not answer within ${timeout / 1000} s.`),
      timeout,
    ).unref();
  });
  const lines = createInterface({ input: child.stdout })[
    Symbol.asyncIterator
  ]();
  const answerTo = async (id: number): Promise<Record<string, unknown>> => {
    for (;;) {
      const { value, done } = await lines.next();
      // The end of its output is followed by its own, which says more.
      if (done) return await stopped;
      const message = parse(value);
      if (message["id"] !== id) continue;
      const result = message["result"];
      if (typeof result === "object" && result !== null)
        return result as Record<string, unknown>;
      throw new Error(`The server answered ${value}`);
    }
  };
  try {
    return await Promise.race([stopped, converse(send, answerTo)]);
  } finally {
    stopped.catch(() => undefined);
    child.removeAllListeners("exit");
    child.stdin.end();
    child.kill();
  }
}

async function converse(
  send: (message: object) => void,
  answerTo: (id: number) => Promise<Record<string, unknown>>,
): Promise<Answer> {
  send({
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "create-toolwright", version: "1" },
    },
  });
  await answerTo(1);
  send({ method: "notifications/initialized" });
  const tools: string[] = [];
  let cursor: unknown;
  for (let id = 2; id === 2 || typeof cursor === "string"; id += 1) {
    send({
      id,
      method: "tools/list",
      params: cursor === undefined ? {} : { cursor },
    });
    const page = await answerTo(id);
    for (const tool of page["tools"] as readonly { name: string }[])
      tools.push(tool.name);
    cursor = page["nextCursor"];
  }
  return { tools };
}

/** A line that is no JSON is a server's mistake, and an answer that never comes says so. */
function parse(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    throw new Error(
      `The server wrote something else than the protocol: ${line.slice(0, 200)}`,
    );
  }
}
