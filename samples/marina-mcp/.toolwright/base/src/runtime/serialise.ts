// How parameter values look in a URL, a header or a cookie: https://spec.openapis.org/oas/v3.2.0.html#style-values and,
// under it, https://www.rfc-editor.org/rfc/rfc6570. Where these are silent: null and empty lists are left out, and a list
// or object inside another becomes JSON text.
import { encode, encodeReserved } from "./encode.js";
import { isRecord, stringify } from "./json.js";
import type { Style } from "./tool.js";

/** What of a parameter or a form field decides how its value is written. */
export interface Rule {
  readonly name: string;
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved?: boolean;
  /** How lists inside the list are joined. */
  readonly itemsStyle?: Style;
}

export type Pair = readonly [name: string, value: string];

type Encode = (text: string) => string;

/** Encoded delimiters of the styles that have one: the raw characters are not legal in a URL. */
const delimiters: { readonly [style in Style]?: string } = {
  spaceDelimited: "%20",
  pipeDelimited: "%7C",
  tabDelimited: "%09",
};

/** The value in a path, or undefined when there is nothing to write. */
export function pathValue(rule: Rule, value: unknown): string | undefined {
  const { style, explode } = rule;
  const parts = explode ? named(value, encode) : flat(value, rule, encode);
  if (parts.length === 0) return undefined;
  switch (style) {
    case "label":
      return `.${parts.join(explode ? "." : ",")}`;
    case "matrix":
      return matrix(rule, value, parts);
    default:
      return parts.join(delimiters[style] ?? ",");
  }
}

/** The name-value pairs in a query, each already encoded. */
export function queryPairs(rule: Rule, value: unknown): Pair[] {
  const write = rule.allowReserved === true ? encodeReserved : encode;
  const name = encode(rule.name);
  if (rule.style === "deepObject" && typeof value === "object") {
    return deepPairs(rule.name, value).map(([key, text]) => [
      encode(key),
      write(text),
    ]);
  }
  return pairs(rule, name, value, write);
}

/** The value of a header, not encoded, or undefined when there is nothing to write. */
export function headerValue(rule: Rule, value: unknown): string | undefined {
  const raw: Encode = (text) => text;
  const parts = rule.explode ? named(value, raw) : flat(value, rule, raw);
  if (parts.length === 0) return undefined;
  return parts.join(decodeURIComponent(delimiters[rule.style] ?? ","));
}

/**
 * The cookies, as name-value pairs. Values are encoded, because most characters of JSON and free text are not legal in a
 * cookie; the style `cookie` says that they are sent as they are.
 */
export function cookiePairs(rule: Rule, value: unknown): Pair[] {
  const write: Encode = rule.style === "cookie" ? (text) => text : encode;
  return pairs(rule, write(rule.name), value, write);
}

/** A number, boolean or string as text; anything else as JSON text. */
export function text(value: unknown): string {
  if (typeof value === "string") return value;
  // 1e+21 is no integer to most readers.
  if (typeof value === "number" && Number.isInteger(value)) {
    return BigInt(value).toString();
  }
  return stringify(value);
}

/** The pairs of `form` and its kin: one pair, or one for each member when exploded. */
function pairs(
  rule: Rule,
  name: string,
  value: unknown,
  write: Encode,
): Pair[] {
  if (value === null || value === undefined) return [];
  const { explode } = rule;
  if (explode && Array.isArray(value)) {
    return present(value).map((item) => [name, write(text(item))]);
  }
  if (explode && isRecord(value)) {
    return members(value).map(([key, member]) => [
      write(key),
      write(text(member)),
    ]);
  }
  const parts = flat(value, rule, write);
  if (parts.length === 0) return [];
  return [[name, parts.join(delimiters[rule.style] ?? ",")]];
}

/**
 * `name[key]=value`. Only objects of scalars are specified; below that the form of qs, Rails and Stripe is used:
 * `name[key][inner]`, `name[]` for scalars in a list and `name[0][key]` for objects in one.
 */
export function deepPairs(name: string, value: unknown): Pair[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    const scalars = value.every((item) => typeof item !== "object");
    return present(value).flatMap((item, index) =>
      deepPairs(scalars ? `${name}[]` : `${name}[${index}]`, item),
    );
  }
  if (isRecord(value)) {
    return members(value).flatMap(([key, member]) =>
      deepPairs(`${name}[${key}]`, member),
    );
  }
  return [[name, text(value)]];
}

/** `value`, `a,b` or `key,value,key,value`, still in parts. */
function flat(value: unknown, rule: Rule, write: Encode): string[] {
  if (Array.isArray(value)) {
    return present(value).map((item) => nestedItem(item, rule, write));
  }
  if (isRecord(value)) {
    return members(value).flatMap(([key, member]) => [
      write(key),
      write(text(member)),
    ]);
  }
  return value === null || value === undefined ? [] : [write(text(value))];
}

/** `value`, `a`, `b` or `key=value`, `key=value`. */
function named(value: unknown, write: Encode): string[] {
  if (isRecord(value)) {
    return members(value).map(
      ([key, member]) => `${write(key)}=${write(text(member))}`,
    );
  }
  if (Array.isArray(value)) {
    return present(value).map((item) => write(text(item)));
  }
  return value === null || value === undefined ? [] : [write(text(value))];
}

/** Swagger 2.0: a list inside a list has a collectionFormat of its own. */
function nestedItem(item: unknown, rule: Rule, write: Encode): string {
  if (rule.itemsStyle === undefined || !Array.isArray(item)) {
    return write(text(item));
  }
  return present(item)
    .map((inner) => write(text(inner)))
    .join(delimiters[rule.itemsStyle] ?? ",");
}

function matrix(rule: Rule, value: unknown, parts: readonly string[]): string {
  const name = encode(rule.name);
  const pair = (part: string) =>
    part === "" ? `;${name}` : `;${name}=${part}`;
  if (!rule.explode) return pair(parts.join(","));
  if (isRecord(value)) return parts.map((part) => `;${part}`).join("");
  return parts.map(pair).join("");
}

function present(list: readonly unknown[]): unknown[] {
  return list.filter((item) => item !== null && item !== undefined);
}

function members(object: {
  readonly [key: string]: unknown;
}): [string, unknown][] {
  return Object.entries(object).filter(
    ([, member]) => member !== null && member !== undefined,
  );
}
