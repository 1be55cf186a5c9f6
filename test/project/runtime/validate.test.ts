import { describe, expect, it } from "vitest";
import { fileSchema } from "../../../src/tools/form.js";
import { checkArguments } from "../../../templates/project/src/runtime/validate.js";
import { tool } from "./harness.js";

const int64 = {
  anyOf: [{ type: "integer" }, { type: "string", pattern: "^-?\\d+$" }],
};

const one = tool(
  { method: "POST", path: "/orders" },
  {
    name: "create_order",
    required: ["petId"],
    properties: {
      petId: { type: "integer", minimum: 1 },
      id: int64,
      price: { type: "number" },
      status: { type: "string", enum: ["placed", "approved", "delivered"] },
      express: { type: "boolean" },
      tags: { type: "array", items: { type: "string" } },
      counts: { type: "array", items: { type: "integer" } },
      note: { anyOf: [{ type: "string" }, { type: "null" }] },
      address: {
        type: "object",
        properties: { city: { type: "string" }, zip: { type: "integer" } },
        required: ["city"],
        additionalProperties: false,
      },
      code: { anyOf: [{ type: "string" }, { type: "integer" }] },
      when: { type: "string", format: "date-time" },
      who: { anyOf: [{ $ref: "#/$defs/person" }, { $ref: "#/$defs/firm" }] },
      constructor: { type: "string" },
      papers: fileSchema,
      photos: { type: "array", items: fileSchema },
    },
  },
);
const withDefs = {
  ...one,
  input: {
    ...one.input,
    $defs: {
      person: {
        type: "object",
        properties: { kind: { const: "person" }, age: { type: "integer" } },
        required: ["kind"],
      },
      firm: {
        type: "object",
        properties: { kind: { const: "firm" }, staff: { type: "integer" } },
        required: ["kind"],
      },
    },
  },
};

describe("arguments that mean something plain", () => {
  it.each<[what: string, given: unknown, want: unknown]>([
    ["right ones stay", { petId: 1, tags: ["5"], code: "7" }, undefined],
    ["digits for an integer", { petId: "5" }, { petId: 5 }],
    [
      "text for a number",
      { petId: 1, price: "1.5e2" },
      { petId: 1, price: 150 },
    ],
    [
      "text for a boolean",
      { petId: 1, express: "True" },
      { petId: 1, express: true },
    ],
    [
      "JSON for an object",
      { petId: 1, address: '{"city":"Bonn"}' },
      { petId: 1, address: { city: "Bonn" } },
    ],
    [
      "JSON for a list",
      { petId: 1, tags: '["a","b"]' },
      { petId: 1, tags: ["a", "b"] },
    ],
    [
      "one value for a list",
      { petId: 1, tags: "a" },
      { petId: 1, tags: ["a"] },
    ],
    [
      "one text for a list of integers",
      { petId: 1, counts: "3" },
      { petId: 1, counts: [3] },
    ],
    [
      "null for an optional argument",
      { petId: 1, tags: null, address: null },
      { petId: 1 },
    ],
    ["null where it is allowed", { petId: 1, note: null }, undefined],
    [
      "inside an object",
      { petId: 1, address: { city: "Bonn", zip: "53111" } },
      { petId: 1, address: { city: "Bonn", zip: 53111 } },
    ],
    [
      "inside the alternative that is meant",
      { petId: 1, who: { kind: "firm", staff: "3" } },
      { petId: 1, who: { kind: "firm", staff: 3 } },
    ],
    ["64 bits as digits", { petId: 1, id: "9007199254740993" }, undefined],
    ["a name that objects have", { petId: 1, constructor: "x" }, undefined],
    [
      "a value of another type beside one that is wrong",
      { petId: "5", code: "7" },
      { petId: 5, code: "7" },
    ],
  ])("%s", async (_, given, want) => {
    const before = structuredClone(given);
    const checked = await checkArguments(withDefs, given);
    expect(checked).toEqual({ ok: true, value: want ?? before });
    expect(given).toEqual(before);
  });
});

describe("arguments that are wrong", () => {
  it.each<[given: unknown, says: readonly RegExp[], not?: RegExp]>([
    [{}, [/- petId is required/]],
    [[1], [/the arguments must be an object/]],
    [
      { petid: 5 },
      [/- petId is required/, /- petid does not exist; did you mean petId\?/],
    ],
    [
      { petId: 1, stauts: "x" },
      [/stauts does not exist; did you mean status\?/],
    ],
    [
      { petId: 1, qqqqqqq: 1 },
      [/qqqqqqq does not exist; valid are petId, id, price/],
    ],
    [
      { petId: "five" },
      [/petId must be an integer; given "five" \(a string\)/],
    ],
    [{ petId: 0 }, [/petId must be >= 1; given 0/]],
    [{ petId: null }, [/petId must be an integer; given null/]],
    [
      { petId: 1, status: "aproved" },
      [
        /status must be one of "placed", "approved", "delivered"; given "aproved" \(a string\); did you mean "approved"\?/,
      ],
    ],
    [{ petId: 1, tags: [1] }, [/tags\[0\] must be a string; given 1/]],
    [{ petId: 1, status: 5 }, [/status must be/]],
    [
      { petId: 1, address: { zip: 1, town: "x" } },
      [
        /address\.city is required/,
        /address\.town does not exist; valid are city, zip/,
      ],
    ],
    [
      { petId: 1, address: "Bonn" },
      [/address must be an object with city, zip; given "Bonn"/],
    ],
    [
      { petId: 1, papers: "/tmp/a.pdf", photos: "AAEC" },
      [
        /papers must be an object with exactly one of text, base64 and path: \{"text": "…", "filename": "notes.txt"\}; given "\/tmp\/a.pdf" \(a string\)/,
        /photos\[0\] must be an object with exactly one of text, base64 and path: /,
      ],
    ],
    [
      { petId: 1, when: "yesterday" },
      [/when must be a date and time with time zone \(2026-01-31T12:00:00Z\)/],
    ],
    [
      { petId: 1, id: "x" },
      [
        /id must be one of: integer; string matching \^-\?\\d\+\$; given "x"|id must match the pattern \^-\?\\d\+\$/,
      ],
    ],
    [
      { petId: 1, id: 2 ** 53 },
      [/id is too large for a number; give it as a string of digits/],
    ],
    [
      { petId: 1, who: { kind: "firm", staff: "many" } },
      [/who\.staff must be an integer/],
      /person|must be one of/,
    ],
    [
      { petId: "x", price: "y", express: "z" },
      [/petId must/, /price must/, /express must/],
    ],
  ])("%j", async (given, says, not) => {
    const checked = await checkArguments(withDefs, given);
    const text = checked.ok ? "accepted" : checked.text;
    expect(text).toMatch(
      /^Invalid arguments for create_order; nothing was sent:\n/,
    );
    for (const pattern of says) expect(text).toMatch(pattern);
    if (not) expect(text).not.toMatch(not);
  });

  it("stay within the limit, however many", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [
        `wrong_${index}`,
        "x".repeat(100),
      ]),
    );
    const checked = await checkArguments(withDefs, many);
    const text = checked.ok ? "" : checked.text;
    expect(text.length).toBeLessThanOrEqual(1_500);
    expect(text).toMatch(/- and \d+ more$/);
  });
});
