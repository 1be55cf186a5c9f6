import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { UserError } from "../../src/diagnostics.js";
import { loadSpec } from "../../src/spec/load.js";
import { listOperations } from "../../src/spec/operations.js";
import { withPositions } from "../../src/spec/position.js";
import { codesOf, folderOf, load, ok, withPaths } from "./documents.js";

async function errorOf(promise: Promise<unknown>): Promise<UserError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UserError);
  return error as UserError;
}

const document = withPaths({ "/a": { get: { responses: ok } } });

describe("texts", () => {
  test.each<[string, string]>([
    ["JSON", JSON.stringify(document)],
    [
      "JSON with a byte order mark",
      `\uFEFF${JSON.stringify(document, null, 2)}`,
    ],
    [
      "almost JSON",
      `{openapi: '3.0.3', "paths": {"/a": {get: {}},}, # comment\n}`,
    ],
    ["YAML", "openapi: 3.0.3\npaths:\n  /a:\n    get: {}\n"],
    [
      "YAML with merge keys",
      "openapi: 3.0.3\nx-a: &a {get: {}}\npaths:\n  /a:\n    <<: *a\n",
    ],
    [
      "YAML 1.2 in two documents",
      "openapi: 3.0.3\npaths: {/a: {get: {}}}\n---\nother: 1\n",
    ],
  ])("%s", async (_, text) => {
    const { spec } = await load(text);
    expect(listOperations(spec).operations.map(({ key }) => key)).toEqual([
      "GET /a",
    ]);
  });

  test("a duplicate key in YAML is told with its place, and the last one counts", async () => {
    const { spec, diagnostics } = await load(
      "openapi: 3.0.3\npaths:\n  /a:\n    get: {operationId: one}\n    get: {operationId: two}\n",
    );
    expect(listOperations(spec).operations[0]!.operationId).toBe("two");
    expect(diagnostics[0]).toMatchObject({
      code: "document-duplicate-key",
      line: 5,
      column: 5,
    });
  });

  test("a path that stands twice in YAML keeps the operations of both", async () => {
    const { spec, diagnostics } = await load(
      "openapi: 3.0.3\npaths:\n  /a:\n    get: {operationId: one}\n    put: {}\n  /a:\n    get: {operationId: two}\n    delete: {}\n",
    );
    const { operations } = listOperations(spec);
    expect(operations.map(({ method }) => method).sort()).toEqual([
      "DELETE",
      "GET",
      "PUT",
    ]);
    expect(operations.find(({ method }) => method === "GET")?.operationId).toBe(
      "two",
    );
    expect(diagnostics[0]).toMatchObject({
      code: "document-duplicate-key",
      line: 6,
      column: 3,
    });
  });

  test("and in JSON", async () => {
    const { spec, diagnostics } = await load(
      '{"openapi": "3.0.3",\n"paths": {"/a": {"get": {}}, "/b": {},\n"/a": {"put": {}}}}',
    );
    expect(
      listOperations(spec)
        .operations.map(({ method }) => method)
        .sort(),
    ).toEqual(["GET", "PUT"]);
    expect(diagnostics[0]).toMatchObject({
      code: "document-duplicate-key",
      line: 3,
    });
  });

  test("a merge key's member may stand again, and nothing is joined there", async () => {
    const { spec } = await load(
      "openapi: 3.0.3\nx-a: &a {/a: {get: {}}}\npaths:\n  <<: *a\n  /a: {put: {}}\n",
    );
    expect(listOperations(spec).operations.map(({ method }) => method)).toEqual(
      ["PUT"],
    );
  });

  test("a tag that is some other program's is told, and its value read", async () => {
    const { spec, diagnostics } = await load(
      "openapi: 3.0.3\nx-a: !Ref b\npaths:\n  /a:\n    get: {operationId: !!str one}\n",
    );
    expect(listOperations(spec).operations[0]!.operationId).toBe("one");
    expect(diagnostics[0]).toMatchObject({
      code: "document-tag-ignored",
      line: 2,
      column: 6,
    });
  });

  test("a tab between two tokens of one line is a space", async () => {
    const { spec } = await load(
      "openapi: 3.0.3\npaths: {/a: {get: {}},\t/b: {get: {}}}\n",
    );
    expect(listOperations(spec).operations).toHaveLength(2);
  });

  test.each<[string, string, string, object]>([
    [
      "JSON",
      '{"openapi": "3.0.3",\n "paths": {"/a": [}}',
      "document-syntax",
      { line: 2, column: 19 },
    ],
    [
      "JSON that ends early",
      '{"openapi": "3.0.3",\n "paths": {',
      "document-syntax",
      { line: 2 },
    ],
    ["YAML", "openapi: 3.0.3\npaths:\n  /a: [\n", "document-syntax", {}],
    [
      "YAML in a wrong place",
      "openapi: 3.0.3\npaths:\n  /a: b: c\n",
      "document-syntax",
      { line: 3, column: 8 },
    ],
    ["nothing", "", "document-not-openapi", {}],
    ["a list", "[]", "document-not-openapi", {}],
    ["a text", "hello", "document-not-openapi", {}],
    [
      "a page",
      "\n<!doctype html>\n<title>a: b: c</title>",
      "document-not-openapi",
      {},
    ],
    ["something else", "asyncapi: 2.0.0", "document-not-openapi", {}],
    ["Swagger 1", 'swagger: "1.2"', "document-not-openapi", {}],
    ["OpenAPI 4", "openapi: 4.0.0", "document-not-openapi", {}],
    [
      "an alias of itself",
      "openapi: 3.0.3\npaths: &a\n  /a: *a\n",
      "document-too-large",
      {},
    ],
    [
      "an alias bomb",
      `openapi: 3.0.3\nx0: &x0 [${"1,".repeat(9)}1]\n${Array.from({ length: 9 }, (_, i) => `x${i + 1}: &x${i + 1} [${`*x${i},`.repeat(9)}*x${i}]\n`).join("")}`,
      "document-too-large",
      {},
    ],
    [
      "a deep YAML",
      `openapi: 3.0.3\npaths: ${"{a: ".repeat(10_000)}1${"}".repeat(10_000)}`,
      "document-too-large",
      {},
    ],
    [
      "millions of small values",
      `{"openapi":"3.0.3","x":[${"[],".repeat(11_000_000)}1]}`,
      "document-too-large",
      {},
    ],
  ])("refused: %s", async (_, text, code, position) => {
    const { diagnostics } = await errorOf(load(text));
    expect(diagnostics).toMatchObject([
      { code, severity: "error", ...position },
    ]);
  });

  test("an excerpt shows the line and marks the column", async () => {
    const error = await errorOf(
      load('{"openapi": "3.0.3",\n "paths": {"/a": [}}'),
    );
    expect(error.message).toContain(
      ' "paths": {"/a": [}}\n' + " ".repeat(8 + 18) + "^",
    );
  });

  test("depth is cut, so that the rest can be read", async () => {
    const schema =
      '{"type":"object","properties":{"a":'.repeat(10_000) +
      "{}" +
      "}}".repeat(10_000);
    const { spec, diagnostics } = await load(
      `{"openapi":"3.0.3","paths":{"/a":{"post":{"requestBody":{"content":{"application/json":{"schema":${schema}}}}}}}}`,
    );
    expect(diagnostics.map(({ code }) => code)).toContain("document-too-deep");
    expect(listOperations(spec).operations).toHaveLength(1);
  });

  test("a missing file, a folder and a file that is too large are told plainly", async () => {
    const folder = folderOf({ "big.json": "" });
    writeFileSync(
      path.join(folder, "big.json"),
      Buffer.alloc(65 * 1024 * 1024, " "),
    );
    expect(
      (await errorOf(loadSpec(path.join(folder, "none.yaml"), {}))).message,
    ).toMatch(/there is no such file$/);
    expect((await errorOf(loadSpec(folder, {}))).message).toMatch(
      /it is a folder$/,
    );
    expect(
      (await errorOf(loadSpec(path.join(folder, "big.json"), {}))).message,
    ).toMatch(/65 MiB; the limit is 64 MiB$/);
  });

  test("standard input", async () => {
    const { spec } = await loadSpec("-", {
      stdin: async () => JSON.stringify(document),
      validate: "never",
    });
    expect(spec).toMatchObject({ source: "-", title: "Test", version: "3.0" });
  });
});

describe("hash", () => {
  const a = {
    openapi: "3.0.3",
    info: { title: "T", version: "1" },
    paths: {},
    "x-a": [1, "1", null, true, { b: 1, a: 2 }],
  };
  const same = {
    "x-a": [1, "1", null, true, { a: 2, b: 1 }],
    paths: {},
    info: { version: "1", title: "T" },
    openapi: "3.0.3",
  };
  test("does not depend on the order of keys or the language of the text", async () => {
    const { spec } = await load(a);
    expect(spec.hash).toMatch(/^sha256-[0-9a-f]{64}$/);
    expect((await load(same)).spec.hash).toBe(spec.hash);
    expect(
      (
        await load(
          'openapi: 3.0.3\ninfo: {version: "1", title: T}\npaths: {}\nx-a: [1, "1", null, true, {a: 2, b: 1}]',
        )
      ).spec.hash,
    ).toBe(spec.hash);
  });
  test.each<[string, object]>([
    ["a value", { ...a, info: { title: "t", version: "1" } }],
    ["a type", { ...a, "x-a": ["1", 1, null, true, { b: 1, a: 2 }] }],
    [
      "the order of a list",
      { ...a, "x-a": [null, 1, "1", true, { b: 1, a: 2 }] },
    ],
    ["nesting", { ...a, "x-a": [1, "1", null, [true, { b: 1, a: 2 }]] }],
    ["a key", { ...a, "x-b": 1 }],
    ["a long text beyond ASCII", { ...a, "x-b": "é".repeat(300_000) }],
  ])("changes with %s", async (_, other) => {
    expect((await load(other)).spec.hash).not.toBe((await load(a)).spec.hash);
  });
});

describe("references", () => {
  const files = {
    "openapi.yaml": `openapi: 3.0.3
paths:
  /a: {$ref: './paths/a%20b.yaml#/item'}
  /b: {$ref: paths/index.json}
components:
  schemas: {$ref: 'schemas/index.yaml'}
`,
    "paths/a b.yaml": `item:
  get:
    parameters: [{$ref: '#/limit'}, {$ref: '../openapi.yaml#/components/schemas/Self'}]
    responses: {'200': {description: OK, content: {application/json: {schema: {$ref: '../schemas/pet.yaml'}}}}}
limit: {name: limit, in: query, schema: {$ref: '../schemas/index.yaml#/Limit'}}
`,
    "paths/index.json": { get: { responses: {} } },
    "schemas/index.yaml":
      "Pet: {$ref: pet.yaml}\nLimit: {type: integer}\nSelf: {name: self, in: query, schema: {type: string}}\n",
    "schemas/pet.yaml":
      "type: object\nproperties:\n  $ref: {type: string}\n  default: {$ref: 'pet.yaml'}\n  limit: {$ref: 'index.yaml#/Limit', default: {$ref: /etc/passwd}}\nexample: {$ref: /etc/passwd}\ndiscriminator: {propertyName: t, mapping: {a: 'index.yaml#/Limit', b: Pet}}\n",
  };

  test("of several files are relative to the file that refers, from any working directory", async () => {
    const folder = folderOf(files);
    const { spec, diagnostics } = await loadSpec("openapi.yaml", {
      cwd: folder,
      validate: "never",
    });
    const { operations } = listOperations(spec);
    expect(codesOf(diagnostics)).toEqual(["server-missing"]);
    expect(operations.map(({ key }) => key)).toEqual(["GET /a", "GET /b"]);
    expect(operations[0]!.parameters).toMatchObject([
      {
        name: "limit",
        schema: { $ref: "schemas/index.yaml#/Limit" },
        at: "paths/a%20b.yaml#/limit",
      },
      { name: "self", at: "schemas/index.yaml#/Self" },
    ]);
    const schema = operations[0]!.responses[0]!.content[0]!.schema;
    expect(schema).toEqual({ $ref: "schemas/pet.yaml#" });
    expect(spec.resolve("schemas/pet.yaml#")?.value).toEqual({
      type: "object",
      properties: {
        $ref: { type: "string" },
        default: { $ref: "schemas/pet.yaml#" },
        limit: {
          $ref: "schemas/index.yaml#/Limit",
          default: { $ref: "/etc/passwd" },
        },
      },
      example: { $ref: "/etc/passwd" },
      discriminator: {
        propertyName: "t",
        mapping: { a: "schemas/index.yaml#/Limit", b: "Pet" },
      },
    });
    expect(spec.resolve("#/components/schemas/Pet")?.ref).toBe(
      "schemas/pet.yaml#",
    );
  });

  test("never leave the folder: absolute, climbing, by symbolic link", async () => {
    const folder = folderOf({
      "secret.yaml": "type: string\ndescription: SECRET\n",
      "other/secret.yaml": "type: string\ndescription: SECRET\n",
      "api/openapi.yaml": withPaths({
        "/a": {
          get: {
            parameters: [
              "/etc/hostname",
              "../secret.yaml",
              "../other/secret.yaml",
              "link.yaml",
              "file:///etc/hostname",
              "linked/secret.yaml",
            ].map((ref, i) => ({
              name: `p${i}`,
              in: "query",
              schema: { $ref: ref },
            })),
            responses: ok,
          },
        },
      }),
    });
    symlinkSync(
      path.join(folder, "secret.yaml"),
      path.join(folder, "api/link.yaml"),
    );
    symlinkSync(path.join(folder, "other"), path.join(folder, "api/linked"));
    const { spec, diagnostics } = await loadSpec(
      path.join(folder, "api/openapi.yaml"),
      { validate: "never" },
    );
    expect(codesOf(diagnostics)).toEqual(Array(6).fill("reference-outside"));
    expect(diagnostics.map(({ message }) => message).join()).not.toContain(
      "SECRET",
    );
    expect([...spec.texts!.keys()]).toEqual([""]);
  });

  test("may lead to another OpenAPI document in a folder beside the own one", async () => {
    const folder = folderOf({
      "schemas/common.yaml":
        "openapi: 3.1.0\ncomponents: {schemas: {Id: {type: string}}}\n",
      "api/openapi.yaml": withPaths({
        "/a": {
          get: {
            responses: ok,
            parameters: [
              {
                name: "id",
                in: "query",
                schema: {
                  $ref: "../schemas/common.yaml#/components/schemas/Id",
                },
              },
            ],
          },
        },
      }),
    });
    const { spec, diagnostics } = await loadSpec(
      path.join(folder, "api/openapi.yaml"),
      { validate: "never" },
    );
    expect(codesOf(diagnostics)).toEqual(["reference-neighbour"]);
    expect(
      spec.resolve("../schemas/common.yaml#/components/schemas/Id")?.value,
    ).toEqual({ type: "string" });
  });

  test("to other hosts are not followed, nor to private addresses even if allowed", async () => {
    const server = createServer((_, response) =>
      response.end('{"type": "string"}'),
    );
    await new Promise<void>((resolve) =>
      server.listen(0, "127.0.0.1", resolve),
    );
    onTestFinished(() => void server.close());
    let requests = 0;
    server.on("request", () => requests++);
    const { port } = server.address() as AddressInfo;
    const schemas = Object.fromEntries(
      [
        `http://127.0.0.1:${port}/a`,
        `http://localhost:${port}/a`,
        `http://[::ffff:127.0.0.1]:${port}/a`,
        `http://2130706433:${port}/a`,
        "https://specs.example.test/a",
      ].map((ref, i) => [`S${i}`, { $ref: ref }]),
    );
    const { diagnostics } = await load(
      withPaths({}, { components: { schemas } }),
      {
        allowRemote: [
          "127.0.0.1",
          "localhost",
          `localhost:${port}`,
          "[::ffff:7f00:1]",
        ],
      },
    );
    expect(codesOf(diagnostics)).toEqual(Array(5).fill("reference-remote"));
    expect(diagnostics.at(-1)!.message).toContain(
      "--allow-remote specs.example.test",
    );
    expect(requests).toBe(0);
  });

  test.each<[string, string, unknown]>([
    ["escapes", "#/components/schemas/a~1b~0c", "slash"],
    ["percent escapes", "#/components/schemas/a%20%7Bb%7D", "space"],
    ["a stray percent", "#/components/schemas/100%", "percent"],
    ["an extension", "#/x-common/guid", "common"],
    ["through an extension's reference", "#/x-common/link", "common"],
    ["a list", "#/x-common/list/1", "second"],
    [
      "through a reference on the way",
      "#/components/schemas/link/properties/p",
      "inner",
    ],
    ["an anchor", "#there", "anchored"],
    [
      "keywords beside a reference end a chain",
      "#/components/schemas/beside",
      "beside",
    ],
  ])("resolve: %s", async (_, ref, want) => {
    const schema = (description: string) => ({ description });
    const { spec } = await load(
      withPaths(
        {},
        {
          components: {
            schemas: {
              "a/b~c": schema("slash"),
              "a {b}": schema("space"),
              "100%": schema("percent"),
              target: { properties: { p: schema("inner") } },
              link: { $ref: "#/components/schemas/target" },
              anchored: { ...schema("anchored"), $anchor: "there" },
              beside: {
                $ref: "#/components/schemas/target",
                description: "beside",
              },
            },
          },
          "x-common": {
            guid: schema("common"),
            link: { $ref: "#/x-common/guid" },
            list: [schema("first"), schema("second")],
          },
        },
      ),
    );
    expect(spec.resolve(ref)?.value).toMatchObject({ description: want });
  });

  test.each([
    "#/constructor/prototype",
    "#/__proto__/toString",
    "#/components/schemas/__proto__",
    "#/paths/length",
    "#/x-list/length",
    "#/x-list/-1",
    "#/x-list/01",
    "#nowhere",
    "other.yaml#/a",
  ])("resolve: nothing is at %s", async (ref) => {
    const { spec } = await load(
      withPaths({}, { "x-list": [1], components: { schemas: {} } }),
    );
    expect(spec.resolve(ref)).toBeUndefined();
  });

  test("loops and dangling references are told once each, and resolve to nothing", async () => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const { spec, diagnostics } = await load(
      withPaths(
        {},
        {
          components: {
            schemas: {
              A: ref("A"),
              B: ref("C"),
              C: ref("B"),
              D: ref("None"),
              E: ref("None"),
              F: { $ref: "#/components/schemas/F", description: "x" },
            },
          },
        },
      ),
    );
    expect(diagnostics.map(({ code, at }) => [code, at])).toEqual([
      ["reference-loop", "#/components/schemas/A"],
      ["reference-loop", "#/components/schemas/B"],
      ["reference-loop", "#/components/schemas/C"],
      ["reference-unresolved", "#/components/schemas/D"],
      ["reference-loop", "#/components/schemas/F"],
    ]);
    expect(
      ["A", "B", "C", "D", "F"].map((name) =>
        spec.resolve(`#/components/schemas/${name}`),
      ),
    ).toEqual(Array(5).fill(undefined));
  });

  test("names of JavaScript's own are names", async () => {
    const { spec } = await load(
      '{"openapi":"3.0.3","paths":{},"components":{"schemas":{"__proto__":{"type":"string"},"constructor":{"$ref":"#/components/schemas/__proto__"}}}}',
    );
    expect(spec.resolve("#/components/schemas/constructor")?.value).toEqual({
      type: "string",
    });
    expect(({} as Record<string, unknown>)["type"]).toBeUndefined();
  });
});

describe("positions", () => {
  const at = async (text: string, pointer: string) => {
    const { spec } = await load(text);
    const [{ line, column } = {}] = withPositions(spec, [
      {
        code: "part-ignored",
        severity: "warning",
        message: "",
        help: "",
        at: pointer,
      },
    ]);
    return [line, column];
  };
  test.each<[string, string, string, [number, number]]>([
    [
      "JSON member",
      '{"openapi": "3.0.3",\n  "paths": {\n    "/a": {"x-\\"q": [1,\n 2]}}}',
      '#/paths/~1a/x-"q/1',
      [4, 2],
    ],
    [
      "JSON key",
      '{"openapi": "3.0.3",\n  "paths": {\n    "/a": {}}}',
      "#/paths/~1a",
      [3, 5],
    ],
    [
      "nested braces in texts",
      '{"x": "}]{[\\\\", "openapi": "3.0.3",\n "paths": {}}',
      "#/paths",
      [2, 2],
    ],
    [
      "YAML",
      "openapi: 3.0.3\npaths:\n  /a:\n    get:\n      tags: [x,\n        y]\n",
      "#/paths/~1a/get/tags/1",
      [6, 9],
    ],
    [
      "YAML key",
      "openapi: 3.0.3\npaths:\n  /a:\n    get: {}\n",
      "#/paths/~1a/get",
      [4, 5],
    ],
    [
      "what is not in the text",
      "openapi: 3.0.3\npaths:\n  /a: {}\n",
      "#/paths/~1a/get/summary",
      [3, 3],
    ],
    ["the root", "openapi: 3.0.3\npaths: {}\n", "#", [1, 1]],
  ])("%s", async (_, text, pointer, want) => {
    expect(await at(text, pointer)).toEqual(want);
  });

  test("in another file", async () => {
    const folder = folderOf({
      "openapi.yaml": "openapi: 3.0.3\npaths: {/a: {$ref: a.yaml}}",
      "a.yaml": "get:\n  parameters: x\n",
    });
    const { spec } = await loadSpec(path.join(folder, "openapi.yaml"), {
      validate: "never",
    });
    expect(withPositions(spec, listOperations(spec).diagnostics)).toMatchObject(
      [
        {
          code: "part-ignored",
          at: "a.yaml#/get/parameters",
          line: 2,
          column: 3,
        },
      ],
    );
  });
});

describe("URLs", () => {
  test("one that the user names may be local; redirects to other local hosts are refused", async () => {
    const server = createServer((request, response) => {
      if (request.url === "/moved")
        response.writeHead(302, { location: "/openapi.json" }).end();
      else if (request.url === "/away")
        response
          .writeHead(302, { location: `http://localhost:${port}/openapi.json` })
          .end();
      else if (request.url === "/none") response.writeHead(404).end();
      else
        response.end(
          JSON.stringify(
            withPaths(
              { "/a": { get: { responses: ok } } },
              {
                servers: [
                  { url: "/v1/{x}", variables: { x: { default: "y" } } },
                  { url: "../up" },
                ],
              },
            ),
          ),
        );
    });
    await new Promise<void>((resolve) =>
      server.listen(0, "127.0.0.1", resolve),
    );
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const base = `http://127.0.0.1:${port}`;
    for (const url of [`${base}/moved`, `${base}/openapi.json`]) {
      const { spec } = await loadSpec(url, { validate: "never" });
      expect(spec.servers.map((entry) => entry.url)).toEqual([
        `${base}/v1/{x}`,
        `${base}/up`,
      ]);
    }
    expect((await errorOf(loadSpec(`${base}/away`, {}))).message).toContain(
      "not a public address",
    );
    expect((await errorOf(loadSpec(`${base}/none`, {}))).message).toContain(
      "the server answered 404",
    );
  });
});

describe("validation", () => {
  test("a server variable may be described", async () => {
    const { diagnostics } = await load(
      {
        ...document,
        openapi: "3.1.0",
        servers: [
          {
            url: "https://{region}.example.com",
            variables: {
              region: { default: "north", description: "Which one." },
            },
          },
        ],
      },
      { validate: true },
    );
    expect(codesOf(diagnostics)).toEqual([]);
  });

  test("problems are warnings with pointers, and the document stays as it was", async () => {
    const broken = withPaths({
      "/a": {
        get: {
          parameters: [{ name: "x", in: "query", type: "string" }],
          responses: { "200": { content: {} } },
        },
      },
    });
    const plain = await load(broken);
    const { spec, diagnostics } = await load(broken, { validate: true });
    expect(spec.root).toEqual(plain.spec.root);
    expect(
      diagnostics
        .filter(({ code }) => code === "spec-invalid")
        .map(({ severity, at }) => [severity, at]),
    ).toEqual([
      ["warning", "#/paths/~1a/get/parameters/0"],
      ["warning", "#/paths/~1a/get/responses/200"],
    ]);
  });

  test.each<[string, object]>([
    [
      "3.2",
      {
        openapi: "3.2.0",
        info: { title: "T", version: "1" },
        servers: [{ url: "https://a.example.test", name: "a" }],
        tags: [{ name: "a", summary: "A", parent: "b", kind: "nav" }],
        paths: {
          "/a": {
            query: {
              responses: {
                "200": {
                  description: "x",
                  summary: "y",
                  content: { "text/event-stream": { itemSchema: {} } },
                },
              },
            },
            additionalOperations: { COPY: { responses: ok } },
            get: {
              parameters: [
                {
                  in: "querystring",
                  name: "q",
                  content: { "application/json": {} },
                },
              ],
              responses: ok,
            },
          },
        },
      },
    ],
    [
      "a reference inside an example",
      withPaths({
        "/a": {
          get: {
            responses: {
              "200": {
                description: "x",
                content: {
                  "application/json": {
                    example: { $ref: "#/definitions/base" },
                  },
                },
              },
            },
          },
        },
      }),
    ],
    [
      "circles",
      withPaths(
        { "/a": { get: { responses: ok } } },
        {
          components: {
            schemas: {
              A: { properties: { a: { $ref: "#/components/schemas/A" } } },
            },
          },
        },
      ),
    ],
    [
      "a version as a number",
      { openapi: "3.0.9", info: { title: "T", version: 1 }, paths: {} },
    ],
    [
      "Swagger 2.0",
      {
        swagger: "2.0",
        info: { title: "T", version: "1" },
        paths: {
          "/a": {
            get: { parameters: [{ $ref: "#/parameters/p" }], responses: ok },
          },
        },
        parameters: { p: { name: "p", in: "query", type: "string" } },
      },
    ],
    [
      "3.1",
      {
        openapi: "3.1.0",
        info: { title: "T", version: "1" },
        paths: {
          "/a": {
            get: { parameters: [{ name: "x", in: "query", schema: true }] },
          },
        },
        webhooks: {},
      },
    ],
  ])("nothing is said against %s", async (_, document) => {
    const { diagnostics } = await load(document, { validate: true });
    expect(
      codesOf(diagnostics).filter((code) => code.startsWith("spec-")),
    ).toEqual([]);
  });

  test("ends soon on lists whose items are compared with each other", async () => {
    const values = Array.from({ length: 30_000 }, (_, i) => `v${i}`);
    const start = performance.now();
    await load(
      withPaths(
        {},
        { components: { schemas: { A: { type: "string", enum: values } } } },
      ),
      { validate: true },
    );
    expect(performance.now() - start).toBeLessThan(8000);
  });
});
