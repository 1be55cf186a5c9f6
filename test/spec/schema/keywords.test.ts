import { describe, expect, test } from "vitest";
import type { Json, JsonSchema } from "../../../src/json.js";
import { codesOf } from "../documents.js";
import { compile, converted } from "./strict.js";

describe("keywords of every version become those of 2020-12", () => {
  test.each<{
    given: Json;
    want: JsonSchema;
    version?: string;
    codes?: string[];
  }>([
    {
      given: { type: "string", nullable: true },
      want: { anyOf: [{ type: "string" }, { type: "null" }] },
      version: "3.0.3",
    },
    {
      given: { type: "string", nullable: true, enum: ["a", null] },
      want: { anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] },
      version: "3.0.3",
    },
    {
      given: { anyOf: [{ type: "string" }], nullable: true },
      want: { anyOf: [{ type: "string" }, { type: "null" }] },
      version: "3.0.3",
    },
    {
      given: { type: ["string", "null"], format: "uri" },
      want: { anyOf: [{ type: "string", format: "uri" }, { type: "null" }] },
    },
    {
      // No format of JSON Schema, but what older documents and Ajv call a URI.
      given: { type: "string", format: "url" },
      want: { type: "string", format: "uri" },
    },
    {
      given: { type: ["string", "integer"], minLength: 2, minimum: 3 },
      want: {
        anyOf: [
          { type: "string", minLength: 2 },
          { type: "integer", minimum: 3 },
        ],
      },
    },
    {
      given: { type: "number", minimum: 0, exclusiveMinimum: true },
      want: { type: "number", exclusiveMinimum: 0 },
      version: "3.0.3",
    },
    {
      given: { type: "number", maximum: 5, exclusiveMaximum: false },
      want: { type: "number", maximum: 5 },
      version: "3.0.3",
    },
    {
      given: { type: "number", exclusiveMinimum: 0 },
      want: { type: "number", exclusiveMinimum: 0 },
    },
    {
      given: { type: "file" },
      want: { type: "string", format: "binary" },
      version: "3.0.3",
    },
    { given: { const: 2 }, want: { type: "integer", enum: [2] } },
    {
      given: { enum: ["a", "b", "a"] },
      want: { type: "string", enum: ["a", "b"] },
    },
    {
      given: { type: "string", enum: [1, true] },
      want: { type: "string", enum: ["1", "true"] },
    },
    {
      given: { type: "integer", enum: ["1", "x"] },
      want: { type: "integer", enum: [1] },
      codes: ["schema-enum-misfit"],
    },
    {
      given: { type: "integer", format: "int32", example: 3 },
      want: { type: "integer", examples: [3] },
    },
    {
      given: { type: "integer", format: "int64", minimum: 1 },
      want: {
        anyOf: [
          { type: "integer", minimum: 1 },
          { type: "string", pattern: "^[1-9]\\d*$" },
        ],
      },
    },
    {
      // https://spec.openapis.org/registry/format/int32
      given: { type: "number", format: "int32" },
      want: { type: "integer" },
    },
    {
      given: { type: "number", format: "double" },
      want: { type: "number" },
    },
    {
      // A number with leading zeros is none: https://www.rfc-editor.org/rfc/rfc8259#section-6
      given: { type: "integer", format: "int64" },
      want: {
        anyOf: [
          { type: "integer" },
          { type: "string", pattern: "^-?[1-9]\\d*$" },
        ],
      },
    },
    // It fits a JavaScript number.
    {
      given: { type: "integer", format: "int64", maximum: 100 },
      want: { type: "integer", maximum: 100 },
    },
    {
      given: { type: "array" },
      want: { type: "array", items: {} },
      codes: ["schema-untyped-items"],
    },
    {
      given: { type: "array", enum: ["a"], items: { type: "string" } },
      want: { type: "array", items: { type: "string", enum: ["a"] } },
    },
    {
      given: {
        type: "array",
        prefixItems: [{ type: "number" }, { type: "number" }],
        minItems: 2,
        maxItems: 2,
      },
      want: {
        type: "array",
        minItems: 2,
        maxItems: 2,
        prefixItems: [{ type: "number" }, { type: "number" }],
        items: { type: "number" },
      },
    },
    {
      given: {
        type: "array",
        prefixItems: [{ type: "number" }, { type: "string" }],
      },
      want: { type: "array", items: {} },
    },
    { given: { type: "object" }, want: { type: "object", properties: {} } },
    {
      given: { properties: { a: true } },
      want: { type: "object", properties: { a: {} } },
    },
    {
      given: { type: "object", additionalProperties: {} },
      want: { type: "object", properties: {}, additionalProperties: true },
    },
    {
      given: { type: "object", properties: {}, unevaluatedProperties: false },
      want: { type: "object", properties: {}, additionalProperties: false },
    },
    // Required but not described: anything; not allowed besides: it cannot be given.
    {
      given: { type: "object", required: ["a"] },
      want: { type: "object", properties: { a: {} }, required: ["a"] },
    },
    {
      given: { type: "object", required: ["a"], additionalProperties: false },
      want: { type: "object", properties: {}, additionalProperties: false },
    },
    { given: { type: "any" }, want: {}, codes: ["schema-type-unknown"] },
    {
      given: { type: "string", pattern: "(?i)a" },
      want: { type: "string" },
      codes: ["pattern-invalid"],
    },
    {
      given: { type: "string", pattern: "^(a+)+$" },
      want: { type: "string" },
      codes: ["pattern-slow"],
    },
    {
      given: { type: "integer", minimum: 5, maximum: 1 },
      want: { type: "integer" },
      codes: ["schema-bounds"],
    },
    {
      given: { type: "string", default: 3 },
      want: { type: "string", default: "3" },
    },
    { given: { type: "integer", default: "many" }, want: { type: "integer" } },
    {
      given: {
        type: "string",
        xml: {},
        externalDocs: {},
        "x-a": 1,
        title: "T",
      },
      want: { type: "string" },
    },
    // The enumeration idiom of 3.1.
    {
      given: {
        oneOf: [
          { const: "a", title: "First" },
          { const: "b", title: "Second" },
        ],
      },
      want: {
        type: "string",
        description: "a: First; b: Second",
        enum: ["a", "b"],
      },
    },
    {
      given: { anyOf: [{ type: "string" }, { type: "string" }] },
      want: { type: "string" },
    },
    {
      given: {
        oneOf: [
          { type: "null" },
          { oneOf: [{ type: "string" }, { type: "boolean" }] },
        ],
      },
      want: {
        anyOf: [{ type: "string" }, { type: "boolean" }, { type: "null" }],
      },
    },
  ])("$given", async ({ given, want, version = "3.1.0", codes = [] }) => {
    const { schema, diagnostics } = await converted(given, {}, { version });
    expect(schema).toEqual(want);
    expect(codesOf(diagnostics)).toEqual(codes);
    compile(schema);
  });
});
