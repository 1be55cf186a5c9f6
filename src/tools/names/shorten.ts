import { isAdjective, isPreposition, headOf, type Phrase } from "./phrase.js";
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

/** More words than that are no name, whichever are dropped. */
const mostWords = 12;

/** Words that have a short form that everyone writes. */
const abbreviations: ReadonlyMap<string, string> = new Map(
  Object.entries({
    organization: "org",
    organisation: "org",
    repository: "repo",
    application: "app",
    configuration: "config",
    information: "info",
    authentication: "auth",
    environment: "env",
    administrator: "admin",
    database: "db",
    specification: "spec",
    documentation: "docs",
    parameters: "params",
    identifier: "id",
  }),
);

function abbreviated(word: string): string {
  const short = abbreviations.get(word);
  if (short !== undefined) return short;
  const one = abbreviations.get(singular(word));
  return one === undefined ? word : `${one}s`;
}

/**
 * A name of at most `max` characters that keeps the verb, the noun it acts on and the words in `keep`, dropping what says
 * least: repeated words, then of all ways to drop whole words the one that costs least. A word that is longer than the room
 * ends early.
 *
 * @param bonds Pairs of words that the document writes as one thing, `purchase order`: one is not dropped without the other
 */
export function shorten(
  phrase: Phrase,
  max: number,
  keep: ReadonlySet<string> = new Set(),
  bonds: ReadonlySet<string> = new Set(),
): Phrase {
  if (lengthOf(phrase.verb, phrase.nouns) <= max) return phrase;
  const plain = withoutRepeats(phrase, max);
  if (lengthOf(phrase.verb, plain) <= max) return { ...phrase, nouns: plain };
  const nouns = plain.slice(-mostWords).map(abbreviated);
  const kept = new Set([...keep].map(abbreviated));
  const paired = new Set(
    [...bonds].map((pair) => pair.split(" ").map(abbreviated).join(" ")),
  );
  const excess = lengthOf(phrase.verb, nouns) - max;
  const dropped =
    excess <= 0
      ? new Set<number>()
      : cheapest(nouns, costsOf(nouns, kept), excess, paired);
  return cut(
    { ...phrase, nouns: nouns.filter((_, at) => !dropped.has(at)) },
    max,
  );
}

/** A word that stands twice goes once, but not where it is the noun that the verb acts on. */
function withoutRepeats(phrase: Phrase, max: number): readonly string[] {
  let nouns = phrase.nouns;
  while (lengthOf(phrase.verb, nouns) > max) {
    const head = headOf(nouns);
    const again = (word: string, at: number): boolean =>
      at !== head &&
      nouns.some(
        (other, place) => place !== at && singular(other) === singular(word),
      );
    const before = nouns.findIndex(
      (word, at) =>
        again(word, at) &&
        nouns.slice(at + 1).some((other) => singular(other) === singular(word)),
    );
    const at = before >= 0 ? before : nouns.findLastIndex(again);
    if (at < 0) return nouns;
    nouns = nouns.toSpliced(at, 1);
  }
  return nouns;
}

/** What is lost with each word. The noun that the verb acts on is what the name is of; what is behind it or far before it says less. */
function costsOf(
  nouns: readonly string[],
  keep: ReadonlySet<string>,
): readonly number[] {
  const head = headOf(nouns);
  return nouns.map((word, at) => {
    if (at === head) return 90;
    if (keep.has(word)) return 60;
    if (/^(?:the|a|an|and)$/.test(word)) return 1;
    if (isPreposition(word)) return 10;
    if (at < head) {
      // From the outermost module inwards.
      const near = 4 + 10 / (head - at);
      return isAdjective(word) || word === "self" ? near - 3 : near;
    }
    const end = at === nouns.length - 1 || isPreposition(nouns[at + 1]!);
    return isAdjective(word) ? 5 : end ? 11 : 7;
  });
}

/** The indices of the words to drop: together as long as the excess, and of least cost. Fewer words rather than more, outer ones first. */
function cheapest(
  nouns: readonly string[],
  costs: readonly number[],
  excess: number,
  bonds: ReadonlySet<string>,
): ReadonlySet<number> {
  const count = nouns.length;
  const head = headOf(nouns);
  // Where nothing is short enough: all but the noun itself.
  let best = { cost: Infinity, mask: (2 ** count - 1) & ~(1 << head) };
  for (let mask = 1; mask < 2 ** count; mask += 1) {
    if ((mask & (1 << head)) !== 0) continue;
    const gone = (at: number): boolean => (mask & (1 << at)) !== 0;
    let length = 0;
    let cost = 0;
    for (let at = 0; at < count; at += 1) {
      if (!gone(at)) continue;
      length += nouns[at]!.length + 1;
      cost += costs[at]!;
    }
    if (length < excess || cost >= best.cost) continue;
    cost += brokenBy(nouns, gone, bonds);
    if (cost < best.cost) best = { cost, mask };
  }
  return new Set(
    nouns.flatMap((_, at) => ((best.mask & (1 << at)) !== 0 ? [at] : [])),
  );
}

/** What else is lost: things torn apart, prepositions that lead nowhere or that their objects have lost. */
function brokenBy(
  nouns: readonly string[],
  gone: (at: number) => boolean,
  bonds: ReadonlySet<string>,
): number {
  let cost = 0;
  const head = headOf(nouns);
  let kept = -1;
  nouns.forEach((word, at) => {
    const next = nouns[at + 1];
    if (
      next !== undefined &&
      gone(at) !== gone(at + 1) &&
      (bonds.has(`${singular(word)} ${singular(next)}`) ||
        /^(?:self|non|multi|pre|sub|cross)$/.test(word))
    )
      cost += 20;
    if (isPreposition(word) && at > head) {
      let end = at + 1;
      while (end < nouns.length && !isPreposition(nouns[end]!)) end += 1;
      const objects = nouns
        .slice(at + 1, end)
        .some((_, i) => !gone(at + 1 + i));
      // A phrase that goes as a whole, preposition and all, is no loss for the rest.
      if (gone(at) && !objects) cost -= 9;
      if (!gone(at) && !objects) cost += 40;
    }
    if (!gone(at)) kept = at;
  });
  return kept >= 0 && isPreposition(nouns[kept]!) ? cost + 40 : cost;
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
