// How calls reach the API and come back, on a server of the test's own: what people change in src/runtime, they see here.
import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import type { ApiDescription } from "../src/runtime/api-description.js";
import { createApi } from "../src/runtime/api.js";
import { callTool } from "../src/runtime/call.js";
import { defineHooks, type Hooks } from "../src/runtime/hooks.js";
import {
  defineTool,
  type AnyTool,
  type ToolResult,
} from "../src/runtime/tool.js";

interface Note {
  readonly id: string;
  readonly text: string;
}

const hints = { destructiveHint: false, openWorldHint: true };

const getNote = defineTool<{ id: string }>({
  name: "get_note",
  title: "Get a note",
  description: "Get one note by its id.",
  annotations: { ...hints, readOnlyHint: true, idempotentHint: true },
  input: {
    type: "object",
    properties: { id: { type: "string" } },
    required: ["id"],
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/notes/{id}",
    parameters: [{ argument: "id", name: "id", in: "path" }],
  },
  handler: (input, api) => api.send(input),
});

const createNote = defineTool<{ text: string; tags?: string[] }>({
  name: "create_note",
  title: "Create a note",
  description: "Create a note.",
  annotations: { ...hints, readOnlyHint: false, idempotentHint: false },
  input: {
    type: "object",
    properties: {
      text: { type: "string" },
      tags: { type: "array", items: { type: "string" } },
    },
    required: ["text"],
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/notes",
    parameters: [{ argument: "tags", name: "tag", in: "query" }],
    body: {
      contentType: "application/json",
      fields: [{ argument: "text", name: "text" }],
    },
  },
  handler: (input, api) => api.send(input),
});

const shoutNote = defineTool<{ id: string }>({
  ...getNote,
  name: "shout_note",
  handler: async ({ id }, api) => {
    const note = (await api.call(getNote, { id })).json() as Note;
    return api.result({ ...note, text: note.text.toUpperCase() });
  },
});

let server: http.Server;
let description: ApiDescription;
const requests: { line: string; body: string; headers: object }[] = [];

before(async () => {
  server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const line = `${request.method} ${request.url}`;
      const body = Buffer.concat(chunks).toString();
      requests.push({ line, body, headers: request.headers });
      const found = !line.endsWith("/missing");
      response.writeHead(found ? 200 : 404, {
        "content-type": "application/json",
      });
      response.end(
        found ? '{ "id": "a", "text": "hi" }' : '{ "message": "no such note" }',
      );
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  description = {
    name: "notes",
    title: "Notes",
    version: "1.0.0",
    envPrefix: "NOTES",
    servers: [{ url: `http://127.0.0.1:${port}/v1` }],
    security: [{ Token: [] }],
    securitySchemes: { Token: { type: "bearer", env: "NOTES_API" } },
  };
});

after(() => {
  server.closeAllConnections();
  server.close();
});

async function call(
  tool: AnyTool,
  args: object,
  hooks: Hooks = {},
  env: NodeJS.ProcessEnv = { NOTES_API_TOKEN: "secret-token" },
): Promise<{ text: string; result: ToolResult; sent: typeof requests }> {
  requests.length = 0;
  const api = createApi(description, {
    env,
    hooks,
    transport: "stdio",
    tools: [getNote, createNote],
  });
  const result = await callTool(tool, args, api, {});
  const [block] = result.content;
  const text = block?.type === "text" ? block.text : "";
  return { text, result, sent: [...requests] };
}

describe("a call", () => {
  it("sends what the request describes, with the API's credentials", async () => {
    const { text, sent } = await call(createNote, {
      text: "a/b",
      tags: ["x", "y z"],
    });
    assert.equal(sent.length, 1);
    assert.equal(sent[0]!.line, "POST /v1/notes?tag=x&tag=y%20z");
    assert.equal(sent[0]!.body, '{"text":"a/b"}');
    assert.equal(
      (sent[0]!.headers as http.IncomingHttpHeaders).authorization,
      "Bearer secret-token",
    );
    assert.equal(text, '{"id":"a","text":"hi"}');
  });

  it("keeps a value in its place of the path", async () => {
    const { sent } = await call(getNote, { id: "../admin?x#y" });
    assert.equal(sent[0]!.line, "GET /v1/notes/..%2Fadmin%3Fx%23y");
    const refused = await call(getNote, { id: ".." });
    assert.equal(refused.result.isError, true);
    assert.deepEqual(refused.sent, []);
  });

  it("takes what is plainly meant, and says what is wrong otherwise", async () => {
    const { sent } = await call(createNote, { text: "a", tags: "x" });
    assert.equal(sent[0]!.line, "POST /v1/notes?tag=x");
    const { text, result, sent: none } = await call(createNote, { txt: "a" });
    assert.equal(result.isError, true);
    assert.match(text, /text is required/);
    assert.match(text, /txt does not exist; did you mean text\?/);
    assert.deepEqual(none, []);
  });

  it("tells what the API said and what to try", async () => {
    const { text, result } = await call(getNote, { id: "missing" });
    assert.equal(result.isError, true);
    assert.match(text, /^HTTP 404 Not Found from GET \/notes\/\{id\}/);
    assert.match(text, /no such note/);
    assert.match(text, /Try: check id="missing"/);
  });

  it("names the variables of credentials that are not set", async () => {
    const { text, sent } = await call(getNote, { id: "a" }, {}, {});
    assert.match(text, /NOTES_API_TOKEN/);
    assert.deepEqual(sent, []);
  });
});

describe("src/hooks.ts", () => {
  it("may change requests, answers and failures", async () => {
    const hooks = defineHooks({
      beforeRequest: (request) => ({
        ...request,
        headers: { ...request.headers, "x-extra": "1" },
      }),
      afterResponse: (response) =>
        response.status === 200
          ? { ...response, body: Buffer.from('"changed"') }
          : undefined,
      tools: { get_note: { onError: () => "Nothing there." } },
    });
    const { text, sent } = await call(getNote, { id: "a" }, hooks);
    assert.equal((sent[0]!.headers as Record<string, string>)["x-extra"], "1");
    assert.equal(text, '"changed"');
    const missing = await call(getNote, { id: "missing" }, hooks);
    assert.equal(missing.text, "Nothing there.");
  });
});

describe("src/custom-tools.ts", () => {
  it("may build a tool on the requests of others", async () => {
    const { text } = await call(shoutNote, { id: "a" });
    assert.equal(text, '{"id":"a","text":"HI"}');
    const missing = await call(shoutNote, { id: "missing" });
    assert.match(missing.text, /^HTTP 404 Not Found/);
  });
});
