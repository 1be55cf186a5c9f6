import { isObject, type Json } from "../json.js";

/** Gemini refuses lists of numbers: they become bounds, and the values are told in words. https://ai.google.dev/api/caching#Schema */
export function numericEnumsInWords(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(numericEnumsInWords);
  if (!isObject(schema)) return schema;
  const copy: Record<string, Json> = Object.create(
    Object.getPrototypeOf(schema) as object | null,
  );
  for (const key of Object.keys(schema))
    copy[key] = numericEnumsInWords(schema[key]!);
  const values = schema["enum"];
  const isNumeric =
    (schema["type"] === "integer" || schema["type"] === "number") &&
    Array.isArray(values);
  if (!isNumeric) return copy;
  const numbers = values as readonly number[];
  delete copy["enum"];
  const words = `One of ${numbers.join(", ")}.`;
  const { description } = schema;
  copy["description"] =
    typeof description === "string" ? `${description} ${words}` : words;
  copy["minimum"] = Math.min(...numbers);
  copy["maximum"] = Math.max(...numbers);
  return copy;
}
