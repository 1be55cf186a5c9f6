import { isObject, type Json, type JsonSchema } from "../../json.js";
import { closeTogether, mergeTypes, mergeValues } from "./merge-rules.js";
import {
  isAnnotation,
  isAny,
  nameMap,
  onlyUnion,
  orNull,
  splitNull,
  type Draft,
  type Scope,
} from "./scope.js";
import { addUnion } from "./union.js";

/** References are opened so often on the way to one merged schema: two recursive schemas would never end. */
const expandLimit = 3;

/**
 * One schema that says what both say, as an `allOf` of both would: required names together, bounds narrowed, the annotations of
 * the second before those of the first. Where no such schema can be written, an `allOf` of the two, reported as a clash where
 * no value can meet both. https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.1.1
 */
export function merge(
  first: JsonSchema,
  second: JsonSchema,
  scope: Scope,
  at: string,
  expanded = 0,
): JsonSchema {
  if (first === second || isAny(second)) return { ...first, ...second };
  if (isAny(first)) return withAnnotations(first, second);
  if (first["$ref"] !== undefined || second["$ref"] !== undefined) {
    if (first["$ref"] === second["$ref"]) return { ...first, ...second };
    const a = expanded < expandLimit ? scope.expand(first) : undefined;
    const b = expanded < expandLimit ? scope.expand(second) : undefined;
    return a === undefined || b === undefined
      ? bothOf(first, second)
      : merge(a, b, scope, at, expanded + 1);
  }
  const a = splitNull(first);
  const b = splitNull(second);
  if (a.nullable || b.nullable) {
    const merged = merge(a.schema, b.schema, scope, at, expanded);
    return a.nullable && b.nullable ? orNull(merged) : merged;
  }
  const firstBranches = onlyUnion(first);
  const secondBranches = onlyUnion(second);
  if (firstBranches !== undefined && secondBranches === undefined) {
    return mergeUnion(first, firstBranches, second, true, scope, at, expanded);
  }
  if (secondBranches !== undefined && firstBranches === undefined) {
    return mergeUnion(
      second,
      secondBranches,
      first,
      false,
      scope,
      at,
      expanded,
    );
  }
  return mergeKeywords(first, second, scope, at, expanded);
}

/** A union and something that all its branches must be besides: told in each branch, or beside them where that is much. */
function mergeUnion(
  union: JsonSchema,
  branches: readonly JsonSchema[],
  other: JsonSchema,
  unionFirst: boolean,
  scope: Scope,
  at: string,
  expanded: number,
): JsonSchema {
  const annotations: Draft = {};
  for (const schema of unionFirst ? [union, other] : [other, union]) {
    for (const [keyword, value] of Object.entries(schema)) {
      if (isAnnotation(keyword)) annotations[keyword] = value;
    }
  }
  if (other["type"] === "object") {
    const whole = addUnion(other, branches, scope);
    return whole === undefined
      ? bothOf(union, other)
      : { ...whole, ...annotations };
  }
  let clashes = false;
  const quiet: Scope = { ...scope, report: () => void (clashes = true) };
  const merged: JsonSchema[] = [];
  for (const branch of branches) {
    clashes = false;
    const both = merge(branch, other, quiet, at, expanded);
    if (!clashes) merged.push(both);
  }
  if (merged.length === 0) {
    scope.report(
      "schema-clash",
      "No alternative fits what is said besides",
      at,
    );
    return bothOf(union, other);
  }
  return merged.length === 1
    ? { ...merged[0], ...annotations }
    : { ...annotations, anyOf: merged.map(withoutAnnotations) };
}

function withoutAnnotations(schema: JsonSchema): JsonSchema {
  const { default: _, examples: __, ...rest } = schema;
  return rest;
}

function withAnnotations(
  annotated: JsonSchema,
  schema: JsonSchema,
): JsonSchema {
  const merged: Draft = { ...annotated, ...schema };
  // A default that stood beside another schema may not fit this one.
  if (schema["default"] === undefined) delete merged["default"];
  return merged;
}

function bothOf(first: JsonSchema, second: JsonSchema): JsonSchema {
  const outer: Draft = {};
  const parts = [first, second].map((part) => {
    const rest: Draft = {};
    for (const [keyword, value] of Object.entries(part)) {
      (isAnnotation(keyword) ? outer : rest)[keyword] = value;
    }
    return rest;
  });
  return {
    ...outer,
    allOf: parts.flatMap((part) =>
      Object.keys(part).length === 1 && Array.isArray(part["allOf"])
        ? (part["allOf"] as JsonSchema[])
        : [part],
    ),
  };
}

function mergeKeywords(
  first: JsonSchema,
  second: JsonSchema,
  scope: Scope,
  at: string,
  expanded: number,
): JsonSchema {
  const type = mergeTypes(first["type"], second["type"]);
  const values = mergeValues(first["enum"], second["enum"]);
  if (type === null || values === null) {
    scope.report(
      "schema-clash",
      type === null
        ? `${String(first["type"])} and ${String(second["type"])} at once`
        : "No listed value is common to both",
      at,
    );
    return bothOf(first, second);
  }
  const merged: Draft = { ...first, ...second };
  if (type !== undefined) merged["type"] = type;
  if (values !== undefined) merged["enum"] = values;
  let extra: Draft | undefined;
  for (const keyword of Object.keys(second)) {
    const a = first[keyword];
    const b = second[keyword]!;
    if (a === undefined || a === b || isAnnotation(keyword)) continue;
    switch (keyword) {
      case "type":
      case "enum":
      case "additionalProperties":
        break;
      case "required":
        merged[keyword] = [
          ...new Set([...(a as string[]), ...(b as string[])]),
        ];
        break;
      case "properties":
        merged[keyword] = mergeNames(
          a as JsonSchema,
          b as JsonSchema,
          scope,
          `${at}/properties`,
          expanded,
        );
        break;
      case "patternProperties":
        merged[keyword] = mergeNames(
          a as JsonSchema,
          b as JsonSchema,
          scope,
          `${at}/patternProperties`,
          expanded,
        );
        break;
      case "items":
        merged[keyword] = merge(
          a as JsonSchema,
          b as JsonSchema,
          scope,
          `${at}/items`,
          expanded,
        );
        break;
      case "minimum":
      case "exclusiveMinimum":
      case "minLength":
      case "minItems":
      case "minProperties":
        merged[keyword] = Math.max(a as number, b as number);
        break;
      case "maximum":
      case "exclusiveMaximum":
      case "maxLength":
      case "maxItems":
      case "maxProperties":
        merged[keyword] = Math.min(a as number, b as number);
        break;
      case "allOf":
        merged[keyword] = [...(a as Json[]), ...(b as Json[])];
        break;
      default:
        if (JSON.stringify(a) === JSON.stringify(b)) break;
        merged[keyword] = a;
        extra = { ...extra, [keyword]: b };
    }
  }
  closeTogether(first, second, merged);
  if (extra !== undefined) {
    merged["allOf"] = [
      ...((merged["allOf"] as Json[] | undefined) ?? []),
      extra,
    ];
  }
  return merged;
}

function mergeNames(
  a: JsonSchema,
  b: JsonSchema,
  scope: Scope,
  at: string,
  expanded: number,
): JsonSchema {
  const merged = nameMap<Json>();
  for (const [name, schema] of Object.entries(a)) merged[name] = schema;
  for (const [name, schema] of Object.entries(b)) {
    const other = merged[name];
    merged[name] = isObject(other)
      ? merge(other, schema as JsonSchema, scope, `${at}/${name}`, expanded)
      : schema;
  }
  return merged;
}
