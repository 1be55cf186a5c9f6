import { ToolError } from "./errors.js";
import { isRecord } from "./json.js";
import { text } from "./serialise.js";

/**
 * A value as XML: each member an element by its name, each item of a list an element by the list's name. Text that is XML
 * already goes as it is. https://spec.openapis.org/oas/v3.2.0.html#xml-object (its defaults)
 *
 * @throws ToolError when a name cannot be an element's
 */
export function toXml(name: string, value: unknown): string {
  if (typeof value === "string" && /^\s*</.test(value)) return value;
  return `<?xml version="1.0" encoding="UTF-8"?>${element(name, value)}`;
}

function element(name: string, value: unknown): string {
  if (!/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name)) {
    throw new ToolError(
      `"${name}" cannot be the name of an XML element: give the XML as text instead.`,
    );
  }
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) {
    return value.map((item) => element(name, item)).join("");
  }
  const content = isRecord(value)
    ? Object.entries(value)
        .map(([key, member]) => element(key, member))
        .join("")
    : escapeXml(text(value));
  return `<${name}>${content}</${name}>`;
}

function escapeXml(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
