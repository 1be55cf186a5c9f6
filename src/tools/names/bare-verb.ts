import type { Operation } from "../../spec/operation.js";
import type { Answer } from "./answers.js";
import { pathPhrase } from "./from-path.js";
import { methodVerb } from "./path-verb.js";
import { readPath, type PathNode } from "./path.js";
import { headOf, isPreposition, type Phrase } from "./phrase.js";
import type { Shape } from "./shape.js";
import {
  isPlural,
  last,
  plural,
  pluralOfOne,
  singular,
  words,
} from "./tokens.js";

/** An identifier that is a verb alone takes what the path names. */
export function withPathNouns(
  verb: readonly string[],
  operation: Operation,
  shape: Shape,
  answer: Answer,
): Phrase | undefined {
  const path = pathPhrase(operation, shape, answer);
  if (path.verb.join(" ") === verb.join(" ")) return path;
  const isThing = (node: PathNode): boolean =>
    singular(node.words.at(-1)!) !== singular(verb.at(-1)!) &&
    verbStem(node.words.at(-1)!) !== verbStem(verb.at(-1)!);
  // What nearly every path is of is no part of `shape.nodes`, but may be all that there is.
  const thing =
    shape.nodes(operation).findLast(isThing) ??
    readPath(operation.path).nodes.findLast(isThing);
  if (thing === undefined)
    return verb.length === 1 && verb[0] === methodVerb(operation.method)
      ? path
      : { verb, nouns: [], from: "id" };
  const named = thing.words.filter(
    (word) => verbStem(word) !== verbStem(verb.at(-1)!),
  );
  return {
    verb,
    nouns:
      thing.id ||
      (operation.method === "POST" &&
        /^(?:save|store|insert|register)$/.test(verb[0]!))
        ? last(named, singular)
        : verb[0] === "list"
          ? last(named, plural)
          : named,
    from: "id",
  };
}

function verbStem(word: string): string {
  return word.replace(
    /(?:ations?|ators?|itions?|ions?|ors?|ers?|ing|ate|s|e)$/,
    "",
  );
}

/**
 * An identifier of a GET without a verb, `sale-listings` of /listings/sale, "Sale Listings": the author's order of the words,
 * where the path or the summary has them all.
 */
export function nounPhrase(
  list: readonly string[],
  operation: Operation,
  shape: Shape,
  answer: Answer,
): Phrase | undefined {
  if (operation.method !== "GET" || list.length < 2 || list.length > 5)
    return undefined;
  const at = headOf(list);
  const head = list[at]!;
  const told = new Set(
    [
      ...words(operation.summary ?? ""),
      ...shape.nodes(operation).flatMap((node) => node.words),
    ].map(singular),
  );
  const named = (word: string): boolean =>
    isPreposition(word) || told.has(singular(word));
  // The path has its words in an order of its own.
  const path = shape
    .nodes(operation)
    .flatMap((node) => node.words)
    .map(singular);
  const places = list.map((word) => path.indexOf(singular(word)));
  const asInPath = places.every(
    (place, index) => place >= 0 && place > (places[index - 1] ?? -1),
  );
  if (
    !list.every(named) ||
    asInPath ||
    isPreposition(list[0]!) ||
    /^(?:see|return|single|all|detail|text|id)$/.test(list[0]!) ||
    list.some((word) => word === "id" || word === "list" || word === "lists") ||
    new Set(list.map(singular)).size < list.length
  )
    return undefined;
  const many = isPlural(head) && (answer.many ?? !pluralOfOne.has(head));
  return { verb: [many ? "list" : "get"], nouns: list, from: "id" };
}
