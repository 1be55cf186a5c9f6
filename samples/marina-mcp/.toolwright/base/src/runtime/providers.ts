// Which tools find what others need: `GET /search/person` or `GET /people` for the `person_id` of `/person/{person_id}/images`.
import type { AnyTool } from "./tool.js";
import { tokensOf } from "./words.js";

export interface Providers {
  /** Scores for the tools that find what the best tools need. */
  readonly boost: (
    ranked: readonly { readonly id: number; readonly score: number }[],
    query: string,
  ) => Iterable<readonly [id: number, score: number]>;
}

/** How many of the best tools are looked at. */
const looked = 5;

export function findProviders(tools: readonly AnyTool[]): Providers {
  const byThing = new Map<string, { id: number; byText: boolean }[]>();
  tools.forEach((tool, id) => {
    const thing = provided(tool);
    if (thing === undefined) return;
    const found = byThing.get(thing) ?? [];
    found.push({ id, byText: findsByText(tool) });
    byThing.set(thing, found);
  });

  return {
    boost(ranked, query) {
      const boosted = new Map<number, number>();
      if (!namesSomething(query)) return boosted;
      const top = [...ranked]
        .sort((a, b) => b.score - a.score || a.id - b.id)
        .slice(0, looked);
      top.forEach(({ id, score }) => {
        for (const thing of needed(tools[id]!)) {
          const candidates = byThing.get(thing) ?? [];
          for (const { id: provider, byText } of candidates) {
            if (!byText) continue;
            boosted.set(
              provider,
              Math.max(boosted.get(provider) ?? 0, score * 0.95),
            );
          }
        }
      });
      return boosted;
    },
  };
}

/** A question that names a thing, by a name with capitals inside the sentence or in quotes, names what has to be found first. */
function namesSomething(query: string): boolean {
  return (
    /["\u201c'\u2018][^"\u201d'\u2019]{3,}["\u201d'\u2019]/.test(query) ||
    /[\p{Ll}\d,:;] \p{Lu}\p{L}+/u.test(query)
  );
}

/** What a reading tool gives a list of: the last word of a path that ends in no parameter. */
function provided(tool: AnyTool): string | undefined {
  if (!tool.annotations.readOnlyHint) return undefined;
  const segments = tool.request.path
    .split("/")
    .filter((segment) => segment !== "");
  const last = segments.at(-1);
  if (last === undefined || segments.some((segment) => segment.includes("{")))
    return undefined;
  return tokensOf(last).at(-1);
}

function findsByText(tool: AnyTool): boolean {
  const properties = (tool.input["properties"] ?? {}) as object;
  return Object.keys(properties).some((name) =>
    /^(q|query|search|name|text|term|keywords?|filter)$/i.test(name),
  );
}

/** The things whose ids a tool's path wants: the word before each parameter. */
function needed(tool: AnyTool): string[] {
  const segments = tool.request.path.split("/");
  return segments.flatMap((segment, i) =>
    segment.includes("{") ? tokensOf(segments[i - 1] ?? "").slice(-1) : [],
  );
}
