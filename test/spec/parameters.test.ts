import { describe, expect, test } from "vitest";
import { codesOf, list, ok, withPaths } from "./documents.js";

async function parametersOf(parameters: unknown, version: object = {}) {
  const { operations, diagnostics } = await list(
    withPaths({ "/a/{p}": { get: { parameters, responses: ok } } }, version),
  );
  return {
    parameters: operations[0]!.parameters.filter(({ name }) => name !== "p"),
    codes: codesOf(diagnostics).filter(
      (code) => code !== "path-variable-undeclared",
    ),
    body: operations[0]!.body,
  };
}

// https://spec.openapis.org/oas/v3.2.0.html#parameter-object
describe("OpenAPI 3", () => {
  test.each<[string, object, object, string[]]>([
    [
      "query",
      { in: "query" },
      { style: "form", explode: true, required: false },
      [],
    ],
    [
      "header",
      { in: "header", required: true },
      { style: "simple", explode: false, required: true },
      [],
    ],
    ["cookie", { in: "cookie" }, { style: "form", explode: true }, []],
    [
      "cookie style of 3.2",
      { in: "cookie", style: "cookie" },
      { style: "cookie", explode: true },
      [],
    ],
    [
      "explode",
      { in: "query", explode: false },
      { style: "form", explode: false },
      [],
    ],
    [
      "spaceDelimited",
      { in: "query", style: "spaceDelimited" },
      { style: "spaceDelimited", explode: false },
      [],
    ],
    [
      "deepObject has one form",
      { in: "query", style: "deepObject", explode: false },
      { style: "deepObject", explode: true },
      [],
    ],
    [
      "a style that cannot be",
      { in: "query", style: "simple" },
      { style: "form", explode: true },
      ["parameter-repaired"],
    ],
    ["capitals", { in: "Query" }, { in: "query" }, ["parameter-repaired"]],
    [
      "allowReserved",
      { in: "query", allowReserved: true },
      { allowReserved: true },
      [],
    ],
    [
      "content",
      {
        in: "query",
        schema: undefined,
        content: {
          "application/json": { schema: { type: "object" }, example: { a: 1 } },
        },
      },
      {
        contentType: "application/json",
        schema: { type: "object" },
        example: { a: 1 },
      },
      [],
    ],
    ["a schema of true", { in: "query", schema: true }, { schema: true }, []],
    [
      "a type beside, as in 2.0",
      {
        in: "query",
        schema: undefined,
        type: "array",
        items: { type: "string" },
      },
      { schema: { type: "array", items: { type: "string" } } },
      ["parameter-repaired"],
    ],
    ["no schema", { in: "query", schema: undefined }, { schema: {} }, []],
    [
      "a broken schema",
      { in: "query", schema: [] },
      { schema: {} },
      ["parameter-repaired"],
    ],
    [
      "examples",
      { in: "query", examples: { a: { value: 3 } } },
      { example: 3 },
      [],
    ],
    ["extensions", { in: "query", "x-a": 1 }, { extensions: { "x-a": 1 } }, []],
  ])("%s", async (_, parameter, want, codes) => {
    const found = await parametersOf([
      { name: "x", schema: { type: "string" }, ...parameter },
    ]);
    expect(found.parameters).toMatchObject([want]);
    expect(found.codes).toEqual(codes);
  });

  test.each<[string, object, string | undefined]>([
    ["a constant", { required: true, schema: { const: "PATCH" } }, "PATCH"],
    ["one value", { required: true, schema: { enum: ["delete"] } }, "DELETE"],
    ["a default", { required: true, schema: { default: "GET" } }, "GET"],
    ["a choice", { required: true, schema: { type: "string" } }, undefined],
    ["not required", { schema: { default: "GET" } }, undefined],
  ])(
    "a header that overrides the method is a constant: %s",
    async (_, said, want) => {
      const found = await parametersOf([
        { name: "X-HTTP-Method-Override", in: "header", ...said },
      ]);
      expect(found.parameters.map(({ schema }) => schema)).toEqual(
        want === undefined ? [] : [{ type: "string", enum: [want] }],
      );
      expect(found.codes).toEqual(
        want === undefined ? ["parameter-ignored"] : [],
      );
    },
  );

  // A declared parameter that a caller hardly wants is a parameter all the same.
  test.each([
    { name: "callback", in: "query", description: "JSONP" },
    { name: "prettyPrint", in: "query" },
    { name: "$.xgafv", in: "query" },
  ])("%j is an argument", async (parameter) => {
    const found = await parametersOf([{ ...parameter, schema: {} }]);
    expect(found.parameters).toHaveLength(1);
  });

  test.each<[string, unknown, string[]]>([
    [
      "Accept, Content-Type, Authorization in any case",
      ["Accept", "content-type", "AUTHORIZATION"].map((name) => ({
        name,
        in: "header",
        schema: {},
      })),
      [],
    ],
    [
      "headers that frame the message, carry credentials or stand in for the method",
      ["Host", "content-length", "Cookie", "X-HTTP-Method-Override"].map(
        (name) => ({ name, in: "header", schema: {} }),
      ),
      [
        "parameter-ignored",
        "parameter-ignored",
        "parameter-ignored",
        "parameter-ignored",
      ],
    ],
    [
      "header names that are no tokens",
      [
        { name: "X-A: b\r\nY", in: "header", schema: {} },
        { name: "a b", in: "cookie", schema: {} },
      ],
      ["parameter-dropped", "parameter-dropped"],
    ],
    [
      "no place",
      [{ name: "x" }, { name: "x", in: "body", schema: {} }],
      ["parameter-dropped", "parameter-dropped"],
    ],
    [
      "no name",
      [
        { in: "query" },
        { name: 3, in: "query" },
        { name: "", in: "query" },
        null,
        "x",
      ],
      Array(5).fill("parameter-dropped"),
    ],
    [
      "references to nothing",
      [{ $ref: "#/components/parameters/none" }],
      ["reference-unresolved", "parameter-dropped"],
    ],
    ["no list", "x", ["part-ignored"]],
    ["null", null, []],
  ])("left out: %s", async (_, parameters, codes) => {
    const found = await parametersOf(parameters);
    expect(found.parameters).toEqual([]);
    expect(found.codes).toEqual(codes);
  });

  test("an object of parameters is read as a list, one that stands twice counts once", async () => {
    const found = await parametersOf({
      a: { in: "query" },
      b: { name: "c", in: "query" },
    });
    expect(found.parameters.map(({ name }) => name)).toEqual(["a", "c"]);
    expect(found.codes).toEqual(["parameter-repaired"]);
    const twice = await parametersOf([
      { name: "a", in: "query", description: "first" },
      { name: "a", in: "query" },
      { name: "a", in: "cookie" },
    ]);
    expect(
      twice.parameters.map(({ name, in: where, description }) => [
        name,
        where,
        description,
      ]),
    ).toEqual([
      ["a", "query", "first"],
      ["a", "cookie", undefined],
    ]);
    expect(twice.codes).toEqual(["parameter-repaired"]);
  });

  test("names of JavaScript's own are names", async () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
    const found = await parametersOf(
      names.map((name) => ({ name, in: "query", schema: {} })),
    );
    expect(found.parameters.map(({ name }) => name)).toEqual(names);
  });
});

describe("bodies and responses", () => {
  const bodyOf = async (requestBody: unknown) => {
    const { operations, diagnostics, dropped } = await list(
      withPaths({ "/a": { post: { requestBody, responses: ok } } }),
    );
    return { body: operations[0]?.body, codes: codesOf(diagnostics), dropped };
  };
  test.each<[string, unknown, string[], string[]]>([
    [
      "as declared",
      {
        "application/vnd.api+json; charset=utf-8": {},
        "text/*": {},
        "*/*": {},
      },
      ["application/vnd.api+json; charset=utf-8", "text/*", "*/*"],
      [],
    ],
    [
      "quoted parameters",
      { 'multipart/mixed; boundary="a b"': {} },
      ['multipart/mixed; boundary="a b"'],
      [],
    ],
    [
      "several in one key",
      { "application/json, application/xml": {} },
      ["application/json", "application/xml"],
      [],
    ],
    [
      "a parameter that is none",
      { "text/plain; utf-8": {} },
      ["text/plain"],
      ["media-type-repaired"],
    ],
    [
      "forms by names that no server knows",
      {
        "application/form-data": {},
        "multipart/form": {},
        "application/x-www-form-urlencode": {},
        "application/x-www-form-url-encoded; charset=utf-8": {},
        "multipart/form-data; boundary=x": {},
        "application/x-www-form-urlencoded; charset=utf-8": {},
      },
      [
        "multipart/form-data",
        "multipart/form-data",
        "application/x-www-form-urlencoded",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded; charset=utf-8",
      ],
      Array(4).fill("media-type-repaired"),
    ],
    [
      "what is none",
      {
        "application/json', y: (1), 'z": {},
        json: {},
        "": {},
        "text/plain": {},
      },
      ["text/plain"],
      Array(3).fill("media-type-dropped"),
    ],
    ["null", { "application/json": null }, ["application/json"], []],
  ])("media types: %s", async (_, content, want, codes) => {
    const found = await bodyOf({ content });
    expect(found.body?.content.map(({ mediaType }) => mediaType)).toEqual(want);
    expect(found.codes).toEqual(codes);
  });

  test("a body is left out where it cannot be sent; if it is required, so is the operation", async () => {
    expect(await bodyOf({ content: { "{}": {} } })).toMatchObject({
      body: undefined,
      codes: ["media-type-dropped", "body-dropped"],
    });
    expect(
      (await bodyOf({ required: true, content: { "{}": {} } })).dropped,
    ).toMatchObject([{ key: "POST /a" }]);
    expect((await bodyOf({ required: true })).codes).toEqual(["body-dropped"]);
    expect((await bodyOf("x")).codes).toEqual(["body-dropped"]);
    expect(
      (await bodyOf({ $ref: "#/components/requestBodies/none" })).codes,
    ).toEqual(["reference-unresolved", "body-dropped"]);
    expect((await bodyOf(null)).codes).toEqual([]);
  });

  test("encodings are kept, as far as they are well-formed", async () => {
    const { body } = await bodyOf({
      content: {
        "multipart/form-data": {
          schema: {},
          encoding: {
            __proto__: { style: "form" },
            a: {
              contentType: "image/png, image/jpeg",
              style: "pipeDelimited",
              explode: true,
              allowReserved: true,
              headers: { X: {} },
            },
            b: { contentType: "a b", style: "matrix" },
            c: null,
          },
        },
      },
    });
    expect({ ...body!.content[0]!.encoding }).toEqual({
      a: {
        contentType: "image/png, image/jpeg",
        style: "pipeDelimited",
        explode: true,
        allowReserved: true,
        headers: { X: {} },
      },
      b: {},
    });
  });

  test("responses: status, ranges, default; header names that are none", async () => {
    const { operations, diagnostics } = await list(
      withPaths({
        "/a": {
          get: {
            responses: {
              "200": {
                description: "x",
                headers: { "X-A": {}, "h${1}": {} },
                content: { "text/plain": {} },
              },
              "4xx": {},
              default: { $ref: "#/x-none" },
              ok: {},
              "600": {},
              "404": null,
              "x-a": 1,
            },
          },
        },
      }),
    );
    expect(
      operations[0]!.responses.map(({ status, headers }) => [status, headers]),
    ).toEqual([
      ["200", ["X-A"]],
      ["4XX", []],
    ]);
    expect(codesOf(diagnostics).sort()).toEqual([
      "header-dropped",
      "reference-unresolved",
      "response-dropped",
      "response-dropped",
      "response-dropped",
      "response-dropped",
    ]);
  });
});

// https://swagger.io/specification/v2/#parameter-object
describe("Swagger 2.0", () => {
  const swagger = (operation: object, rest: object = {}) => ({
    swagger: "2.0",
    info: { title: "T", version: "1" },
    host: "api.example.test",
    basePath: "/v2",
    schemes: ["http", "https"],
    paths: { "/a": { post: { responses: ok, ...operation } } },
    ...rest,
  });

  test.each<[string, object, object]>([
    [
      "csv is the default",
      { in: "query", type: "array", items: { type: "string" } },
      {
        style: "form",
        explode: false,
        schema: { type: "array", items: { type: "string" } },
      },
    ],
    [
      "multi",
      { in: "query", type: "array", collectionFormat: "multi" },
      { style: "form", explode: true },
    ],
    [
      "ssv",
      { in: "query", type: "array", collectionFormat: "ssv" },
      { style: "spaceDelimited", explode: false },
    ],
    [
      "tsv",
      { in: "query", type: "array", collectionFormat: "tsv" },
      { style: "tabDelimited", explode: false },
    ],
    [
      "pipes in a header",
      { in: "header", type: "array", collectionFormat: "pipes" },
      { style: "pipeDelimited", explode: false },
    ],
    [
      "csv in a header",
      { in: "header", type: "array" },
      { style: "simple", explode: false },
    ],
    [
      "keywords are the schema",
      {
        in: "query",
        type: "integer",
        format: "int64",
        maximum: 3,
        exclusiveMaximum: true,
        default: 1,
        enum: [1, 2],
        description: "d",
      },
      {
        schema: {
          type: "integer",
          format: "int64",
          maximum: 3,
          exclusiveMaximum: true,
          default: 1,
          enum: [1, 2],
        },
        description: "d",
      },
    ],
  ])("%s", async (_, parameter, want) => {
    const { operations, diagnostics } = await list(
      swagger({ parameters: [{ name: "x", ...parameter }] }),
    );
    expect(operations[0]!.parameters).toMatchObject([want]);
    expect(codesOf(diagnostics)).toEqual([]);
  });

  test("a body goes out as what the operation, else the document, consumes", async () => {
    const body = {
      name: "b",
      in: "body",
      required: true,
      description: "d",
      schema: { $ref: "#/definitions/P" },
    };
    const rest = {
      definitions: { P: { type: "object" } },
      consumes: ["application/xml"],
    };
    const types = async (operation: object, more: object) =>
      (await list(swagger({ parameters: [body], ...operation }, more)))
        .operations[0]!.body;
    expect(await types({}, rest)).toMatchObject({
      required: true,
      description: "d",
      content: [
        { mediaType: "application/xml", schema: { $ref: "#/definitions/P" } },
      ],
    });
    expect(
      (await types({ consumes: ["text/a", "text/b"] }, rest))!.content.map(
        ({ mediaType }) => mediaType,
      ),
    ).toEqual(["text/a", "text/b"]);
    expect(
      (await types({}, { definitions: { P: {} } }))!.content.map(
        ({ mediaType }) => mediaType,
      ),
    ).toEqual(["application/json"]);
  });

  test("form fields become one object; files make it multipart", async () => {
    const fields = [
      {
        name: "n",
        in: "formData",
        type: "string",
        required: true,
        description: "d",
      },
      {
        name: "l",
        in: "formData",
        type: "array",
        items: { type: "string" },
        collectionFormat: "multi",
      },
      { name: "c", in: "formData", type: "array", items: { type: "string" } },
    ];
    const plain = (await list(swagger({ parameters: fields }))).operations[0]!;
    expect(plain.parameters).toEqual([]);
    expect(plain.body).toMatchObject({
      required: true,
      content: [
        {
          mediaType: "application/x-www-form-urlencoded",
          schema: {
            type: "object",
            properties: {
              n: { type: "string", description: "d" },
              l: { type: "array" },
              c: { type: "array" },
            },
            required: ["n"],
          },
          encoding: {
            l: { style: "form", explode: true },
            c: { style: "form", explode: false },
          },
        },
      ],
    });
    const withFile = (
      await list(
        swagger({
          consumes: [
            "application/x-www-form-urlencoded",
            "multipart/form-data",
          ],
          parameters: [...fields, { name: "f", in: "formData", type: "file" }],
        }),
      )
    ).operations[0]!;
    expect(withFile.body!.content).toMatchObject([
      {
        mediaType: "multipart/form-data",
        schema: { properties: { f: { type: "string", format: "binary" } } },
      },
    ]);
  });

  test("answers have the media types that the operation produces", async () => {
    const { operations, spec } = await list(
      swagger({
        produces: ["text/csv", "application/json"],
        responses: {
          "200": {
            description: "x",
            schema: { type: "file" },
            examples: { "text/csv": "a,b" },
          },
          "204": { description: "y" },
        },
      }),
    );
    expect(
      operations[0]!.responses.map(({ content }) =>
        content.map(({ mediaType, example }) => [mediaType, example]),
      ),
    ).toEqual([
      [
        ["text/csv", "a,b"],
        ["application/json", undefined],
      ],
      [],
    ]);
    expect(spec.servers.map(({ url }) => url)).toEqual([
      "https://api.example.test/v2",
    ]);
  });
});
