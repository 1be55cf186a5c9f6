import {
  isObject,
  type Json,
  type JsonSchema,
  type ObjectSchema,
} from "../json.js";

/** 720 tokens at 3.6 characters each, which leaves 80 of 800 for the name and the description. */
const characterLimit = 2600;
/** What a shortened schema may be filled up to with what the next longer form would show. */
const fillLimit = 2000;
/** A shortened form may hold so many schemas while it is made; beyond it the next shorter form is tried. */
const nodeLimit = 1200;

interface Form {
  /** Levels of objects that are shown whole. */
  readonly depth: number;
  /** Whether optional values below the arguments keep their descriptions. */
  readonly nestedTexts: boolean;
  /** Whether optional arguments keep theirs. */
  readonly texts: boolean;
  /** Whether optional arguments keep more than their type. */
  readonly bare: boolean;
}

const forms: readonly Form[] = [
  { depth: 8, nestedTexts: false, texts: true, bare: false },
  { depth: 3, nestedTexts: false, texts: true, bare: false },
  { depth: 2, nestedTexts: false, texts: true, bare: false },
  { depth: 1, nestedTexts: false, texts: true, bare: false },
  { depth: 1, nestedTexts: false, texts: false, bare: false },
  { depth: 1, nestedTexts: false, texts: false, bare: true },
];

/**
 * The shortened schema that clients are shown where the full one is over the budget; undefined where it is within. Every
 * argument is there by name, and what is required stays in full the longest: the server checks against the full schema.
 */
export function shorten(input: ObjectSchema): ObjectSchema | undefined {
  if (lengthOf(input) <= characterLimit) return undefined;
  let longer: ObjectSchema | undefined;
  let shortest: ObjectSchema | undefined;
  for (const form of forms) {
    const short = shortenTo(input, form);
    if (short === undefined) continue;
    if (lengthOf(short) <= characterLimit) return fill(short, longer);
    longer = short;
    shortest = short;
  }
  return shortest;
}

/** Shows arguments in the longer form as far as there is room: the required ones first, then in their order. */
function fill(
  short: ObjectSchema,
  longer: ObjectSchema | undefined,
): ObjectSchema {
  let left = fillLimit - lengthOf(short);
  if (longer === undefined || left <= 0) return short;
  const required = new Set(
    Array.isArray(short["required"]) ? (short["required"] as string[]) : [],
  );
  const properties: Record<string, JsonSchema> = Object.create(null);
  Object.assign(properties, short.properties);
  const names = Object.keys(properties);
  for (const name of names.toSorted(
    (a, b) => Number(required.has(b)) - Number(required.has(a)),
  )) {
    const more = longer.properties[name]!;
    const cost = lengthOf(more) - lengthOf(properties[name]!);
    if (cost > left) continue;
    properties[name] = more;
    left -= cost;
  }
  return { ...short, properties };
}

function lengthOf(schema: JsonSchema): number {
  return JSON.stringify(schema).length;
}

function shortenTo(input: ObjectSchema, form: Form): ObjectSchema | undefined {
  const definitions = isObject(input["$defs"]) ? input["$defs"] : {};
  const required = new Set(
    Array.isArray(input["required"]) ? (input["required"] as string[]) : [],
  );
  let nodes = 0;

  function show(
    schema: JsonSchema,
    level: number,
    needed: boolean,
    inside: readonly string[],
  ): JsonSchema {
    nodes += 1;
    if (nodes > nodeLimit) return {};
    const ref = schema["$ref"];
    if (typeof ref === "string") {
      const { $ref: _, ...besides } = schema;
      const target = definitions[ref.slice("#/$defs/".length)] as JsonSchema;
      if (inside.includes(ref))
        return { ...outline(target, definitions), ...besides };
      return show({ ...target, ...besides }, level, needed, [...inside, ref]);
    }
    const keepText = level === 0 || needed || form.nestedTexts;
    const short: Record<string, Json> = {};
    for (const keyword of Object.keys(schema)) {
      const value = schema[keyword]!;
      switch (keyword) {
        case "description":
          if (keepText) short[keyword] = value;
          break;
        case "properties":
        case "required":
        case "additionalProperties":
        case "patternProperties":
        case "dependentRequired":
          break;
        case "items":
          short[keyword] = show(value as JsonSchema, level, needed, inside);
          break;
        case "prefixItems":
          break;
        case "anyOf":
          Object.assign(
            short,
            showUnion(value as JsonSchema[], level, needed, inside),
          );
          break;
        case "allOf":
          short[keyword] = (value as JsonSchema[]).map((part) =>
            show(part, level, needed, inside),
          );
          break;
        default:
          short[keyword] = value;
      }
    }
    if (schema["type"] === "object")
      Object.assign(short, showObject(schema, level, needed, inside));
    return short;
  }

  function showObject(
    schema: JsonSchema,
    level: number,
    needed: boolean,
    inside: readonly string[],
  ): JsonSchema {
    const properties = isObject(schema["properties"])
      ? schema["properties"]
      : {};
    const names = Object.keys(properties);
    const must = new Set(
      Array.isArray(schema["required"]) ? (schema["required"] as string[]) : [],
    );
    const rest = schema["additionalProperties"];
    if (level < form.depth || names.length === 0) {
      const shown: Record<string, Json> = Object.create(null);
      for (const name of names) {
        shown[name] = show(
          properties[name] as JsonSchema,
          level + 1,
          needed && must.has(name),
          inside,
        );
      }
      return {
        properties: shown,
        ...(must.size > 0 && { required: [...must] }),
        ...(rest !== undefined && {
          additionalProperties: isObject(rest)
            ? level < form.depth
              ? show(rest, level + 1, false, inside)
              : true
            : rest,
        }),
      };
    }
    // What must be given is shown even here, one level further.
    const kept =
      needed && level < form.depth + 2
        ? names.filter((name) => must.has(name))
        : [];
    const shown: Record<string, Json> = Object.create(null);
    for (const name of kept)
      shown[name] = show(
        properties[name] as JsonSchema,
        level + 1,
        true,
        inside,
      );
    const others = names.filter((name) => !kept.includes(name));
    const keys = listKeys(others, kept.length > 0 ? "Further keys" : "Keys");
    const description = schema["description"];
    return {
      ...(keys !== undefined && {
        description:
          typeof description === "string" && level === 0
            ? `${description} ${keys}`
            : keys,
      }),
      properties: shown,
      ...(kept.length > 0 && { required: kept }),
    };
  }

  function showUnion(
    branches: readonly JsonSchema[],
    level: number,
    needed: boolean,
    inside: readonly string[],
  ): JsonSchema {
    // `""` beside the real thing is the API's way to unset a value.
    const telling = branches.filter(
      (branch) =>
        !(
          Array.isArray(branch["enum"]) &&
          branch["enum"].length === 1 &&
          branch["enum"][0] === ""
        ),
    );
    const different = new Map<string, JsonSchema>();
    for (const branch of telling.length > 0 ? telling : branches) {
      const shown = show(branch, level, needed, inside);
      different.set(JSON.stringify(shown), shown);
    }
    const kept = [...different.values()];
    return kept.length === 1 ? kept[0]! : { anyOf: kept };
  }

  const properties: Record<string, Json> = Object.create(null);
  for (const [name, property] of Object.entries(input.properties)) {
    const needed = required.has(name);
    const shown: JsonSchema =
      form.bare && !needed
        ? outline(property, definitions)
        : show(property, 0, needed, []);
    const { description: _, ...untold } = shown;
    properties[name] = form.texts || needed ? shown : untold;
    if (nodes > nodeLimit) return undefined;
  }
  const { $defs: _, ...root } = input;
  return { ...root, properties } as ObjectSchema;
}

/** The type of a value and no more. */
function outline(schema: JsonSchema, definitions: JsonSchema): JsonSchema {
  let whole = schema;
  for (let i = 0; typeof whole["$ref"] === "string" && i < 8; i++) {
    whole = definitions[whole["$ref"].slice("#/$defs/".length)] as JsonSchema;
  }
  const type = whole["type"];
  if (type === "array") {
    return { type, items: outline(whole["items"] as JsonSchema, definitions) };
  }
  if (type === "object") return { type, properties: {} };
  if (type !== undefined) {
    const values = whole["enum"];
    return {
      type,
      ...(values !== undefined &&
        JSON.stringify(values).length < 80 && { enum: values }),
    };
  }
  const branches = whole["anyOf"];
  if (!Array.isArray(branches)) return {};
  const different = new Map(
    branches.map((branch) => {
      const shown = outline(branch as JsonSchema, definitions);
      return [JSON.stringify(shown), shown];
    }),
  );
  return different.size === 1
    ? [...different.values()][0]!
    : { anyOf: [...different.values()] };
}

function listKeys(names: readonly string[], label: string): string | undefined {
  if (names.length === 0) return undefined;
  let list = "";
  for (const name of names) {
    if (list.length + name.length > 160) return `${label}: ${list}, ….`;
    list = list === "" ? name : `${list}, ${name}`;
  }
  return `${label}: ${list}.`;
}
