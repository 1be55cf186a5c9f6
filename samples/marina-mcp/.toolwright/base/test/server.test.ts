// The server as a client meets it: started over stdio, without the API.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { customTools } from "../src/custom-tools.js";
import { toolsets } from "../src/tools/index.js";

const main = path.join(
  path.dirname(fileURLToPath(import.meta.url)),
  "../dist/main.js",
);

interface Message {
  readonly id?: number;
  readonly result?: { readonly tools?: readonly { readonly name: string }[] };
  readonly error?: { readonly code: number };
}

/** Starts the server, sends messages and gives what it answers; it ends by itself when its input does. */
async function talk(
  messages: readonly object[],
  ...args: string[]
): Promise<{ answers: Map<number, Message>; code: number | null }> {
  const server = spawn(process.execPath, [main, "--mock", ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => {
    server.on("exit", resolve);
  });
  const answers = new Map<number, Message>();
  const wanted = messages.filter((message) => "id" in message).length;
  const all = [
    {
      id: 0,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "test", version: "1.0.0" },
      },
    },
    { method: "notifications/initialized" },
    ...messages,
  ];
  for (const message of all) {
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
  for await (const line of createInterface({ input: server.stdout })) {
    // Whatever is no message would break the protocol, and fails here.
    const message = JSON.parse(line) as Message;
    if (message.id !== undefined) answers.set(message.id, message);
    if (answers.size > wanted) server.stdin.end();
  }
  return { answers, code: await ended };
}

function namesIn(answer: Message | undefined): string[] {
  return (answer?.result?.tools ?? []).map((tool) => tool.name).sort();
}

describe("the server", () => {
  it("lists every tool, and ends with its input", async () => {
    const { answers, code } = await talk(
      [{ id: 1, method: "tools/list" }],
      "--mode",
      "all",
    );
    const names = [...Object.values(toolsets).flat(), ...customTools].map(
      (tool) => tool.name,
    );
    assert.deepEqual(namesIn(answers.get(1)), [...new Set(names)].sort());
    assert.equal(code, 0);
  });

  it("lists four tools that find the others in search mode", async () => {
    const { answers } = await talk(
      [{ id: 1, method: "tools/list" }],
      "--mode",
      "search",
    );
    assert.equal(namesIn(answers.get(1)).length, 4);
  });

  it("refuses a tool that is not there, as the protocol wants it", async () => {
    const { answers } = await talk([
      { id: 1, method: "tools/call", params: { name: "no such tool" } },
    ]);
    assert.equal(answers.get(1)?.error?.code, -32602);
  });
});
