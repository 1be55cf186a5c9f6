import type { Operation } from "../../spec/operation.js";
import { pathAction } from "./path.js";
import { isPreposition } from "./phrase.js";
import type { Shape } from "./shape.js";
import { singular, words } from "./tokens.js";
import { isStrongVerb, isVerb, verbKind, verbLength } from "./verbs.js";

/** Where the verb is of an identifier that begins with what the path names, and goes on with what is done to it. */
export function doneTo(
  list: readonly string[],
  shape: Shape,
  operation: Operation,
): number | undefined {
  const [thing, done] = list;
  // `issueClearLabels`.
  if (
    operation.method === "DELETE" &&
    list.length > 2 &&
    isVerb(thing!) &&
    verbKind(thing!) !== "remove" &&
    verbKind(done!) === "remove"
  )
    return 1;
  if (
    operation.method !== "POST" ||
    !isVerb(thing!) ||
    isStrongVerb(thing!) ||
    !shape.entities.has(singular(thing!)) ||
    verbLength(list, 1) === 0
  )
    return undefined;
  const action = words(pathAction(operation.path));
  // `callDial` on /calls.
  if (
    list.length === 2 &&
    singular(action.join("")) === thing &&
    !shape.entities.has(singular(done!))
  )
    return 1;
  if (action[0] !== done) return undefined;
  // `callRecordPause` on …/record_pause pauses.
  const end = action.length;
  return end > 1 &&
    action.every((word, at) => word === list[at + 1]) &&
    !action.some(isPreposition) &&
    verbLength(list, end) > 0
    ? end
    : 1;
}
