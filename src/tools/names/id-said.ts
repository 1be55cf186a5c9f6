import type { Operation } from "../../spec/operation.js";
import type { Read } from "./id-verb.js";
import { pathAction } from "./path.js";
import { summaryVerb } from "./path-verb.js";
import { blankPath, type Shape } from "./shape.js";
import { canonical, isVerb } from "./verbs.js";

/** The verb of an identifier as names have it. */
export function canonicalVerb(
  verb: readonly string[],
  operation: Operation,
  shape: Shape,
  nouns: readonly string[],
): readonly string[] {
  const methods = shape.methods.get(blankPath(operation))!;
  const plain = verb.filter((word) => word !== "partial");
  const end = plain.at(-1)!;
  // PUT beside PATCH replaces; netbox says `bulk_update` for both.
  if (
    operation.method === "PUT" &&
    methods.has("PATCH") &&
    end === "update" &&
    plain.length <= 2
  )
    return [...plain.slice(0, -1), "replace"];
  if (plain.length === 1) {
    // On …/rows/insert nothing but that word is told apart from what creates.
    if (pathAction(operation.path) === "insert" && end === "insert")
      return plain;
    if (end === "post")
      return nouns.some((word) =>
        /^(?:messages?|sms|emails?|mails?|notifications?|replies|reply)$/.test(
          word,
        ),
      )
        ? ["send"]
        : ["create"];
    if (end === "is" || end === "has" || end === "can") return ["check"];
  }
  return plain.includes("or") ? plain : [...plain.slice(0, -1), canonical(end)];
}

/** `PostAttributes`, "Updates the attributes": an identifier that says no more than the method. */
export function spokenVerb(
  { verb, after }: Read,
  operation: Operation,
  shape: Shape,
): readonly string[] | undefined {
  const said = verb.join(" ");
  const method = operation.method.toLowerCase();
  if (said !== "post" && !(said === "put" && method === "put"))
    return undefined;
  if (isVerb(after[0] ?? "")) return undefined;
  const nodes = shape.nodes(operation);
  // What is put is often no more than put: only a summary says more.
  const told =
    nodes.length === 0 || (said === "put" && operation.summary === undefined)
      ? undefined
      : summaryVerb(operation, nodes);
  if (told !== undefined && !told.eats) return [told.verb];
  return said === "put" && /^updates?\b/i.test(operation.summary ?? "")
    ? ["update"]
    : undefined;
}
