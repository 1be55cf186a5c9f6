import {
  isObject,
  own,
  type Json,
  type JsonObject,
  type JsonSchema,
} from "../../json.js";
import { checkPattern } from "./pattern.js";
import { copyCounts } from "./scalar.js";
import { isAny, nameMap, type Draft, type Scope } from "./scope.js";

const empty: JsonObject = {};

/** Copies the keywords of objects, without the properties that are not for this direction. */
export function objectRules(
  raw: JsonObject,
  draft: Draft,
  scope: Scope,
  at: string,
  depth: number,
): void {
  const properties = nameMap<Json>();
  const left = new Set<string>();
  const declared = own(raw, "properties");
  for (const [name, property] of Object.entries(
    isObject(declared) ? declared : empty,
  )) {
    const pointer = `${at}/properties/${escapePointer(name)}`;
    if (property === false || isLeftOut(property, scope)) left.add(name);
    else properties[name] = scope.convert(property, pointer, depth + 1);
  }
  draft["properties"] = properties;
  const required = own(raw, "required");
  if (Array.isArray(required)) {
    const names = required.filter(
      (name): name is string => typeof name === "string" && !left.has(name),
    );
    if (names.length > 0) draft["required"] = [...new Set(names)];
  }
  const patterns = patternProperties(raw, draft, scope, at, depth);
  const rest =
    own(raw, "additionalProperties") ?? own(raw, "unevaluatedProperties");
  if (rest === false) {
    // A dropped pattern stood for properties that are allowed; and validators do not count `__proto__` among the known ones.
    if (patterns !== "dropped" && !Object.hasOwn(properties, "__proto__")) {
      draft["additionalProperties"] = false;
    }
  } else if (isObject(rest)) {
    const schema = scope.convert(rest, `${at}/additionalProperties`, depth + 1);
    draft["additionalProperties"] = isAny(schema) ? true : schema;
  } else if (rest === true) draft["additionalProperties"] = true;
  copyCounts(raw, draft, ["minProperties", "maxProperties"], scope, at);
  dependentRequired(raw, draft);
}

function patternProperties(
  raw: JsonObject,
  draft: Draft,
  scope: Scope,
  at: string,
  depth: number,
): "dropped" | undefined {
  const declared = own(raw, "patternProperties");
  if (!isObject(declared)) return undefined;
  const kept = nameMap<Json>();
  let dropped: "dropped" | undefined;
  for (const [pattern, schema] of Object.entries(declared)) {
    const checked = checkPattern(pattern);
    const usable =
      checked.pattern !== undefined &&
      // Ajv's strict mode wants a property to be described once.
      !Object.keys(draft["properties"]!).some((name) =>
        new RegExp(checked.pattern, "u").test(name),
      );
    if (schema === false) continue;
    if (usable)
      kept[checked.pattern] = scope.convert(
        schema,
        `${at}/patternProperties`,
        depth + 1,
      );
    else {
      dropped = "dropped";
      if (checked.problem !== undefined)
        scope.report(
          checked.problem === "slow" ? "pattern-slow" : "pattern-invalid",
          `Property name pattern ${JSON.stringify(pattern.slice(0, 80))}`,
          at,
        );
    }
  }
  if (Object.keys(kept).length > 0) draft["patternProperties"] = kept;
  return dropped;
}

function dependentRequired(raw: JsonObject, draft: Draft): void {
  const declared = own(raw, "dependentRequired");
  if (!isObject(declared)) return;
  const properties = draft["properties"] as JsonSchema;
  const kept = nameMap<Json>();
  for (const [name, needed] of Object.entries(declared)) {
    if (!Array.isArray(needed) || !Object.hasOwn(properties, name)) continue;
    const names = needed.filter(
      (other): other is string =>
        typeof other === "string" && Object.hasOwn(properties, other),
    );
    if (names.length > 0) kept[name] = [...new Set(names)];
  }
  if (Object.keys(kept).length > 0) draft["dependentRequired"] = kept;
}

/** Copies the keywords of arrays; `items` always says something, as several clients insist. */
export function arrayRules(
  raw: JsonObject,
  draft: Draft,
  scope: Scope,
  at: string,
  depth: number,
): void {
  copyCounts(raw, draft, ["minItems", "maxItems"], scope, at);
  if (own(raw, "uniqueItems") === true) draft["uniqueItems"] = true;
  // Before 2020-12 a tuple was an array under `items`.
  const items = own(raw, "items");
  const tuple = Array.isArray(items) ? items : own(raw, "prefixItems");
  const rest = Array.isArray(items) ? own(raw, "additionalItems") : items;
  if (Array.isArray(tuple) && tuple.length > 0) {
    tupleRules(tuple, rest, draft, scope, at, depth);
    return;
  }
  if (rest === undefined || Array.isArray(rest)) {
    scope.report(
      "schema-untyped-items",
      "The items of an array are not described",
      at,
    );
    draft["items"] = {};
    return;
  }
  draft["items"] =
    rest === false ? {} : scope.convert(rest, `${at}/items`, depth + 1);
  if (rest === false) draft["maxItems"] = 0;
}

/** A tuple of fixed length stays one; one of open length becomes a list of what may stand in it, which strict validators insist on. */
function tupleRules(
  tuple: readonly Json[],
  rest: Json | undefined,
  draft: Draft,
  scope: Scope,
  at: string,
  depth: number,
): void {
  const parts = tuple.map((part, i) =>
    scope.convert(part, `${at}/prefixItems/${i}`, depth + 1),
  );
  const closed =
    rest === false ||
    (draft["maxItems"] as number | undefined) === tuple.length;
  if (rest === false)
    draft["maxItems"] = Math.min(
      tuple.length,
      (draft["maxItems"] as number | undefined) ?? tuple.length,
    );
  const all = closed
    ? parts
    : [
        ...parts,
        rest === undefined ? {} : scope.convert(rest, `${at}/items`, depth + 1),
      ];
  const different = new Map(all.map((part) => [JSON.stringify(part), part]));
  const anyItem = all.some(isAny)
    ? {}
    : different.size === 1
      ? all[0]!
      : { anyOf: [...different.values()] };
  if (
    closed &&
    draft["minItems"] === tuple.length &&
    draft["maxItems"] === tuple.length
  ) {
    draft["prefixItems"] = parts;
  }
  draft["items"] = anyItem;
}

/** readOnly properties are not sent, writeOnly ones do not come back, wherever it is said. https://spec.openapis.org/oas/v3.0.4.html#fixed-fields-for-use-with-schema-objects-read-only-write-only */
export function isLeftOut(raw: Json, scope: Scope, depth = 0): boolean {
  if (!isObject(raw) || depth > 8) return false;
  if (
    own(raw, scope.direction === "request" ? "readOnly" : "writeOnly") === true
  ) {
    // Both at once is a mistake: then nobody is kept from the property.
    return (
      own(raw, scope.direction === "request" ? "writeOnly" : "readOnly") !==
      true
    );
  }
  const ref = own(raw, "$ref");
  if (typeof ref === "string") {
    const target = scope.resolve(ref);
    return target !== undefined && isLeftOut(target.value, scope, depth + 1);
  }
  const parts = own(raw, "allOf");
  return (
    Array.isArray(parts) &&
    parts.some((part) => isLeftOut(part, scope, depth + 1))
  );
}

function escapePointer(name: string): string {
  return name.replace(/~/g, "~0").replace(/\//g, "~1");
}
