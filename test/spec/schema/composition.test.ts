import { describe, expect, test } from "vitest";
import type { Json, JsonSchema } from "../../../src/json.js";
import { codesOf } from "../documents.js";
import { compile, converted, ref } from "./strict.js";

describe("allOf", () => {
  test.each<{ title: string; given: Json; want: JsonSchema; codes?: string[] }>(
    [
      {
        title: "names together, bounds meet, the outer text wins",
        given: {
          description: "Outer",
          allOf: [
            ref("Named"),
            {
              description: "Inner",
              properties: { size: { type: "integer", maximum: 10 } },
              required: ["size"],
            },
          ],
        },
        want: {
          type: "object",
          description: "Outer",
          properties: {
            name: { type: "string" },
            size: { type: "integer", minimum: 1, maximum: 10 },
          },
          required: ["name", "size"],
        },
      },
      {
        title: "one part is that part",
        given: { allOf: [ref("Named")], description: "It" },
        want: {
          type: "object",
          description: "It",
          properties: {
            name: { type: "string" },
            size: { type: "integer", minimum: 1 },
          },
          required: ["name"],
          additionalProperties: false,
        },
      },
      {
        title: "number and integer, lists of values",
        given: {
          allOf: [
            { type: "number", enum: [1, 2, 3] },
            { type: "integer", enum: [2, 3, 4] },
          ],
        },
        want: { type: "integer", enum: [2, 3] },
      },
      {
        title: "what no value can meet stays and is told",
        given: {
          type: "object",
          properties: {
            a: { allOf: [{ type: "string" }, { type: "integer" }] },
          },
        },
        want: {
          type: "object",
          properties: {
            a: { allOf: [{ type: "string" }, { type: "integer" }] },
          },
        },
        codes: ["schema-clash"],
      },
      {
        title: "two patterns are both kept",
        given: {
          allOf: [{ type: "string", pattern: "^a" }, { pattern: "b$" }],
        },
        want: { type: "string", pattern: "^a", allOf: [{ pattern: "b$" }] },
      },
      {
        title: "null only where all parts take it",
        given: {
          allOf: [
            { type: ["string", "null"] },
            { type: "string", minLength: 1 },
          ],
        },
        want: { type: "string", minLength: 1 },
      },
    ],
  )("$title", async ({ given, want, codes = [] }) => {
    const { schema, diagnostics } = await converted(given, {
      Named: {
        type: "object",
        required: ["name"],
        additionalProperties: false,
        properties: {
          name: { type: "string" },
          size: { type: "integer", minimum: 1 },
        },
      },
    });
    expect(schema).toEqual(want);
    expect(codesOf(diagnostics)).toEqual(codes);
    compile(schema);
  });
});

describe("direction", () => {
  const schemas = {
    Id: { type: "integer", readOnly: true },
    Secret: { type: "string", writeOnly: true },
    Base: {
      type: "object",
      required: ["id", "kind"],
      properties: { id: ref("Id"), kind: { type: "string" } },
    },
    Thing: {
      allOf: [
        ref("Base"),
        {
          required: ["made", "secret"],
          properties: {
            made: { type: "string", readOnly: true },
            secret: ref("Secret"),
            parts: { type: "array", items: ref("Base") },
          },
        },
      ],
    },
  };
  test("what is read only is not sent, at any depth", async () => {
    const { schema } = await converted(ref("Thing"), schemas);
    const base = {
      type: "object",
      properties: { kind: { type: "string" } },
      required: ["kind"],
    };
    expect(schema).toEqual({
      type: "object",
      properties: {
        kind: { type: "string" },
        secret: { type: "string" },
        parts: { type: "array", items: base },
      },
      required: ["kind", "secret"],
    });
  });
  test("what is write only does not come back", async () => {
    const { schema } = await converted(ref("Thing"), schemas, {
      direction: "response",
    });
    expect(Object.keys(schema["properties"] as object)).toEqual([
      "id",
      "kind",
      "made",
      "parts",
    ]);
    expect(schema["required"]).toEqual(["id", "kind", "made"]);
  });
});

describe("unions with a discriminator", () => {
  const cat = {
    type: "object",
    required: ["kind"],
    properties: { kind: { type: "string" }, lives: { type: "integer" } },
  };
  test.each([
    {
      title: "values of the mapping, by reference or by name",
      mapping: { kitty: "#/components/schemas/Cat", puppy: "Dog" },
      want: [["kitty"], ["puppy"]],
    },
    {
      title: "the schemas' names without one",
      mapping: undefined,
      want: [["Cat"], ["Dog"]],
    },
    {
      title: "several values of one schema",
      mapping: { a: "Cat", b: "Cat", c: "Dog" },
      want: [["a", "b"], ["c"]],
    },
  ] as { title: string; mapping?: Record<string, string>; want: string[][] }[])(
    "$title",
    async ({ mapping, want }) => {
      const { schema } = await converted(
        {
          oneOf: [ref("Cat"), ref("Dog")],
          discriminator: { propertyName: "kind", ...(mapping && { mapping }) },
        },
        {
          Cat: cat,
          Dog: { type: "object", properties: { bark: { type: "boolean" } } },
        },
      );
      const branches = schema["anyOf"] as {
        properties: { kind: { enum: string[] } };
      }[];
      expect(branches.map(({ properties }) => properties.kind.enum)).toEqual(
        want,
      );
      expect(schema).not.toHaveProperty("discriminator");
      compile(schema);
    },
  );

  test("a base schema stands for those that extend it", async () => {
    const { schema } = await converted(
      { type: "object", properties: { pet: ref("Pet") } },
      {
        Pet: {
          type: "object",
          required: ["kind"],
          discriminator: { propertyName: "kind" },
          properties: { kind: { type: "string" } },
        },
        Cat: {
          allOf: [
            ref("Pet"),
            { type: "object", properties: { lives: { type: "integer" } } },
          ],
        },
        Dog: {
          allOf: [
            ref("Pet"),
            { type: "object", properties: { bark: { type: "boolean" } } },
          ],
        },
      },
      { version: "3.0.3" },
    );
    const accepts = compile(schema);
    expect(accepts({ pet: { kind: "Cat", lives: 9 } })).toBe(true);
    expect(accepts({ pet: { kind: "Dog", bark: true } })).toBe(true);
    expect(accepts({ pet: { kind: "Dog", bark: 3 } })).toBe(false);
  });
});

test("a bare `type: object` does not rule out branches of other types", async () => {
  const { schema, diagnostics } = await converted({
    type: "object",
    oneOf: [{ type: "string" }, { type: "object", properties: { a: {} } }],
  });
  expect(diagnostics).toEqual([]);
  const accepts = compile(schema);
  expect([accepts("text"), accepts({ a: 1 }), accepts(3)]).toEqual([
    true,
    true,
    false,
  ]);
});
