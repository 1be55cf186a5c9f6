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

/** Which schema of a tool arguments are made from. */
export type Source =
  /** The one that clients see; where its values break a rule that only the full schema has, the full one. */
  | "tool"
  /** The one that clients see, alone. */
  | "listed"
  /** The one that the server checks, alone. */
  | "full";

export interface Made {
  readonly args: Arguments;
  /** Names of arguments that could not be made: required ones make a call impossible, optional ones are left out. */
  readonly unfilled: readonly string[];
}

/**
 * Arguments for a tool, made by json-schema-faker; the same on every run.
 *
 * @param all every argument, in place of the required ones
 */
export function makeArguments(
  { request, input, listed = input }: AnyTool,
  source: Source,
  all: boolean,
): Made {
  const [first, checked] =
    source === "full"
      ? [input, input]
      : [listed, source === "listed" ? listed : input];
  const files = fileArguments(request);
  const places = new Map(
    (request.parameters ?? []).map((one) => [one.argument, one.in]),
  );
  const required = new Set(requiredOf(input));
  const args: Arguments = {};
  const unfilled: string[] = [];
  for (const name of Object.keys(propertiesOf(input))) {
    if (!all && !required.has(name)) continue;
    const part = (schema: JsonSchema): JsonSchema => ({
      ...propertiesOf(schema)[name],
      $defs: schema["$defs"] ?? {},
      // A list of two in a path ends Prism: see mock-limits.ts.
      ...(places.get(name) === "path" && { maxItems: 1 }),
    });
    const whole = part(checked);
    const value = files.has(name)
      ? fileValue(whole, name, files.get(name)!)
      : fill(
          [
            ...(places.get(name) === "query" ? [ofTwo(part(first))] : []),
            ...(first === checked ? [] : [part(first)]),
            whole,
          ],
          whole,
          all,
          places.has(name),
        );
    if (value === undefined) unfilled.push(name);
    else args[name] = value;
  }
  return { args, unfilled };
}

function propertiesOf(schema: JsonSchema): { [name: string]: JsonSchema } {
  return (schema["properties"] ?? {}) as { [name: string]: JsonSchema };
}

/** The names of the arguments that a call must have. */
export function requiredOf(schema: JsonSchema): readonly string[] {
  return (schema["required"] ?? []) as readonly string[];
}

/**
 * One argument at a time, so that one that the faker cannot fill costs no other. Best is a value that says something, since an
 * empty text or list cannot be found again in a request and many places have no form for it, and that is one branch of each
 * union alone: tools are shown `anyOf` where the document may have `oneOf`, and a number in a parameter is a text there too.
 */
function fill(
  schemas: readonly JsonSchema[],
  checked: JsonSchema,
  all: boolean,
  isParameter: boolean,
): unknown {
  const valid = validator(checked);
  const exact = JSON.stringify(checked).includes('"anyOf"')
    ? validator(exactly(checked) as JsonSchema)
    : () => true;
  let ambiguous: unknown;
  let empty: unknown;
  for (const schema of schemas) {
    for (const value of candidates(schema, all)) {
      if (value === undefined || !valid(value)) continue;
      if (!saysSomething(value)) empty ??= value;
      else if (exact(value) && !(isParameter && isTextToo(value, valid)))
        return value;
      else ambiguous ??= value;
    }
  }
  return ambiguous ?? empty;
}

function isTextToo(value: unknown, valid: ValidateFunction): boolean {
  return typeof value !== "string" && typeof value !== "object"
    ? valid(String(value))
    : false;
}

/** A list of one value looks the same in every style. */
function ofTwo(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema["anyOf"]))
    return { ...schema, anyOf: schema["anyOf"].map(ofTwo) };
  return schema["type"] === "array" ? { minItems: 2, ...schema } : schema;
}

/** `contentEncoding` as a pattern: to the faker and to Ajv it is only a note. */
function withEncodings(schema: unknown, pattern: string): unknown {
  if (Array.isArray(schema))
    return schema.map((part) => withEncodings(part, pattern));
  if (typeof schema !== "object" || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      keyword,
      withEncodings(value, pattern),
    ]),
  );
  return "contentEncoding" in copy ? { pattern, ...copy } : copy;
}

/** The schema with `oneOf` in place of every `anyOf`. */
function exactly(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(exactly);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      keyword === "anyOf" ? "oneOf" : keyword,
      exactly(value),
    ]),
  );
}

function* candidates(whole: JsonSchema, all: boolean): Generator<unknown> {
  const schema = withEncodings(whole, "^[A-Za-z0-9]{8}$") as JsonSchema;
  for (let seed = 1; seed <= attempts; seed += 1) {
    // Every optional part of a schema that is as deep as it is wide does not end: later attempts ask for less.
    const thorough = all && seed <= attempts / 2;
    try {
      yield generateSync(schema as never, {
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
    } catch {
      // The faker gives up on what it does not understand.
    }
  }
  // What it cannot make, the document may show.
  const { examples } = schema;
  if (Array.isArray(examples)) yield* examples;
}

function saysSomething(value: unknown): boolean {
  if (Array.isArray(value))
    return value.length > 0 && value.every(saysSomething);
  if (typeof value === "object" && value !== null)
    return Object.values(value).every(saysSomething);
  return value !== "" && value !== null;
}

// That the schemas are schemas is for other checks to find; a new instance for each would cost more than all calls.
const ajv = new Ajv2020({
  strict: false,
  logger: false,
  validateSchema: false,
});
addFormats.default(ajv);

function validator(given: JsonSchema): ValidateFunction {
  const schema = withEncodings(
    given,
    "^(?:[A-Za-z0-9+/_-]{4})*(?:[A-Za-z0-9+/_-]{2}(?:==)?|[A-Za-z0-9+/_-]{3}=?)?$",
  ) as JsonSchema;
  const valid = ajv.compile(schema);
  ajv.removeSchema(schema);
  return valid;
}

/** The media types that the arguments which are files may have, as the document lists them. */
function fileArguments({
  body,
}: AnyTool["request"]): ReadonlyMap<string, string> {
  return new Map([
    ...(body?.file && body.argument !== undefined
      ? [[body.argument, body.contentType] as const]
      : []),
    ...(body?.fields ?? []).flatMap(({ file, argument, contentType = "" }) =>
      file && argument !== undefined ? [[argument, contentType] as const] : [],
    ),
  ]);
}

/** The faker would name a path that is not there. */
function fileValue(
  schema: JsonSchema,
  name: string,
  mediaTypes: string,
): unknown {
  // Some documents want a file's bytes in base64: this is both.
  const text = Buffer.from(`contents of ${name}`).toString("base64");
  const [contentType = ""] = mediaTypes.split(/[,;] */);
  const file = {
    text,
    filename: `${name}.txt`,
    ...(/^[\w.+-]+\/[\w.+-]+$/.test(contentType) && { contentType }),
  };
  return schema["type"] === "array" ? [file] : file;
}
