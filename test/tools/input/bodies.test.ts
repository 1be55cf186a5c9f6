import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../../src/json.js";
import type { ToolOverride } from "../../../src/spec/override.js";
import { compile } from "../../spec/schema/strict.js";
import { build, query, type Given } from "./build.js";

describe("bodies", () => {
  const fields = {
    type: "object",
    required: ["a"],
    properties: { a: { type: "string" }, b: { type: "integer" } },
  } as const;
  const dictionary = {
    type: "object",
    additionalProperties: { type: "string" },
  } as const;
  const union = {
    oneOf: [fields, { type: "object", properties: { c: { type: "string" } } }],
  };
  test.each<{
    title: string;
    given: Given;
    keys: string[];
    required: string[];
  }>([
    {
      title: "fields are flat",
      given: { body: fields },
      keys: ["a", "b"],
      required: ["a"],
    },
    {
      title: "a list is one argument",
      given: { body: { type: "array", items: { type: "string" } } },
      keys: ["body"],
      required: ["body"],
    },
    {
      title: "a text is one argument",
      given: { body: { type: "string" } },
      keys: ["body"],
      required: ["body"],
    },
    {
      title: "a dictionary is one argument",
      given: { body: dictionary },
      keys: ["body"],
      required: ["body"],
    },
    {
      title: "fields and more are one argument",
      given: { body: { ...fields, additionalProperties: { type: "string" } } },
      keys: ["body"],
      required: ["body"],
    },
    {
      title: "a union is one argument",
      given: { body: union },
      keys: ["body"],
      required: ["body"],
    },
    {
      title: "fields beside a union are flat",
      given: {
        body: {
          ...fields,
          anyOf: [
            { properties: { c: { type: "string" } } },
            { properties: { d: { type: "string" } } },
          ],
        },
      },
      keys: ["a", "b", "c", "d"],
      required: ["a"],
    },
    {
      title: "required names in a union are told, not lost",
      given: {
        body: { ...fields, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      },
      keys: ["a", "b"],
      required: ["a"],
    },
    {
      title: "optional with required fields is one argument",
      given: { body: fields, bodyRequired: false },
      keys: ["body"],
      required: [],
    },
    {
      title: "optional without is flat",
      given: {
        body: { type: "object", properties: { b: { type: "integer" } } },
        bodyRequired: false,
      },
      keys: ["b"],
      required: [],
    },
    {
      title: "an object that says nothing is one argument",
      given: { body: { type: "object" } },
      keys: ["body"],
      required: ["body"],
    },
    {
      title: "a body without a schema takes anything",
      given: { content: { "application/json": {} } },
      keys: ["body"],
      required: ["body"],
    },
    {
      title: "an empty optional form is nothing",
      given: {
        content: {
          "application/x-www-form-urlencoded": {
            schema: { type: "object", properties: {} },
          },
        },
        bodyRequired: false,
      },
      keys: [],
      required: [],
    },
    {
      title: "the slot takes the first free name",
      given: { parameters: [query("body")], body: dictionary },
      keys: ["body", "request_body"],
      required: ["request_body"],
    },
    {
      title: "and the next",
      given: {
        parameters: [query("body"), query("request_body")],
        body: dictionary,
      },
      keys: ["body", "request_body", "body_2"],
      required: ["body_2"],
    },
    {
      title: "null for the whole is no choice",
      given: { body: { ...fields, nullable: true } },
      keys: ["a", "b"],
      required: ["a"],
    },
  ])("$title", async ({ given, keys, required }) => {
    const { input } = await build(given);
    expect(Object.keys(input.properties)).toEqual(keys);
    expect(input["required"] ?? []).toEqual(required);
  });

  test.each<{
    title: string;
    content: Record<string, object>;
    want: object;
    schema?: JsonSchema;
    override?: ToolOverride;
    version?: string;
  }>([
    {
      title: "JSON before a form",
      content: {
        "application/x-www-form-urlencoded": { schema: fields },
        "application/json; charset=utf-8": { schema: fields },
      },
      want: { contentType: "application/json; charset=utf-8" },
    },
    {
      title: "a form before text",
      content: {
        "text/plain": { schema: { type: "string" } },
        "multipart/form-data": { schema: fields },
      },
      want: { contentType: "multipart/form-data" },
    },
    {
      title: "a list that has no properties",
      content: {
        "application/json": {
          schema: { type: "array", items: { type: "string" }, properties: {} },
        },
      },
      want: { contentType: "application/json", argument: "body" },
    },
    {
      title: "a form of parts that is called a text",
      content: { "multipart/form-data": { schema: { type: "string" } } },
      want: { contentType: "multipart/form-data", argument: "body" },
      schema: { type: "object", additionalProperties: true },
    },
    {
      title: "what the owner wants",
      content: {
        "application/json": { schema: fields },
        "application/xml": { schema: fields },
      },
      override: { mediaType: "application/xml" },
      want: { contentType: "application/xml", argument: "body" },
      schema: { type: "string" },
    },
    {
      title: "text is a string",
      content: { "text/plain": {} },
      want: { contentType: "text/plain", argument: "body" },
      schema: { type: "string" },
    },
    {
      title: "lines are a list",
      content: { "application/x-ndjson": { schema: fields } },
      want: { contentType: "application/x-ndjson", argument: "body" },
      schema: { type: "array" },
    },
    {
      title: "anything with a structure is JSON",
      content: { "*/*": { schema: fields } },
      want: { contentType: "application/json" },
    },
    {
      title: "fields under a type that says nothing of them are JSON",
      content: { "application/octet-stream": { schema: fields } },
      want: {
        contentType: "application/octet-stream",
        fields: [{ argument: "a" }, { argument: "b" }],
      },
    },
    {
      title: "where JSON or a form is offered too, it is not that type",
      content: {
        "application/octet-stream": { schema: fields },
        "application/x-www-form-urlencoded": { schema: fields },
      },
      want: { contentType: "application/x-www-form-urlencoded" },
    },
    {
      title: "types that write objects in bytes are files",
      content: { "application/cbor": { schema: fields } },
      want: { contentType: "application/cbor", argument: "body", file: true },
    },
    {
      title: "anything else is a file",
      content: {
        "application/octet-stream": {
          schema: { type: "string", format: "binary" },
        },
      },
      want: {
        contentType: "application/octet-stream",
        argument: "body",
        file: true,
      },
      schema: { type: "object" },
    },
    {
      title: "3.2: items of a stream",
      content: { "application/jsonl": { itemSchema: fields } },
      version: "3.2.0",
      want: { contentType: "application/jsonl", argument: "body" },
      schema: { type: "array" },
    },
  ])("$title", async ({ content, want, schema, override, version }) => {
    const { input, request } = await build({
      content,
      ...(override && { override }),
      ...(version && { version }),
    });
    expect(request.body).toMatchObject(want);
    if (schema) expect(input.properties["body"]).toMatchObject(schema);
  });

  test("a text keeps the rules that the document has for it", async () => {
    const key = { type: "string", minLength: 55, pattern: "^[a-z0-9]+$" };
    const of = async (schema: object) =>
      (await build({ content: { "text/plain": { schema } } })).input.properties[
        "body"
      ];
    expect(await of(key)).toMatchObject(key);
    expect(await of({ type: "string", enum: ["on", "off"] })).toMatchObject({
      enum: ["on", "off"],
    });
    // Whatever it stands for, it is written as text.
    expect(await of({ type: "object" })).toMatchObject({ type: "string" });
  });

  test("forms: encodings, files and lists of files", async () => {
    const binary = { type: "string", format: "binary" };
    const { input, request } = await build({
      content: {
        "multipart/form-data": {
          schema: {
            type: "object",
            required: ["file"],
            properties: {
              file: { ...binary, description: "The scan." },
              pages: { type: "array", items: binary },
              meta: { type: "object", properties: { a: { type: "string" } } },
              tags: { type: "array", items: { type: "string" } },
              raw: { type: "string", format: "byte" },
            },
          },
          encoding: {
            file: { contentType: "image/png" },
            tags: { style: "form", explode: false },
            meta: { contentType: "application/json" },
          },
        },
      },
    });
    expect(request.body?.fields).toEqual([
      { argument: "file", name: "file", file: true, contentType: "image/png" },
      { argument: "pages", name: "pages", file: true },
      { argument: "meta", name: "meta", contentType: "application/json" },
      { argument: "tags", name: "tags", style: "form", explode: false },
      // https://www.rfc-editor.org/rfc/rfc7578#section-4.7 in OpenAPI 3.0's own example of `format: byte`.
      {
        argument: "raw",
        name: "raw",
        headers: [{ name: "Content-Transfer-Encoding", value: "base64" }],
      },
    ]);
    // Whatever the document says of the file itself, how it is given is told.
    const { properties } = (
      input["properties"] as Record<string, { properties: object }>
    )["file"]!;
    expect(properties).toMatchObject({
      text: { description: expect.stringContaining("exactly one of path") },
      path: { description: expect.stringContaining("operator allows") },
    });
    const accepts = compile(input);
    expect(
      accepts({
        file: { path: "a.png" },
        pages: [{ base64: "AAEC", filename: "1.bin" }],
      }),
    ).toBe(true);
    expect(accepts({ file: "AAEC" })).toBe(false);
    expect(accepts({ file: { url: "https://example.test" } })).toBe(false);
  });
});
