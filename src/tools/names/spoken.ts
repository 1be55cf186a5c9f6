import type { Operation } from "../../spec/operation.js";
import { flatten, sentences } from "../text.js";
import { plural, singular } from "./tokens.js";

/**
 * Whether the document's own first sentence speaks of one such thing and never of several: "Removes a reaction from an item."
 * of /reactions.remove, where no id in the path tells.
 */
export function spokenOfAsOne(operation: Operation, word: string): boolean {
  const text = flatten(
    (operation.summary ?? operation.description ?? "").slice(0, 300),
  );
  const said = (sentences(text)[0] ?? "").toLowerCase();
  // `usergroups` are "user groups" in prose.
  const spelt = (of: string): string => of.split("").join("[ -]?");
  const one = spelt(singular(word));
  return (
    new RegExp(
      `\\b(?:an?|the|this|your|another|new|existing|single|specific) (?:[\\w-]+ ){0,4}?${one}\\b`,
    ).test(said) && !new RegExp(`\\b${spelt(plural(word))}\\b`).test(said)
  );
}
