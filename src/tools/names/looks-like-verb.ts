import type { Operation } from "../../spec/operation.js";
import type { PathNode } from "./path.js";
import { blankPath, structure, type Shape } from "./shape.js";
import { singular, words } from "./tokens.js";

/** A POST on a word behind an id that nothing else uses as a thing, and that reads like a verb or is the summary's. */
export function looksLikeVerb(
  operation: Operation,
  leaf: PathNode,
  before: readonly PathNode[],
  shape: Shape,
): boolean {
  const word = leaf.words[0]!;
  if (
    operation.method !== "POST" ||
    leaf.id ||
    leaf.words.length !== 1 ||
    before.at(-1)?.id !== true
  )
    return false;
  if (
    shape.nouns.has(singular(word)) ||
    shape.parents.has(blankPath(operation))
  )
    return false;
  const first =
    words((operation.summary ?? operation.description ?? "").slice(0, 60))[0] ??
    "";
  return (
    /(?:i[sz]e|ify|ivate|icate|inate|ulate|ulate)$/.test(word) ||
    hasOpposite(operation, shape, word) ||
    isLastOf(operation.operationId, word) ||
    first === word ||
    first === `${word}s` ||
    first === `${word}es`
  );
}

/** `/ships/{imo}/undock` beside `/ships/{imo}/dock`, or beside docks. */
function hasOpposite(
  operation: Operation,
  shape: Shape,
  word: string,
): boolean {
  const path = blankPath(operation);
  const parent = path.slice(0, path.lastIndexOf("/") + 1);
  const bare = word.replace(/^(?:un|de|dis)/, "");
  return bare === word
    ? ["un", "de", "dis"].some((not) => shape.methods.has(parent + not + word))
    : shape.nouns.has(bare) || shape.methods.has(parent + bare);
}

/** `Patients_Discharge`: a method of a class. */
function isLastOf(id: string | undefined, word: string): boolean {
  const parts = structure(id ?? "");
  return parts.length > 1 && words(parts.at(-1)!).join(" ") === word;
}
