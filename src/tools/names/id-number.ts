import type { Operation } from "../../spec/operation.js";
import type { Answer } from "./answers.js";
import { foreign, isMany } from "./many.js";
import { inPath } from "./id-owners.js";
import { sameThing, type PathNode } from "./path.js";
import { isPreposition } from "./phrase.js";
import type { Shape } from "./shape.js";
import { saysList, spokenOfAsMany, spokenOfAsOne } from "./spoken.js";
import { isPlural, plural, pluralOfOne, singular } from "./tokens.js";
import { isVerb } from "./verbs.js";

/** `getPets` of the collection of pets. */
export function givesList(
  nouns: readonly string[],
  head: number,
  operation: Operation,
  shape: Shape,
  answer: Answer,
): boolean {
  const word = nouns[head];
  const leaf = shape.nodes(operation).at(-1);
  if (word === undefined || leaf === undefined || leaf.id) return false;
  if (!isPlural(word))
    // `getAdditionalPart` of /parts, a list.
    return (
      answer.many === true &&
      answer.root !== false &&
      leaf.words.at(-1) === plural(word) &&
      leaf.words.at(-1) !== word &&
      !spokenOfAsOne(operation, word)
    );
  // Beside `reactions.list`, `reactions.get` gets; and a table is one thing.
  if (leaf.words.join(" ") === "get" || answer.file === true) return false;
  if (
    nouns.some((other) => /^(?:multiple|several|batch|many|bulk)$/.test(other))
  )
    return false;
  if (pluralOfOne.has(word) && answer.many !== true) return false;
  return (
    leaf.words.at(-1) === word ||
    (answer.many === true && answer.root === true) ||
    isMany(operation, shape, leaf, answer)
  );
}

/** Whether a list is of what a word says: by the path's last word, or by the name of what the answer holds. */
export function givesThose(
  word: string,
  leaf: PathNode | undefined,
  answer: Answer,
): boolean {
  return (
    leaf?.id === false &&
    answer.many === true &&
    !/\d|(?:ing|age|ance|ence|ity|ed)$/.test(word) &&
    [leaf.words.at(-1), answer.noun?.at(-1)].some(
      (other) => other !== undefined && singular(other) === word,
    )
  );
}

/** Whether the path is of one of the things that the words name. */
export function isItem(
  operation: Operation,
  shape: Shape,
  answer: Answer,
  after: readonly string[],
): boolean {
  const leaf = shape.nodes(operation).at(-1);
  return (
    operation.method === "GET" &&
    leaf?.id === true &&
    answer.many !== true &&
    sameThing(leaf.words, after) &&
    // `/bots/{appId}`, "List of bots": an app's.
    !(
      foreign(leaf) !== undefined &&
      (spokenOfAsMany(operation, after.at(-1)!) || saysList(operation))
    )
  );
}

export function numbered(
  nouns: readonly string[],
  head: number,
  verb: string,
  operation: Operation,
  nodes: readonly PathNode[],
): readonly string[] {
  const word = nouns[head];
  if (word === undefined || isPreposition(word)) return nouns;
  const set = (changed: string): readonly string[] => nouns.with(head, changed);
  if (verb === "list" && inPath([word], nodes))
    return set(pluralOfOne.has(word) ? word : plural(word));
  const node = nodes.findLast(
    (candidate) => singular(candidate.words.at(-1)!) === singular(word),
  );
  if (node !== undefined) {
    if (node.id) return set(singular(word));
    const leaf = node === nodes.at(-1);
    const adds =
      verb === "create" ||
      (verb === "add" &&
        operation.summary !== undefined &&
        !spokenOfAsMany(operation, word));
    if (adds && leaf && !pluralOfOne.has(word)) return set(singular(word));
    if (
      !nodes.some(({ id }) => id) &&
      !pluralOfOne.has(word) &&
      !/^(?:list|search|find|query|count)$/.test(verb) &&
      spokenOfAsOne(operation, word)
    )
      return set(singular(word));
    return set(isVerb(word) ? word : node.words.at(-1)!);
  }
  if (
    (verb === "create" || nodes.at(-1)?.id === true) &&
    !pluralOfOne.has(word) &&
    operation.method !== "GET"
  )
    return set(singular(word));
  if (
    node === undefined &&
    isPlural(word) &&
    !pluralOfOne.has(word) &&
    !/^(?:list|search|find|query|count)$/.test(verb) &&
    spokenOfAsOne(operation, word)
  )
    return set(singular(word));
  return nouns;
}
