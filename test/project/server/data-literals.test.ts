import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { expect, test } from "vitest";

const { dataLiterals } = (await import(
  new URL(
    "../../../templates/project/scripts/data-literals.mjs",
    import.meta.url,
  ).href
)) as { dataLiterals: Plugin };

interface Said {
  readonly tool: object;
  readonly inputs: string;
}

/** Bundles a project with one tool file, and gives what its tool says. */
async function bundle(
  folder: string,
  name: string,
  plugins: Plugin[],
): Promise<Said> {
  const outfile = path.join(folder, name);
  const result = await build({
    entryPoints: [path.join(folder, "src/tools/pets/tool.ts")],
    bundle: true,
    format: "esm",
    outfile,
    plugins,
    metafile: true,
    logLevel: "silent",
  });
  const { tool } = (await import(
    /* @vite-ignore */ pathToFileURL(outfile).href
  )) as {
    tool: Record<string, unknown> & {
      handler: (...args: unknown[]) => unknown;
    };
  };
  const handler = await tool.handler("input", {
    send: (input: unknown) => `sent ${String(input)}`,
  });
  // A copy, because people make one tool of another by `{...tool}`; read twice, because the first use is special.
  const said = { ...tool, handler };
  expect({ ...tool, handler }).toEqual(said);
  return { tool: said, inputs: Object.keys(result.metafile.inputs).join() };
}

const usual = "handler: (input, api) => api.send(input),";

test.each([
  [
    "plain",
    true,
    `name: "a", input: { type: "object", properties: { "x-y": { enum: [1, -2.5e3, null, true] } } }, request: { method: "GET" }, ${usual}`,
  ],
  [
    "listed",
    true,
    `input: { a: { b: [] } }, listed: { a: {} }, request: { c: 1 }, ${usual}`,
  ],
  [
    "single quotes, trailing commas, comments",
    true,
    `input: { /* } */ type: 'object', // { "\n list: ["a\\n\\u00e9", 'b',], }, ${usual}`,
  ],
  [
    "text that looks like code",
    true,
    `description: "}) input: { a: 1 }, handler: x", input: { "}": "\\"]})", "\\u2028": 1 }, ${usual}`,
  ],
  [
    "a name from outside",
    true,
    `name: "a", input: { max: outside }, request: { a: 1 }, ${usual}`,
  ],
  ["a template", true, `name: "a", input: { type: \`object\` }, ${usual}`],
  [
    "a prototype",
    true,
    `name: "a", input: { __proto__: { a: 1 }, b: 2 }, ${usual}`,
  ],
  [
    "a handler of one's own",
    true,
    `name: "a", request: { b: 1 }, handler: async (input, api) => { const it = { request: { a: 1 } }; return (await api.send(input)) + it.request.a; },`,
  ],
  [
    "members after the handler",
    true,
    `name: "a", ${usual} request: { max: outside },`,
  ],
  ["a member twice", false, `input: { a: 1 }, input: { a: 2 }, ${usual}`],
])(
  "a tool says the same from its JSON texts: %s",
  async (_what, changed, members) => {
    const folder = mkdtempSync(path.join(tmpdir(), "toolwright-literals-"));
    for (const name of ["src/runtime", "src/tools/pets"])
      mkdirSync(path.join(folder, name), { recursive: true });
    writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(
      path.join(folder, "src/runtime/tool.ts"),
      "export const defineTool = (tool) => tool;",
    );
    writeFileSync(
      path.join(folder, "src/tools/pets/tool.ts"),
      `import { defineTool } from "../../runtime/tool.js";
/** A comment: export const tool = defineTool({ input: { a: 1 } }) */
const outside = 7;
export const tool = defineTool<Input>({
  ${members}
});
`,
    );
    const plain = await bundle(folder, "plain.js", []);
    const rewritten = await bundle(folder, "rewritten.js", [dataLiterals]);
    expect(rewritten.tool).toEqual(plain.tool);
    expect(rewritten.inputs.includes("data-literals")).toBe(changed);
  },
);
