import {
  own,
  type Json,
  type JsonObject,
  type JsonSchema,
} from "../../json.js";
import { checkPattern } from "./pattern.js";
import type { Draft, Scope } from "./scope.js";
import { typeOf } from "./values.js";

export type TypeName =
  "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";

export const typeNames: ReadonlySet<string> = new Set<TypeName>([
  "string",
  "number",
  "integer",
  "boolean",
  "object",
  "array",
  "null",
]);

/** Formats that Ajv and models know. The others say nothing that a caller could keep to, or less than the type does. */
const keptFormats: ReadonlySet<string> = new Set([
  "date-time",
  "date",
  "time",
  "duration",
  "uri",
  "email",
  "uuid",
  "hostname",
  "ipv4",
  "ipv6",
  "binary",
]);

const stringKeywords = ["minLength", "maxLength", "pattern", "format"];
const numberKeywords = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
];
const objectKeywords = [
  "properties",
  "required",
  "additionalProperties",
  "patternProperties",
  "minProperties",
  "maxProperties",
  "propertyNames",
  "dependentRequired",
  "dependentSchemas",
  "unevaluatedProperties",
];
const arrayKeywords = [
  "items",
  "prefixItems",
  "additionalItems",
  "minItems",
  "maxItems",
  "uniqueItems",
  "contains",
];

/** The type that a schema without `type` means: that of its keywords or of its values, where they agree. */
export function inferType(raw: JsonObject): TypeName | undefined {
  const has = (keywords: readonly string[]): boolean =>
    keywords.some((keyword) => Object.hasOwn(raw, keyword));
  const found: TypeName[] = [];
  if (has(objectKeywords)) found.push("object");
  if (has(arrayKeywords)) found.push("array");
  if (has(numberKeywords)) found.push("number");
  if (has(stringKeywords)) {
    found.push(isNumberFormat(own(raw, "format")) ? "number" : "string");
  }
  if (found.length === 1) return found[0];
  if (found.length > 1) return undefined;
  const values = Array.isArray(raw["enum"])
    ? raw["enum"]
    : Object.hasOwn(raw, "const")
      ? [raw["const"]!]
      : [];
  const types = new Set(
    values.filter((value) => value !== null).map((value) => typeOf(value)),
  );
  if (types.size === 2 && types.has("integer") && types.has("number")) {
    return "number";
  }
  return types.size === 1 ? [...types][0] : undefined;
}

export function isIntegerFormat(format: Json | undefined): boolean {
  return typeof format === "string" && /^u?int(?:8|16|32|64)$/.test(format);
}

function isNumberFormat(format: Json | undefined): boolean {
  return (
    typeof format === "string" && /^(?:u?int\d*|float|double)$/.test(format)
  );
}

/** Copies the keywords of strings, with patterns that work everywhere only. */
export function stringRules(
  raw: JsonObject,
  draft: Draft,
  scope: Scope,
  at: string,
): void {
  copyCounts(raw, draft, ["minLength", "maxLength"], scope, at);
  const pattern = own(raw, "pattern");
  if (typeof pattern === "string") {
    const checked = checkPattern(pattern);
    if (checked.pattern !== undefined) draft["pattern"] = checked.pattern;
    else {
      scope.report(
        checked.problem === "slow" ? "pattern-slow" : "pattern-invalid",
        `Pattern ${JSON.stringify(pattern.length > 80 ? `${pattern.slice(0, 77)}...` : pattern)}`,
        at,
      );
    }
  }
  const format = own(raw, "format");
  if (format === "url") {
    // What Ajv and documents call so is a URI by RFC 3986, under its older name.
    draft["format"] = "uri";
  } else if (typeof format === "string" && keptFormats.has(format)) {
    draft["format"] = format;
  }
  const encoding = own(raw, "contentEncoding");
  if (format === "byte" || encoding === "base64" || encoding === "base64url") {
    draft["contentEncoding"] =
      encoding === "base64url" ? "base64url" : "base64";
  }
  // https://spec.openapis.org/oas/v3.1.1.html#migrating-binary-descriptions-from-oas-3-0
  if (
    own(raw, "contentMediaType") === "application/octet-stream" &&
    encoding === undefined
  ) {
    draft["format"] = "binary";
  }
}

/** Copies the bounds of numbers; a boolean `exclusiveMinimum` (OpenAPI 3.0) turns `minimum` into one. */
export function numberRules(
  raw: JsonObject,
  draft: Draft,
  scope: Scope,
  at: string,
): void {
  const read = (keyword: string): number | undefined => {
    const value = own(raw, keyword);
    const number =
      typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    // A bound that a JavaScript number cannot hold would refuse the values next to it.
    return typeof number === "number" &&
      Math.abs(number) <= Number.MAX_SAFE_INTEGER
      ? number
      : undefined;
  };
  const bounds: [string, string][] = [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ];
  for (const [bound, exclusive] of bounds) {
    const value = read(bound);
    if (own(raw, exclusive) === true) {
      if (value !== undefined) draft[exclusive] = value;
      continue;
    }
    if (value !== undefined) draft[bound] = value;
    const strict = read(exclusive);
    if (strict !== undefined) draft[exclusive] = strict;
  }
  const multiple = read("multipleOf");
  if (multiple !== undefined && multiple > 0) draft["multipleOf"] = multiple;
  const low = draft["minimum"] ?? draft["exclusiveMinimum"];
  const high = draft["maximum"] ?? draft["exclusiveMaximum"];
  if (typeof low === "number" && typeof high === "number" && low > high) {
    for (const [bound, exclusive] of bounds) {
      delete draft[bound];
      delete draft[exclusive];
    }
    scope.report(
      "schema-bounds",
      `No number is between ${low} and ${high}`,
      at,
    );
  }
}

/** Copies keywords that count something: a least and a most, both whole and not negative. */
export function copyCounts(
  raw: JsonObject,
  draft: Draft,
  [least, most]: readonly [string, string],
  scope: Scope,
  at: string,
): void {
  const read = (keyword: string): number | undefined => {
    const value = own(raw, keyword);
    const number =
      typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
    return typeof number === "number" &&
      Number.isSafeInteger(number) &&
      number >= 0
      ? number
      : undefined;
  };
  const low = read(least);
  const high = read(most);
  if (low !== undefined && high !== undefined && low > high) {
    scope.report(
      "schema-bounds",
      `${least} ${low} is over ${most} ${high}`,
      at,
    );
    return;
  }
  if (low !== undefined && low > 0) draft[least] = low;
  if (high !== undefined) draft[most] = high;
}

/**
 * Integers of 64 bits do not fit a JavaScript number: they are taken as digits too, and sent as they came.
 * https://spec.openapis.org/registry/format/int64
 */
export function isWideInteger(raw: JsonObject, draft: Draft): boolean {
  const format = own(raw, "format");
  if (format !== "int64" && format !== "uint64") return false;
  if (draft["enum"] !== undefined) return false;
  const high = draft["maximum"] ?? draft["exclusiveMaximum"];
  return typeof high !== "number";
}

/** What is sent as a number has to be one in JSON, without leading zeros; 0 is short enough for a number anyway. */
export function digitsOf(integer: JsonSchema, raw: JsonObject): string {
  const low = integer["minimum"] ?? integer["exclusiveMinimum"];
  const unsigned =
    own(raw, "format") === "uint64" || (typeof low === "number" && low >= 0);
  return `^${unsigned ? "" : "-?"}[1-9]\\d*$`;
}
