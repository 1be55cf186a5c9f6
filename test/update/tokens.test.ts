import { format, type Options } from "prettier";
import { describe, expect, test } from "vitest";
import { biome, biomeOptions } from "./biome.js";
import { readSlots } from "../../src/update/slots.js";

const file = `// GET /pets/{petId}. Edit anything: see README.md, "Editing generated code".
import { defineTool } from "../../runtime/tool.js";
import type { Api } from "../../runtime/api.js";

export interface GetPetInput {
  /** ID of the pet
   * to return. */
  petId: number;
  state?: "available" | "pending" | "sold" | "a very long value that makes lines break" | "and one more of these";
  filter?: { readonly "content-type"?: string; max?: number };
}

const pattern = /a"'[/]b/g;
const half = (x: number) => x / 2;
function label(api: Api, text: string): string {
  // A note.
  for (let i = 0; i < 3; i += 1) text = \`\${text} \${i}\`;
  if (pattern.test(text)) return 'it\\'s "so"';
  return [text, 0xFF, 1.50].map((one) => String(one)).join("; ");
}

export const getPet = defineTool<GetPetInput>({
  name: "get_pet", // pinned
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: {
    type: "object",
    properties: {
      petId: { type: "integer", "content-type": "x", description: "ID of the pet; \\"quoted\\"." },
    },
    required: ["petId"],
    additionalProperties: false,
  },
  handler: (input, api) => api.send(input, { half, label }),
});
`;

const tokens = async (text: string): Promise<string> => {
  const { tokens, root } = await readSlots("x.ts", text);
  return tokens(0, root.tailEnd);
};

describe("formatting is no edit", () => {
  const options: readonly Options[] = [
    {},
    { singleQuote: true },
    { semi: false },
    { printWidth: 40 },
    { printWidth: 60 },
    { printWidth: 200 },
    { useTabs: true },
    { tabWidth: 4 },
    { trailingComma: "none" },
    { trailingComma: "es5" },
    { quoteProps: "consistent" },
    { quoteProps: "preserve" },
    { objectWrap: "collapse" },
    { bracketSpacing: false },
    { arrowParens: "avoid" },
    { endOfLine: "crlf" },
    {
      semi: false,
      singleQuote: true,
      trailingComma: "none",
      printWidth: 50,
      useTabs: true,
      arrowParens: "avoid",
      bracketSpacing: false,
    },
  ];
  test.each(options)("%o", async (option) => {
    const formatted = await format(file, { parser: "typescript", ...option });
    expect(await tokens(formatted)).toBe(await tokens(file));
  });
});

test.each(biomeOptions)("formatting with Biome is none: %o", async (option) => {
  expect(await tokens(biome("x.ts", file, option))).toBe(await tokens(file));
});

describe("everything else is", () => {
  const edits: readonly (readonly [string, string])[] = [
    ["x / 2", "x / 3"],
    ["// A note.", "// Another note."],
    ["// A note.", ""],
    ["to return", "to give"],
    [`"get_pet"`, `"get-pet"`],
    ["1.50", "1.51"],
    ["/a\"'[/]b/g", "/a\"'[/]b/"],
    ["petId: number", "petId?: number"],
    ['readonly "content-type"', '"content-type"'],
    ["true, destructiveHint", "false, destructiveHint"],
    ["i < 3;", "i < 4;"],
    ["${text} ${i}", "${text}  ${i}"],
    ["return [text", "return; [text"],
  ];
  test.each(edits)("%s -> %s", async (from, to) => {
    expect(file).toContain(from);
    expect(await tokens(file.replace(from, () => to))).not.toBe(
      await tokens(file),
    );
  });
});
