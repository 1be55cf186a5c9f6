import { describe, expect, test } from "vitest";
import { codesOf, list, ok, withPaths } from "./documents.js";

const get = (rest: object = {}) => ({ get: { responses: ok, ...rest } });
const query = (name: string, rest: object = {}) => ({
  name,
  in: "query",
  schema: { type: "string" },
  ...rest,
});

describe("keys", () => {
  const cases: [string, object, string[]][] = [
    [
      "names of variables are blanked",
      { "/pets/{petId}": get() },
      ["GET /pets/{}"],
    ],
    ["several in one segment", { "/a/{x}...{y}": get() }, ["GET /a/{}...{}"]],
    [
      "templates that differ in names only keep them",
      { "/a/{x}": get(), "/a/{y}": get() },
      ["GET /a/{x}", "GET /a/{y}"],
    ],
    [
      "whatever their order",
      { "/a/{y}": get(), "/a/{x}": get() },
      ["GET /a/{y}", "GET /a/{x}"],
    ],
    [
      "another method is no clash",
      { "/a/{x}": get(), "/a/{y}": { put: { responses: ok } } },
      ["GET /a/{}", "PUT /a/{}"],
    ],
    [
      "paths that differ in case are two",
      { "/Pets": get(), "/pets": get() },
      ["GET /Pets", "GET /pets"],
    ],
    [
      "OData, verbs, fragments, queries",
      {
        "/users('{id}')": get(),
        "/docs/{id}:copy": get(),
        "/#Action=X": get(),
        "/a?b=c": get(),
      },
      ["GET /users('{}')", "GET /docs/{}:copy", "GET /#Action=X", "GET /a?b=c"],
    ],
    [
      "trailing slashes count",
      { "/a": get(), "/a/": get() },
      ["GET /a", "GET /a/"],
    ],
  ];
  test.each(cases)("%s", async (_, paths, want) => {
    const { operations } = await list(withPaths(paths));
    expect(operations.map(({ key }) => key)).toEqual(want);
  });
});

describe("path items", () => {
  test("path-level parameters are merged, and the operation's win", async () => {
    const { operations } = await list(
      withPaths({
        "/a/{id}": {
          parameters: [
            {
              name: "id",
              in: "path",
              required: true,
              schema: { type: "string" },
            },
            query("q"),
            { name: "X-A", in: "header", schema: {} },
          ],
          get: {
            responses: ok,
            parameters: [
              query("q", { description: "mine" }),
              { name: "x-a", in: "header", schema: { type: "integer" } },
            ],
          },
        },
      }),
    );
    expect(
      operations[0]!.parameters.map(({ name, description, schema }) => [
        name,
        description,
        schema,
      ]),
    ).toEqual([
      ["id", undefined, { type: "string" }],
      ["q", "mine", { type: "string" }],
      ["x-a", undefined, { type: "integer" }],
    ]);
  });

  test("a reference may stand for a path item, an operation and all their parts, with something beside it", async () => {
    const { operations, diagnostics } = await list(
      withPaths(
        {
          "/a": {
            $ref: "#/x-items/a",
            summary: "of the path",
            put: { $ref: "#/x-items/put", deprecated: true },
          },
        },
        {
          "x-items": {
            a: {
              get: { $ref: "#/x-items/get" },
              parameters: { $ref: "#/x-items/parameters" },
            },
            get: {
              operationId: "getA",
              responses: { "200": { $ref: "#/components/responses/R" } },
            },
            put: {
              requestBody: { $ref: "#/components/requestBodies/B" },
              responses: ok,
            },
            parameters: [
              { $ref: "#/components/parameters/P", description: "beside" },
            ],
          },
          components: {
            parameters: {
              P: query("p", {
                description: "own",
                examples: { one: { $ref: "#/components/examples/E" } },
              }),
            },
            requestBodies: {
              B: {
                content: {
                  "application/json": {
                    schema: { $ref: "#/components/schemas/S" },
                  },
                },
              },
            },
            responses: {
              R: { description: "found", content: { "text/plain": {} } },
            },
            schemas: { S: { type: "object" } },
            examples: { E: { value: "example" } },
          },
        },
      ),
    );
    expect(codesOf(diagnostics)).toEqual([]);
    expect(operations).toMatchObject([
      {
        key: "GET /a",
        operationId: "getA",
        parameters: [
          {
            name: "p",
            description: "beside",
            example: "example",
            at: "#/components/parameters/P",
          },
        ],
        responses: [
          {
            status: "200",
            description: "found",
            content: [{ mediaType: "text/plain" }],
          },
        ],
      },
      {
        key: "PUT /a",
        deprecated: true,
        body: {
          content: [
            {
              mediaType: "application/json",
              schema: { $ref: "#/components/schemas/S" },
            },
          ],
        },
      },
    ]);
  });

  test("OpenAPI 3.2: query, additional methods, querystring, item schemas", async () => {
    const { operations, diagnostics, spec } = await list({
      openapi: "3.2.0",
      info: { title: "T", version: "1" },
      servers: [{ url: "https://api.example.test", name: "main" }],
      tags: [
        { name: "a", summary: "A" },
        { name: "b", parent: "a", kind: "nav" },
      ],
      paths: {
        "/a": {
          query: {
            responses: {
              "200": {
                description: "OK",
                summary: "lines",
                content: {
                  "application/jsonl": { itemSchema: { type: "object" } },
                },
              },
            },
          },
          get: {
            parameters: [
              {
                name: "all",
                in: "querystring",
                content: {
                  "application/x-www-form-urlencoded": {
                    schema: { type: "object" },
                  },
                },
              },
            ],
            responses: ok,
          },
          additionalOperations: {
            COPY: { responses: ok },
            copy: { responses: ok },
            GET: { responses: ok },
            "NO T": { responses: ok },
          },
        },
      },
    });
    expect(operations.map(({ key }) => key)).toEqual([
      "QUERY /a",
      "GET /a",
      "COPY /a",
      "copy /a",
    ]);
    expect(operations[0]!.responses[0]!.content[0]).toMatchObject({
      mediaType: "application/jsonl",
      itemSchema: { type: "object" },
    });
    expect(operations[1]!.parameters).toMatchObject([
      {
        name: "all",
        in: "querystring",
        contentType: "application/x-www-form-urlencoded",
        schema: { type: "object" },
      },
    ]);
    expect(diagnostics.map(({ code }) => code)).toEqual([
      "operation-dropped",
      "operation-dropped",
    ]);
    expect(spec.tags).toEqual([{ name: "a" }, { name: "b", parent: "a" }]);
  });

  test("webhooks and callbacks are told of, and make no operation", async () => {
    const { operations, notCallable } = await list(
      withPaths(
        {
          "/a": {
            post: {
              responses: ok,
              callbacks: {
                done: { "{$request.body#/url}": { post: { responses: ok } } },
              },
            },
          },
        },
        {
          openapi: "3.1.0",
          webhooks: {
            created: { post: { responses: ok }, put: { responses: ok } },
          },
        },
      ),
    );
    expect(operations).toHaveLength(1);
    expect(notCallable).toEqual([
      { kind: "webhook", name: "created", at: "#/webhooks/created/post" },
      { kind: "webhook", name: "created", at: "#/webhooks/created/put" },
      {
        kind: "callback",
        name: "done",
        at: "#/paths/~1a/post/callbacks/done/{$request.body#~1url}/post",
      },
    ]);
  });

  test.each<[string, object, string[], string[]]>([
    [
      "methods that differ in case only",
      { "/a": { get: { responses: ok }, GET: { responses: ok } } },
      ["GET /a"],
      ["operation-dropped"],
    ],
    [
      "a method in capitals",
      { "/a": { POST: { responses: ok } } },
      ["POST /a"],
      ["operation-repaired"],
    ],
    [
      "a method that is none",
      { "/a": { fetch: { responses: ok }, get: { responses: ok } } },
      ["GET /a"],
      ["operation-dropped"],
    ],
    ["a path without slash", { a: get() }, ["GET /a"], ["operation-repaired"]],
    [
      "a path without slash beside one with it",
      { a: get(), "/a": get() },
      ["GET /a"],
      ["operation-dropped"],
    ],
    [
      "a path that is a URL",
      { "https://evil.example/a": get() },
      [],
      ["operation-dropped"],
    ],
    [
      "a path with a dot segment",
      { "/a/../b": get(), "/c/%2E%2e": get() },
      [],
      ["operation-dropped", "operation-dropped"],
    ],
    [
      "a path with control characters",
      { "/a\r\nHost: b": get() },
      [],
      ["operation-dropped"],
    ],
    [
      "operations that are none",
      { "/a": { get: null, put: [], post: "x", delete: { responses: ok } } },
      ["DELETE /a"],
      ["operation-dropped", "operation-dropped", "operation-dropped"],
    ],
    [
      "a reference to nothing",
      {
        "/a": { $ref: "#/x-none" },
        "/b": { get: { $ref: "#/x-no" } },
        "/c": get(),
      },
      ["GET /c"],
      [
        "reference-unresolved",
        "reference-unresolved",
        "operation-dropped",
        "operation-dropped",
      ],
    ],
  ])("broken: %s", async (_, paths, keys, codes) => {
    const { operations, dropped, diagnostics } = await list(withPaths(paths));
    expect(operations.map(({ key }) => key)).toEqual(keys);
    expect(codesOf(diagnostics)).toEqual(codes);
    expect(dropped).toHaveLength(
      codes.filter((code) => code === "operation-dropped").length,
    );
  });

  test.each<[string, object]>([
    ["no paths", { openapi: "3.0.3", info: {} }],
    ["null", { openapi: "3.0.3", paths: null }],
    ["a list", { openapi: "3.0.3", paths: [] }],
    ["empty", { openapi: "3.0.3", paths: {} }],
    ["only nulls", { openapi: "3.0.3", paths: { "/a": null } }],
  ])("a document with no operations (%s) says so", async (_, document) => {
    const { operations, diagnostics } = await list(document);
    expect(operations).toEqual([]);
    expect(codesOf(diagnostics)).toContain("document-no-operations");
  });
});

describe("path templates", () => {
  const inPath = (name: string, rest: object = {}) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "integer" },
    ...rest,
  });
  test.each<[string, string, object[], string, [string, string][], string[]]>([
    [
      "an undeclared variable becomes a string",
      "/a/{x}",
      [],
      "/a/{x}",
      [["x", "path"]],
      ["path-variable-undeclared"],
    ],
    [
      "a parameter without a variable is left out",
      "/a",
      [inPath("x")],
      "/a",
      [],
      ["parameter-dropped"],
    ],
    [
      "one of each are meant for each other",
      "/a/{userId}",
      [inPath("id")],
      "/a/{userId}",
      [["userId", "path"]],
      ["parameter-repaired"],
    ],
    [
      "spellings are matched",
      "/a/{petId}/{x}",
      [inPath("pet_id"), inPath("x")],
      "/a/{petId}/{x}",
      [
        ["petId", "path"],
        ["x", "path"],
      ],
      ["parameter-repaired"],
    ],
    [
      "not required is required",
      "/a/{x}",
      [inPath("x", { required: false })],
      "/a/{x}",
      [["x", "path"]],
      [],
    ],
    [
      "no `in`, but a variable",
      "/a/{x}",
      [{ name: "x", schema: {} }],
      "/a/{x}",
      [["x", "path"]],
      ["parameter-repaired"],
    ],
    [
      "an expression that is declared as it stands",
      "/a{.format}",
      [inPath(".format")],
      "/a{.format}",
      [[".format", "path"]],
      [],
    ],
    [
      "an expression of a declared name",
      "/a{.format}/{+rest}/{ids*}",
      [inPath("format"), inPath("rest"), inPath("ids")],
      "/a.{format}/{rest}/{ids}",
      [
        ["format", "path"],
        ["rest", "path"],
        ["ids", "path"],
      ],
      [],
    ],
    [
      "a query in the path, declared as query",
      "/a?page={page}&x=1",
      [query("page")],
      "/a?x=1",
      [["page", "query"]],
      [],
    ],
    [
      "a query in the path, declared as path",
      "/a?page={page}",
      [inPath("page")],
      "/a?page={page}",
      [["page", "path"]],
      [],
    ],
    [
      "an optional query expression",
      "/a{?page,size}",
      [query("page"), query("size")],
      "/a",
      [
        ["page", "query"],
        ["size", "query"],
      ],
      [],
    ],
    [
      "one variable twice",
      "/a/{x}/b/{x}",
      [inPath("x")],
      "/a/{x}/b/{x}",
      [["x", "path"]],
      [],
    ],
  ])("%s", async (_, path, parameters, wantPath, want, codes) => {
    const { operations, diagnostics } = await list(
      withPaths({ [path]: get({ parameters }) }),
    );
    expect(operations[0]!.path).toBe(wantPath);
    expect(
      operations[0]!.parameters.map(({ name, in: where }) => [name, where]),
    ).toEqual(want);
    expect(
      operations[0]!.parameters.every(
        ({ in: where, required }) => where !== "path" || required,
      ),
    ).toBe(true);
    expect(codesOf(diagnostics)).toEqual(codes);
  });
});

describe("inheritance", () => {
  test("servers: operation, then path, else the document's; an empty list counts as absent", async () => {
    const server = (url: string) => ({ servers: [{ url }] });
    const { operations } = await list(
      withPaths({
        "/a": {
          ...server("https://path.example.test"),
          get: { responses: ok },
          put: { responses: ok, ...server("https://op.example.test") },
          post: { responses: ok, servers: [] },
        },
        "/b": { servers: [], get: { responses: ok } },
      }),
    );
    expect(
      operations.map(({ key, servers }) => [
        key,
        servers?.map(({ url }) => url),
      ]),
    ).toEqual([
      ["GET /a", ["https://path.example.test"]],
      ["PUT /a", ["https://op.example.test"]],
      ["POST /a", ["https://path.example.test"]],
      ["GET /b", undefined],
    ]);
  });

  test("security: undefined is the document's, empty is public", async () => {
    const { operations } = await list(
      withPaths({
        "/a": {
          get: { responses: ok },
          put: { responses: ok, security: [] },
          post: { responses: ok, security: [{ a: ["x"], b: null }, {}] },
        },
      }),
    );
    expect(operations.map(({ security }) => security)).toEqual([
      undefined,
      [],
      [{ a: ["x"], b: [] }, {}],
    ]);
  });
});
