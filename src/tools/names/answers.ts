import { isObject, own, type Json } from "../../json.js";
import type { Operation } from "../../spec/operation.js";
import { isPlural, words } from "./tokens.js";

export type Resolve = (ref: string) => { readonly value: Json } | undefined;

/** What a successful answer is, as far as it can be seen: a list of things, one thing, or unknown. */
export interface Answer {
  readonly many?: boolean;
  /** The list is the whole answer, not a field of it. */
  readonly root?: boolean;
  /** Words of the schema's own name. */
  readonly noun?: readonly string[];
  /** A table, a page or a picture: whatever is in it, one thing comes back. */
  readonly file?: boolean;
}

const listFields = [
  "data",
  "items",
  "results",
  "value",
  "values",
  "records",
  "entries",
  "content",
  "list",
  "rows",
  "elements",
  "hits",
  "objects",
  "documents",
  "collection",
  "_embedded",
  "nodes",
  "edges",
];

/** Looks at the first 2xx answer; the schema's name alone tells where it cannot be resolved. */
export function answerOf(
  operation: Operation,
  resolve: Resolve | undefined,
): Answer {
  const success =
    operation.responses.find(({ status }) => status.startsWith("2")) ??
    operation.responses.find(({ status }) => status === "default");
  const media =
    success?.content.find(({ mediaType }) => /json/i.test(mediaType)) ??
    success?.content[0];
  if (media !== undefined && oneFile.test(media.mediaType))
    return { many: false, file: true };
  if (media?.schema === undefined) return {};
  return answerOfSchema(media.schema, resolve, 0);
}

const oneFile =
  /^(?:text\/(?:csv|html|calendar|vcard|markdown)|image\/|audio\/|video\/|application\/(?:pdf|zip|gzip|octet-stream|vnd\.ms-excel|vnd\.openxml))/i;

function answerOfSchema(
  schema: Json,
  resolve: Resolve | undefined,
  depth: number,
): Answer {
  if (!isObject(schema) || depth > 6) return {};
  const ref = own(schema, "$ref");
  if (typeof ref === "string") {
    const noun = words(decodeURIComponent(safe(ref.split("/").at(-1) ?? "")));
    const target = resolve?.(ref);
    const found =
      target === undefined
        ? {}
        : answerOfSchema(target.value, resolve, depth + 1);
    if (found.many !== undefined) return { noun, ...found };
    if (/^(?:lists?|collection|page|array)$/.test(noun.at(-1) ?? ""))
      return { many: true, root: true, noun };
    return target === undefined && isPlural(noun.at(-1) ?? "")
      ? { many: true, root: true, noun }
      : { ...found, noun };
  }
  const type = own(schema, "type");
  const items = own(schema, "items");
  if (type === "array" || items !== undefined) {
    const inner = answerOfSchema(items ?? {}, resolve, depth + 1);
    return inner.noun === undefined
      ? { many: true, root: true }
      : { many: true, root: true, noun: inner.noun };
  }
  for (const key of ["allOf", "oneOf", "anyOf"]) {
    const parts = own(schema, key);
    if (!Array.isArray(parts)) continue;
    const found = (parts as Json[]).map((part) =>
      answerOfSchema(part, resolve, depth + 1),
    );
    const many = found.find((answer) => answer.many === true);
    if (many !== undefined) return many;
  }
  const properties = own(schema, "properties");
  if (!isObject(properties)) return {};
  const names = Object.keys(properties);
  const field =
    listFields.find((name) => isArray(own(properties, name), resolve)) ??
    (names.length <= 4 ? onlyArray(properties, names, resolve) : undefined);
  return field === undefined ? { many: false } : { many: true };
}

function safe(text: string): string {
  return text
    .replace(/%(?![\da-f]{2})/gi, "%25")
    .replace(/%[89a-f][\da-f]/gi, "");
}

function isArray(
  schema: Json | undefined,
  resolve: Resolve | undefined,
): boolean {
  let at = schema;
  for (let hops = 0; hops < 4; hops += 1) {
    const ref = own(at, "$ref");
    if (typeof ref !== "string") break;
    at = resolve?.(ref)?.value;
  }
  return own(at, "type") === "array" || isObject(own(at, "items") ?? null);
}

/** A small envelope with one list in it: `{ pets: [...], total }`. */
function onlyArray(
  properties: Json,
  names: readonly string[],
  resolve: Resolve | undefined,
): string | undefined {
  const arrays = names.filter((name) =>
    isArray(own(properties, name), resolve),
  );
  return arrays.length === 1 && isPlural(words(arrays[0]!).at(-1) ?? "")
    ? arrays[0]
    : undefined;
}
