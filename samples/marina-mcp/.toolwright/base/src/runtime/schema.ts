// Reading a tool's input schema: which part of it a value belongs to.
import { isRecord } from "./json.js";
import type { JsonSchema } from "./tool.js";

export type ValueType =
  "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** The schema that a `$ref` into `$defs` stands for, with the keywords beside it. */
export function resolve(schema: unknown, root: JsonSchema): JsonSchema {
  let found: unknown = schema;
  // Longer chains only arise from a cycle.
  for (let step = 0; step < 16 && isRecord(found); step++) {
    const { $ref, ...beside } = found;
    if (typeof $ref !== "string") return found;
    const target = pointed(root, $ref);
    found = isRecord(target) ? { ...target, ...beside } : beside;
  }
  return isRecord(found) ? found : {};
}

/** The types that a schema allows; undefined when it does not restrict them. */
export function allowedTypes(
  schema: JsonSchema,
  root: JsonSchema,
): ReadonlySet<ValueType> | undefined {
  if (typeof schema["type"] === "string") {
    return new Set([schema["type"] as ValueType]);
  }
  if (Array.isArray(schema["type"])) return new Set(schema["type"]);
  if (Array.isArray(schema["enum"])) return new Set(schema["enum"].map(typeOf));
  if (Object.hasOwn(schema, "const")) return new Set([typeOf(schema["const"])]);
  const union = branches(schema, root);
  if (union.length > 0) {
    const types = new Set<ValueType>();
    for (const branch of union) {
      const some = allowedTypes(branch, root);
      if (some === undefined) return undefined;
      for (const type of some) types.add(type);
    }
    return types;
  }
  for (const part of list(schema["allOf"])) {
    const types = allowedTypes(resolve(part, root), root);
    if (types !== undefined) return types;
  }
  return undefined;
}

export function allows(
  schema: JsonSchema,
  root: JsonSchema,
  type: ValueType,
): boolean {
  const types = allowedTypes(schema, root);
  return (
    types === undefined ||
    types.has(type) ||
    (type === "integer" && types.has("number"))
  );
}

/** The alternatives of a schema, resolved. */
export function branches(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  return [...list(schema["anyOf"]), ...list(schema["oneOf"])].map((branch) =>
    resolve(branch, root),
  );
}

/** The alternatives that the value looks like: by its type, by the constants of its members and by what it must have. */
export function matchingBranches(
  value: unknown,
  schema: JsonSchema,
  root: JsonSchema,
): JsonSchema[] {
  const all = branches(schema, root);
  return likelyBranches(value, all, root).map((index) => all[index]!);
}

/** As {@link matchingBranches}, but of a list of resolved alternatives, and by their places in it. */
export function likelyBranches(
  value: unknown,
  all: readonly JsonSchema[],
  root: JsonSchema,
): number[] {
  const typed = [...all.keys()].filter((index) =>
    allows(all[index]!, root, typeOf(value)),
  );
  if (typed.length < 2 || !isRecord(value)) return typed;
  const fitting = typed.filter((index) => fits(value, all[index]!, root));
  return fitting.length > 0 ? fitting : typed;
}

function fits(
  value: { readonly [key: string]: unknown },
  branch: JsonSchema,
  root: JsonSchema,
): boolean {
  const required = list(branch["required"]);
  return (
    required.every((key) => Object.hasOwn(value, String(key))) &&
    Object.entries(value).every(([key, member]) => {
      const property = memberSchema(branch, key, root);
      if (property === undefined) return true;
      const constants = Object.hasOwn(property, "const")
        ? [property["const"]]
        : list(property["enum"]);
      return constants.length === 0 || constants.includes(member);
    })
  );
}

/** The schema of a member of an object. */
export function memberSchema(
  schema: JsonSchema,
  key: string,
  root: JsonSchema,
): JsonSchema | undefined {
  const { properties, additionalProperties } = schema;
  if (isRecord(properties) && Object.hasOwn(properties, key)) {
    return resolve(properties[key], root);
  }
  return isRecord(additionalProperties)
    ? resolve(additionalProperties, root)
    : undefined;
}

/** The schema of an item of a list. */
export function itemSchema(
  schema: JsonSchema,
  index: number,
  root: JsonSchema,
): JsonSchema | undefined {
  const prefix = list(schema["prefixItems"])[index];
  const found = prefix ?? schema["items"];
  return isRecord(found) ? resolve(found, root) : undefined;
}

export function typeOf(value: unknown): ValueType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") {
    return Number.isInteger(value) ? "integer" : "number";
  }
  return typeof value as "boolean" | "string" | "object";
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Follows a JSON pointer in a fragment. https://www.rfc-editor.org/rfc/rfc6901#section-6 */
function pointed(root: JsonSchema, ref: string): unknown {
  if (!ref.startsWith("#")) return undefined;
  let found: unknown = root;
  for (const token of ref.slice(1).split("/").slice(1)) {
    const key = decodeURIComponent(token)
      .replaceAll("~1", "/")
      .replaceAll("~0", "~");
    if (typeof found !== "object" || found === null) return undefined;
    if (!Object.hasOwn(found, key)) return undefined;
    found = (found as { readonly [key: string]: unknown })[key];
  }
  return found;
}
