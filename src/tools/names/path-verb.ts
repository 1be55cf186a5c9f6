import type { Operation } from "../../spec/operation.js";
import { flatten } from "../text.js";
import type { PathNode } from "./path.js";
import { blankPath, type Shape } from "./shape.js";
import { isPlural, singular, words } from "./tokens.js";
import {
  canonical,
  isStrongVerb,
  verbKind,
  verbOf,
  writesForSure,
} from "./verbs.js";

export function methodVerb(method: string): string {
  switch (method) {
    case "GET":
      return "get";
    case "POST":
      return "create";
    case "PUT":
    case "PATCH":
      return "update";
    case "DELETE":
      return "delete";
    case "HEAD":
      return "check";
    case "OPTIONS":
      return "describe";
    case "QUERY":
      return "query";
    default:
      return words(method)[0] ?? "call";
  }
}

export function defaultVerb(
  operation: Operation,
  shape: Shape,
  leaf: PathNode,
  many: boolean,
): string {
  const methods = shape.methods.get(blankPath(operation))!;
  const asks = !leaf.id && isQuestion(leaf.words.at(-1)!, operation);
  switch (operation.method) {
    case "GET":
      return asks ? "check" : many ? "list" : "get";
    case "POST":
      if (asks) return "check";
      if (
        !leaf.id &&
        methods.size === 1 &&
        !shape.parents.has(blankPath(operation))
      )
        return verbOfReading(operation, leaf) ?? "create";
      return leaf.id &&
        !methods.has("PUT") &&
        !methods.has("PATCH") &&
        !saysNew(operation)
        ? "update"
        : "create";
    case "PUT":
      if (methods.has("PATCH")) return "replace";
      if (leaf.id) return "update";
      return many || isPlural(leaf.words.at(-1)!) ? "replace" : "set";
    default:
      return methodVerb(operation.method);
  }
}

/** "Retrieve the applications near an address" by `POST /partial_address`. */
function verbOfReading(
  operation: Operation,
  leaf: PathNode,
): string | undefined {
  if (saysMake(operation)) return undefined;
  const text = flatten(
    (operation.summary ?? operation.description ?? "").slice(0, 60),
  );
  const verb = canonical(verbOf(words(text)[0] ?? "") ?? "");
  return /^(?:get|list|search|find|calculate|estimate|compare|analy[sz]e|predict)$/.test(
    verb,
  ) && !leaf.words.includes(verb)
    ? verb
    : undefined;
}

/** "Adds a payment" by `POST /payments/{owner}`: what stands in the path is not what is made. */
function saysNew({ summary, description }: Operation): boolean {
  const text = (summary ?? description ?? "").slice(0, 60);
  return /^(?:creates?|adds?|registers?|inserts?|new) (?!or\b|and\b)/i.test(
    text,
  );
}

/** `/username-available`; by POST `/availability`, too: what is asked is no thing that is made. */
function isQuestion(word: string, operation: Operation): boolean {
  if (/^(?:available|exists?|valid|eligible|taken|unique)$/.test(word))
    return true;
  const first = words((operation.summary ?? "").slice(0, 60))[0] ?? "";
  return (
    operation.method === "POST" &&
    /^(?:availability|eligibility|validity|existence|uniqueness)$/.test(word) &&
    !/^(?:create|add|set|update|save|insert|store)/.test(first)
  );
}

const sameAsDefault: ReadonlyMap<string, string> = new Map([
  ["find", "get"],
  ["lookup", "get"],
  ["list", "get"],
  ["describe", "get"],
  ["browse", "get"],
  ["add", "create"],
  ["post", "create"],
  ["register", "create"],
  ["submit", "create"],
  ["make", "create"],
  ["store", "create"],
  ["save", "update"],
  ["put", "update"],
  ["patch", "update"],
  ["change", "update"],
  ["replace", "update"],
  ["set", "update"],
  ["remove", "delete"],
]);

/** Verbs that a GET may carry though they do more than look. */
export const gettable = new Set([
  "export",
  "download",
  "verify",
  "test",
  "ping",
  "resolve",
  "authorize",
  "callback",
  "login",
  "logout",
  "poll",
  "watch",
  "monitor",
  "stream",
  "play",
]);

/** The verb that the summary begins with, where it says more than the method and is about what the path names. */
export function summaryVerb(
  operation: Operation,
  nodes: readonly PathNode[],
): { verb: string; eats: boolean } | undefined {
  const text = flatten(
    (operation.summary ?? operation.description ?? "").slice(0, 200),
  );
  const said = words(text.slice(0, 90)).slice(0, 12);
  const verb = verbOf(said[0] ?? "");
  if (verb === undefined) return undefined;
  const plain = canonical(verb);
  const kind = verbKind(plain);
  if (
    plain === methodVerb(operation.method) ||
    sameAsDefault.get(plain) === methodVerb(operation.method)
  )
    return undefined;
  if (
    plain === "create" ||
    (!isCall(operation) &&
      !(operation.method === "POST" && !saysMake(operation)) &&
      (plain === "get" || plain === "list")) ||
    plain === "do" ||
    plain === "use"
  )
    return undefined;
  // "List or create", "Create and send": not one verb.
  if (said[1] === "or" || said[1] === "and" || said[1] === "s")
    return undefined;
  if (operation.method === "GET" || operation.method === "HEAD") {
    if (kind !== "read" && !gettable.has(plain)) return undefined;
  } else if (operation.method === "DELETE") {
    if (kind !== "remove") return undefined;
  } else if (
    operation.method !== "POST" &&
    (kind === "read" || kind === "remove")
  )
    return undefined;
  const leaf = nodes.at(-1)!;
  const owner = nodes.at(-2);
  // "Display ads" of /display-ads.
  if (
    leaf.words.length > 1 &&
    !writesForSure(plain) &&
    leaf.words.every((word, at) => singular(word) === singular(said[at] ?? ""))
  )
    return undefined;
  const end = singular(leaf.words.at(-1)!);
  const eats = !leaf.id && leaf.words.length === 1 && stem(end) === stem(plain);
  // "Initiate a conversation with a user" is about a conversation.
  const object = text.replace(
    /^(\S+(?: (?:for|to|on|in))? .*?) (?:with|on|in|from|for|to|by) .*$/s,
    "$1",
  );
  const about = new Set(words(object).slice(1).map(singular));
  if (eats) return owner === undefined ? undefined : { verb: plain, eats };
  // "Start a transaction" says nothing of /payments.
  return about.has(end) ||
    (owner !== undefined &&
      about.has(singular(owner.words.at(-1)!)) &&
      !isStrongVerb(end))
    ? { verb: plain, eats: false }
    : undefined;
}

/** An identifier that makes something is believed over a text that was copied. */
function saysMake({ operationId = "" }: Operation): boolean {
  return /^(?:create|add|insert|new|save|upload)/i.test(operationId);
}

/** `POST /account.info`: the method says nothing. */
function isCall({ method, path }: Operation): boolean {
  return method === "POST" && /\/[a-z][\w-]*(?:\.[a-z][\w-]*)+$/i.test(path);
}

/** `cancellation` and `cancel`, `capture` and `captures`. */
function stem(word: string): string {
  return word
    .replace(/(?:ations?|ions?|ments?|als?|es?|s|ing|e)$/, "")
    .slice(0, 6);
}

/** A verb that the method cannot mean: identifiers are copied from one operation to the next. */
export function contradicts(
  verb: readonly string[],
  operation: Operation,
): boolean {
  const end = verb.at(-1)!;
  const kind = verbKind(end);
  switch (operation.method) {
    case "GET":
    case "HEAD":
      return end === "put" || end === "patch" || end === "post";
    case "DELETE":
      return (
        kind === "read" || /^(?:create|add|update|post|put|patch)$/.test(end)
      );
    case "PUT":
    case "PATCH":
      return (
        /^(?:get|list|read|fetch|show|view|describe|delete|find)$/.test(end) &&
        // Where the text says the same, it was not copied.
        !(
          /^(?:get|list)/i.test(operation.operationId ?? "") &&
          /^(?:gets?|lists?|returns?|retrieves?|fetch(?:es)?) /i.test(
            operation.summary ?? operation.description ?? "",
          )
        )
      );
    default:
      return false;
  }
}
