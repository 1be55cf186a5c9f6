// 64-bit integers. A JavaScript number holds integers up to 2^53, so that a tool takes larger ones as a string of digits:
// its schema says `anyOf: [{type: integer}, {type: string, pattern: digits}]`. The API wants a number.
import { isRecord, JsonNumber } from "./json.js";
import {
  branches,
  itemSchema,
  list,
  matchingBranches,
  memberSchema,
  resolve,
} from "./schema.js";
import type { JsonSchema } from "./tool.js";

/** The value with each digit string that stands for an integer made the JSON number it stands for. */
export function withIntegers(
  value: unknown,
  schema: JsonSchema | undefined,
  root: JsonSchema,
): unknown {
  if (schema === undefined) return value;
  if (typeof value === "string") {
    return /^-?(0|[1-9]\d*)$/.test(value) && isInt64(schema, root)
      ? new JsonNumber(value)
      : value;
  }
  if (typeof value !== "object" || value === null) return value;
  let result = value as unknown;
  for (const part of list(schema["allOf"])) {
    result = withIntegers(result, resolve(part, root), root);
  }
  for (const branch of matchingBranches(result, schema, root)) {
    result = withIntegers(result, branch, root);
  }
  if (Array.isArray(result)) {
    return result.map((item, index) =>
      withIntegers(item, itemSchema(schema, index, root), root),
    );
  }
  if (!isRecord(result)) return result;
  const object: Record<string, unknown> = Object.create(null);
  for (const [key, member] of Object.entries(result)) {
    object[key] = withIntegers(member, memberSchema(schema, key, root), root);
  }
  return object;
}

/** Whether the schema takes an integer as a number or as a string of digits. */
export function isInt64(schema: JsonSchema, root: JsonSchema): boolean {
  const union = branches(schema, root);
  return (
    (union.some((branch) => branch["type"] === "integer") &&
      union.some(isDigits)) ||
    union.some((branch) => isInt64(branch, root)) ||
    list(schema["allOf"]).some((part) => isInt64(resolve(part, root), root))
  );
}

function isDigits(branch: JsonSchema): boolean {
  return (
    branch["type"] === "string" &&
    typeof branch["pattern"] === "string" &&
    /^\^(-\?|\[-\+?\]\?|\[\+?-\]\?)?(\[1-9\]\\d\*|(\\d|\[0-9\])(\+|\{\d+,\d*\}))\$$/.test(
      branch["pattern"],
    )
  );
}
