import { spawn, type SpawnOptions } from "node:child_process";
import { createInterface } from "node:readline";

/** A server's process, spoken to with just enough of the protocol, so that no client's cost is measured with it. */
export interface BareClient {
  readonly pid: number | undefined;
  /** The result; throws the error that the server answers with. */
  readonly request: (method: string, params: object) => Promise<unknown>;
  /** Closes its standard input and waits for its end. */
  readonly close: () => Promise<void>;
}

/** Starts a server over stdio and shakes hands with it. */
export async function connectBare(
  command: readonly string[],
  env: SpawnOptions["env"],
): Promise<BareClient> {
  const child = spawn(process.execPath, command, {
    stdio: ["pipe", "pipe", "ignore"],
    env: { PATH: process.env["PATH"], ...env },
  });
  const closed = new Promise<void>((resolve) => child.on("close", resolve));
  const waiting = new Map<number, (message: Message) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line) as Message;
    waiting.get(message.id)?.(message);
  });
  let last = 0;
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  const request = async (method: string, params: object): Promise<unknown> => {
    const id = (last += 1);
    send({ id, method, params });
    const { result, error } = await Promise.race([
      new Promise<Message>((resolve) => waiting.set(id, resolve)),
      closed.then(() => {
        throw new Error(`${command.join(" ")} ended before it answered`);
      }),
    ]);
    waiting.delete(id);
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return result;
  };
  await request("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "1.0.0" },
  });
  send({ method: "notifications/initialized" });
  return {
    pid: child.pid,
    request,
    close: () => {
      child.stdin.end();
      return closed;
    },
  };
}

interface Message {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: unknown;
}
