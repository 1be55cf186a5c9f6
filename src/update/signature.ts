import { createHash } from "node:crypto";
import {
  isObject,
  own,
  type Json,
  type JsonObject,
  type JsonSchema,
  type ObjectSchema,
} from "../json.js";

/** How many fields below the top level a tool may have in the lock; what goes beyond is told by a digest. */
const maxNested = 60;

/** Keywords that limit a value, in the order in which a signature states them. */
export const limits = [
  "format",
  "minimum",
  "exclusiveMinimum",
  "maximum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
] as const;

/**
 * A line per argument that says what a caller must know: `integer required minimum=1`, `string enum=open|paid`. Fields of
 * nested objects and of the items of lists have lines of their own: `filter.status`, `labels[].name`.
 */
export function signatures(input: ObjectSchema): {
  readonly [argument: string]: string;
} {
  const lines = new Map<string, string>();
  let nested = 0;

  function field(
    path: string,
    schema: JsonSchema,
    required: boolean,
    seen: readonly string[],
    depth: number,
  ): void {
    const { value, refs } = follow(schema, input, seen);
    const words = [
      typeOf(value, input, refs),
      ...(required ? ["required"] : []),
      ...facts(value),
    ];
    const fields = properties(value);
    const items = own(value, "items");
    const inner =
      fields.length +
      (isObject(items) && worthALine(items, input, refs) ? 1 : 0);
    const opaque =
      refs.includes(loop) ||
      isUnion(value) ||
      (inner > 0 && nested + inner > maxNested);
    if (opaque) words.push(`shape=${digest(schema)}`);
    if (depth > 0) nested += 1;
    lines.set(path, words.join(" "));
    if (opaque) return;
    const requiredNames = own(value, "required");
    for (const [name, child] of fields) {
      const needed =
        Array.isArray(requiredNames) && requiredNames.includes(name);
      field(`${path}.${name}`, child, needed, refs, depth + 1);
    }
    if (isObject(items) && worthALine(items, input, refs))
      field(`${path}[]`, items, false, refs, depth + 1);
  }

  const required = own(input, "required");
  for (const [name, schema] of Object.entries(input.properties)) {
    field(
      name,
      schema,
      Array.isArray(required) && required.includes(name),
      [],
      0,
    );
  }
  return Object.fromEntries(
    [...lines].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  );
}

/** Stands among the followed references where one leads back to itself. */
const loop = "#loop";

function follow(
  schema: JsonSchema,
  root: JsonObject,
  seen: readonly string[],
): { value: JsonSchema; refs: readonly string[] } {
  let value = schema;
  let refs = seen;
  for (;;) {
    const ref = own(value, "$ref");
    if (typeof ref !== "string") return { value, refs };
    if (refs.includes(ref)) return { value, refs: [...refs, loop] };
    const target = own(
      own(root, "$defs"),
      ref
        .replace(/^#\/\$defs\//, "")
        .replaceAll("~1", "/")
        .replaceAll("~0", "~"),
    );
    if (!isObject(target)) return { value, refs };
    refs = [...refs, ref];
    value = target;
  }
}

function typeOf(
  schema: JsonSchema,
  root: JsonObject,
  seen: readonly string[],
): string {
  const { value, refs } = follow(schema, root, seen);
  if (refs.includes(loop)) return "object";
  const type = own(value, "type");
  if (type === "array") {
    const items = own(value, "items");
    const inner = isObject(items) ? typeOf(items, root, refs) : "any";
    return inner.includes("|") ? `(${inner})[]` : `${inner}[]`;
  }
  if (typeof type === "string") return type;
  if (Array.isArray(type)) return [...type].sort().join("|");
  const branches = own(value, "anyOf") ?? own(value, "oneOf");
  if (Array.isArray(branches)) {
    const types = branches
      .filter(isObject)
      .map((branch) => typeOf(branch, root, refs));
    return [...new Set(types)].sort().join("|");
  }
  const values = enumValues(value);
  if (values)
    return [
      ...new Set(values.map((item) => (item === null ? "null" : typeof item))),
    ]
      .sort()
      .join("|");
  return "any";
}

function facts(schema: JsonSchema): string[] {
  const words: string[] = [];
  for (const keyword of limits) {
    const value = own(schema, keyword);
    if (value === undefined || value === false || isObject(value)) continue;
    words.push(value === true ? keyword : `${keyword}=${word(value)}`);
  }
  if (
    own(schema, "type") === "object" &&
    own(schema, "additionalProperties") === false
  )
    words.push("closed");
  const values = enumValues(schema);
  if (values) words.push(`enum=${values.map(word).join("|")}`);
  return words;
}

function enumValues(schema: JsonSchema): readonly Json[] | undefined {
  const values = own(schema, "enum");
  if (Array.isArray(values)) return values;
  const constant = own(schema, "const");
  return constant === undefined ? undefined : [constant];
}

/** A value in a signature: no spaces, no bars, short. */
function word(value: Json): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text.length > 60) return `~${digest(value)}`;
  return text.replace(
    /[\s|%]/gu,
    (character) =>
      `%${character.codePointAt(0)!.toString(16).padStart(2, "0")}`,
  );
}

const isUnion = (schema: JsonSchema): boolean =>
  ["anyOf", "oneOf", "allOf", "not", "if"].some(
    (keyword) => own(schema, keyword) !== undefined,
  );

function properties(schema: JsonSchema): [string, JsonSchema][] {
  const value = own(schema, "properties");
  return isObject(value)
    ? Object.entries(value).filter((entry): entry is [string, JsonSchema] =>
        isObject(entry[1]),
      )
    : [];
}

function worthALine(
  items: JsonSchema,
  root: JsonObject,
  refs: readonly string[],
): boolean {
  const { value, refs: followed } = follow(items, root, refs);
  return (
    followed.includes(loop) ||
    isUnion(value) ||
    facts(value).length > 0 ||
    properties(value).length > 0 ||
    isObject(own(value, "items"))
  );
}

/** Eight hexadecimal digits over a value, its keys sorted, the texts in schemas left out unless `texts` asks for them. */
export function digest(value: Json): string {
  return createHash("sha256")
    .update(JSON.stringify(canonical(value)))
    .digest("hex")
    .slice(0, 8);
}

const textKeywords = new Set([
  "title",
  "description",
  "example",
  "examples",
  "$comment",
]);

/** `names`: the keys are names of the document's, not keywords. */
function canonical(value: Json, names = false): Json {
  if (Array.isArray(value)) return value.map((item) => canonical(item));
  if (!isObject(value)) return value;
  return Object.keys(value)
    .filter((key) => names || !textKeywords.has(key))
    .sort()
    .map((key) => [
      key,
      canonical(
        value[key]!,
        key === "properties" || key === "$defs" || key === "patternProperties",
      ),
    ]);
}

/** Eight hexadecimal digits over the texts of a schema alone, wherever they stand in it. */
export function textDigest(
  texts: readonly string[],
  schema: JsonSchema,
): string {
  const found: string[] = [...texts];
  (function walk(value: Json, path: string): void {
    if (Array.isArray(value)) value.forEach((item) => walk(item, `${path}/-`));
    if (!isObject(value)) return;
    for (const key of Object.keys(value).sort()) {
      const child = value[key]!;
      if (
        (key === "description" || key === "title") &&
        typeof child === "string"
      )
        found.push(`${path}=${child}`);
      else walk(child, `${path}/${key}`);
    }
  })(schema, "");
  return createHash("sha256")
    .update(JSON.stringify(found))
    .digest("hex")
    .slice(0, 8);
}
