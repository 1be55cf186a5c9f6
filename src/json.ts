/** A JSON value. */
export type Json =
  null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Objects that come from a document have no prototype, or are only read through own-property checks. */
export type JsonObject = { readonly [key: string]: Json };

/** A JSON Schema 2020-12 object (never a boolean schema). */
export type JsonSchema = JsonObject;

/** The object-rooted schema of a tool's arguments. https://modelcontextprotocol.io/specification/2026-07-28/server/tools */
export interface ObjectSchema extends JsonObject {
  readonly type: "object";
  readonly properties: { readonly [name: string]: JsonSchema };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of an own property, or undefined: `__proto__` and `constructor` in a document are names like any other. */
export function own(object: unknown, key: string): Json | undefined {
  return isObject(object) && Object.hasOwn(object, key)
    ? object[key]
    : undefined;
}
