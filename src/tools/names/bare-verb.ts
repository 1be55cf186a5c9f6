import type { Operation } from "../../spec/operation.js";
import type { Answer } from "./answers.js";
import { pathPhrase } from "./from-path.js";
import { methodVerb } from "./path-verb.js";
import { readPath, type PathNode } from "./path.js";
import type { Phrase } from "./phrase.js";
import type { Shape } from "./shape.js";
import { last, plural, singular } from "./tokens.js";

/** An identifier that is a verb alone takes what the path names. */
export function withPathNouns(
  verb: readonly string[],
  operation: Operation,
  shape: Shape,
  answer: Answer,
): Phrase | undefined {
  const path = pathPhrase(operation, shape, answer);
  if (path.verb.join(" ") === verb.join(" ")) return path;
  const isThing = (node: PathNode): boolean =>
    singular(node.words.at(-1)!) !== singular(verb.at(-1)!) &&
    verbStem(node.words.at(-1)!) !== verbStem(verb.at(-1)!);
  // What nearly every path is of is no part of `shape.nodes`, but may be all that there is.
  const thing =
    shape.nodes(operation).findLast(isThing) ??
    readPath(operation.path).nodes.findLast(isThing);
  if (thing === undefined)
    return verb.length === 1 && verb[0] === methodVerb(operation.method)
      ? path
      : { verb, nouns: [], from: "id" };
  const named = thing.words.filter(
    (word) => verbStem(word) !== verbStem(verb.at(-1)!),
  );
  return {
    verb,
    nouns:
      thing.id ||
      (operation.method === "POST" &&
        /^(?:save|store|insert|register)$/.test(verb[0]!))
        ? last(named, singular)
        : verb[0] === "list"
          ? last(named, plural)
          : named,
    from: "id",
  };
}

function verbStem(word: string): string {
  return word.replace(
    /(?:ations?|ators?|itions?|ions?|ors?|ers?|ing|ate|s|e)$/,
    "",
  );
}
