import { readFileSync } from "node:fs";
import path from "node:path";

/** A question and the operations that answer it. */
export interface Query {
  readonly text: string;
  readonly gold: readonly string[];
}

/** Reads `<dataset>-queries.tsv`: dataset, index, query, operations separated by ` ; `. */
export function readQueries(file: string): Query[] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"))
    .map(([, , text = "", gold = ""]) => ({
      text,
      gold: gold.split(" ; ").map((operation) => blank(operation.trim())),
    }));
}

export function queryFiles(folder: string, names: readonly string[]): string[] {
  return names
    .filter((name) => name.endsWith("-queries.tsv"))
    .map((name) => path.join(folder, name));
}

function blank(operation: string): string {
  return operation.replace(/\{[^{}]*\}/g, "{}");
}

/** Okapi BM25 (k1 1.2, b 0.75) over whole words: what a client's tool search does at least. */
export function bm25(
  documents: readonly { readonly key: string; readonly text: string }[],
): (query: string) => string[] {
  const bags = documents.map(({ text }) => wordsOf(text));
  const average =
    bags.reduce((sum, bag) => sum + bag.length, 0) / Math.max(1, bags.length);
  const frequency = new Map<string, number>();
  for (const bag of bags)
    for (const word of new Set(bag))
      frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const counts = bags.map((bag) => {
    const count = new Map<string, number>();
    for (const word of bag) count.set(word, (count.get(word) ?? 0) + 1);
    return count;
  });
  return (query) => {
    const asked = wordsOf(query);
    const scored = documents.map(({ key }, at) => {
      let score = 0;
      for (const word of asked) {
        const n = frequency.get(word) ?? 0;
        const f = counts[at]!.get(word) ?? 0;
        if (f === 0) continue;
        const idf = Math.log(1 + (bags.length - n + 0.5) / (n + 0.5));
        score +=
          (idf * f * 2.2) /
          (f + 1.2 * (0.25 + (0.75 * bags[at]!.length) / average));
      }
      return { key, score };
    });
    return scored
      .toSorted((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
      .map(({ key }) => key);
  };
}

/** Words that questions are made of, whatever they ask. */
const stop = new Set(
  "a an and are as at be been by can do does did for from get give has have how i in is it its just me many more my of on one or our please some tell than that the their there these this those to up us was were what when where which who whose will with would you your".split(
    " ",
  ),
);

/** Lower-case words without the commonest, and without their endings. */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[a-z\d]+/g) ?? [])
    .filter((word) => !stop.has(word))
    .map((word) => word.replace(/(?:ies|es|s|ing|ed|e)$/, ""));
}

/** The share of the right operations that are among the first five, over all questions. */
export function recallAt5(
  queries: readonly Query[],
  search: (query: string) => string[],
): number {
  const shares = queries.map(({ text, gold }) => {
    const first = new Set(search(text).slice(0, 5));
    return gold.filter((key) => first.has(key)).length / gold.length;
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
