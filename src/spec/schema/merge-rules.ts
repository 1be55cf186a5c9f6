import { isObject, type Json, type JsonSchema } from "../../json.js";
import type { Draft } from "./scope.js";

/** The type of what is of both types; null where nothing is. */
export function mergeTypes(
  a: Json | undefined,
  b: Json | undefined,
): Json | undefined | null {
  if (a === undefined || a === b) return b ?? a;
  if (b === undefined) return a;
  const numbers =
    (a === "integer" && b === "number") || (a === "number" && b === "integer");
  return numbers ? "integer" : null;
}

/** The values that both list; null where there is none. */
export function mergeValues(
  a: Json | undefined,
  b: Json | undefined,
): Json[] | undefined | null {
  if (!Array.isArray(a) || !Array.isArray(b))
    return (a ?? b) as Json[] | undefined;
  const known = new Set(b.map((value) => JSON.stringify(value)));
  const common = a.filter((value) => known.has(JSON.stringify(value)));
  return common.length === 0 ? null : common;
}

/**
 * A part that allows no further properties means its own share of the whole: the whole is closed only where every part with
 * properties is, over the properties of all.
 */
export function closeTogether(
  first: JsonSchema,
  second: JsonSchema,
  merged: Draft,
): void {
  const rests = [first, second]
    .filter(
      (part) =>
        part["additionalProperties"] !== undefined || hasProperties(part),
    )
    .map((part) => part["additionalProperties"]);
  if (rests.length === 0) return;
  const schema = rests.find(isObject);
  if (schema !== undefined) merged["additionalProperties"] = schema;
  else if (rests.every((rest) => rest === false))
    merged["additionalProperties"] = false;
  else if (rests.includes(true)) merged["additionalProperties"] = true;
  else delete merged["additionalProperties"];
}

function hasProperties(schema: JsonSchema): boolean {
  return (
    isObject(schema["properties"]) &&
    Object.keys(schema["properties"]).length > 0
  );
}
