import {
  isObject,
  type Json,
  type JsonSchema,
  type ObjectSchema,
} from "../json.js";
import { joinBranches, outline } from "./outline.js";

/** 720 tokens at 3.6 characters each, which leaves 80 of 800 for the name and the description. */
const characterLimit = 2600;
/** What is over the limit is cut to this: a schema that is shortened anyway need not fill the budget. */
const shortLimit = 1000;
/** A shortened form holds so many schemas while it is made; further inside, values are outlined at once. */
const nodeLimit = 1500;
const depthLimit = 5;

/** A value of the form that may be outlined. */
interface Part {
  readonly schema: Record<string, Json>;
  /** Levels of objects around it; arguments are at 0. */
  readonly level: number;
  /** Whether it is required, and all around it. */
  readonly needed: boolean;
}

/**
 * The shortened schema that clients are shown where the full one is over the budget; undefined where it is within. Every
 * argument is there by name. Cut are, until it fits, descriptions of what is optional inside arguments, then deep optional
 * values (they become an object that lists its keys), then descriptions of optional arguments, then what is left of them, and
 * last what is required: the server checks against the full schema.
 */
export function shorten(input: ObjectSchema): ObjectSchema | undefined {
  if (lengthOf(input) <= characterLimit) return undefined;
  const { form, parts } = openForm(input);
  let left = lengthOf(form) - shortLimit;
  // What stood inside an outlined value is gone with it.
  const gone = new Set<Json>();
  const cut = (part: Part): void => {
    if (left > 0 && !gone.has(part.schema)) left -= collapse(part, gone);
  };
  const optional = parts.filter((part) => !part.needed);
  for (let level = depthLimit; level > 0; level--) {
    bySize(optional.filter((part) => part.level === level)).forEach(cut);
  }
  for (const part of bySize(optional.filter((one) => one.level === 0))) {
    if (left > 0 && !gone.has(part.schema)) {
      left -= dropDescription(part.schema);
    }
  }
  bySize(optional.filter((part) => part.level === 0)).forEach(cut);
  // What is required is cut only as far as the budget wants it, and after the last words about what is not.
  left -= characterLimit - shortLimit;
  for (const part of bySize(optional.filter((one) => one.level === 0))) {
    if (left > 0 && !gone.has(part.schema)) {
      left -= dropDescription(part.schema);
    }
  }
  const needed = parts.filter((part) => part.needed);
  for (const part of bySize(needed)) {
    if (left > 0 && !gone.has(part.schema)) left -= joinForms(part, gone);
  }
  for (let level = depthLimit; level >= 0; level--) {
    bySize(needed.filter((part) => part.level === level)).forEach(cut);
  }
  return form;
}

function lengthOf(schema: Json): number {
  return JSON.stringify(schema).length;
}

function bySize(parts: readonly Part[]): Part[] {
  return parts
    .map((part) => ({ part, size: lengthOf(part.schema) }))
    .toSorted((a, b) => b.size - a.size)
    .map(({ part }) => part);
}

/** Outlines a part where it stands; gives back how many characters that saves. */
function collapse({ schema }: Part, gone: Set<Json>): number {
  const before = lengthOf(schema);
  const short = outline(schema, {});
  const saved = before - lengthOf(short);
  if (saved <= 0) return 0;
  for (const keyword of Object.keys(schema)) {
    collectObjects(schema[keyword]!, gone);
    delete schema[keyword];
  }
  Object.assign(schema, short);
  return saved;
}

/** Several forms of an object told as one; gives back how many characters that saves. */
function joinForms({ schema }: Part, gone: Set<Json>): number {
  const joined = joinBranches(schema["anyOf"]);
  if (joined === undefined) return 0;
  const before = lengthOf(schema);
  const used = new Set<Json>();
  collectObjects(joined, used);
  const unused = new Set<Json>();
  collectObjects(schema["anyOf"]!, unused);
  for (const object of unused) if (!used.has(object)) gone.add(object);
  delete schema["anyOf"];
  Object.assign(schema, joined);
  return before - lengthOf(schema);
}

function dropDescription(schema: Record<string, Json>): number {
  if (schema["description"] === undefined) return 0;
  const before = lengthOf(schema);
  delete schema["description"];
  return before - lengthOf(schema);
}

/** The schema without definitions, to be cut: recursion ends at its second turn, and inner optional values have no descriptions. */
function openForm(input: ObjectSchema): {
  form: ObjectSchema;
  parts: readonly Part[];
} {
  const definitions = isObject(input["$defs"]) ? input["$defs"] : {};
  const parts: Part[] = [];

  function open(
    schema: JsonSchema,
    level: number,
    needed: boolean,
    inside: readonly string[],
  ): Record<string, Json> {
    const ref = schema["$ref"];
    if (typeof ref === "string") {
      const { $ref: _, ...besides } = schema;
      const target = definitions[ref.slice("#/$defs/".length)] as JsonSchema;
      return inside.includes(ref)
        ? { ...outline(target, definitions), ...besides }
        : open({ ...target, ...besides }, level, needed, [...inside, ref]);
    }
    if (level > depthLimit || parts.length > nodeLimit) {
      return { ...outline(schema, definitions) };
    }
    const copy: Record<string, Json> = {};
    parts.push({ schema: copy, level, needed });
    const must = new Set(
      Array.isArray(schema["required"]) ? (schema["required"] as string[]) : [],
    );
    for (const keyword of Object.keys(schema)) {
      const value = schema[keyword]!;
      switch (keyword) {
        case "description":
          if (level === 0 || needed) copy[keyword] = value;
          break;
        case "properties": {
          const properties: Record<string, Json> = Object.create(null);
          for (const [name, property] of Object.entries(value as JsonSchema)) {
            properties[name] = open(
              property as JsonSchema,
              level + 1,
              needed && must.has(name),
              inside,
            );
          }
          copy[keyword] = properties;
          break;
        }
        case "additionalProperties":
          copy[keyword] = isObject(value)
            ? open(value, level + 1, false, inside)
            : value;
          break;
        case "items":
          copy[keyword] = open(value as JsonSchema, level, needed, inside);
          break;
        case "anyOf":
          Object.assign(
            copy,
            openUnion(value as JsonSchema[], (branch) =>
              open(branch, level, needed, inside),
            ),
          );
          break;
        case "allOf":
          copy[keyword] = (value as JsonSchema[]).map((part) =>
            open(part, level, needed, inside),
          );
          break;
        case "prefixItems":
        case "patternProperties":
        case "dependentRequired":
          break;
        default:
          copy[keyword] = value;
      }
    }
    return copy;
  }

  const required = new Set(
    Array.isArray(input["required"]) ? (input["required"] as string[]) : [],
  );
  const properties: Record<string, JsonSchema> = Object.create(null);
  for (const [name, property] of Object.entries(input.properties)) {
    properties[name] = open(property, 0, required.has(name), []);
  }
  const { $defs: _, ...root } = input;
  const form = { ...root, properties } as ObjectSchema;
  const held = new Set<Json>();
  collectObjects(form, held);
  // Branches that another says already were opened and are not part of the form.
  return { form, parts: parts.filter((part) => held.has(part.schema)) };
}

function collectObjects(value: Json, found: Set<Json>): void {
  if (typeof value !== "object" || value === null) return;
  found.add(value);
  for (const inner of Object.values(value) as Json[]) {
    collectObjects(inner, found);
  }
}

/** Each branch once; `""` beside the real thing is an API's way to unset a value, and goes. */
function openUnion(
  branches: readonly JsonSchema[],
  open: (branch: JsonSchema) => JsonSchema,
): JsonSchema {
  const telling = branches.filter((branch) => {
    const values = branch["enum"];
    return !(Array.isArray(values) && values.length === 1 && values[0] === "");
  });
  const different = new Map<string, JsonSchema>();
  for (const branch of telling.length > 0 ? telling : branches) {
    const shown = open(branch);
    different.set(JSON.stringify(shown), shown);
  }
  const kept = [...different.values()];
  return kept.length === 1 ? kept[0]! : { anyOf: kept };
}
