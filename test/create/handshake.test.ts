import { describe, expect, it } from "vitest";
import { askForTools } from "../../src/create/handshake.js";

/** A server whose answer to each request is an expression over `m`, the request. */
function ask(answer: string, before = "", timeout = 10_000) {
  const program = `${before};
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const m = JSON.parse(line);
      if (m.id === undefined) return;
      const result = ${answer};
      if (result !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id: m.id, ...result }));
    });`;
  return askForTools(process.execPath, ["-e", program], {
    cwd: process.cwd(),
    timeout,
  });
}

const works = `m.method === "initialize"
  ? { result: { protocolVersion: m.params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "x", version: "1" } } }
  : { result: { tools: [{ name: "list_berths" }, { name: "get_berth" }] } }`;

describe("a server that answers", () => {
  it("gives its tools", async () => {
    expect(await ask(works)).toEqual({ tools: ["list_berths", "get_berth"] });
  });

  it("may say other things meanwhile", async () => {
    const chatty = `console.log(JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: {} }))`;
    expect((await ask(works, chatty)).tools).toHaveLength(2);
  });

  it("is asked for every page", async () => {
    const paged = `m.method === "initialize" ? { result: {} }
      : m.params.cursor === undefined ? { result: { tools: [{ name: "a" }], nextCursor: "2" } }
      : { result: { tools: [{ name: "b" }] } }`;
    expect((await ask(paged)).tools).toEqual(["a", "b"]);
  });
});

describe("a server that does not answer", () => {
  it.each([
    [
      "ends",
      `(process.stderr.write("port taken"), process.exit(3))`,
      /status 3[^]*port taken/,
    ],
    ["refuses", `({ error: { code: -32603, message: "broken" } })`, /broken/],
    [
      "writes something else",
      `void console.log("Listening on 3000")`,
      /something else than the protocol: Listening/,
    ],
  ])("%s: the error says so", async (_, answer, message) => {
    await expect(ask(answer)).rejects.toThrow(message);
  });

  it("keeps silent: the error says so", async () => {
    await expect(ask("undefined", "", 300)).rejects.toThrow(
      /did not answer within 0.3 s/,
    );
  });

  it("cannot be started: the error says so", async () => {
    await expect(
      askForTools("no-such-program", [], { cwd: process.cwd() }),
    ).rejects.toThrow(/ENOENT/);
  });
});
