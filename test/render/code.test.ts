import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import {
  camelCase,
  docComment,
  lineComment,
  literal,
  markdown,
  pascalCase,
} from "../../src/render/code.js";

/** Evaluates an expression that has been printed. */
function evaluate(source: string): unknown {
  return new Function(`"use strict"; return (${source});`)();
}

describe("literal", () => {
  it.each<[given: unknown, want: string]>([
    ["a", '"a"'],
    ["\u2028\u2029\u202e\u200b", '"\\u2028\\u2029\\u202e\\u200b"'],
    ["\ud800", '"\\ud800"'],
    ["${x} ` */ </script>", '"${x} ` */ </script>"'],
    [-0, "-0"],
    [{}, "{}"],
    [[], "[]"],
    [{ a: 1, "b-c": [true, null] }, '{ a: 1, "b-c": [true, null] }'],
    [{ a: undefined, b: 1 }, "{ b: 1 }"],
    [{ properties: { a: {} } }, "{\n  properties: { a: {} },\n}"],
  ])("prints %j", (given, want) => {
    expect(literal(given)).toBe(want);
  });

  it("prints a property named __proto__ as one", () => {
    const value = JSON.parse(
      '{"__proto__": {"polluted": 1}, "constructor": 2}',
    ) as object;
    const printed = evaluate(literal(value)) as object;
    expect(Object.keys(printed)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(printed)).toBe(Object.prototype);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it("gives back any JSON value when evaluated, on any indentation", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(20), (value, indent) => {
        const data: unknown = JSON.parse(JSON.stringify(value));
        expect(JSON.stringify(evaluate(literal(data, indent)))).toBe(
          JSON.stringify(data),
        );
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it("keeps lines within the width unless a single value is longer", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        for (const line of literal(value, 2).split("\n")) {
          if (line.length > 120)
            expect(line).not.toMatch(/^\s*(\{|\[).*,.*(\}|\]),$/);
        }
      }),
      { seed: 2 },
    );
  });
});

/** What an attacker would put into any text: ends of comments, lines and literals. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom(
        "*/",
        "//",
        "/*",
        "\n",
        "\r",
        "\u2028",
        "\u2029",
        "`",
        "${",
        "}",
        '"',
        "'",
        "\\",
        "<!--",
        "\u0000",
        "\u0085",
        "PWNED",
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

describe("comments", () => {
  it("hold any text without letting it become code", () => {
    fc.assert(
      fc.property(hostileText, fc.nat(8), (text, indent) => {
        const source = `${lineComment(text).text}\n${docComment(text, indent)}const x = 1;\n`;
        const file = ts.createSourceFile(
          "x.ts",
          source,
          ts.ScriptTarget.ES2022,
          true,
        );
        const { parseDiagnostics } = file as unknown as {
          parseDiagnostics: readonly unknown[];
        };
        expect(parseDiagnostics).toEqual([]);
        expect(file.statements.map((statement) => statement.getText())).toEqual(
          ["const x = 1;"],
        );
      }),
      { seed: 3, numRuns: 1000 },
    );
  });
});

describe("identifiers", () => {
  it.each([
    ["get_pet", "getPet", "GetPet"],
    ["delete", "delete_", "Delete_"],
    ["list_2fa_keys", "list2faKeys", "List2faKeys"],
    ["a-b", "aB", "AB"],
  ])("%s", (given, camel, pascal) => {
    expect([camelCase(given), pascalCase(given)]).toEqual([camel, pascal]);
  });
});

describe("markdown", () => {
  it.each([
    ["a | b", "a \\| b"],
    ["<img src=x>", "&lt;img src=x&gt;"],
    ["# title", "\\# title"],
    ["line\nbreak", "line break"],
    ["[x](javascript:1)", "\\[x\\](javascript:1)"],
  ])("%j", (given, want) => {
    expect(markdown(given).text).toBe(want);
  });
});
