import type { PathNode } from "./path.js";
import { isPlural, last, singular } from "./tokens.js";

/** A name before it is written: its verb, and what the verb is done to. */
export interface Phrase {
  readonly verb: readonly string[];
  readonly nouns: readonly string[];
  readonly from: "id" | "path";
  /** A group of the identifier that was left out as saying nothing; it comes back where names collide. */
  readonly dropped?: readonly string[];
}

const prepositions = new Set(
  "for by of in on to from with at as into onto via using per between within without under over after before and or".split(
    " ",
  ),
);
export function isPreposition(word: string): boolean {
  return prepositions.has(word);
}

const adjectives = new Set(
  "latest current default random first last next previous primary popular top trending upcoming playing now recent active inactive public private available pending similar related new featured hot best worst most all open closed".split(
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

/** `me` and `self` are said with `my`. */
export function tidy(list: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const word of list) {
    const said =
      list.length > 1 && (word === "me" || word === "self") ? "my" : word;
    if (
      said !== found.at(-1) &&
      !(isPlural(found.at(-1) ?? "") && singular(found.at(-1)!) === said)
    )
      found.push(said);
    else if (said !== found.at(-1)) found[found.length - 1] = said;
  }
  return found;
}

export function unrepeated(list: readonly string[]): readonly string[] {
  return list.filter((word, index) => word !== list[index - 1]);
}

/** Index of the noun that the verb acts on: the last before a preposition. */
export function headOf(nouns: readonly string[]): number {
  const preposition = nouns.findIndex(
    (word, index) => index > 0 && isPreposition(word),
  );
  return (preposition < 0 ? nouns.length : preposition) - 1;
}

export function ownersOf(before: readonly PathNode[], depth: number): string[] {
  return before
    .slice(Math.max(0, before.length - depth))
    .flatMap((node) => (node.id ? last(node.words, singular) : node.words));
}
