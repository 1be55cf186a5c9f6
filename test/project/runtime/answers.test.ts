import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import type http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import zlib from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  caller,
  describeApi,
  serve,
  textOf,
  tool,
  type TestServer,
} from "./harness.js";

let server: TestServer;
let reply: (response: http.ServerResponse) => void;
let downloads: string;

beforeAll(async () => {
  server = await serve((_, response) => reply(response));
  downloads = mkdtempSync(path.join(tmpdir(), "downloads-"));
});

afterAll(async () => {
  await server.close();
  rmSync(downloads, { recursive: true });
});

function respond(
  body: string | Buffer,
  contentType: string | undefined,
  status = 200,
  headers: http.OutgoingHttpHeaders = {},
): void {
  reply = (response) => {
    response.writeHead(status, {
      ...(contentType && { "content-type": contentType }),
      ...headers,
    });
    response.end(body);
  };
}

const call: ReturnType<typeof caller> = (...args) =>
  caller(describeApi(server.url), { downloadDir: downloads, retries: 0 })(
    ...args,
  );
const get = tool({ method: "GET", path: "/files/report" });

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

describe("answers by media type", () => {
  it.each<
    [
      what: string,
      body: string | Buffer,
      type: string | undefined,
      want: string,
      headers?: http.OutgoingHttpHeaders,
    ]
  >([
    [
      "JSON, compact",
      '{ "a": [1, 2],\n "b c": " d " }',
      "application/json",
      '{"a":[1,2],"b c":" d "}',
    ],
    [
      "JSON of a vendor",
      '{ "a": 1 }',
      "application/vnd.x+json; charset=utf-8",
      '{"a":1}',
    ],
    [
      "integers beyond 2^53",
      '{ "id": 12345678901234567890, "n": 1.10 }',
      "application/json",
      '{"id":12345678901234567890,"n":1.10}',
    ],
    ["JSON without a type", '{"a":1}', undefined, '{"a":1}'],
    ["JSON as plain text", "[ 1 ]", "text/plain", "[1]"],
    ["text", "a\n b", "text/plain", "a\n b"],
    ["CSV", "a,b\n1,2\n", "text/csv", "a,b\n1,2\n"],
    ["XML", "<a> b </a>", "application/xml", "<a> b </a>"],
    [
      "Latin-1",
      Buffer.from("é", "latin1"),
      "text/plain; charset=iso-8859-1",
      "é",
    ],
    ["text of unknown type", "hello", "application/octet-stream", "hello"],
    [
      "JSON lines",
      '{"a": 1}\n{"a": 2}\n',
      "application/x-ndjson",
      '{"a": 1}\n{"a": 2}',
    ],
    [
      "events",
      ': hi\n\ndata: {"a":1}\n\nevent: end\ndata: x\ndata: y\n\n',
      "text/event-stream",
      '{"a":1}\nend: x\ny',
    ],
    [
      "gzip",
      zlib.gzipSync('{"a":1}'),
      "application/json",
      '{"a":1}',
      { "content-encoding": "gzip" },
    ],
    [
      "brotli",
      zlib.brotliCompressSync('{"a":1}'),
      "application/json",
      '{"a":1}',
      { "content-encoding": "br" },
    ],
    [
      "deflate",
      zlib.deflateSync('{"a":1}'),
      "application/json",
      '{"a":1}',
      { "content-encoding": "deflate" },
    ],
    [
      "bare deflate",
      zlib.deflateRawSync('{"a":1}'),
      "application/json",
      '{"a":1}',
      { "content-encoding": "deflate" },
    ],
  ])("%s", async (_, body, type, want, headers) => {
    respond(body, type, 200, headers);
    const result = await call(get);
    expect(textOf(result)).toBe(want);
    expect(result.isError).toBeUndefined();
    expect(result._meta).toEqual({ "anthropic/maxResultSizeChars": 40_000 });
    expect(result.structuredContent).toBeUndefined();
  });

  it("says that it is done when there is no body", async () => {
    respond("", undefined, 204);
    expect(textOf(await call(get))).toBe("Done (204 No Content).");
    respond("", undefined, 201, { location: "/files/7" });
    expect(textOf(await call(get))).toBe(
      "Done (201 Created).\nlocation: /files/7",
    );
    respond("", "text/plain", 200, { etag: '"7"', "content-length": 0 });
    expect(textOf(await call(tool({ method: "HEAD", path: "/x" })))).toMatch(
      /^Done \(200 OK\)\.\ncontent-length: 0\ncontent-type: text\/plain\netag: "7"$/,
    );
  });

  it("gives images and sounds as such", async () => {
    respond(png, "image/png");
    expect((await call(get)).content).toEqual([
      { type: "image", mimeType: "image/png", data: png.toString("base64") },
    ]);
    respond(png, "application/octet-stream");
    expect((await call(get)).content[0]).toMatchObject({ type: "image" });
    const sound = Buffer.from([0xff, 0xfb, 0, 1, 2]);
    respond(sound, "audio/mpeg");
    expect((await call(get)).content).toEqual([
      { type: "audio", mimeType: "audio/mpeg", data: sound.toString("base64") },
    ]);
  });

  it("embeds a small file, byte for byte", async () => {
    const pdf = Buffer.from("%PDF-1.7\n\xff\xfe\0", "latin1");
    respond(pdf, "application/pdf", 200, {
      "content-disposition": 'attachment; filename="../../In voice.pdf"',
    });
    expect((await call(get)).content).toEqual([
      { type: "text", text: "In voice.pdf (application/pdf, 12 bytes)" },
      {
        type: "resource",
        resource: {
          uri: `${server.url}/files/report`,
          mimeType: "application/pdf",
          blob: pdf.toString("base64"),
        },
      },
    ]);
  });

  it("saves a large file, under a name of its own each time", async () => {
    const zip = Buffer.alloc(200_000, 0xfe);
    respond(zip, "application/zip");
    const files: string[] = [];
    for (let i = 0; i < 2; i++) {
      const { content } = await call(get);
      const file = textOf({ content }).split("saved as ")[1]!;
      expect(readFileSync(file).equals(zip)).toBe(true);
      expect(path.dirname(file)).toBe(downloads);
      expect(content[1]).toMatchObject({
        type: "resource_link",
        size: 200_000,
        mimeType: "application/zip",
      });
      files.push(file);
    }
    expect(new Set(files).size).toBe(2);
    expect(existsSync(path.join(downloads, "report.zip"))).toBe(true);
  });

  it("saves nothing where the caller could not open it", async () => {
    respond(Buffer.alloc(200_000, 0xfe), "application/zip");
    const result = await caller(describeApi(server.url), { transport: "http" })(
      get,
    );
    expect(textOf(result)).toMatch(/too large to be part of an answer/);
    expect(result.content[1]).toMatchObject({ type: "resource_link" });
  });

  it("tells of progress when asked", async () => {
    reply = (response) => {
      response.writeHead(200, {
        "content-length": 3,
        "content-type": "text/plain",
      });
      response.write("a");
      setTimeout(() => response.write("b"), 600);
      setTimeout(() => response.end("c"), 1_200);
    };
    const told: (number | undefined)[][] = [];
    const result = await call(
      get,
      {},
      {
        progress: (progress, total) => void told.push([progress, total]),
      },
    );
    expect(textOf(result)).toBe("abc");
    expect(told).toEqual([
      [2, 3],
      [3, 3],
    ]);
  });
});

describe("long answers", () => {
  const items = Array.from({ length: 412 }, (_, id) => ({
    id,
    name: `item ${id}`,
    text: "x".repeat(1_000),
  }));
  const parameter = (argument: string) => ({
    argument,
    name: argument,
    in: "query" as const,
  });

  it("are cut after a whole item, and say how to go on", async () => {
    respond(JSON.stringify(items), "application/json");
    const list = tool(
      {
        method: "GET",
        path: "/items",
        parameters: ["offset", "limit", "state", "fields"]
          .map(parameter)
          .slice(0, 3),
        fieldsArgument: "fields",
      },
      { properties: { fields: { type: "string" } } },
    );
    const text = textOf(await call(list, { offset: 10 }));
    expect(text.length).toBeLessThanOrEqual(40_000);
    const [marker = "", body = ""] = text.split(/\n(.*)/s);
    const shown = JSON.parse(body) as { id: number }[];
    expect(shown).toEqual(items.slice(0, shown.length));
    expect(marker).toBe(
      `[truncated: ${shown.length} of 412 items, ${body.length.toLocaleString("en-US")} of ${JSON.stringify(items).length.toLocaleString("en-US")} characters shown. For the rest: offset=${10 + shown.length}; fewer fields, fields="id,name,text"; narrow it with state.]`,
    );
    const fewer = textOf(await call(list, { fields: "id" }));
    expect(JSON.parse(fewer)).toEqual(items.map(({ id }) => ({ id })));
  });

  it("keep what stands around the list", async () => {
    respond(
      JSON.stringify({ total: 412, items, next: "abc" }),
      "application/json",
    );
    const list = tool({
      method: "GET",
      path: "/items",
      parameters: [parameter("page"), parameter("per_page")],
    });
    const text = textOf(await call(list));
    const [marker = "", body = ""] = text.split(/\n(.*)/s);
    const shown = JSON.parse(body) as {
      total: number;
      items: object[];
      next: string;
    };
    expect(shown).toMatchObject({ total: 412, next: "abc" });
    expect(shown.items.length).toBeGreaterThan(30);
    expect(marker).toMatch(
      new RegExp(
        `${shown.items.length} of 412 items of items, .* smaller pages, per_page=${shown.items.length}, then page for the next\\.\\]$`,
      ),
    );
  });

  it("cut long texts, deep members and dictionaries", async () => {
    const value = {
      title: "t",
      body: "é\n".repeat(50_000),
      map: Object.fromEntries(items.map((item) => [`k${item.id}`, item])),
    };
    respond(JSON.stringify(value), "application/json");
    const text = textOf(await call(get));
    expect(text.length).toBeLessThanOrEqual(40_000);
    const shown = JSON.parse(text.split(/\n(.*)/s)[1]!) as typeof value;
    expect(shown.title).toBe("t");
    expect(shown.body).toMatch(/…\[\+\d+ characters\]$/);
    expect(Object.keys(shown.map).length).toBeGreaterThan(10);
  });

  it("keep large integers in what is left", async () => {
    respond(
      `[{"id":12345678901234567890,"t":"${"x".repeat(50_000)}"},1]`,
      "application/json",
    );
    expect(textOf(await call(get))).toMatch(/\n\[\{"id":12345678901234567890,/);
  });

  it("are cut after a line when they are text", async () => {
    respond("0123456789\n".repeat(10_000), "text/plain");
    const text = textOf(await call(get));
    expect(text.length).toBeLessThanOrEqual(40_000);
    expect(text).toMatch(
      /^\[truncated: [\d,]+ of 110,000 characters shown\.\]\n[^]*\n0123456789$/,
    );
  });
});

describe("a page size and fields", () => {
  it("are sent and applied", async () => {
    respond(
      '{"total":2,"items":[{"id":1,"a":{"b":2,"c":3}}]}',
      "application/json",
    );
    const list = tool(
      {
        method: "GET",
        path: "/items",
        parameters: [{ argument: "limit", name: "limit", in: "query" }],
        pageSize: { argument: "limit", value: 20 },
        fieldsArgument: "fields",
      },
      { properties: { fields: {} } },
    );
    server.requests.length = 0;
    expect(textOf(await call(list, { fields: ["a.b"] }))).toBe(
      '{"total":2,"items":[{"a":{"b":2}}]}',
    );
    await call(list, { limit: 5 });
    expect(server.requests.map(({ url }) => url)).toEqual([
      "/items?limit=20",
      "/items?limit=5",
    ]);
    expect(textOf(await call(list, { fields: "nothing" }))).toMatch(/"c":3/);
  });
});

describe("structured answers", () => {
  const output = {
    type: "object",
    properties: {
      id: { type: "integer" },
      tags: { type: "array", items: { type: "string" } },
    },
  };

  it.each<[what: string, body: string, want: unknown, drift?: RegExp]>([
    ["as they are", '{"id":7,"extra":1}', { id: 7, extra: 1 }],
    [
      "without what differs",
      '{"id":"7","extra":1}',
      { extra: 1 },
      /\/id must be integer/,
    ],
    [
      "without a list with a wrong item",
      '{"tags":["a",1]}',
      {},
      /\/tags\/1 must be string/,
    ],
  ])("%s", async (_, body, want, drift) => {
    respond(body, "application/json");
    const result = await call(tool({ method: "GET", path: "/x" }, { output }));
    expect(textOf(result)).toBe(body);
    expect(result.structuredContent).toEqual(want);
    expect(result.isError).toBeUndefined();
    const told = result._meta?.["toolwright/drift"];
    if (drift) expect(told).toMatch(drift);
    else expect(told).toBeUndefined();
  });

  it("wrap a list where the schema does", async () => {
    respond('["a"]', "application/json");
    const wrapped = {
      type: "object",
      properties: { result: { type: "array", items: { type: "string" } } },
    };
    const result = await call(
      tool({ method: "GET", path: "/x" }, { output: wrapped }),
    );
    expect(result.structuredContent).toEqual({ result: ["a"] });
  });

  it("stand for an answer that is not JSON, because clients insist", async () => {
    respond("", undefined, 204);
    const result = await call(
      tool({ method: "DELETE", path: "/x" }, { output }),
    );
    expect(textOf(result)).toBe("Done (204 No Content).");
    expect(result.structuredContent).toEqual({});
  });

  it("are never part of a failure", async () => {
    respond('{"id":7}', "application/json", 404);
    const result = await call(tool({ method: "GET", path: "/x" }, { output }));
    expect(result.isError).toBe(true);
    expect("structuredContent" in result).toBe(false);
  });
});
