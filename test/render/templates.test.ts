import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { identifier, lines } from "../../src/render/code.js";
import {
  compileTemplate,
  templatesFolder,
} from "../../src/render/templates.js";

describe("compileTemplate", () => {
  it.each<[template: string, values: object, want: string]>([
    ["a: {{x}},", { x: "`${1}`" }, 'a: "`${1}`",'],
    ["a: {{x}},", { x: { b: 1 } }, "a: { b: 1 },"],
    ["{{x}}", { x: identifier("getPet") }, "getPet"],
    ["{{#if x}}\nyes {{x}}\n{{/if}}\nend", { x: 1 }, "yes 1\nend"],
    ["{{#each x}}\n- {{this}}\n{{/each}}", { x: ["<a>", 2] }, '- "<a>"\n- 2\n'],
    ["{{#each x}}{{y}}{{/each}}", { x: [{ y: "&" }] }, '"&"'],
  ])("%s", (template, values, want) => {
    expect(compileTemplate(template)(values)).toBe(want);
  });

  it("lays a literal out for the line that it stands on", () => {
    const long = { first: "x".repeat(70), second: "y".repeat(70) };
    expect(compileTemplate("  a: {{x}},\n")({ x: long })).toBe(
      `  a: {\n    first: "${long.first}",\n    second: "${long.second}",\n  },\n`,
    );
  });

  it.each(["{{{x}}}", "{{&x}}", "{{> part}}", "{{print x}}", "{{x y}}"])(
    "refuses %s",
    (template) => {
      expect(() => compileTemplate(template)).toThrow();
    },
  );

  it("throws on a value that is not there", () => {
    expect(() => compileTemplate("{{missing}}")({})).toThrow(
      /value is missing/,
    );
  });

  it("does not take a forged code value", () => {
    expect(compileTemplate("{{x}}")({ x: { text: "alert(1)" } })).toBe(
      '{ text: "alert(1)" }',
    );
    expect(compileTemplate("{{x}}")({ x: lines(["a", "b"]) })).toBe("a\nb");
  });
});

it("every template compiles", () => {
  const files = readdirSync(templatesFolder, {
    recursive: true,
    encoding: "utf8",
  }).filter((file) => file.endsWith(".hbs"));
  expect(files.length).toBeGreaterThan(8);
  for (const file of files)
    compileTemplate(readFileSync(path.join(templatesFolder, file), "utf8"));
});
