import type { PathNode } from "./path.js";
import { isPlural, last, pluralOfOne, singular } from "./tokens.js";

/** A name before it is written: its verb, and what the verb is done to. */
export interface Phrase {
  readonly verb: readonly string[];
  readonly nouns: readonly string[];
  readonly from: "id" | "path";
  /** A group of the identifier that was left out as saying nothing; it comes back where names collide. */
  readonly dropped?: readonly string[];
  /** What the path says besides; it comes behind where names collide. */
  readonly besides?: readonly string[];
}

const prepositions = new Set(
  "for by of in on to from with at as into onto via using per between within without using under over after before and or".split(
    " ",
  ),
);
export function isPreposition(word: string): boolean {
  return prepositions.has(word);
}

const adjectives = new Set(
  "latest current default random first last next previous primary popular top trending upcoming playing now recent active inactive public private available pending similar related new featured hot best worst most all favourite favorite open closed nearby remote external daily weekly monthly yearly hourly annual individual native raw global quick builtin simple past running future unread incoming outgoing full sent".split(
    " ",
  ),
);
export function isAdjective(word: string): boolean {
  return (
    adjectives.has(word) ||
    (/[^e]ed$/.test(word) &&
      word.length > 4 &&
      word !== "speed" &&
      word !== "embed")
  );
}

/** Words without those that only repeat the one before, in whatever number. */
export function tidy(list: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const word of list) {
    const before = found.at(-1) ?? "";
    if (word === before) continue;
    if (isPlural(before) && singular(before) === word)
      found[found.length - 1] = word;
    else found.push(word);
  }
  return found;
}

/** Words without those that the next one says again, be it of several: `document documents`, `accounts account links`. */
export function unrepeated(list: readonly string[]): readonly string[] {
  return list.filter(
    (word, index) => word !== list[index - 1] && !saidAgain(list, index),
  );
}

function saidAgain(list: readonly string[], at: number): boolean {
  const [word, next] = [list[at]!, list[at + 1]];
  if (next === undefined || word === next) return false;
  return isPlural(next)
    ? singular(next) === word
    : singular(word) === next && at + 2 < list.length;
}

/** Index of the noun that the verb acts on: the last before a preposition. */
export function headOf(nouns: readonly string[]): number {
  const preposition = nouns.findIndex(
    (word, index) => index > 0 && isPreposition(word),
  );
  return (preposition < 0 ? nouns.length : preposition) - 1;
}

export function ownersOf(
  before: readonly PathNode[],
  depth: number,
  entities: ReadonlySet<string> = new Set(),
): string[] {
  return before
    .slice(Math.max(0, before.length - depth))
    .flatMap((node) => ownerWords(node, entities));
}

/** A thing as the owner of others: one of it, and `my` for `me` and `self`. */
function ownerWords(
  node: PathNode,
  entities: ReadonlySet<string>,
): readonly string[] {
  if (
    !node.id &&
    node.words.length === 1 &&
    /^(?:me|self)$/.test(node.words[0]!)
  )
    return ["my"];
  const thing =
    node.id || entities.has(node.words.map(singular).join(" "))
      ? !pluralOfOne.has(node.words.at(-1)!)
      : false;
  return thing ? last(node.words, singular) : node.words;
}
