import type { Operation } from "../../spec/operation.js";
import { flatten } from "../text.js";
import type { Answer } from "./answers.js";
import { readPath, sameThing, type PathNode } from "./path.js";
import { blankPath, type Shape } from "./shape.js";
import {
  isPlural,
  last,
  plural,
  pluralOfOne,
  singular,
  words,
} from "./tokens.js";
import {
  canonical,
  isStrongVerb,
  isVerb,
  verbKind,
  verbLength,
  verbOf,
  writesForSure,
} from "./verbs.js";

/** A name before it is written: its verb, and what the verb is done to. */
export interface Phrase {
  readonly verb: readonly string[];
  readonly nouns: readonly string[];
  readonly from: "id" | "path";
  /** A group of the identifier that was left out as saying nothing; it comes back where names collide. */
  readonly dropped?: readonly string[];
}

const prepositions = new Set(
  "for by of in on to from with at as into onto via using per between within without under over after before and or".split(
    " ",
  ),
);
export function isPreposition(word: string): boolean {
  return prepositions.has(word);
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
/** Verbs that a GET may carry though they do more than look. */
const gettable = new Set([
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

/** Names an operation by its method and path; `depth` is how many of the things before the last one are named too. */
export function pathPhrase(
  operation: Operation,
  shape: Shape,
  answer: Answer,
  depth = 1,
): Phrase {
  const nodes = shape.nodes(operation);
  const action = actionOf(operation, shape, nodes);
  if (action !== undefined)
    return {
      ...actionPhrase(action, depth, operation.method === "GET"),
      from: "path",
    };
  const leaf = nodes.at(-1);
  if (leaf === undefined || leaf.words.length === 0) return bare(operation);
  const before = nodes.slice(0, -1);
  const entity = itself(leaf);
  const many = isMany(operation, shape, leaf, answer);
  const said = summaryVerb(operation, nodes);
  const verb = said?.verb ?? defaultVerb(operation, shape, leaf, many);
  const owners = ownersOf(before, depth);
  // "Capture a payment" on /payments/{id}/captures: the verb has eaten the noun.
  if (said?.eats === true && before.length > 0)
    return {
      verb: [verb],
      nouns: tidy(ownersOf(before, depth + 1)),
      from: "path",
    };
  const kind = adjectival(operation, shape, leaf, before.at(-1), answer);
  if (kind !== undefined)
    return {
      ...kind,
      nouns: tidy([...ownersOf(before.slice(0, -1), depth - 1), ...kind.nouns]),
      from: "path",
    };
  const extra =
    leaf.id && many && answer.noun !== undefined
      ? listed(answer.noun, entity)
      : [];
  let nouns: readonly string[];
  if (extra.length > 0)
    nouns = [...last(entity, singular), ...last(extra, plural)];
  else if (leaf.id) nouns = last(entity, singular);
  else if (many && operation.method !== "DELETE" && operation.method !== "PUT")
    nouns = last(entity, plural);
  else if (verb === "create" && !pluralOfOne.has(entity.at(-1)!))
    nouns = last(entity, singular);
  else nouns = entity;
  return { verb: [verb], nouns: tidy([...owners, ...nouns]), from: "path" };
}

/** `/movie/popular`: popular movies; `/movie/{id}/similar`: similar movies; `/releases/latest`: the latest release. */
function adjectival(
  operation: Operation,
  shape: Shape,
  leaf: PathNode,
  before: PathNode | undefined,
  answer: Answer,
): { verb: readonly string[]; nouns: readonly string[] } | undefined {
  if (
    operation.method !== "GET" ||
    leaf.id ||
    before === undefined ||
    !leaf.words.every(isAdjective)
  )
    return undefined;
  if (
    before.id &&
    !leaf.words.every((word) => word === "similar" || word === "related")
  )
    return undefined;
  const one =
    /^(?:latest|current|default|random|first|last|next|previous|primary)$/.test(
      leaf.words.at(-1)!,
    ) && answer.root !== true;
  const many =
    !one &&
    (answer.many === true ||
      (answer.many === undefined && isPlural(before.words.at(-1)!)) ||
      shape.parents.has(blankPath(operation)));
  if (!many && !one) return undefined;
  return {
    verb: [many ? "list" : "get"],
    nouns: [...leaf.words, ...last(before.words, many ? plural : singular)],
  };
}

const adjectives = new Set(
  "latest current default random first last next previous primary popular top trending upcoming playing now recent active inactive public private available pending similar related new featured hot best worst most all open closed".split(
    " ",
  ),
);
export function isAdjective(word: string): boolean {
  return (
    adjectives.has(word) ||
    (/[^e]ed$/.test(word) &&
      word.length > 4 &&
      word !== "speed" &&
      word !== "embed")
  );
}

/** `me` and `self` are said with `my`. */
function tidy(list: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const word of list) {
    const said =
      list.length > 1 && (word === "me" || word === "self") ? "my" : word;
    if (
      said !== found.at(-1) &&
      !(isPlural(found.at(-1) ?? "") && singular(found.at(-1)!) === said)
    )
      found.push(said);
    else if (said !== found.at(-1)) found[found.length - 1] = said;
  }
  return found;
}

function bare(operation: Operation): Phrase {
  const tag = operation.tags.flatMap((name) => words(name)).slice(0, 3);
  return {
    verb: [methodVerb(operation.method)],
    nouns: tag.length > 0 ? tag : ["root"],
    from: "path",
  };
}

function itself(node: PathNode): readonly string[] {
  return node.words;
}

function ownersOf(before: readonly PathNode[], depth: number): string[] {
  return before
    .slice(Math.max(0, before.length - depth))
    .flatMap((node) => (node.id ? last(node.words, singular) : node.words));
}

interface Action {
  readonly verb: readonly string[];
  readonly rest: readonly string[];
  readonly before: readonly PathNode[];
}

function actionOf(
  operation: Operation,
  shape: Shape,
  nodes: readonly PathNode[],
): Action | undefined {
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
  if (length === 0) {
    // `/search/movie`, `/validate/address`: the verb stands before what it is done to.
    const first = nodes[0];
    if (
      nodes.length > 1 &&
      !first!.id &&
      first!.words.length === 1 &&
      /^(?:search|find|lookup|validate|verify|calculate|convert|discover|autocomplete|check|compare|query)$/.test(
        first!.words[0]!,
      )
    ) {
      return {
        verb: first!.words,
        rest: reading && !leaf.id ? last(said, manyUnlessOne) : said,
        before: nodes.slice(1, -1),
      };
    }
    if (
      !reading &&
      !leaf.id &&
      said.length > 1 &&
      isStrongVerb(said.at(-1)!) &&
      !isPlural(said.at(-1)!)
    ) {
      return { verb: said.slice(-1), rest: said.slice(0, -1), before };
    }
    return looksLikeVerb(operation, leaf, before, shape)
      ? { verb: said, rest: [], before }
      : undefined;
  }
  if (isPlural(said[0]!) || shape.nouns.has(said.map(singular).join(" ")))
    return undefined;
  const verb = said[length - 1]!;
  if (
    leaf.id &&
    !(
      reading &&
      verbKind(verb) === "read" &&
      alone &&
      said[0] !== "view" &&
      said[0] !== "list"
    )
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
        : gettable.has(verb) || (writesForSure(verb) && !leaf.id);
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

function manyUnlessOne(word: string): string {
  return pluralOfOne.has(word) || word === "all" ? word : plural(word);
}

/** A POST on a word behind an id that nothing else uses as a thing, and that reads like a verb or is the summary's. */
function looksLikeVerb(
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
  const first = words(operation.summary?.slice(0, 60) ?? "")[0] ?? "";
  return (
    /(?:i[sz]e|ify|ivate|icate|inate|ulate|ulate)$/.test(word) ||
    first === word ||
    first === `${word}s` ||
    first === `${word}es`
  );
}

function actionPhrase(
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
    const outer = ownersOf(before, depth);
    return {
      verb,
      nouns: tidy(sameThing(own, rest) ? rest : [...outer, ...rest]),
    };
  }
  const outer = ownersOf(before.slice(0, -1), depth);
  return { verb, nouns: tidy([...outer, ...own, ...rest]) };
}

/** Whether a GET gives a list. */
export function isMany(
  operation: Operation,
  shape: Shape,
  leaf: PathNode,
  answer: Answer,
): boolean {
  const word = leaf.words.at(-1) ?? "";
  if (leaf.id) return answer.many === true && answer.root === true;
  if (shape.parents.has(blankPath(operation)))
    return answer.many !== false || isPlural(word);
  if (answer.many === true) return isPlural(word) || answer.root === true;
  if (answer.many === false && operation.method === "GET") return false;
  return isPlural(word) && !pluralOfOne.has(word);
}

/** `BuildSummaries` of a project: what the list is of, where its schema is named and the path is of one thing. */
function listed(
  noun: readonly string[],
  owner: readonly string[],
): readonly string[] {
  const kept = noun.filter(
    (word) =>
      !/^(?:list|response|result|dto|model|page|paged|collection|array|api|get|output|vm|object|data|item|items|info)$/.test(
        word,
      ),
  );
  return kept.length > 0 &&
    kept.length <= 3 &&
    !sameThing(last(kept, singular), last(owner, singular))
    ? kept
    : [];
}

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

function defaultVerb(
  operation: Operation,
  shape: Shape,
  leaf: PathNode,
  many: boolean,
): string {
  const methods = shape.methods.get(blankPath(operation))!;
  switch (operation.method) {
    case "GET":
      return many ? "list" : "get";
    case "POST":
      return leaf.id && !methods.has("PUT") && !methods.has("PATCH")
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

/** The verb that the summary begins with, where it says more than the method and is about what the path names. */
function summaryVerb(
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
    plain === "get" ||
    plain === "list" ||
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
  const end = singular(leaf.words.at(-1)!);
  const eats = !leaf.id && leaf.words.length === 1 && stem(end) === stem(plain);
  const about = new Set(said.slice(1).map(singular));
  if (eats) return owner === undefined ? undefined : { verb: plain, eats };
  // "Start a transaction" says nothing of /payments.
  return about.has(end) ||
    (owner !== undefined &&
      about.has(singular(owner.words.at(-1)!)) &&
      !isVerb(end))
    ? { verb: plain, eats: false }
    : undefined;
}

/** `cancellation` and `cancel`, `capture` and `captures`. */
function stem(word: string): string {
  return word
    .replace(/(?:ations?|ions?|ments?|als?|es?|s|ing|e)$/, "")
    .slice(0, 6);
}
