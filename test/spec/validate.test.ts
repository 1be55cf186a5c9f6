import { describe, expect, test } from "vitest";
import { load, ok } from "./documents.js";

/** What the validator says of a document: places and messages. */
async function said(version: string, parts: object): Promise<string[]> {
  const { diagnostics } = await load(
    { openapi: version, info: { title: "T", version: "1" }, ...parts },
    { validate: true },
  );
  return diagnostics
    .filter(({ code }) => code === "spec-invalid")
    .map(({ at, message }) => `${at} ${message}`);
}

const onPath = (operation: object) => ({ paths: { "/a": { get: operation } } });
const responding = (response: object) =>
  onPath({ responses: { "200": response } });
const withScheme = (scheme: object) => ({
  ...onPath({ responses: ok }),
  components: { securitySchemes: { s: scheme } },
});
const item = { get: { responses: ok } };
const all30 = ["3.0.4", "3.1.2", "3.2.0"];

/** Correct by the text of the specification: nothing may be said of them. */
const correct: readonly (readonly [string, readonly string[], object])[] = [
  [
    "a license with a name alone",
    all30,
    {
      info: { title: "T", version: "1", license: { name: "MIT" } },
      ...onPath({ responses: ok }),
    },
  ],
  [
    "a path item that is a reference, alone and beside other fields",
    ["3.1.2", "3.2.0"],
    {
      paths: {
        "/a": { $ref: "#/components/pathItems/P" },
        "/b": { $ref: "#/components/pathItems/P", put: { responses: ok } },
      },
      webhooks: { w: { $ref: "#/components/pathItems/P", parameters: [] } },
      components: {
        pathItems: { P: item, Q: { $ref: "#/components/pathItems/P" } },
      },
    },
  ],
  [
    "a callback with a path item that is a reference",
    ["3.1.2", "3.2.0"],
    {
      ...onPath({
        responses: ok,
        callbacks: {
          one: { "{$url}": { $ref: "#/components/pathItems/P", put: {} } },
          two: { $ref: "#/components/callbacks/C" },
        },
      }),
      components: {
        callbacks: { C: { "{$url}": item } },
        pathItems: { P: item },
      },
    },
  ],
  [
    "a link with a server, and values of any type",
    ["3.1.2", "3.2.0"],
    responding({
      description: "D",
      links: {
        next: {
          operationId: "next",
          parameters: { page: 2, all: true },
          requestBody: { a: null },
          server: { url: "https://next.example" },
        },
      },
    }),
  ],
  [
    "a bearer scheme in capitals",
    all30,
    withScheme({ type: "http", scheme: "Bearer", bearerFormat: "JWT" }),
  ],
  [
    "a header of an encoding that is a reference",
    all30,
    {
      ...onPath({
        responses: ok,
        requestBody: {
          content: {
            "multipart/form-data": {
              schema: { type: "object", properties: { a: {} } },
              encoding: {
                a: { headers: { H: { $ref: "#/components/headers/H" } } },
              },
            },
          },
        },
      }),
      components: { headers: { H: { schema: { type: "string" } } } },
    },
  ],
  [
    "a server variable with a description and an extension",
    all30,
    {
      servers: [
        {
          url: "https://{a}.example",
          variables: { a: { default: "b", description: "D", "x-c": 1 } },
        },
      ],
      ...onPath({ responses: ok }),
    },
  ],
  [
    "properties that are called as parts of the document are",
    all30,
    {
      ...onPath({ responses: ok }),
      components: {
        schemas: {
          S: {
            type: "object",
            properties: {
              headers: {
                type: "array",
                items: { $ref: "#/components/schemas/S" },
              },
              links: {
                type: "object",
                additionalProperties: { type: "string" },
              },
              content: { $ref: "#/components/schemas/S" },
              callbacks: { properties: { $ref: { type: "string" } } },
            },
          },
        },
      },
    },
  ],
  [
    "a media type that is a reference",
    ["3.2.0"],
    {
      ...responding({
        description: "D",
        content: { "application/json": { $ref: "#/components/mediaTypes/M" } },
      }),
      components: { mediaTypes: { M: { schema: {}, description: "D" } } },
    },
  ],
  [
    "a response without a description",
    ["3.2.0"],
    responding({ summary: "S", content: { "text/plain": {} } }),
  ],
  [
    "encodings inside an encoding",
    ["3.2.0"],
    onPath({
      responses: ok,
      requestBody: {
        content: {
          "multipart/mixed": {
            schema: { type: "object" },
            encoding: { encoding: { encoding: { b: { style: "form" } } } },
          },
        },
      },
    }),
  ],
  [
    "a deprecated key",
    ["3.2.0"],
    withScheme({ type: "apiKey", in: "header", name: "k", deprecated: true }),
  ],
];

/** What stands in the same places and is wrong all the same. */
const wrong: readonly (readonly [string, string, object, string])[] = [
  [
    "a license without a name",
    "3.1.2",
    {
      info: { title: "T", version: "1", license: { url: "https://l.example" } },
      ...onPath({ responses: ok }),
    },
    "#/info/license",
  ],
  [
    "`paths` that is a reference",
    "3.1.2",
    { paths: { $ref: "paths.yaml" }, webhooks: {} },
    "#/paths",
  ],
  [
    "a field that a path item has not",
    "3.1.2",
    { paths: { "/a": { $ref: "#/paths/~1b", fetch: {} }, "/b": item } },
    "#/paths/~1a",
  ],
  [
    "a field that a link has not",
    "3.1.2",
    responding({
      description: "D",
      links: { next: { operationId: "next", servers: [] } },
    }),
    "#/paths/~1a/get/responses/200/links/next",
  ],
  [
    "a response without a description in 3.1",
    "3.1.2",
    responding({ content: {} }),
    "#/paths/~1a/get/responses/200",
  ],
  [
    "a media type that is a reference in 3.1",
    "3.1.2",
    responding({
      description: "D",
      content: { "application/json": { $ref: "#/paths" } },
    }),
    "#/paths/~1a/get/responses/200/content/application~1json",
  ],
  [
    "a key without a place",
    "3.2.0",
    withScheme({ type: "apiKey", name: "k", deprecated: true }),
    "#/components/securitySchemes/s",
  ],
];

describe("the specification's own schema", () => {
  test.each(
    correct.flatMap(([name, versions, parts]) =>
      versions.map((version) => [name, version, parts] as const),
    ),
  )("takes %s, in %s", async (_, version, parts) => {
    expect(await said(version, parts)).toEqual([]);
  });

  test.each(wrong)("does not take %s", async (_, version, parts, at) => {
    expect(await said(version, parts)).toEqual([
      expect.stringContaining(`${at} It must`),
    ]);
  });
});
