import type { Operation } from "../../spec/operation.js";
import { readPath, sameThing, type PathNode } from "./path.js";
import { looksLikeVerb } from "./looks-like-verb.js";
import { blankPath, type Shape } from "./shape.js";
import {
  isPlural,
  last,
  manyUnlessOne,
  plural,
  singular,
  words,
} from "./tokens.js";
import {
  canonical,
  isStrongVerb,
  verbKind,
  verbLength,
  writesForSure,
} from "./verbs.js";
import { tidy, ownersOf, isPreposition } from "./phrase.js";
import { verbBefore, verbFirst } from "./action-first.js";
import { gettable } from "./path-verb.js";

export interface Action {
  readonly verb: readonly string[];
  readonly rest: readonly string[];
  readonly before: readonly PathNode[];
  /** How it is done: said where names collide. */
  readonly qualifier?: readonly string[];
}

/** Before an action, these name nothing: `/servers/{id}/actions/reset`. */
const filler = new Set([
  "action",
  "actions",
  "operation",
  "operations",
  "command",
  "commands",
  "rpc",
  "do",
  "ops",
]);

export function actionOf(
  operation: Operation,
  shape: Shape,
  found: readonly PathNode[],
): Action | undefined {
  const nodes = withTenant(operation, found);
  const apart = readPath(operation.path).action;
  if (apart !== undefined) {
    const list = words(apart);
    const length = verbLength(list, 0);
    return length > 0
      ? { verb: list.slice(0, length), rest: list.slice(length), before: nodes }
      : { verb: [list[0]!], rest: list.slice(1), before: nodes };
  }
  const leaf = nodes.at(-1);
  if (leaf === undefined || operation.method === "DELETE") return undefined;
  const before = nodes.slice(0, -1);
  const said = leaf.words;
  const length = verbLength(said, 0);
  const alone = length === said.length;
  const reading =
    operation.method === "GET" ||
    operation.method === "HEAD" ||
    operation.method === "QUERY";
  if (length === 0 || (leaf.id && nodes.length > 1)) {
    const first = verbFirst(nodes, operation, shape);
    if (first !== undefined) return first;
  }
  if (length === 0) {
    const ahead = verbBefore(nodes, reading, operation);
    if (ahead !== undefined) return ahead;
    // `/apps/textSearch` searches apps; `/insights-search` insights.
    if (reading && !leaf.id && said.length > 1 && said.at(-1) === "search") {
      const how = said.slice(0, -1);
      const owner = before.at(-1);
      return owner === undefined || owner.id || isPlural(how.at(-1)!)
        ? { verb: ["search"], rest: how, before: [] }
        : { verb: ["search"], rest: [], qualifier: how, before };
    }
    if (
      !reading &&
      !leaf.id &&
      said.length > 1 &&
      isStrongVerb(said.at(-1)!) &&
      !isPlural(said.at(-1)!) &&
      // `PUT /cards/{id}/idList`, `POST /contact-list`: a list.
      said.at(-1) !== "list" &&
      (operation.method === "POST" || verbKind(said.at(-1)!) !== "read")
    ) {
      return { verb: said.slice(-1), rest: said.slice(0, -1), before };
    }
    return looksLikeVerb(operation, leaf, before, shape)
      ? { verb: said, rest: [], before }
      : undefined;
  }
  if (
    isPlural(said[0]!) ||
    (shape.nouns.has(said.map(singular).join(" ")) &&
      !besideItsPlural(operation, shape, leaf, before))
  )
    return undefined;
  const verb = said[length - 1]!;
  // Setting `showSidebar` shows nothing.
  if (/^(?:PUT|PATCH)$/.test(operation.method) && verbKind(verb) === "read")
    return undefined;
  if (
    leaf.id &&
    !(
      reading &&
      verbKind(verb) === "read" &&
      // `/getRoute/{from}`: a route.
      (alone ? said[0] !== "view" && said[0] !== "list" : verb === "get")
    ) &&
    // `/contacts/{id}/addToGroup/{groupId}`.
    !(writesForSure(verb) && isPreposition(said[length] ?? ""))
  )
    return undefined;
  if (reading) {
    const kind = verbKind(verb);
    const others = shape.methods.get(blankPath(operation))!;
    if (others.size > 1 && !(kind === "read" && isStrongVerb(verb)))
      return undefined;
    const wanted =
      kind === "read"
        ? isStrongVerb(verb) || before.length > 0
        : gettable.has(verb) ||
          (writesForSure(verb) && (!leaf.id || said.length > length));
    if (!wanted || (alone && (verb === "view" || verb === "show")))
      return undefined;
  } else {
    const onPath = shape.methods.get(blankPath(operation))!;
    if (alone && onPath.has("GET") && !isStrongVerb(verb)) return undefined;
    if (
      alone &&
      before.length === 0 &&
      !isStrongVerb(verb) &&
      verbKind(verb) !== "other"
    )
      return undefined;
  }
  return { verb: said.slice(0, length), rest: said.slice(length), before };
}

/** What nearly every path is of says nothing of a thing, but an action is done to it: `/disputes/{id}/escalate`. */
function withTenant(
  operation: Operation,
  nodes: readonly PathNode[],
): readonly PathNode[] {
  if (nodes.length !== 1) return nodes;
  const owner = readPath(operation.path).nodes.at(-2);
  return owner?.id === true ? [owner, ...nodes] : nodes;
}

/** `POST /charges/{id}/refund` beside `/charges/{id}/refunds`: the one is the act, the others are what comes of it. */
function besideItsPlural(
  operation: Operation,
  shape: Shape,
  leaf: PathNode,
  before: readonly PathNode[],
): boolean {
  const path = blankPath(operation);
  return (
    operation.method === "POST" &&
    !leaf.id &&
    leaf.words.length === 1 &&
    before.at(-1)?.id === true &&
    shape.methods.has(
      `${path.slice(0, path.lastIndexOf("/") + 1)}${plural(leaf.words[0]!)}`,
    )
  );
}

export function actionPhrase(
  action: Action,
  depth: number,
  reading: boolean,
): { verb: readonly string[]; nouns: readonly string[] } {
  let before = action.before;
  while (
    before.length > 1 &&
    filler.has(before.at(-1)!.words.join(" ")) &&
    !before.at(-1)!.id
  )
    before = before.slice(0, -1);
  const verb =
    action.verb.length === 1 ? [canonical(action.verb[0]!)] : action.verb;
  const entity = before.at(-1);
  const rest = action.rest;
  if (
    entity !== undefined &&
    !reading &&
    action.verb.length === 1 &&
    /^(?:read|unread|seen|unseen)$/.test(action.verb[0]!)
  ) {
    const all = rest[0] === "all" ? ["all"] : [];
    return {
      verb: ["mark"],
      nouns: tidy([...all, ...ownersOf(before, depth), "as", action.verb[0]!]),
    };
  }
  if (entity === undefined) return { verb, nouns: rest };
  const own = entity.id
    ? last(entity.words, singular)
    : verb[0] === "list" && rest.length === 0
      ? last(entity.words, manyUnlessOne)
      : verb[0] === "create" && rest.length === 0
        ? last(entity.words, singular)
        : entity.words;
  if (rest.length > 0 && !isPreposition(rest[0]!)) {
    // `/forecast/forecast-top-down`.
    const outer = ownersOf(
      before.filter((node) => node.words.join(" ") !== action.verb.join(" ")),
      depth,
    );
    return {
      verb,
      nouns: tidy(sameThing(own, rest) ? rest : [...outer, ...rest]),
    };
  }
  const outer = ownersOf(before.slice(0, -1), depth);
  return { verb, nouns: tidy([...outer, ...own, ...rest]) };
}
