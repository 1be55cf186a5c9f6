import { isObject, own, type Json, type JsonObject } from "../../json.js";
import type { TypeName } from "./scalar.js";
import type { Scope } from "./scope.js";

export function typeOf(value: Json): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") {
    return Number.isInteger(value) ? "integer" : "number";
  }
  return typeof value as TypeName;
}

export function matchesType(value: Json, type: Json | undefined): boolean {
  if (type === undefined) return true;
  const actual = typeOf(value);
  return actual === type || (type === "number" && actual === "integer");
}

/** A value as the type that the schema declares, where only the document's spelling differs: `enum: [1, 2]` of strings in YAML. */
function coerce(value: Json, type: TypeName | undefined): Json | undefined {
  if (matchesType(value, type)) return value;
  if (
    type === "string" &&
    (typeof value === "number" || typeof value === "boolean")
  ) {
    return String(value);
  }
  if (typeof value !== "string") return undefined;
  if (type === "boolean" && (value === "true" || value === "false")) {
    return value === "true";
  }
  if ((type === "number" || type === "integer") && value.trim() !== "") {
    const number = Number(value);
    return matchesType(number, type) && Number.isFinite(number)
      ? number
      : undefined;
  }
  return undefined;
}

/**
 * `enum` and `const` as one list of different values that fit the type, without null: a null among them makes the schema nullable.
 * https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2
 */
export function readValues(
  raw: JsonObject,
  type: TypeName | undefined,
  scope: Scope,
  at: string,
): readonly Json[] | undefined {
  const listed = Object.hasOwn(raw, "const")
    ? [raw["const"]!]
    : own(raw, "enum");
  if (!Array.isArray(listed)) return undefined;
  const values = new Map<string, Json>();
  let misfit = false;
  for (const value of listed as readonly Json[]) {
    if (value === null && type !== "null") continue;
    const fitting = coerce(value, type);
    if (
      fitting === undefined ||
      (isObject(fitting) && Object.hasOwn(fitting, "$ref"))
    )
      misfit = true;
    else values.set(JSON.stringify(fitting), fitting);
  }
  if (misfit) {
    scope.report(
      "schema-enum-misfit",
      `A listed value is not of type ${type}`,
      at,
    );
  }
  return values.size > 0 ? [...values.values()] : undefined;
}

/** The default, where it is a value that the schema takes and short enough to be read. */
export function readDefault(
  raw: JsonObject,
  type: TypeName | undefined,
  values?: readonly Json[],
): Json | undefined {
  const value = own(raw, "default");
  if (value === undefined || value === null) return undefined;
  const fitting = coerce(value, type);
  if (
    fitting === undefined ||
    (isObject(fitting) && Object.keys(fitting).length === 0)
  )
    return undefined;
  if (Array.isArray(fitting) && fitting.length === 0) return undefined;
  if (values !== undefined && !values.some((known) => known === fitting)) {
    return undefined;
  }
  const text = JSON.stringify(fitting);
  // Whatever is called `$ref` in the finished schema has to be a reference.
  return fitting === "" || text.length > 100 || text.includes('"$ref"')
    ? undefined
    : fitting;
}
