import {
  isObject,
  own,
  type Json,
  type JsonObject,
  type JsonSchema,
} from "../../json.js";
import {
  isAny,
  isAnnotation,
  nameMap,
  nullSchema,
  onlyUnion,
  type Draft,
  type Scope,
} from "./scope.js";

/**
 * The branches of `oneOf` and `anyOf`, converted, each once, nested unions opened, null last. `oneOf` becomes `anyOf`: an argument
 * that fits two branches is the API's to judge, and not every client knows `oneOf`.
 */
export function unionBranches(branches: readonly JsonSchema[]): JsonSchema[] {
  const kept = new Map<string, JsonSchema>();
  let nullable = false;
  for (const branch of branches.flatMap((one) => onlyUnion(one) ?? [one])) {
    if (branch["type"] === "null") nullable = true;
    else {
      const { description: _, ...rest } = branch;
      const key = JSON.stringify(rest);
      if (!kept.has(key)) kept.set(key, branch);
    }
  }
  return [...joinValues([...kept.values()]), ...(nullable ? [nullSchema] : [])];
}

/** Branches that are lists of values of one type are one list; a list beside its own type without limits says nothing more. */
function joinValues(branches: readonly JsonSchema[]): JsonSchema[] {
  const lists = branches.filter(
    (branch) => branch["enum"] !== undefined && isPlainList(branch),
  );
  if (lists.length < 2) return [...branches];
  const joined: JsonSchema[] = [];
  const byType = new Map<Json | undefined, JsonSchema[]>();
  for (const list of lists) {
    byType.set(list["type"], [...(byType.get(list["type"]) ?? []), list]);
  }
  for (const branch of branches) {
    const same = lists.includes(branch)
      ? byType.get(branch["type"])!
      : [branch];
    if (same[0] !== branch) continue;
    if (same.length === 1) joined.push(branch);
    else {
      const values = new Map<string, Json>();
      for (const value of same.flatMap((list) => list["enum"] as Json[])) {
        values.set(JSON.stringify(value), value);
      }
      const meanings = same
        .filter((list) => typeof list["description"] === "string")
        .map(
          (list) =>
            `${(list["enum"] as Json[]).map(String).join(", ")}: ${String(list["description"])}`,
        );
      joined.push({
        ...(branch["type"] !== undefined && { type: branch["type"] }),
        ...(meanings.length > 0 && { description: meanings.join("; ") }),
        enum: [...values.values()],
      });
    }
  }
  return joined;
}

function isPlainList(schema: JsonSchema): boolean {
  return Object.keys(schema).every(
    (keyword) =>
      keyword === "type" || keyword === "enum" || isAnnotation(keyword),
  );
}

/** A branch that only says which properties must come together says nothing of their values. */
export function namesOnly(raw: Json): readonly string[] | undefined {
  if (!isObject(raw)) return undefined;
  const required = own(raw, "required");
  const keywords = Object.keys(raw);
  if (
    !keywords.every((keyword) =>
      ["required", "title", "description", "not", "type"].includes(keyword),
    )
  )
    return undefined;
  if (!Array.isArray(required))
    return keywords.includes("not") ? [] : undefined;
  return required.filter((name): name is string => typeof name === "string");
}

/** `Give a, or b and c.` in place of a union of required names, which no client shows to its model. */
export function describeChoices(
  choices: readonly (readonly string[])[],
  exclusive: boolean,
): string | undefined {
  const named = choices.filter((names) => names.length > 0);
  if (named.length < 2 || named.length > 6) return undefined;
  const words = named.map((names) => names.join(" and "));
  return exclusive
    ? `Give one of: ${words.join("; ")}.`
    : `Give at least one of: ${words.join("; ")}.`;
}

/**
 * Puts a union under what the schema says besides: into an untyped or merely typed schema the branches themselves, beside
 * properties the branches that add something to them.
 */
export function addUnion(
  base: JsonSchema,
  branches: readonly JsonSchema[],
  scope: Scope,
): JsonSchema | undefined {
  const { type, properties, ...rest } = base;
  const bare =
    Object.keys(rest).every((keyword) => isAnnotation(keyword)) &&
    (!isObject(properties) || Object.keys(properties).length === 0);
  // `type: object` that stands alone beside branches of other types is a habit of some generators and no rule.
  const fitting =
    bare && type === "object"
      ? branches
      : branches.filter(
          (branch) =>
            type === undefined || fits(scope.expand(branch) ?? branch, type),
        );
  if (fitting.length === 0) return undefined;
  if (fitting.some(isAny)) return base;
  if (bare) {
    const typed = fitting.map((branch) =>
      type === undefined ? branch : addType(branch, type),
    );
    return typed.length === 1
      ? { ...typed[0], ...rest }
      : { ...rest, anyOf: typed };
  }
  if (base["anyOf"] !== undefined) {
    return {
      ...base,
      allOf: [
        ...((base["allOf"] as Json[] | undefined) ?? []),
        { anyOf: fitting },
      ],
    };
  }
  const own = isObject(properties) ? properties : {};
  const beside: Draft = { ...base };
  // Each side names properties that the other does not know.
  if (type === "object") delete beside["additionalProperties"];
  return {
    ...beside,
    anyOf: fitting.map((branch) => relieve(addType(branch, type), own)),
  };
}

function fits(branch: JsonSchema, type: Json): boolean {
  const actual = branch["type"];
  return (
    actual === undefined ||
    actual === type ||
    (type === "number" && actual === "integer") ||
    (type === "integer" && actual === "number")
  );
}

function addType(branch: JsonSchema, type: Json | undefined): JsonSchema {
  if (type === "integer" && branch["type"] === "number")
    return { ...branch, type };
  if (
    type === undefined ||
    branch["type"] !== undefined ||
    branch["$ref"] !== undefined ||
    branch["anyOf"] !== undefined ||
    branch["allOf"] !== undefined
  )
    return branch;
  return { type, ...branch };
}

/** A branch beside properties: open, and without the placeholders of names that stand in `base`. */
function relieve(branch: JsonSchema, base: JsonObject): JsonSchema {
  if (!isObject(branch["properties"])) return branch;
  const properties = nameMap<Json>();
  const dropped = new Set<string>();
  for (const [name, schema] of Object.entries(branch["properties"])) {
    const known = Object.hasOwn(base, name)
      ? (base[name] as JsonSchema)
      : undefined;
    if (known === undefined || !isAny(schema as JsonSchema))
      properties[name] = schema;
    else if (JSON.stringify(known).length < 200) properties[name] = known;
    else dropped.add(name);
  }
  const { additionalProperties: _, required, ...rest } = branch;
  const names = Array.isArray(required)
    ? required.filter((name) => !dropped.has(name as string))
    : [];
  return { ...rest, properties, ...(names.length > 0 && { required: names }) };
}
