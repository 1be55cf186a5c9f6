import type { Catalogue } from "./exposure.js";
import type { AnyTool } from "./tool.js";
import { findProviders } from "./providers.js";
import { intentOf, synonymsOf, tokensOf, type Intent } from "./words.js";

export interface Search {
  /** The tools that best fit a task said in words, best first, with those that find what the best ones need. */
  readonly find: (query: string, most: number) => readonly AnyTool[];
}

interface Entry {
  readonly tool: AnyTool;
  readonly name: readonly string[];
  readonly depth: number;
  /** Weighted number of words. */
  readonly length: number;
}

// Okapi BM25: https://en.wikipedia.org/wiki/Okapi_BM25
const k1 = 1.2;
const b = 0.75;
/** What a word counts that only means the same as the one in the question. */
const synonymWeight = 0.5;

/** Builds an index over names, titles, descriptions and arguments. No embeddings: a few milliseconds, and the same everywhere. */
export function createSearch(catalogue: Catalogue): Search {
  const entries: Entry[] = [];
  const postings = new Map<string, Map<number, number>>();
  const stems = new Map<string, string>();
  let total = 0;
  for (const [toolset, tools] of catalogue) {
    for (const tool of tools) {
      const counts = weighWords(tool, toolset, stems);
      let length = 0;
      for (const [token, count] of counts) {
        length += count;
        let posting = postings.get(token);
        if (posting === undefined) postings.set(token, (posting = new Map()));
        posting.set(entries.length, count);
      }
      total += length;
      entries.push({
        tool,
        name: [...new Set(tokensOf(tool.name))],
        depth: tool.request.path.split("/").length,
        length,
      });
    }
  }
  const average = total / Math.max(entries.length, 1);
  const providers = findProviders(entries.map((entry) => entry.tool));

  return {
    find(query, most) {
      const asked = readQuery(query);
      const scores = new Float64Array(entries.length);
      for (const alternatives of asked.words) {
        // Of a word and those that mean the same, the best one counts.
        const bestOf = new Map<number, number>();
        for (const [word, weight] of alternatives) {
          const posting = postings.get(word);
          if (posting === undefined) continue;
          const idf = Math.log(
            1 + (entries.length - posting.size + 0.5) / (posting.size + 0.5),
          );
          for (const [id, count] of posting) {
            const score =
              (weight * idf * (count * (k1 + 1))) /
              (count + k1 * (1 - b + (b * entries[id]!.length) / average));
            if (score > (bestOf.get(id) ?? 0)) bestOf.set(id, score);
          }
        }
        for (const [id, score] of bestOf) scores[id]! += score;
      }
      const best = Math.max(...scores);
      if (!(best > 0)) return [];
      const ranked: { id: number; score: number }[] = [];
      scores.forEach((score, id) => {
        const entry = entries[id]!;
        if (score > 0)
          ranked.push({
            id,
            score:
              score / best +
              nameShare(entry, asked) +
              fit(entry, asked.intent) -
              0.01 * entry.depth,
          });
      });
      const byScore = new Map(ranked.map(({ id, score }) => [id, score]));
      for (const [id, score] of providers.boost(ranked, query))
        byScore.set(id, Math.max(byScore.get(id) ?? 0, score));
      return [...byScore]
        .sort(([x, scoreX], [y, scoreY]) => scoreY - scoreX || x - y)
        .slice(0, most)
        .map(([id]) => entries[id]!.tool);
    },
  };
}

function weighWords(
  tool: AnyTool,
  toolset: string,
  stems: Map<string, string>,
): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    for (const token of tokensOf(text, stems))
      counts.set(token, (counts.get(token) ?? 0) + weight);
  };
  add(tool.name, 3);
  add(tool.title, 2);
  add(tool.description, 1);
  add(toolset, 1);
  add(Object.keys((tool.input["properties"] ?? {}) as object).join(" "), 0.5);
  return counts;
}

interface Query {
  /** Each word with those that mean the same, and what they count. */
  readonly words: readonly ReadonlyMap<string, number>[];
  /** The most that each word counts, whatever it was asked as. */
  readonly weights: ReadonlyMap<string, number>;
  readonly intent: Intent | undefined;
}

function readQuery(query: string): Query {
  const weights = new Map<string, number>();
  const words = [...new Set(tokensOf(query))].map((token) => {
    const alternatives = new Map([[token, 1]]);
    for (const other of synonymsOf(token))
      alternatives.set(other, synonymWeight);
    for (const [word, weight] of alternatives)
      weights.set(word, Math.max(weight, weights.get(word) ?? 0));
    return alternatives;
  });
  return { words, weights, intent: intentOf(query) };
}

/** How much of a tool's name the question says: worth more than any weighting of the text. The verb counts half, because questions seldom say it. */
function nameShare({ name }: Entry, { weights }: Query): number {
  let shared = 0;
  name.forEach(
    (token, i) => (shared += (weights.get(token) ?? 0) * (i === 0 ? 0.5 : 1)),
  );
  return shared / (name.length - 0.5);
}

/** A question wants a tool that reads, an order one that does as it says. */
function fit({ tool, name }: Entry, intent: Intent | undefined): number {
  if (intent === undefined) return 0;
  const does = tool.annotations.readOnlyHint
    ? "read"
    : (intentOf(name[0] ?? "") ?? "write");
  if (does === intent) return 0.2;
  return does === "delete" || does === "read" || intent === "read" ? -0.1 : 0;
}
