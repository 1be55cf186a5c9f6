import type { Operation } from "../spec/operation.js";
import { pathAction } from "./names/path.js";
import { isPlural, words } from "./names/tokens.js";
import { looksOnGet, verbKind, verbOf, writesForSure } from "./names/verbs.js";

/** The verb by which a GET says that it writes: its name's, its identifier's, its path's or its summary's own. */
export function writingVerb(
  operation: Operation,
  verb: string,
): string | undefined {
  const kind = verbKind(verb);
  if (
    kind !== undefined &&
    kind !== "read" &&
    kind !== "other" &&
    !looksOnGet(verb)
  )
    return verb;
  const id = words(operation.operationId ?? "");
  const first = id[0] ?? "";
  if (writesForSure(first)) return first;
  const told = /^([A-Za-z]+) (?:an?|the|that|this|your)\b/.exec(
    operation.summary ?? operation.description ?? "",
  )?.[1];
  const done = told === undefined ? undefined : verbOf(told);
  // "Push a view onto the stack" by GET /views.push: the path orders what the text says it does.
  if (
    done !== undefined &&
    acts.has(done) &&
    (done === verb || done === words(pathAction(operation.path))[0])
  )
    return done;
  if (done === "indicate") return done;
  const action = words(pathAction(operation.path))[0] ?? "";
  if (writesForSure(action) && operation.path.includes("{")) return action;
  const order = ordered(operation.path);
  if (order !== undefined) return order;
  const summary = verbOf(/^[A-Za-z]+/.exec(operation.summary ?? "")?.[0] ?? "");
  return summary !== undefined &&
    /^(?:delete|remove|send|resend|cancel|revoke|terminate|disable|deactivate|purge|wipe|erase)$/.test(
      summary,
    )
    ? summary
    : undefined;
}

/** The verb of `/session/create/{name}` and `/groups/{id}/addContact/{contact}`; `/update-groups/{id}` names things. */
function ordered(path: string): string | undefined {
  const literal = /\/([^/{}]+)(?:\/\{[^/]*\})+\/?$/.exec(path)?.[1];
  const said = words(literal ?? "");
  return writesForSure(said[0] ?? "") && !isPlural(said.at(-1)!)
    ? said[0]
    : undefined;
}

/** Verbs that may be nouns, or only look, on a GET; not where path and text both order it. */
const acts = new Set(
  "push share open start follow comment reply book schedule join charge propose star fork import claim fund deposit withdraw dispute launch mint trash void archive refund block restrict control request begin trigger".split(
    " ",
  ),
);

/** Whether nothing in the text gainsays a `create` that only the method suggests: "Perform changes on a person" does. */
export function saysCreate(operation: Operation): boolean {
  // `POST_scheduled-sends` says no more than the method does.
  const id = (operation.operationId ?? "").replace(/^post(?![a-z])/i, "");
  if (/creat|add|new|insert|post/i.test(id)) return true;
  const text = operation.summary ?? operation.description ?? "";
  const first = verbOf(/^[A-Za-z]+/.exec(text)?.[0] ?? "") ?? "";
  const kind = verbKind(first);
  return (kind !== "change" && kind !== "remove") || isNoun(text, first);
}

/** "Order details", "Transfer": words that are verbs elsewhere. "Reset mappings" is an order all the same. */
function isNoun(text: string, verb: string): boolean {
  const next = /^[A-Za-z]+ ([A-Za-z]+)/.exec(text)?.[1] ?? "";
  if (
    (writesForSure(verb) || orders.has(verb)) &&
    next !== "" &&
    !/^(?:requests?|sets?|logs?|orders?|history|details|info)$/i.test(next)
  )
    return false;
  return !/^[A-Za-z]+ (?:an?|the|all|your|some|certain|different|changes|existing|one)\b/.test(
    text,
  );
}

/** With a word behind them they are hardly ever nouns at the head of a text. */
const orders = new Set(
  "reset clear replace restore merge configure overwrite set stop restart toggle switch".split(
    " ",
  ),
);

/** A reading verb beside words or a status of writing: "check and update", 201 Created. */
export function maybeWrites(operation: Operation): boolean {
  const text = `${operation.summary ?? ""} ${words(operation.operationId ?? "").join(" ")}`;
  if (
    /\b(?:and|or) (?:\w+ ){0,2}?(?:create|creates|update|updates|delete|deletes|remove|removes|send|sends|save|saves|store|stores|add|adds)\b/i.test(
      text,
    )
  )
    return true;
  // Getting a token or a session makes one.
  if (
    /\b(?:tokens?|sessions?|log ?in|sign ?in|authenticat\w+|password|otp)\b/i.test(
      text,
    )
  )
    return true;
  return operation.responses.some(
    ({ status }) => status === "201" || status === "202",
  );
}
