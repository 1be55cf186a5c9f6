import { isObject, type Json, type JsonSchema } from "../json.js";
import type { Place } from "./keys.js";
import { firstSentences, flatten, sentences } from "./text.js";

const argumentLimit = 140;
const nestedLimit = 70;
const meaningLimit = 160;
const exampleLimit = 60;
const longText = 500;

export interface ArgumentText {
  /** What the document says of it, most telling first. */
  readonly texts: readonly (string | undefined)[];
  readonly schema: JsonSchema;
  readonly key: string;
  readonly wire: string;
  readonly place: Place;
  /** Whether several arguments stand for the same name, so that it has to say which one it is. */
  readonly shared: boolean;
  readonly deprecated: boolean;
  readonly example?: Json;
  /** A sentence to add. */
  readonly note?: string;
}

/** The description of one argument, in plain words; undefined where its name says it all. */
export function describeArgument(argument: ArgumentText): string | undefined {
  const { schema, key, wire, place, shared } = argument;
  const parts: string[] = [];
  let room = argumentLimit;
  for (const text of argument.texts) {
    if (text === undefined || room < 20) continue;
    const plain = tellingSentences(text, room);
    if (
      plain === "" ||
      saysNothing(plain, wire) ||
      parts.some((part) => overlaps(part, plain))
    )
      continue;
    parts.push(plain);
    room -= plain.length + 1;
  }
  if (argument.deprecated) parts.push("Deprecated.");
  const meanings = meaningsOf(schema, meaningLimit);
  if (meanings !== undefined) parts.push(meanings);
  if (argument.example !== undefined)
    parts.push(`Example: ${String(argument.example)}.`);
  if (argument.note !== undefined) parts.push(argument.note);
  if (key !== wire) {
    const where = !shared
      ? wire
      : place === "body"
        ? `${wire} in the body`
        : `${place} ${wire}`;
    parts.push(`Sent as ${where}.`);
  }
  return parts.length === 0 ? undefined : parts.join(" ");
}

/** An example worth its words: of a value whose form nothing else tells. */
export function exampleOf(
  schema: JsonSchema,
  stated: Json | undefined,
): Json | undefined {
  const listed = schema["examples"];
  const inSchema = Array.isArray(listed) ? (listed[0] as Json) : undefined;
  const example =
    stated ??
    (schema["enum"] === undefined &&
    schema["format"] === undefined &&
    schema["default"] === undefined &&
    schema["type"] === "string"
      ? inSchema
      : undefined);
  if (typeof example !== "string" && typeof example !== "number")
    return undefined;
  const text = flatten(String(example));
  if (
    text === "" ||
    text.length > exampleLimit ||
    text !== String(example) ||
    example === schema["default"]
  )
    return undefined;
  return schema["type"] === "boolean" ? undefined : text;
}

/** What the document says of limits and defaults counts beside the first sentence, and what is said besides next to nothing. */
const telling =
  /\b(?:must|only|cannot|requires?|required|at (?:most|least)|up to|between|max(?:imum)?|min(?:imum)?|defaults?|format|ISO|RFC|comma|separated|e\.g\.|either|unless|instead)\b/i;
const shortSentence = 25;
/** Further sentences are added up to this length. */
const furtherLimit = 110;

const shortened = new Map<string, string>();

function tellingSentences(text: string, max: number): string {
  const key = `${max} ${text}`;
  const known = shortened.get(key);
  if (known !== undefined) return known;
  let kept = "";
  for (const part of sentences(flatten(text))) {
    if (kept.length >= shortSentence && !telling.test(part)) continue;
    const next: string =
      kept === "" ? firstSentences(part, max) : `${kept} ${part}`;
    if (next.length > (kept === "" ? max : furtherLimit)) break;
    kept = next;
  }
  kept = sentence(withoutOpening(kept));
  shortened.set(key, kept);
  return kept;
}

/** "The name of the branch" and "Specifies which fields to expand" say as much without the first word. */
function withoutOpening(text: string): string {
  return text
    .replace(
      /^(?:specifies|indicates|defines|determines|controls) (?=(?:which|whether|how|what|when|where|if|the|an?) )/i,
      "",
    )
    .replace(/^(?:an?|the) (?!(?:to|and|or|is|in|of|for) )(?=\w+ )/i, "")
    .replace(/^[a-z](?=[a-z]* )/, (first) => first.toUpperCase());
}

function meaningsOf(schema: JsonSchema, limit: number): string | undefined {
  const meanings = schema["$comment"];
  return typeof meanings === "string"
    ? sentence(firstSentences(meanings, limit))
    : undefined;
}

function sentence(text: string): string {
  return text === "" || /[.!?…]$/.test(text)
    ? text
    : `${text.replace(/[:;,]$/, "")}.`;
}

/** "The pet ID." of `petId`, or "Name of the secret" of `secret_name`, costs tokens and says nothing. */
function saysNothing(text: string, name: string): boolean {
  if (
    /^(?:undefined|null|none|n\/?a|todo|tbd|string|description|x{3,}|lorem ipsum.*|[-–.*?]+)\.?$/i.test(
      text,
    )
  )
    return true;
  if (text.length > name.length + 40) return false;
  const inName = new Set(wordsOf(name));
  const inText = wordsOf(text).filter((word) => !idle.has(word));
  return inText.every((word) => inName.has(word));
}

const idle = new Set(
  "the a an of for to this that is be your its in which unique identifies identifying given specified".split(
    " ",
  ),
);

function wordsOf(text: string): string[] {
  const words = text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return (words.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word === "identifier" || word === "ids" || word === "identifiers"
      ? "id"
      : word,
  );
}

function overlaps(a: string, b: string): boolean {
  const bare = (text: string): string =>
    text.toLowerCase().replace(/[^a-z0-9]/g, "");
  return bare(a).includes(bare(b));
}

const nestedTexts = new Map<string, string>();

/**
 * A schema fit to be listed: descriptions below the arguments shortened, keywords that only helped to write them gone. What is
 * shared stays shared.
 */
export function finishTexts(
  schema: JsonSchema,
  memo: WeakMap<object, JsonSchema>,
  name = "",
): JsonSchema {
  const known = memo.get(schema);
  if (known !== undefined) return known;
  const copy: Record<string, Json> = {};
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword]!;
    switch (keyword) {
      case "description":
      case "$comment":
      case "examples":
      case "deprecated":
        if (!("description" in copy)) {
          const text = nestedText(schema, name);
          if (text !== undefined) copy["description"] = text;
        }
        break;
      case "properties":
      case "patternProperties":
      case "$defs":
        copy[keyword] = finishMap(
          value as JsonSchema,
          memo,
          keyword === "properties",
        );
        break;
      case "items":
      case "additionalProperties":
      case "not":
        copy[keyword] = isObject(value) ? finishTexts(value, memo) : value;
        break;
      case "anyOf":
      case "allOf":
      case "prefixItems":
        copy[keyword] = (value as JsonSchema[]).map((branch) =>
          finishTexts(branch, memo),
        );
        break;
      case "maxLength":
        // So long a text is no model's mistake; the API will say it.
        if ((value as number) < longText) copy[keyword] = value;
        break;
      default:
        copy[keyword] = value;
    }
  }
  memo.set(schema, copy);
  return copy;
}

function finishMap(
  map: JsonSchema,
  memo: WeakMap<object, JsonSchema>,
  named: boolean,
): JsonSchema {
  const copy: Record<string, Json> = Object.create(null);
  for (const name of Object.keys(map))
    copy[name] = finishTexts(map[name] as JsonSchema, memo, named ? name : "");
  return copy;
}

function nestedText(schema: JsonSchema, name: string): string | undefined {
  const { description } = schema;
  const parts: string[] = [];
  if (typeof description === "string") {
    let text = nestedTexts.get(description);
    if (text === undefined) {
      text = sentence(withoutOpening(firstSentences(description, nestedLimit)));
      nestedTexts.set(description, text);
    }
    if (text !== "" && !saysNothing(text, name)) parts.push(text);
  }
  if (schema["deprecated"] === true) parts.push("Deprecated.");
  const meanings = meaningsOf(schema, nestedLimit);
  if (meanings !== undefined) parts.push(meanings);
  return parts.length === 0 ? undefined : parts.join(" ");
}
