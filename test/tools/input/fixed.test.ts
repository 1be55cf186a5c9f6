import { expect, test } from "vitest";
import type { Json } from "../../../src/json.js";
import { checkFixedValues } from "../../../src/tools/fixed.js";
import { build, query } from "./build.js";

interface Row {
  readonly title: string;
  readonly schema: Json;
  readonly value: Json;
  /** Where it is a field of the body rather than in the query. */
  readonly inBody?: boolean;
  readonly says?: string;
}

const level = { type: "string", enum: ["low", "high"] };
const node = {
  type: "object",
  properties: { next: { $ref: "#/components/schemas/Node" } },
};

test.each<Row>([
  { title: "a value of the list", schema: level, value: "low" },
  {
    title: "another",
    schema: level,
    value: "middle",
    says: '"x" is fixed at "middle", and the document does not allow that: must be equal to one of the allowed values ("low", "high")',
  },
  { title: "a number", schema: { type: "integer" }, value: 5 },
  {
    title: "the text of a number, which a query is made of",
    schema: { type: "integer" },
    value: "5",
  },
  { title: "a number for a text there", schema: { type: "string" }, value: 5 },
  {
    title: "the text of a number in a JSON body",
    schema: { type: "integer" },
    value: "5",
    inBody: true,
    says: "must be integer",
  },
  {
    title: "words for a number",
    schema: { type: "integer" },
    value: "five",
    says: "must be integer",
  },
  {
    title: "a number that is too large",
    schema: { type: "integer", maximum: 100 },
    value: 101,
    says: "must be <= 100",
  },
  {
    title: "a date that is none",
    schema: { type: "string", format: "date" },
    value: "tomorrow",
    says: 'must match format "date"',
  },
  {
    title: "an item of another type, in a body",
    schema: { type: "array", items: { type: "string" } },
    value: ["a", 1],
    inBody: true,
    says: "/1 must be string",
  },
  {
    title: "a value of a schema that refers to itself",
    schema: { $ref: "#/components/schemas/Node" },
    value: { next: { next: {} } },
    inBody: true,
  },
  {
    title: "a value that breaks it deep below",
    schema: { $ref: "#/components/schemas/Node" },
    value: { next: { next: 1 } },
    inBody: true,
    says: "/next/next must be object",
  },
  {
    title: "a variable, which is not known yet",
    schema: { type: "integer" },
    value: "${LIMIT}",
  },
])("$title", async ({ schema, value, inBody, says }) => {
  const { fixed } = await build({
    ...(inBody
      ? { body: { type: "object", properties: { x: schema } } }
      : { parameters: [query("x", schema as object)] }),
    schemas: { Node: node },
    override: { arguments: { x: { value } } },
  });
  const found = await checkFixedValues(fixed);
  expect(found.map(({ code }) => code)).toEqual(
    says === undefined ? [] : ["argument-value-refused"],
  );
  if (says !== undefined) expect(found[0]?.message).toContain(says);
});
