import type { Operation } from "../../spec/operation.js";
import type { Read } from "./id-verb.js";
import { pathAction } from "./path.js";
import { words } from "./tokens.js";
import { verbKind, verbOf, writesForSure } from "./verbs.js";

/** Whether a word is the usual one for what a method does. */
export function saysMethod(word: string, method: string): boolean {
  return usual.get(method)?.has(word) === true;
}
const usual: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["GET", new Set(["get", "list", "find", "search", "fetch", "retrieve"])],
  ["POST", new Set(["create", "add", "post"])],
  ["PUT", new Set(["update", "edit"])],
  ["PATCH", new Set(["update", "edit", "patch"])],
  ["DELETE", new Set(["delete", "remove"])],
]);

/** `StopPoint_Arrivals`, "Gets the arrivals": where the text of a GET says that it reads, what may be a noun is one. */
export function readNoun(read: Read, operation: Operation): Read {
  const verb = read.verb.join("_");
  if (
    (operation.method !== "GET" && operation.method !== "HEAD") ||
    !mayBeNoun(verb) ||
    !saysReading(operation, verb) ||
    !isUsedAsNoun(read, verb, operation)
  )
    return read;
  const list = [...read.before.flat(), ...read.verb, ...read.after];
  const plain = list.findIndex((word) => /^(?:get|list|download)$/.test(word));
  if (plain >= 0)
    return {
      verb: [list[plain]!],
      before: [list.slice(0, plain)],
      after: list.slice(plain + 1),
      written: false,
    };
  const end = /^(?:one|all)$/.test(list.at(-1)!) ? -1 : list.length;
  return {
    verb: ["get"],
    before: [list.slice(0, end)],
    after: [],
    written: false,
  };
}

/** At the start of an identifier and at the end of a path a verb is one, unless the text or the path says otherwise. */
function isUsedAsNoun(
  read: Read,
  verb: string,
  { path, summary, description }: Operation,
): boolean {
  const first = read.before.length === 0;
  if (
    !first &&
    !writesForSure(verb) &&
    words(pathAction(path)).join("_") !== verb
  )
    return true;
  const text = `${summary ?? ""}. ${(description ?? "").slice(0, 200)}`;
  if (
    new RegExp(
      String.raw`\b(?:an?|the|all|of|for|available) (?:[\w-]+ ){0,3}${verb}s?\b`,
      "i",
    ).test(text)
  )
    return true;
  const next = read.after[0];
  return (
    next !== undefined &&
    ` ${words(path).join(" ")} `.includes(` ${verb} ${next} `)
  );
}

function mayBeNoun(verb: string): boolean {
  const kind = verbKind(verb);
  return (
    nouns.has(verb) ||
    kind === "change" ||
    kind === "create" ||
    kind === "remove"
  );
}

/** Verbs that only look, and are nouns as often. */
const nouns = new Set(
  "report aggregate hash trace test pack call monitor probe audit measure display login checkout load clean scan watch".split(
    " ",
  ),
);

function saysReading(
  { summary, description }: Operation,
  verb: string,
): boolean {
  const text = (summary ?? description ?? "").slice(0, 60).trim();
  if (/^(?:returns?|lists? of|an? (?:array|list|collection) of)\b/i.test(text))
    return true;
  const said = verbOf(/^[A-Za-z]+/.exec(text)?.[0] ?? "");
  return (
    said !== undefined &&
    said !== verb &&
    /^(?:get|list|retrieve|fetch|view|show|read|find|search|describe)$/.test(
      said,
    )
  );
}
