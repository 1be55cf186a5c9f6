import { expect, test } from "vitest";
import { mergeFile } from "../../src/update/merge.js";

interface Row {
  readonly what: string;
  readonly path?: string;
  readonly base: string;
  readonly yours: string;
  readonly generated: string;
  readonly want: string;
}

const rows: readonly Row[] = [
  {
    what: "a note of yours stays above a value that follows the document",
    base: `export const api = {\n  a: 1,\n};\n`,
    yours: `export const api = {\n  // Why.\n  a: 1, // here\n};\n`,
    generated: `export const api = {\n  a: 2,\n};\n`,
    want: `export const api = {\n  // Why.\n  a: 2, // here\n};\n`,
  },
  {
    what: "your type, the document's comment",
    base: `export interface X {\n  /** Old. */\n  a: string;\n}\n`,
    yours: `export interface X {\n  /** Old. */\n  a: "x" | "y";\n}\n`,
    generated: `export interface X {\n  /** New. */\n  a: string;\n  b: number;\n}\n`,
    want: `export interface X {\n  /** New. */\n  a: "x" | "y";\n  b: number;\n}\n`,
  },
  {
    what: "both add to a registry",
    base: `import { a } from "./a.js";\n\nexport const all = [\n  a,\n];\n`,
    yours: `import { a } from "./a.js";\nimport { mine } from "./mine.js";\n\nexport const all = [\n  a,\n  mine,\n];\n`,
    generated: `import { a } from "./a.js";\nimport { b } from "./b.js";\n\nexport const all = [\n  a,\n  b,\n];\n`,
    want: `import { a } from "./a.js";\nimport { mine } from "./mine.js";\nimport { b } from "./b.js";\n\nexport const all = [\n  a,\n  mine,\n  b,\n];\n`,
  },
  {
    what: "a part added at the end, where you write no trailing commas, with tabs",
    base: `export const api = {\n  a: 1,\n  b: { c: 1 },\n};\n`,
    yours: `export const api = {\n\ta: 9,\n\tb: { c: 1 }\n}\n`,
    generated: `export const api = {\n  a: 1,\n  b: { c: 1 },\n  d: {\n    e: 1,\n  },\n};\n`,
    want: `export const api = {\n\ta: 9,\n\tb: { c: 1 },\n\td: {\n\t\te: 1,\n\t}\n}\n`,
  },
  {
    what: "a tool whose constant and input type you renamed",
    base: `export interface In {\n  a: string;\n}\n\nexport const t = defineTool<In>({\n  name: "t",\n  title: "T",\n});\n`,
    yours: `interface Mine {\n  a: string;\n}\n\nexport const mine = defineTool<Mine>({\n  name: "t",\n  title: "T",\n});\n`,
    generated: `export interface In {\n  a: string;\n  b?: string;\n}\n\nexport const t = defineTool<In>({\n  name: "t",\n  title: "New",\n});\n`,
    want: `interface Mine {\n  a: string;\n  b?: string;\n}\n\nexport const mine = defineTool<Mine>({\n  name: "t",\n  title: "New",\n});\n`,
  },
  {
    what: "a second tool that you put in front",
    base: `export const t = defineTool<In>({\n  name: "t",\n  title: "T",\n});\n`,
    yours: `export const other = defineTool<In>({\n  name: "other",\n  title: "T",\n});\n\nexport const t = defineTool<In>({\n  name: "t",\n  title: "T",\n});\n`,
    generated: `export const t = defineTool<In>({\n  name: "t",\n  title: "New",\n});\n`,
    want: `export const other = defineTool<In>({\n  name: "other",\n  title: "T",\n});\n\nexport const t = defineTool<In>({\n  name: "t",\n  title: "New",\n});\n`,
  },
  {
    what: "a computed value is an edit that cannot be opened",
    base: `export const api = {\n  a: { b: 1 },\n  c: 1,\n};\n`,
    yours: `export const api = {\n  a: make(),\n  c: 1,\n};\n`,
    generated: `export const api = {\n  a: { b: 2 },\n  c: 2,\n};\n`,
    want: `export const api = {\n<<<<<<< yours\n  a: make(),\n=======\n  a: { b: 2 },\n>>>>>>> generated\n  c: 2,\n};\n`,
  },
  {
    what: "questions on one line are one question; the lines around it stay as they are",
    base: `export const api = {\n  a: { b: 1, c: 1, d: 1 },\n};\n`,
    yours: `export const api  =  {\n  a: { b: 2, c: 1, d: 2 },\n};\n`,
    generated: `export const api = {\n  a: { b: 3, c: 3, d: 3 },\n};\n`,
    want: `export const api  =  {\n<<<<<<< yours\n  a: { b: 2, c: 3, d: 2 },\n=======\n  a: { b: 3, c: 3, d: 3 },\n>>>>>>> generated\n};\n`,
  },
  {
    what: "an edited part that the document removes",
    base: `export const api = {\n  a: 1,\n  b: 1,\n};\n`,
    yours: `export const api = {\n  a: 1,\n  b: 2,\n};\n`,
    generated: `export const api = {\n  a: 1,\n};\n`,
    want: `export const api = {\n  a: 1,\n<<<<<<< yours\n  b: 2,\n=======\n>>>>>>> generated\n};\n`,
  },
  {
    what: "mixed line ends: each line keeps its own",
    base: `export const api = {\n  a: 1,\n  b: 1,\n};\n`,
    yours: `export const api = {\r\n  a: 9,\r\n  b: 1,\n};\n`,
    generated: `export const api = {\n  a: 1,\n  b: 2,\n};\n`,
    want: `export const api = {\r\n  a: 9,\r\n  b: 2,\n};\n`,
  },
  {
    what: "a template literal keeps the white space in it",
    base: `export const api = {\n  a: 1,\n};\n`,
    yours: `export const api = {\n    a: 2,\n};\n`,
    generated: "export const api = {\n  a: 1,\n  b: `x\n  y`,\n};\n",
    want: "export const api = {\n    a: 2,\n    b: `x\n  y`,\n};\n",
  },
  {
    what: "names like those of every object are names",
    base: `export const api = {\n  constructor: 1,\n  "__proto__": 1,\n};\n`,
    yours: `export const api = {\n  constructor: 2,\n  "__proto__": 1,\n};\n`,
    generated: `export const api = {\n  constructor: 1,\n  "__proto__": 3,\n  toString: 1,\n};\n`,
    want: `export const api = {\n  constructor: 2,\n  "__proto__": 3,\n  toString: 1,\n};\n`,
  },
  {
    what: "JSON: your keys, your indentation, the document's values",
    path: "package.json",
    base: `{\n  "name": "a",\n  "dependencies": {\n    "x": "1"\n  }\n}\n`,
    yours: `{\n    "name": "a",\n    "private": true,\n    "dependencies": {"x": "1", "mine": "2"}\n}`,
    generated: `{\n  "name": "a",\n  "dependencies": {\n    "x": "2",\n    "y": "1"\n  },\n  "type": "module"\n}\n`,
    want: `{\n    "name": "a",\n    "private": true,\n    "dependencies": {"x": "2", "mine": "2", "y": "1"},\n    "type": "module"\n}`,
  },
];

test.each(rows)(
  "$what",
  async ({ path = "src/x.ts", base, yours, generated, want }) => {
    const merged = await mergeFile({
      path,
      base,
      yours,
      generated,
      conflict: "mark",
    });
    expect(merged.text).toBe(want);
    const again = await mergeFile({
      path,
      base: generated,
      yours: want,
      generated,
      conflict: "mark",
    }).catch(() => undefined);
    if (!want.includes("<<<<<<<")) expect(again?.text).toBe(want);
  },
);
