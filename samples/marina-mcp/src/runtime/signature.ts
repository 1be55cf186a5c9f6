import { isRecord } from "./json.js";
import type { AnyTool } from "./tool.js";

/** `list_pets(status?: "available"|"sold", limit?: integer)` */
export function signature(tool: AnyTool): string {
  const properties = (tool.input["properties"] ?? {}) as {
    readonly [name: string]: unknown;
  };
  const required = new Set((tool.input["required"] ?? []) as readonly string[]);
  const names = Object.keys(properties).sort(
    (a, b) => Number(required.has(b)) - Number(required.has(a)),
  );
  const shown = names.filter((name, i) => required.has(name) || i < 12);
  const list = shown.map(
    (name) =>
      `${name}${required.has(name) ? "" : "?"}: ${typeOf(properties[name])}`,
  );
  if (shown.length < names.length) list.push("…");
  return `${tool.name}(${list.join(", ")})`;
}

function typeOf(schema: unknown): string {
  if (!isRecord(schema)) return "any";
  const values = schema["enum"];
  if (Array.isArray(values)) {
    const shown = values
      .slice(0, 6)
      .map((value) => JSON.stringify(value))
      .join("|");
    return values.length > 6 ? `${shown}|…` : shown;
  }
  const alternatives = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(alternatives))
    return [...new Set(alternatives.map(typeOf))].slice(0, 4).join("|");
  if (schema["type"] === "array") return `${typeOf(schema["items"])}[]`;
  return typeof schema["type"] === "string"
    ? schema["type"]
    : typeof schema["$ref"] === "string"
      ? "object"
      : "any";
}
