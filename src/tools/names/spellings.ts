import type { Operation } from "../../spec/operation.js";
import { last, plural, singular, words } from "./tokens.js";

/** Words that run together where it is one word to be another's who write them apart. */
const one = new Set(
  "database metadata username password checkout timestamp webhook dashboard playlist homepage hostname filename nickname".split(
    " ",
  ),
);

/** How words that a path glues together fall apart, by the identifiers and tags: `/sitetypes` and `SiteTypes_Index`. */
export function spellings(
  operations: readonly Operation[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const texts = operations.flatMap(({ operationId = "", tags }) => [
    operationId,
    ...tags,
  ]);
  for (const text of texts) {
    const said = words(text);
    said.forEach((_, at) => {
      for (const length of [2, 3]) {
        const apart = said.slice(at, at + length);
        const glued = apart.join("");
        if (
          apart.length === length &&
          glued.length >= 8 &&
          apart.every((part) => part.length > 2) &&
          !one.has(singular(glued))
        ) {
          for (const [key, parts] of [
            [singular(glued), last(apart, singular)],
            [plural(glued), last(apart, plural)],
          ] as const)
            if (!found.has(key)) found.set(key, parts);
        }
      }
    });
  }
  return found;
}
