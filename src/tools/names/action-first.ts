import type { Operation } from "../../spec/operation.js";
import { flatten } from "../text.js";
import type { Action } from "./action.js";
import type { PathNode } from "./path.js";
import { contradicts } from "./path-verb.js";
import type { Shape } from "./shape.js";
import { isPlural, last, manyUnlessOne, singular, words } from "./tokens.js";

/** `/generate/url`, `/get/delay`: a path that begins with what is done. */
export function verbFirst(
  nodes: readonly PathNode[],
  operation: Operation,
  shape: Shape,
): Action | undefined {
  const [first, ...others] = nodes;
  if (
    others.length === 0 ||
    first!.id ||
    first!.words.length > 1 ||
    !/^(?:get|list|generate|create|update|delete|add|remove|send|fetch)$/.test(
      first!.words[0]!,
    ) ||
    shape.nouns.has(first!.words[0]!) ||
    contradicts(first!.words, operation)
  )
    return undefined;
  const leaf = others.at(-1)!;
  return {
    verb: first!.words,
    rest: leaf.id ? last(leaf.words, singular) : leaf.words,
    before: others.slice(0, -1),
  };
}

/** `/search/movie`, `/validate/address`: the verb stands before what it is done to. */
export function verbBefore(
  nodes: readonly PathNode[],
  reading: boolean,
  operation: Operation,
): Action | undefined {
  const at = nodes.findIndex(
    (node) =>
      !node.id &&
      node.words.length === 1 &&
      /^(?:search|find|lookup|validate|verify|calculate|convert|discover|autocomplete|check|compare|query)$/.test(
        node.words[0]!,
      ),
  );
  const leaf = nodes.at(-1)!;
  if (at < 0 || at === nodes.length - 1 || (at > 0 && !reading))
    return undefined;
  // "Retrieve query suggestions" by /query/suggestions.
  if (isCompound(nodes[at]!.words[0]!, leaf.words, operation)) return undefined;
  const between = nodes.slice(at + 1, -1);
  const before = [...nodes.slice(0, at), ...between];
  const thing = between.at(-1);
  // `/search/videos/editorial`: editorial videos.
  if (
    reading &&
    !leaf.id &&
    thing !== undefined &&
    !thing.id &&
    isPlural(thing.words.at(-1)!) &&
    !isPlural(leaf.words.at(-1)!)
  )
    return {
      verb: nodes[at]!.words,
      rest: [...leaf.words, ...thing.words],
      before: before.slice(0, -1),
    };
  // `/businesses/search/phone`.
  if (
    at > 0 &&
    between.length === 0 &&
    !leaf.id &&
    !nodes[at - 1]!.id &&
    isPlural(nodes[at - 1]!.words.at(-1)!) &&
    /^(?:phone|email|name|address|date|location|tag|isbn|code|number|title|keyword|domain|zip|id)s?$/.test(
      leaf.words.at(-1)!,
    )
  )
    return { verb: nodes[at]!.words, rest: ["by", ...leaf.words], before };
  return {
    verb: nodes[at]!.words,
    rest: reading && !leaf.id ? last(leaf.words, manyUnlessOne) : leaf.words,
    before,
  };
}

/** Whether the text gets what the two words name together. */
function isCompound(
  word: string,
  leaf: readonly string[],
  { summary, description }: Operation,
): boolean {
  const said = words(flatten((summary ?? description ?? "").slice(0, 120))).map(
    singular,
  );
  const thing = [word, ...leaf].map(singular).join(" ");
  return (
    word !== "search" &&
    /^(?:get|list|retrieve|return|fetch|show|view)$/.test(said[0] ?? "") &&
    ` ${said.join(" ")} `.includes(` ${thing} `)
  );
}
