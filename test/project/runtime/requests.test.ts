import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ApiOptions } from "../../../templates/project/src/runtime/api.js";
import type { RequestDescription } from "../../../templates/project/src/runtime/tool.js";
import {
  caller,
  describeApi,
  json,
  serve,
  textOf,
  tool,
  type TestServer,
} from "./harness.js";

let server: TestServer;
let other: TestServer;

beforeAll(async () => {
  server = await serve((_, response) => json(response, {}));
  other = await serve((_, response) => json(response, {}));
});

beforeEach(() => {
  server.requests.length = 0;
  other.requests.length = 0;
});

afterAll(async () => {
  await server.close();
  await other.close();
});

const argument = (name: string) => ({ argument: name, name });

async function send(
  request: RequestDescription,
  args: object = {},
  options: Partial<ApiOptions> = {},
  properties: Record<string, object> = {},
) {
  const call = caller(describeApi(`${server.url}/v1`), options);
  const result = await call(tool(request, { properties }), args);
  return {
    text: textOf(result),
    isError: result.isError,
    request: server.requests[0],
  };
}

describe("a path value", () => {
  const request = {
    method: "GET",
    path: "/users/{id}/profile",
    parameters: [{ ...argument("id"), in: "path" as const }],
  };

  it.each([
    ["%2e%2e", "/v1/users/%252e%252e/profile"],
    ["a/../../admin", "/v1/users/a%2F..%2F..%2Fadmin/profile"],
    ["..\\..\\x", "/v1/users/..%5C..%5Cx/profile"],
    ["//evil.example.test/x", "/v1/users/%2F%2Fevil.example.test%2Fx/profile"],
    ["?admin=1", "/v1/users/%3Fadmin%3D1/profile"],
    ["#frag", "/v1/users/%23frag/profile"],
    ["a;b=c", "/v1/users/a%3Bb%3Dc/profile"],
    ["...", "/v1/users/.../profile"],
    [
      "http://evil.example.test/",
      "/v1/users/http%3A%2F%2Fevil.example.test%2F/profile",
    ],
    ["\ud800", "/v1/users/%EF%BF%BD/profile"],
  ])("%j stays one segment", async (id, url) => {
    expect((await send(request, { id })).request?.url).toBe(url);
  });

  it.each([
    ["."],
    [".."],
    [""],
    ["x\0y"],
    ["x\ny"],
    [null],
    [[]],
    [{}],
    [[".."]],
  ])("%j is refused", async (id) => {
    const { isError, text, request: sent } = await send(request, { id });
    expect(isError).toBe(true);
    expect(text).toMatch(/\bid must not/);
    expect(sent).toBeUndefined();
  });

  it("may not make up a dot segment with what stands beside it", async () => {
    const beside = { ...request, path: "/users/.{id}" };
    const { isError, request: sent } = await send(beside, { id: "." });
    expect(isError).toBe(true);
    expect(sent).toBeUndefined();
  });

  it("fills each of its places", async () => {
    const twice = { ...request, path: "/a/{id}/b/{id}.json?kind=x#y" };
    expect((await send(twice, { id: "7" })).request?.url).toBe(
      "/v1/a/7/b/7.json?kind=x",
    );
  });

  it("goes before the pair that the path was written with", async () => {
    const { request: sent } = await send(
      {
        method: "GET",
        path: "/a?view=short&kind=x",
        parameters: [{ ...argument("view"), in: "query" }],
      },
      { view: "long" },
    );
    expect(sent?.url).toBe("/v1/a?kind=x&view=long");
  });
});

describe("headers", () => {
  // The values of an API's own are no codings: what stands there otherwise would break its rule.
  it("leave Accept-Encoding to an API that has it as a parameter", async () => {
    const request: RequestDescription = {
      method: "GET",
      path: "/secrets",
      parameters: [
        { ...argument("as"), name: "Accept-Encoding", in: "header" },
      ],
    };
    const given = await send(request, { as: "base64" });
    expect(given.request?.headers["accept-encoding"]).toBe("base64");
    server.requests.length = 0;
    const left = await send(request);
    expect(left.request?.headers["accept-encoding"]).toBeUndefined();
    server.requests.length = 0;
    const none = await send({ method: "GET", path: "/secrets" });
    expect(none.request?.headers["accept-encoding"]).toContain("gzip");
  });

  const request = {
    method: "GET",
    path: "/x",
    parameters: ["X-Trace", "Authorization", "Host", "Transfer-Encoding"].map(
      (name) => ({ ...argument(name), in: "header" as const }),
    ),
  };

  it.each([["a\r\nX-Injected: 1"], ["a\nb"], ["a\0b"], ["名"]])(
    "%j is refused",
    async (value) => {
      const { text, request: sent } = await send(request, { "X-Trace": value });
      expect(text).toMatch(/^X-Trace must /);
      expect(sent).toBeUndefined();
    },
  );

  it("sends what a header can hold, and sets none that frame the message", async () => {
    const { request: sent } = await send(request, {
      "X-Trace": "é\tb",
      Authorization: "stolen",
      Host: "evil.example.test",
      "Transfer-Encoding": "chunked",
    });
    expect(sent?.headers["x-trace"]).toBe("é\tb");
    expect(sent?.headers["authorization"]).toBeUndefined();
    expect(sent?.headers["host"]).toBe(new URL(server.url).host);
    expect(sent?.headers["transfer-encoding"]).toBeUndefined();
    expect(sent?.headers["accept"]).toMatch(/^application\/json,/);
    expect(sent?.headers["user-agent"]).toBe("shop/1.0.0");
  });
});

describe("the body", () => {
  const post = (body: NonNullable<RequestDescription["body"]>) => ({
    method: "POST",
    path: "/x",
    body,
  });
  const digits = {
    anyOf: [{ type: "integer" }, { type: "string", pattern: "^-?[1-9]\\d*$" }],
  };

  it.each<
    [
      what: string,
      body: NonNullable<RequestDescription["body"]>,
      args: object,
      want: string,
      properties?: Record<string, object>,
    ]
  >([
    [
      "a string keeps its quotes",
      { contentType: "application/json", argument: "body" },
      { body: "true" },
      '"true"',
    ],
    [
      "false is a value",
      { contentType: "application/json", argument: "body" },
      { body: false },
      "false",
    ],
    [
      "no field of a required object",
      { contentType: "application/json", fields: [argument("a")] },
      {},
      "{}",
    ],
    [
      "no field of an optional object",
      {
        contentType: "application/json",
        required: false,
        fields: [argument("a"), { name: "k", value: 1 }],
      },
      {},
      "",
    ],
    [
      "a constant beside a field",
      {
        contentType: "application/json",
        required: false,
        fields: [argument("a"), { name: "k", value: 1 }],
      },
      { a: null },
      '{"a":null,"k":1}',
      { a: { type: "null" } },
    ],
    [
      "a field called __proto__",
      {
        contentType: "application/json",
        fields: [{ argument: "proto", name: "__proto__" }],
      },
      { proto: { x: 1 } },
      '{"__proto__":{"x":1}}',
    ],
    [
      "64 bits as a number",
      {
        contentType: "application/json",
        fields: [argument("id"), argument("ids"), argument("name")],
      },
      { id: "9007199254740993", ids: ["1", 2], name: "123" },
      '{"id":9007199254740993,"ids":[1,2],"name":"123"}',
      {
        id: digits,
        ids: { type: "array", items: digits },
        name: { type: "string" },
      },
    ],
    [
      "64 bits deep in a body",
      { contentType: "application/merge-patch+json", argument: "body" },
      { body: { a: { id: "12345678901234567890", code: "77" } } },
      '{"a":{"id":12345678901234567890,"code":"77"}}',
      {
        body: {
          type: "object",
          properties: {
            a: {
              type: "object",
              properties: {
                id: { anyOf: [digits, { type: "null" }] },
                code: { type: "string" },
              },
            },
          },
        },
      },
    ],
    [
      "a union of text and integer is left alone",
      { contentType: "application/json", argument: "body" },
      { body: "5" },
      '"5"',
      { body: { anyOf: [{ type: "integer" }, { type: "string" }] } },
    ],
    [
      "Stripe's form",
      {
        contentType: "application/x-www-form-urlencoded",
        fields: [
          argument("amount"),
          { ...argument("metadata"), style: "deepObject", explode: true },
          { ...argument("expand"), style: "deepObject", explode: true },
          { ...argument("items"), style: "deepObject", explode: true },
        ],
      },
      {
        amount: 500,
        metadata: { order: "1" },
        expand: ["customer"],
        items: [{ price: "p", q: 2 }],
      },
      "amount=500&metadata%5Border%5D=1&expand%5B%5D=customer&items%5B0%5D%5Bprice%5D=p&items%5B0%5D%5Bq%5D=2",
    ],
    // As PHP's http_build_query and the qs of JavaScript write the same lists, each item named by its place.
    [
      "a list as a form",
      { contentType: "application/x-www-form-urlencoded", argument: "body" },
      { body: ["a", 2] },
      "0=a&1=2",
    ],
    [
      "a list of objects as a form",
      { contentType: "application/x-www-form-urlencoded", argument: "body" },
      { body: [{ name: "cut", options: { start: 1 } }, { name: "intro" }] },
      "0%5Bname%5D=cut&0%5Boptions%5D%5Bstart%5D=1&1%5Bname%5D=intro",
    ],
    [
      "a form as text",
      { contentType: "application/x-www-form-urlencoded", argument: "body" },
      { body: "a=1&b=%C3%A9" },
      "a=1&b=%C3%A9",
    ],
    [
      "XML as text",
      { contentType: "application/xml", argument: "body" },
      { body: "<a/>" },
      "<a/>",
    ],
    [
      "lines of JSON",
      { contentType: "application/x-ndjson", argument: "body" },
      { body: [{ a: 1 }, 2] },
      '{"a":1}\n2\n',
    ],
    [
      "a file as text",
      { contentType: "application/octet-stream", argument: "body", file: true },
      { body: { text: "hi" } },
      "hi",
    ],
  ])("%s", async (_, body, args, want, properties) => {
    const { request, text } = await send(post(body), args, {}, properties);
    expect(text).toBe("{}");
    expect(request?.body).toBe(want);
    const type = request?.headers["content-type"];
    expect(type).toBe(want === "" ? undefined : body.contentType);
    expect(request?.headers["content-length"]).toBe(String(want.length));
  });

  it("goes out with DELETE too", async () => {
    const body = { contentType: "application/json", argument: "body" };
    const { request } = await send(
      { method: "DELETE", path: "/x", body },
      { body: [1] },
    );
    expect(request?.body).toBe("[1]");
    expect(request?.headers["content-length"]).toBe("3");
  });

  it("is multipart with files", async () => {
    const { request } = await send(
      post({
        contentType: "multipart/form-data",
        fields: [argument("purpose"), { ...argument("file"), file: true }],
      }),
      { purpose: "batch", file: { base64: "aGk=", filename: 'a"b\r\n.txt' } },
    );
    const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(
      request?.headers["content-type"] ?? "",
    )?.[1];
    expect(request?.body).toBe(
      [
        `--${boundary}`,
        'Content-Disposition: form-data; name="purpose"',
        "",
        "batch",
        `--${boundary}`,
        'Content-Disposition: form-data; name="file"; filename="a%22b%0D%0A.txt"',
        "Content-Type: application/octet-stream",
        "",
        "hi",
        `--${boundary}--`,
        "",
      ].join("\r\n"),
    );
  });
});

describe("a file by path", () => {
  const request = {
    method: "POST",
    path: "/x",
    body: {
      contentType: "application/octet-stream",
      argument: "file",
      file: true as const,
    },
  };
  let folder: string;
  let root: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "uploads-"));
    root = path.join(folder, "root");
    mkdirSync(root);
    writeFileSync(path.join(root, "a.txt"), "inside");
    writeFileSync(path.join(folder, "secret.txt"), "outside");
    symlinkSync(path.join(folder, "secret.txt"), path.join(root, "link.txt"));
    mkdirSync(path.join(folder, "root-beside"));
    writeFileSync(path.join(folder, "root-beside", "b.txt"), "outside");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each<
    [
      what: string,
      file: () => object,
      options: () => Partial<ApiOptions>,
      says: RegExp | string,
    ]
  >([
    [
      "in an allowed folder",
      () => ({ path: path.join(root, "a.txt") }),
      () => ({ uploadRoots: [root] }),
      "inside",
    ],
    [
      "relative to it",
      () => ({ path: "a.txt" }),
      () => ({ uploadRoots: [root] }),
      "inside",
    ],
    [
      "without an allowed folder",
      () => ({ path: path.join(root, "a.txt") }),
      () => ({}),
      /has allowed no folder \(SHOP_UPLOAD_ROOTS\)/,
    ],
    [
      "outside",
      () => ({ path: path.join(folder, "secret.txt") }),
      () => ({ uploadRoots: [root] }),
      /no file in a folder/,
    ],
    [
      "climbing",
      () => ({ path: "../secret.txt" }),
      () => ({ uploadRoots: [root] }),
      /no file in a folder/,
    ],
    [
      "through a link",
      () => ({ path: "link.txt" }),
      () => ({ uploadRoots: [root] }),
      /no file in a folder/,
    ],
    [
      "in a folder whose name begins like it",
      () => ({ path: path.join(folder, "root-beside", "b.txt") }),
      () => ({ uploadRoots: [root] }),
      /no file in a folder/,
    ],
    [
      "a folder",
      () => ({ path: "." }),
      () => ({ uploadRoots: [root] }),
      /no file in a folder/,
    ],
    [
      "over HTTP",
      () => ({ path: "a.txt" }),
      () => ({ uploadRoots: [root], transport: "http" }),
      /does not run on your machine/,
    ],
    [
      "too large",
      () => ({ path: "a.txt" }),
      () => ({ uploadRoots: [root], maxUploadBytes: 5 }),
      /has 6 bytes; at most 5/,
    ],
    [
      "bad base64",
      () => ({ base64: "?" }),
      () => ({}),
      /file\.base64 is not base64/,
    ],
    [
      "two contents",
      () => ({ base64: "aGk=", text: "hi" }),
      () => ({}),
      /exactly one of text, base64 and path: \{"text": .*; it has base64 and text/,
    ],
  ])("%s", async (_, file, options, says) => {
    const { text, request: sent } = await send(
      request,
      { file: file() },
      options(),
    );
    if (typeof says === "string") expect(sent?.body).toBe(says);
    else {
      expect(text).toMatch(says);
      expect(sent).toBeUndefined();
    }
  });
});

describe("the server", () => {
  const at = (
    request: Partial<RequestDescription>,
    more: object,
    options: Partial<ApiOptions> = {},
  ) =>
    caller(
      describeApi(server.url, more),
      options,
    )(tool({ method: "GET", path: "/x", ...request }));

  it("is the operation's before the document's", async () => {
    await at({ servers: [{ url: `${other.url}/api/2.0/` }] }, {});
    expect(other.requests[0]?.url).toBe("/api/2.0/x");
  });

  it("takes variables from the environment, of the values that there are", async () => {
    const variables = {
      host: { default: "nowhere.invalid", env: "SHOP_SERVER_HOST" },
      stage: { default: "v1", enum: ["v1", "v2"], env: "SHOP_SERVER_STAGE" },
    };
    const servers = [{ url: "http://{host}/{stage}", variables }];
    const host = new URL(server.url).host;
    await at({}, { servers }, { env: { SHOP_SERVER_HOST: host } });
    expect(server.requests[0]?.url).toBe("/v1/x");
    const wrong = await at(
      {},
      { servers },
      { env: { SHOP_SERVER_HOST: host, SHOP_SERVER_STAGE: "v3" } },
    );
    expect(textOf(wrong)).toBe(
      'SHOP_SERVER_STAGE is "v3" and must be one of v1, v2.',
    );
  });

  it.each<[servers: object[], says: RegExp]>([
    [[{ url: "/v1" }], /gives no host.*Set SHOP_BASE_URL or --base-url/],
    [[], /Set SHOP_BASE_URL or --base-url/],
    [
      [{ url: "https://user:pass@api.example.test/" }],
      /is not a usable http or https URL/,
    ],
    [
      [{ url: "https://api.example.test@evil.example.net/v1" }],
      /is not a usable/,
    ],
    [[{ url: "javascript:alert(1)" }], /is not a usable/],
    [[{ url: "file:///etc/" }], /is not a usable/],
    [[{ url: "ftp://api.example.test/" }], /is not a usable/],
    [[{ url: "https://" }], /is not a usable/],
    [
      [{ url: "https://api.example.test\\@evil.example.net/" }],
      /is not a usable/,
    ],
    [[{ url: "https://api.example.test:99999/" }], /is not a usable/],
    [[{ url: "https://{unknown}.example.test/" }], /is not a usable/],
  ])("%j is refused with what to set", async (servers, says) => {
    const result = await at({}, { servers });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(says);
    expect(textOf(result)).not.toContain("pass@");
  });

  it("is replaced as a whole by the base URL, at every level", async () => {
    const elsewhere = { servers: [{ url: "https://upload.example.test/api" }] };
    await at(elsewhere, {}, { baseUrl: `${other.url}/base/` });
    await at(
      {},
      { servers: [{ url: "/v1" }] },
      { env: { SHOP_BASE_URL: other.url } },
    );
    expect(other.requests.map(({ url }) => url)).toEqual(["/base/x", "/x"]);
  });

  it("is replaced one by one", async () => {
    const servers = new Map([
      ["https://upload.example.test", `${other.url}/up`],
    ]);
    await at(
      { servers: [{ url: "https://upload.example.test/api" }] },
      {},
      { servers },
    );
    await at({}, {}, { servers });
    expect(other.requests.map(({ url }) => url)).toEqual(["/up/x"]);
    expect(server.requests.map(({ url }) => url)).toEqual(["/x"]);
  });
});

describe("constants", () => {
  const request = {
    method: "GET",
    path: "/accounts/{account}/x",
    parameters: [
      { env: "SHOP_ACCOUNT", name: "account", in: "path" as const },
      { value: "2026-01-01", name: "version", in: "query" as const },
    ],
  };

  it("come from the environment and the description", async () => {
    const { request: sent } = await send(
      request,
      {},
      { env: { SHOP_ACCOUNT: "acme" } },
    );
    expect(sent?.url).toBe("/v1/accounts/acme/x?version=2026-01-01");
  });

  it("are named when they are not set", async () => {
    const { text } = await send(request);
    expect(text).toMatch(/^This call needs SHOP_ACCOUNT, which is not set\./);
  });
});
