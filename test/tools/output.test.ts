import { describe, expect, test } from "vitest";
import type { Json, JsonSchema } from "../../src/json.js";
import { createConverter } from "../../src/spec/schema.js";
import { buildOutput, describeAnswer } from "../../src/tools/output.js";
import { list, ok, withPaths } from "../spec/documents.js";
import { compile, lint } from "../spec/schema/strict.js";

async function answer(responses: object, schemas: object = {}) {
  const { spec, operations } = await list(
    withPaths({ "/x": { get: { responses } } }, { components: { schemas } }),
  );
  const converter = createConverter(spec);
  return {
    shape: describeAnswer(operations[0]!, converter),
    output: buildOutput(operations[0]!, converter),
  };
}

const json = (schema: Json) => ({
  200: { description: "OK", content: { "application/json": { schema } } },
});
const pet = { $ref: "#/components/schemas/Pet" };
const schemas = {
  Pet: {
    type: "object",
    required: ["id"],
    properties: {
      id: { type: "integer" },
      name: { type: "string", format: "uri", maxLength: 3 },
      secret: { type: "string", writeOnly: true },
    },
  },
};

describe("answers in a few words", () => {
  test.each<{ title: string; responses: object; want: object }>([
    {
      title: "an object with a list in it",
      responses: json({
        type: "object",
        properties: {
          id: { type: "string" },
          rules: { type: "array", items: pet },
        },
      }),
      want: { kind: "object", fields: ["id", "rules"] },
    },
    {
      title: "what is wrapped in the state of the call",
      responses: json({
        type: "object",
        properties: {
          status: { type: "string" },
          message: { type: "string" },
          data: pet,
        },
      }),
      want: { kind: "object", noun: "Pet", fields: ["id", "name"] },
    },
    {
      title: "an object",
      responses: json(pet),
      want: { kind: "object", noun: "Pet", fields: ["id", "name"] },
    },
    {
      title: "a list",
      responses: json({ type: "array", items: pet }),
      want: { kind: "list", noun: "Pet", fields: ["id", "name"] },
    },
    {
      title: "a list in an envelope",
      responses: json({
        type: "object",
        properties: {
          data: { type: "array", items: pet },
          has_more: { type: "boolean" },
        },
      }),
      want: { kind: "list", noun: "Pet", fields: ["id", "name"] },
    },
    {
      title: "parts together",
      responses: json({
        allOf: [
          pet,
          { type: "object", properties: { extra: { type: "string" } } },
        ],
      }),
      want: { kind: "object", fields: ["id", "name", "extra"] },
    },
    {
      title: "nothing",
      responses: { 204: { description: "Done" } },
      want: { kind: "nothing", fields: [] },
    },
    {
      title: "a file",
      responses: {
        200: { description: "OK", content: { "application/pdf": {} } },
      },
      want: { kind: "file", fields: [] },
    },
    {
      title: "a text",
      responses: { 200: { description: "OK", content: { "text/csv": {} } } },
      want: { kind: "text", fields: [] },
    },
    {
      title: "the one with content",
      responses: {
        201: { description: "Made" },
        ...json(pet),
        404: { description: "No" },
      },
      want: { kind: "object", noun: "Pet" },
    },
    {
      title: "only errors",
      responses: { 404: { description: "No" } },
      want: { kind: "unknown", fields: [] },
    },
  ])("$title", async ({ responses, want }) => {
    expect((await answer(responses, schemas)).shape).toMatchObject(want);
  });
});

const orNull = (type: string) => ({ anyOf: [{ type }, { type: "null" }] });

describe("output schemas are relaxed objects", () => {
  test.each<{ title: string; schema: Json; want: JsonSchema }>([
    {
      title: "no rules, null everywhere",
      schema: pet,
      want: {
        type: "object",
        properties: { id: orNull("integer"), name: orNull("string") },
      },
    },
    {
      title: "a list is wrapped",
      schema: { type: "array", items: { type: "string" } },
      want: {
        type: "object",
        properties: {
          result: {
            anyOf: [
              { type: "array", items: { type: "string" } },
              { type: "null" },
            ],
          },
        },
      },
    },
    {
      title: "closed objects open",
      schema: {
        type: "object",
        additionalProperties: false,
        properties: { a: { type: "boolean", nullable: true } },
      },
      want: { type: "object", properties: { a: orNull("boolean") } },
    },
  ])("$title", async ({ schema, want }) => {
    expect((await answer(json(schema), schemas)).output).toEqual(want);
  });

  test("recursive and large ones end", async () => {
    const node = { $ref: "#/components/schemas/Node" };
    const { output } = await answer(json(node), {
      Node: {
        type: "object",
        properties: {
          next: node,
          all: { type: "array", items: node },
          ...Object.fromEntries(
            Array.from({ length: 80 }, (_, i) => [
              `property${i}`,
              { type: "string" },
            ]),
          ),
        },
      },
    });
    expect(JSON.stringify(output).length).toBeLessThanOrEqual(1500);
    expect(lint(output)).toEqual([]);
    const accepts = compile(output!);
    expect(
      accepts({ next: { next: {} }, all: [{}], property3: null, unknown: 1 }),
    ).toBe(true);
  });

  test("none where the answer is not JSON", async () => {
    expect((await answer(ok)).output).toBeUndefined();
  });
});
