import { own, type JsonSchema } from "../json.js";
import type { Converter } from "../spec/schema.js";

/** The schema behind a reference, with what stands beside the reference. */
export function expand(schema: JsonSchema, converter: Converter): JsonSchema {
  let whole = schema;
  for (let i = 0; typeof whole["$ref"] === "string" && i < 8; i++) {
    const { $ref: ref, ...besides } = whole;
    whole = { ...converter.definition(ref as string, "request"), ...besides };
  }
  return whole;
}

/** A schema that may be null without that choice, where it is the only one. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  const branches = schema["anyOf"];
  if (!Array.isArray(branches)) return schema;
  const kept = branches.filter((branch) => own(branch, "type") !== "null");
  if (
    kept.length === branches.length ||
    kept.length !== 1 ||
    schema["type"] !== undefined
  )
    return schema;
  const { anyOf: _, ...rest } = schema;
  return { ...(kept[0] as JsonSchema), ...rest };
}
