import type { Operation } from "../../spec/operation.js";
import type { Answer } from "./answers.js";
import { entity as entityOf, sameThing, type PathNode } from "./path.js";
import { blankPath, type Shape } from "./shape.js";
import { saysList, spokenOfAsMany } from "./spoken.js";
import { isPlural, last, pluralOfOne, singular, words } from "./tokens.js";

/** The thing that the parameter behind a node names, when it is another than the node's: `/fields/{collection}`. */
export function foreign(leaf: PathNode): readonly string[] | undefined {
  const thing = entityOf(words(leaf.params.at(-1) ?? ""));
  if (/^(?:filter|status|state)$/.test(thing.at(-1) ?? "")) return undefined;
  if (leaf.params.length !== 1 || thing.length === 0) return undefined;
  const own = new Set(leaf.words.map(singular));
  return thing.some(
    (word) =>
      own.has(singular(word)) ||
      [...own].some((other) => other.startsWith(word.slice(0, 4))),
  )
    ? undefined
    : thing;
}

/** Whether a GET gives a list. */
export function isMany(
  operation: Operation,
  shape: Shape,
  leaf: PathNode,
  answer: Answer,
): boolean {
  const word = leaf.words.at(-1) ?? "";
  if (answer.file === true) return false;
  if (leaf.id && /^(?:filter|status|state)$/.test(leaf.params.at(-1)!))
    return answer.many !== false && isPlural(word);
  if (leaf.id)
    return (
      answer.many === true &&
      (answer.root === true || foreign(leaf) !== undefined)
    );
  if (shape.parents.has(blankPath(operation)))
    return answer.many !== false || isPlural(word);
  if (answer.many === true)
    return (
      isPlural(word) ||
      answer.root === true ||
      (operation.method === "GET" &&
        saysList(operation) &&
        spokenOfAsMany(operation, word))
    );
  if (answer.many === false && operation.method === "GET") return false;
  return isPlural(word) && !pluralOfOne.has(word);
}

/** `BuildSummaries` of a project: what the list is of, where its schema is named and the path is of one thing. */
export function listed(
  noun: readonly string[],
  owner: readonly string[],
): readonly string[] {
  const kept = noun.filter(
    (word) =>
      !/^(?:list|response|result|dto|model|page|paged|collection|array|api|get|output|vm|object|data|item|items|info)$/.test(
        word,
      ),
  );
  return kept.length > 0 &&
    kept.length <= 3 &&
    !sameThing(last(kept, singular), last(owner, singular))
    ? kept
    : [];
}
