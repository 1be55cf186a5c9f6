import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compact,
  parse,
  parseStart,
  stringify,
} from "../../../templates/project/src/runtime/json.js";

describe("JSON without loss", () => {
  it.each([
    ['{"id":12345678901234567890}'],
    ["[9007199254740993,-9007199254740993]"],
    ["[0.1234567890123456789]"],
    ["[1e999]"],
    ["[1.00000000000000000001]"],
    ['{"__proto__":{"x":12345678901234567890},"constructor":1}'],
    ['["12345678901234567890","é\\"\\\\\\n"]'],
    ["12345678901234567890"],
  ])("%s stays as it is", (text) => {
    expect(stringify(parse(text))).toBe(text);
  });

  it("reads and writes as the native functions where nothing is lost", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 1, "\t"), (json, space) => {
        const pretty = JSON.stringify(JSON.parse(json), null, space);
        // The exponent sends the text to the reader of this module.
        const viaReader = parse(`[${pretty},1e3]`) as unknown[];
        expect(stringify(viaReader[0])).toBe(JSON.stringify(JSON.parse(json)));
        expect(stringify(parse(pretty))).toBe(JSON.stringify(JSON.parse(json)));
        expect(compact(pretty)).toBe(JSON.stringify(JSON.parse(pretty)));
      }),
    );
  });

  it.each([
    ["{"],
    ["[1,]"],
    ["[1 2]"],
    ['{"a" 1}'],
    ["[1e3"],
    ["nul"],
    ["[1e3]x"],
    ['["a\n1e3"]'],
  ])("%j is no JSON", (text) => {
    expect(() => parse(text)).toThrow(SyntaxError);
  });

  it.each<[text: string, want: unknown]>([
    ['{"a":1,"b":[1,2', { a: 1, b: [1] }],
    ['{"a":1,"b":[1,{"c":"x"},{"d":"y', { a: 1, b: [1, { c: "x" }, {}] }],
    ['[{"a":1},', [{ a: 1 }]],
    ['{"a":{"b"', { a: {} }],
    ['["a\\', []],
    ["[", []],
    ["<html>", undefined],
    ["[1}", undefined],
  ])("of %j the start is read", (text, want) => {
    const start = parseStart(text);
    expect(start && (JSON.parse(stringify(start)) as unknown)).toEqual(want);
  });

  it("reads long strings and deep lists without running out of stack", () => {
    const long = `["${"x\\n".repeat(3_000_000)}",1e3]`;
    expect((parse(long) as string[])[0]?.length).toBe(6_000_000);
    expect(compact(`${long} `)).toBe(long);
    expect(() => parse(`${"[".repeat(100_000)}1e3`)).toThrow(SyntaxError);
    expect(parseStart("[".repeat(100_000))).toBeUndefined();
  });
});
