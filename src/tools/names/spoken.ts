import type { Operation } from "../../spec/operation.js";
import { flatten, sentences } from "../text.js";
import { plural, singular } from "./tokens.js";

/**
 * Whether the document's own first sentence speaks of one such thing and never of several: "Removes a reaction from an item."
 * of /reactions.remove, where no id in the path tells.
 */
export function spokenOfAsOne(operation: Operation, word: string): boolean {
  const said = firstSentence(operation);
  const one = spelt(singular(word));
  return (
    new RegExp(
      `\\b(?:an?|the|this|your|another|new|existing|single|specific) (?:[\\w-]+ ){0,4}?${one}\\b|^[a-z]+ ${one}(?= (?:for|to|from|in|on|by|with|of|at|as|via)\\b|[.,;:]|$)`,
    ).test(said) && !spokenOfAsMany(operation, word)
  );
}

/** Whether that sentence speaks of several. */
export function spokenOfAsMany(operation: Operation, word: string): boolean {
  return new RegExp(`\\b${spelt(plural(word))}\\b`).test(
    firstSentence(operation),
  );
}

/** Whether that sentence says that a list comes back. */
export function saysList(operation: Operation): boolean {
  return /^(?:lists?|(?:gets?|retrieves?|returns?|fetch(?:es)?) (?:an? |the )?(?:list|all)) /.test(
    firstSentence(operation),
  );
}

function firstSentence(operation: Operation): string {
  const text = flatten(
    (operation.summary ?? operation.description ?? "").slice(0, 300),
  );
  return (sentences(text)[0] ?? "").toLowerCase();
}

/** `usergroups` are "user groups" in prose. */
function spelt(word: string): string {
  return word.split("").join("[ -]?");
}
