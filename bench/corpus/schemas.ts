import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type {
  AnyTool,
  JsonSchema,
} from "../../templates/project/src/runtime/tool.js";
import { installed } from "../../test/harness/toolbox.js";

/** What of a tool does not compile in Ajv's strict mode under JSON Schema 2020-12, with Ajv's word for it. */
export function invalidSchemas(tool: AnyTool): string[] {
  const schemas = {
    input: tool.input,
    listed: tool.listed,
    output: tool.output,
  };
  return Object.entries(schemas).flatMap(([part, schema]) => {
    if (schema === undefined) return [];
    // One Ajv per schema: what it compiles stays in memory for as long as it lives.
    const ajv = new Ajv2020({ strict: true, logger: false });
    addFormats.default(ajv);
    try {
      ajv.compile(schema);
      return [];
    } catch (error) {
      return [`${tool.name} ${part}: ${(error as Error).message}`];
    }
  });
}

export interface LintFinding {
  readonly rule: string;
  readonly severity: "error" | "warning";
  readonly path: string;
}

type LintTools = (
  tools: readonly {
    readonly name: string;
    readonly inputSchema: JsonSchema;
    readonly outputSchema?: JsonSchema;
  }[],
) => readonly {
  readonly toolName: string;
  readonly findings: readonly LintFinding[];
}[];

/** The package whose lint is the judge. */
export const inspector = { "@modelcontextprotocol/inspector": "2.12.0" };

/**
 * The rules behind the MCP inspector's `--strict`. Its package has them in its bundled command line alone: the part of the
 * bundle that came from `core/json/schemaLint.ts` is cut out and loaded as a module.
 *
 * @throws when the package cannot be installed, or its bundle is laid out in another way
 */
export async function inspectorLint(): Promise<LintTools> {
  const folder = await installed("inspector", inspector);
  const bundle = readFileSync(
    path.join(
      folder,
      "node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js",
    ),
    "utf8",
  );
  const sections = bundle.split(/^\/\/ (?=\S+\.[jt]sx?$)/m);
  const section = sections.find((text) =>
    /^\S*core\/json\/schemaLint\.ts$/m.test(text.slice(0, 100)),
  );
  if (section === undefined)
    throw new Error("the inspector's bundle has no schemaLint.ts");
  const module = path.join(folder, "schema-lint.mjs");
  writeFileSync(module, `// ${section}\nexport { lintTools };\n`);
  return (
    (await import(pathToFileURL(module).href)) as { lintTools: LintTools }
  ).lintTools;
}
