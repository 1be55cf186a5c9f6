import type { Catalogue } from "./exposure.js";
import type { AnyTool } from "./tool.js";

export interface Search {
  readonly find: (query: string, most: number) => readonly AnyTool[];
}

interface Entry {
  readonly tool: AnyTool;
  readonly nameTokens: ReadonlySet<string>;
  readonly depth: number;
  readonly length: number;
}

// Okapi BM25's usual constants.
const k1 = 1.2;
const b = 0.75;

/** Builds an index over the names, titles and first sentences of a catalogue's tools. */
export function createSearch(catalogue: Catalogue): Search {
  const entries: Entry[] = [];
  const postings = new Map<string, Map<number, number>>();
  let total = 0;
  for (const [toolset, tools] of catalogue) {
    for (const tool of tools) {
      const id = entries.length;
      const counts = new Map<string, number>();
      const add = (text: string, weight: number): void => {
        for (const token of tokensOf(text))
          counts.set(token, (counts.get(token) ?? 0) + weight);
      };
      add(tool.name, 3);
      add(tool.title, 2);
      add(firstSentence(tool.description), 1);
      add(toolset, 1);
      let length = 0;
      for (const [token, count] of counts) {
        length += count;
        let posting = postings.get(token);
        if (posting === undefined) postings.set(token, (posting = new Map()));
        posting.set(id, count);
      }
      total += length;
      entries.push({
        tool,
        nameTokens: new Set(tokensOf(tool.name)),
        depth: tool.request.path.split("/").length,
        length,
      });
    }
  }
  const average = total / Math.max(entries.length, 1);

  return {
    find(query, most) {
      const words = new Set(tokensOf(query));
      const scores = new Map<number, number>();
      for (const word of words) {
        const posting = postings.get(word);
        if (posting === undefined) continue;
        const idf = Math.log(
          1 + (entries.length - posting.size + 0.5) / (posting.size + 0.5),
        );
        for (const [id, count] of posting) {
          const weight =
            (count * (k1 + 1)) /
            (count + k1 * (1 - b + (b * entries[id]!.length) / average));
          scores.set(id, (scores.get(id) ?? 0) + idf * weight);
        }
      }
      const best = Math.max(...scores.values());
      const ranked = [...scores].map(([id, score]) => {
        const entry = entries[id]!;
        let shared = 0;
        for (const token of entry.nameTokens) if (words.has(token)) shared += 1;
        return {
          id,
          score:
            score / best + shared / entry.nameTokens.size - 0.01 * entry.depth,
        };
      });
      ranked.sort((x, y) => y.score - x.score || x.id - y.id);
      return ranked.slice(0, most).map(({ id }) => entries[id]!.tool);
    },
  };
}

function firstSentence(text: string): string {
  return /^[\s\S]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
}

function tokensOf(text: string): string[] {
  return text
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== "");
}
