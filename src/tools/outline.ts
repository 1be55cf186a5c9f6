import { isObject, type Json, type JsonSchema } from "../json.js";

const keysLimit = 100;
const valuesLimit = 80;
/** Values and patterns up to this length stay: whoever keeps to the shorter schema should be right by the full one. */
const rulesLimit = 240;
const farLength = 1000;

/** What a value is, in one line: its type, the keys of an object, the first of many values. */
export function outline(
  schema: JsonSchema,
  definitions: JsonSchema,
): JsonSchema {
  return told(sketch(schema, definitions, 0), schema["description"]);
}

/** The sketch says more than the description of what it stands for, unless it says nothing. */
function told(short: JsonSchema, description: Json | undefined): JsonSchema {
  if (short["description"] !== undefined || typeof description !== "string") {
    return short;
  }
  return description.length > keysLimit ? short : { ...short, description };
}

function sketch(
  schema: JsonSchema,
  definitions: JsonSchema,
  depth: number,
): JsonSchema {
  const ref = schema["$ref"];
  if (typeof ref === "string") {
    const target = definitions[ref.slice("#/$defs/".length)];
    return isObject(target) && depth < 8
      ? sketch(target, definitions, depth + 1)
      : {};
  }
  const { type } = schema;
  switch (type) {
    case "array": {
      const items = schema["items"];
      return {
        type,
        items: isObject(items) ? sketch(items, definitions, depth + 1) : {},
        ...rulesOf(schema),
      };
    }
    case "object":
      return sketchObject(schema, definitions, depth);
    case undefined:
      return Array.isArray(schema["allOf"])
        ? sketch(schema["allOf"][0] as JsonSchema, definitions, depth + 1)
        : sketchUnion(schema["anyOf"], definitions, depth);
    default: {
      const values = schema["enum"];
      if (!Array.isArray(values)) return { type, ...rulesOf(schema) };
      return JSON.stringify(values).length <= rulesLimit
        ? { type, enum: values }
        : { type, description: listValues(values) };
    }
  }
}

/** What must be inside stays, or a value that keeps to the sketch would be refused; the other keys are named. */
function sketchObject(
  schema: JsonSchema,
  definitions: JsonSchema,
  depth: number,
): JsonSchema {
  const known = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"])
    ? (schema["required"] as string[]).filter((name) =>
        Object.hasOwn(known, name),
      )
    : [];
  const properties: Record<string, Json> = Object.create(null);
  for (const name of required) {
    properties[name] = sketch(
      known[name] as JsonSchema,
      definitions,
      depth + 1,
    );
  }
  const others = Object.keys(known).filter((name) => !required.includes(name));
  // What was outlined before is told already.
  const keys = others.length > 0 ? listKeys(others) : schema["description"];
  return {
    type: "object",
    ...(typeof keys === "string" && { description: keys }),
    properties,
    ...(required.length > 0 && { required }),
  };
}

const shortRules = [
  "format",
  "contentEncoding",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "uniqueItems",
  "pattern",
];

/** The rules that cost little more than their names. */
function rulesOf(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    shortRules
      .filter(
        (rule) =>
          schema[rule] !== undefined &&
          String(schema[rule]).length <= rulesLimit &&
          !isFarLimit(rule, schema[rule]),
      )
      .map((rule) => [rule, schema[rule]!]),
  );
}

/** A text so long is none that a model writes into a part of an argument: the limit is checked, and need not be told. */
function isFarLimit(rule: string, value: Json): boolean {
  return rule === "maxLength" && Number(value) >= farLength;
}

function sketchUnion(
  branches: Json | undefined,
  definitions: JsonSchema,
  depth: number,
): JsonSchema {
  if (!Array.isArray(branches)) return {};
  const different = new Map<string, JsonSchema>();
  for (const branch of branches as readonly JsonSchema[]) {
    const short = sketch(branch, definitions, depth + 1);
    // Of several kinds of object the first tells enough.
    const key = short["type"] === "object" ? "object" : JSON.stringify(short);
    if (!different.has(key)) different.set(key, short);
  }
  const kept = [...different.values()];
  return kept.length === 1 ? kept[0]! : { anyOf: kept };
}

/**
 * One object with the properties of all branches, required where all require it; the values that tell the branches apart in one
 * list. undefined where a branch is no object.
 */
export function joinBranches(
  branches: Json | undefined,
): JsonSchema | undefined {
  if (!Array.isArray(branches) || branches.length < 2) return undefined;
  const properties: Record<string, Json> = Object.create(null);
  let required: readonly Json[] | undefined;
  for (const branch of branches as readonly JsonSchema[]) {
    if (branch["type"] !== "object" || !isObject(branch["properties"])) {
      return undefined;
    }
    for (const [name, property] of Object.entries(branch["properties"])) {
      const known = properties[name] as JsonSchema | undefined;
      properties[name] = joinValues(known, property as JsonSchema);
    }
    const must = (branch["required"] ?? []) as readonly Json[];
    required = required?.filter((name) => must.includes(name)) ?? must;
  }
  return {
    type: "object",
    properties,
    ...(required !== undefined && required.length > 0 && { required }),
  };
}

/** What a property is in every branch: its values together, or only its type where the branches differ. */
function joinValues(
  known: JsonSchema | undefined,
  other: JsonSchema,
): JsonSchema {
  if (known === undefined) return other;
  if (JSON.stringify(known) === JSON.stringify(other)) return known;
  const [a, b] = [known["enum"], other["enum"]];
  if (Array.isArray(a) && Array.isArray(b) && known["type"] === other["type"]) {
    return { ...known, enum: [...new Set([...a, ...b])] };
  }
  const kinds = new Map<string, JsonSchema>();
  for (const kind of [...kindsOf(known), ...kindsOf(other)]) {
    kinds.set(JSON.stringify(kind), kind);
  }
  const different = [...kinds.values()];
  return different.length === 1 ? different[0]! : { anyOf: different };
}

/** The types that a schema takes, without any rules. */
function kindsOf(schema: JsonSchema): JsonSchema[] {
  const branches = schema["anyOf"];
  if (Array.isArray(branches)) {
    return (branches as readonly JsonSchema[]).flatMap(kindsOf);
  }
  const { type } = schema;
  if (type === "object") return [{ type, properties: {} }];
  if (type === "array") return [{ type, items: schema["items"] ?? {} }];
  return [type === undefined ? {} : { type }];
}

function listKeys(names: readonly string[]): string {
  return `Keys: ${joined(names, keysLimit)}.`;
}

function listValues(values: readonly Json[]): string {
  return `One of ${joined(values.map(String), valuesLimit)}.`;
}

function joined(words: readonly string[], limit: number): string {
  let list = "";
  for (const word of words) {
    if (list.length + word.length > limit && list !== "") return `${list}, …`;
    list = list === "" ? word : `${list}, ${word}`;
  }
  return list;
}
