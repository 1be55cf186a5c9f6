import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/json.js";
import { load, withPaths } from "../documents.js";
import { compile, convert, lint } from "./strict.js";

/** A schema in the dialect of 3.0 or 3.1, with values that meet it. */
interface Sample {
  readonly raw: Json;
  readonly values: readonly Json[];
}

function schemas(modern: boolean): fc.Arbitrary<Sample> {
  const description = fc.option(fc.constantFrom("Some text.", "Other"), {
    nil: undefined,
  });
  const text = (value: string | undefined): JsonObject =>
    value === undefined ? {} : { description: value };
  const { tree } = fc.letrec<{ tree: Sample; leaf: Sample }>((tie) => ({
    leaf: fc.oneof(
      fc
        .record({ min: fc.nat(3), about: description })
        .map(({ min, about }): Sample => ({
          raw: { type: "string", minLength: min, ...text(about) },
          values: ["x".repeat(min), "longer text"],
        })),
      fc.integer({ min: -5, max: 5 }).map((low): Sample => ({
        raw: modern
          ? { type: "integer", exclusiveMinimum: low }
          : { type: "integer", minimum: low, exclusiveMinimum: true },
        values: [low + 1, low + 100],
      })),
      fc
        .uniqueArray(fc.constantFrom("a", "b", "c"), { minLength: 1 })
        .map((values): Sample => ({
          raw: { type: "string", enum: [...values, values[0]!] },
          values,
        })),
      fc.boolean().map((value): Sample => ({
        raw: { type: "boolean", default: value },
        values: [true, false],
      })),
      fc.constant({
        raw: { type: "integer", format: "int64" },
        values: [3, "9007199254740993"],
      }),
      ...(modern
        ? [
            fc.constant<Sample>({ raw: { const: "k" }, values: ["k"] }),
            fc.constant<Sample>({
              raw: { type: ["string", "number"] },
              values: ["a", 1.5],
            }),
          ]
        : []),
    ),
    tree: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      tie("leaf"),
      tie("tree").map(({ raw, values }): Sample => ({
        raw: { type: "array", items: raw },
        values: [[], [...values]],
      })),
      tie("tree").map(({ raw, values }): Sample => ({
        raw: modern
          ? { anyOf: [raw, { type: "null" }] }
          : { allOf: [raw], nullable: true },
        values: [...values, null],
      })),
      fc.tuple(tie("tree"), tie("leaf")).map(([a, b]): Sample => ({
        raw: { oneOf: [a.raw, b.raw] },
        values: [...a.values, ...b.values],
      })),
      fc
        .record({
          fields: fc.dictionary(
            fc.constantFrom("a", "b", "__proto__", "toString", "$ref"),
            tie("tree"),
            { noNullPrototype: false },
          ),
          must: fc.boolean(),
          closed: fc.boolean(),
        })
        .map(({ fields, must, closed }) => object(fields, must, closed)),
      fc.tuple(tie("tree"), tie("tree")).map(([a, b]): Sample => ({
        raw: {
          allOf: [
            {
              type: "object",
              properties: { first: a.raw },
              required: ["first"],
            },
            { properties: { second: b.raw }, description: "Both" },
          ],
        },
        values: a.values.map((first) => ({ first, second: b.values[0]! })),
      })),
      tie("tree").map(({ raw, values }): Sample => ({
        raw: { type: "object", additionalProperties: raw },
        values: [{}, { any: values[0]! }],
      })),
    ),
  }));
  return tree;
}

function object(
  fields: Record<string, Sample>,
  must: boolean,
  closed: boolean,
): Sample {
  const names = Object.keys(fields);
  const properties = Object.fromEntries(
    names.map((name) => [name, fields[name]!.raw]),
  );
  const value = Object.fromEntries(
    names.map((name) => [name, fields[name]!.values[0]!]),
  );
  const hidden = { type: "string", readOnly: true };
  return {
    raw: {
      type: "object",
      properties: { ...properties, made: hidden },
      ...(must && { required: [...names, "made"] }),
      ...(closed && { additionalProperties: false }),
    },
    values: [value],
  };
}

describe.each([{ dialect: "3.0.3" }, { dialect: "3.1.0" }])(
  "random schemas of $dialect",
  ({ dialect }) => {
    test("compile strictly and take what the document takes", async () => {
      const { spec } = await load({ ...withPaths({}), openapi: dialect });
      fc.assert(
        fc.property(schemas(dialect === "3.1.0"), ({ raw, values }) => {
          const { schema } = convert(spec, raw);
          const accepts = compile(schema);
          expect(lint(schema)).toEqual([]);
          for (const value of values) {
            expect(accepts(value), JSON.stringify({ raw, schema, value })).toBe(
              true,
            );
          }
        }),
        { numRuns: 150 },
      );
    });
  },
);
