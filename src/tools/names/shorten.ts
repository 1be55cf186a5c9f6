import { headOf, isPreposition, type Phrase } from "./phrase.js";
import { singular } from "./tokens.js";

/** The phrase as one name. */
export function write(phrase: Phrase): string {
  return [...phrase.verb, ...phrase.nouns].join("_");
}

function lengthOf(verb: readonly string[], nouns: readonly string[]): number {
  let length = -1;
  for (const word of verb) length += word.length + 1;
  for (const word of nouns) length += word.length + 1;
  return length;
}

/**
 * A name of at most `max` characters that keeps the verb, the noun it acts on and the words in `keep`, dropping what says
 * least first: repeated words, prepositions, then words from the outermost module inwards. Whole words as long as any are left:
 * one that is longer than the room ends early.
 */
export function shorten(
  phrase: Phrase,
  max: number,
  keep: ReadonlySet<string> = new Set(),
): Phrase {
  if (lengthOf(phrase.verb, phrase.nouns) <= max) return phrase;
  let nouns = phrase.nouns;
  const tooLong = (): boolean => lengthOf(phrase.verb, nouns) > max;
  const drop = (choose: (list: readonly string[]) => number): void => {
    while (tooLong()) {
      const at = choose(nouns);
      if (at < 0) return;
      nouns = nouns.toSpliced(at, 1);
    }
  };
  // A word that stands twice goes once, but not where it is the noun that the verb acts on.
  drop((list) => {
    const head = headOf(list);
    const again = (word: string, at: number): boolean =>
      list.some(
        (other, place) => place !== at && singular(other) === singular(word),
      );
    const before = list.findIndex(
      (word, at) =>
        at !== head &&
        again(word, at) &&
        list.slice(at + 1).some((other) => singular(other) === singular(word)),
    );
    return before >= 0
      ? before
      : list.findLastIndex((word, at) => at !== head && again(word, at));
  });
  drop((list) =>
    list.findIndex(
      (word) =>
        word === "the" ||
        word === "of" ||
        word === "a" ||
        word === "an" ||
        word === "and",
    ),
  );
  const free = (list: readonly string[], at: number): boolean =>
    !keep.has(list[at]!);
  // Modules and qualifiers before the noun that the verb acts on.
  drop((list) => {
    const head = headOf(list);
    return list.findIndex(
      (word, at) => at < head && free(list, at) && !isPreposition(word),
    );
  });
  drop((list) =>
    list.findIndex(
      (word, at) => at > 0 && isPreposition(word) && at < list.length - 1,
    ),
  );
  // After the noun: from the left, a last word tells most.
  drop((list) => {
    const head = Math.min(headOf(phrase.nouns), 0);
    return list.findIndex(
      (_, at) => at > head && at < list.length - 1 && free(list, at),
    );
  });
  drop((list) =>
    list.findIndex((_, at) => at < list.length - 1 && free(list, at)),
  );
  drop((list) => (list.length > 1 ? 0 : -1));
  return cut({ ...phrase, nouns }, max);
}

function cut(phrase: Phrase, max: number): Phrase {
  const { verb, nouns } = phrase;
  const excess = lengthOf(verb, nouns) - max;
  if (excess <= 0) return phrase;
  const words = nouns.length > 0 ? nouns : verb;
  const last = words.at(-1)!;
  const short = last.slice(0, Math.max(1, last.length - excess));
  const rest = [...words.slice(0, -1), short];
  return nouns.length > 0
    ? { ...phrase, nouns: rest }
    : { ...phrase, verb: rest };
}
