// What models get wrong in a way that leaves no doubt: a JSON string for an object or a list, "5" for 5, "true" for true,
// one value for a list of them, null for an optional argument. Nothing else is changed.
import { isRecord } from "./json.js";
import {
  allowedTypes,
  allows,
  branches,
  itemSchema,
  list,
  matchingBranches,
  memberSchema,
  resolve,
  typeOf,
  type ValueType,
} from "./schema.js";
import type { JsonSchema } from "./tool.js";

/** The arguments as the schema wants them, where that is plain; everything else as it came. */
export function coerceArguments(
  args: { readonly [name: string]: unknown },
  schema: JsonSchema,
): { [name: string]: unknown } {
  const required = list(schema["required"]);
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const property = memberSchema(schema, name, schema);
    if (
      value === null &&
      property !== undefined &&
      !required.includes(name) &&
      !allows(property, schema, "null")
    ) {
      continue;
    }
    set(result, name, coerce(value, property, schema));
  }
  return result;
}

function coerce(
  value: unknown,
  schema: JsonSchema | undefined,
  root: JsonSchema,
): unknown {
  if (schema === undefined) return value;
  if (allows(schema, root, typeOf(value))) return inside(value, schema, root);
  const types = allowedTypes(schema, root) ?? new Set<ValueType>();
  const converted = typeof value === "string" ? fromText(value, types) : value;
  if (converted !== value) return inside(converted, schema, root);
  if (types.has("array") && value !== null) {
    return inside([value], schema, root);
  }
  return value;
}

/** A string as what it spells, when that is of a wanted type. */
function fromText(text: string, types: ReadonlySet<ValueType>): unknown {
  const trimmed = text.trim();
  if (types.has("integer") && /^-?\d+$/.test(trimmed)) {
    const number = Number(trimmed);
    if (Number.isSafeInteger(number)) return number;
  }
  if (types.has("number") && /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(trimmed)) {
    const number = Number(trimmed);
    if (Number.isFinite(number)) return number;
  }
  if (types.has("boolean") && /^(true|false)$/i.test(trimmed)) {
    return trimmed.toLowerCase() === "true";
  }
  const opens =
    (types.has("object") && trimmed.startsWith("{")) ||
    (types.has("array") && trimmed.startsWith("["));
  if (!opens) return text;
  try {
    return JSON.parse(trimmed) as unknown;
  } catch {
    return text;
  }
}

/** The members and items of a value whose own type is right. */
function inside(value: unknown, schema: JsonSchema, root: JsonSchema): unknown {
  if (typeof value !== "object" || value === null) return value;
  let result: unknown = value;
  for (const part of list(schema["allOf"])) {
    result = inside(result, resolve(part, root), root);
  }
  if (branches(schema, root).length > 0) {
    const [branch] = matchingBranches(result, schema, root);
    if (branch !== undefined) result = inside(result, branch, root);
  }
  if (Array.isArray(result)) {
    return result.map((item, index) =>
      coerce(item, itemSchema(schema, index, root), root),
    );
  }
  if (!isRecord(result)) return result;
  const object: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(result)) {
    set(object, key, coerce(member, memberSchema(schema, key, root), root));
  }
  return object;
}

/** Assigning `__proto__` would set the prototype. */
function set(
  object: Record<string, unknown>,
  key: string,
  value: unknown,
): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else object[key] = value;
}
