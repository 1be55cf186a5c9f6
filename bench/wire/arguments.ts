import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { generateSync } from "json-schema-faker";
import type {
  AnyTool,
  JsonSchema,
} from "../../templates/project/src/runtime/tool.js";

export type Arguments = { [name: string]: unknown };

/** How often the faker may try before a schema counts as one that it cannot fill. */
const attempts = 25;

/**
 * Arguments for a tool, made by json-schema-faker from the schema that clients are shown; the same on every run.
 *
 * @param all every argument, in place of the required ones
 * @returns what it could not fill as names in `unfilled`: required ones make a call impossible, optional ones are left out
 */
export function makeArguments(
  tool: AnyTool,
  schema: JsonSchema,
  all: boolean,
): { readonly args: Arguments; readonly unfilled: readonly string[] } {
  const properties = (schema["properties"] ?? {}) as {
    [name: string]: JsonSchema;
  };
  const required = new Set((schema["required"] ?? []) as string[]);
  const files = fileArguments(tool);
  const args: Arguments = {};
  const unfilled: string[] = [];
  for (const [name, property] of Object.entries(properties)) {
    if (!all && !required.has(name)) continue;
    const value = files.has(name)
      ? fileValue(property, name)
      : fill({ ...property, $defs: schema["$defs"] ?? {} }, all);
    if (value === undefined) unfilled.push(name);
    else args[name] = value;
  }
  return { args, unfilled };
}

/**
 * One argument at a time, so that one that the faker cannot fill costs no other. Values that say something come first: an empty
 * text or list cannot be found again in a request, and many places have no form for it.
 */
function fill(schema: JsonSchema, all: boolean): unknown {
  const valid = validator(schema);
  let empty: unknown;
  for (let seed = 1; seed <= attempts; seed += 1) {
    // Every optional part of a schema that is as deep as it is wide does not end: later attempts ask for less.
    const thorough = all && seed <= attempts / 2;
    try {
      const value = generateSync(schema as never, {
        seed,
        optionalsProbability: thorough ? 0.8 : 0,
        alwaysFakeOptionals: false,
        maxDepth: 4,
        refDepthMax: 2,
        maxDefaultItems: 2,
        // A limit is no wish: a list as long as it may be makes a URL that no server takes.
        ...(seed <= attempts / 2 && { maxItems: 3 }),
        validateSchemaVersion: false,
        failOnInvalidTypes: false,
      });
      if (value === undefined || !valid(value)) continue;
      if (saysSomething(value)) return value;
      empty ??= value;
    } catch {
      // The faker gives up on what it does not understand.
    }
  }
  return empty;
}

function saysSomething(value: unknown): boolean {
  if (Array.isArray(value))
    return value.length > 0 && value.every(saysSomething);
  if (typeof value === "object" && value !== null)
    return Object.values(value).every(saysSomething);
  return value !== "" && value !== null;
}

function validator(schema: JsonSchema): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

function fileArguments({ request: { body } }: AnyTool): ReadonlySet<string> {
  return new Set([
    ...(body?.file && body.argument !== undefined ? [body.argument] : []),
    ...(body?.fields ?? []).flatMap(({ file, argument }) =>
      file && argument !== undefined ? [argument] : [],
    ),
  ]);
}

/** The faker would name a path that is not there. */
function fileValue(schema: JsonSchema, name: string): unknown {
  // Some documents want a file's bytes in base64: this is both.
  const text = Buffer.from(`contents of ${name}`).toString("base64");
  const file = { text, filename: `${name}.txt` };
  return schema["type"] === "array" ? [file] : file;
}
