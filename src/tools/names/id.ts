import type { Operation } from "../../spec/operation.js";
import { stripInvisible } from "../text.js";
import type { Answer } from "./answers.js";
import {
  isAdjective,
  isMany,
  isPreposition,
  methodVerb,
  pathPhrase,
  type Phrase,
} from "./from-path.js";
import { entity, readPath, sameThing, type PathNode } from "./path.js";
import {
  blankPath,
  findNode,
  pathVocabulary,
  structure,
  type Shape,
} from "./shape.js";
import {
  isPlural,
  isVersion,
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
} from "./verbs.js";

const methodWords = new Set([
  "get",
  "post",
  "put",
  "patch",
  "delete",
  "head",
  "options",
]);

/** Names an operation by its identifier; undefined where that says less than the path, or something else than the method does. */
export function idPhrase(
  operation: Operation,
  shape: Shape,
  answer: Answer,
): Phrase | undefined {
  if (operation.operationId === undefined) return undefined;
  const id = clean(stripInvisible(operation.operationId).text, operation);
  let parts = structure(id);
  if (parts.length > 1 && parts[0] === shape.prefix) parts = parts.slice(1);
  const groups = parts
    .slice(0, -1)
    .map((part) =>
      meaningful(
        words(
          part.replace(
            /(?<=\w)(?:Controller|Api|Service|Resource|Handler|Endpoints?|Impl|Client)$/i,
            "",
          ),
        ),
      ),
    )
    .filter((list) => list.length > 0);
  const rest = meaningful(words(parts.at(-1) ?? ""));
  if (rest.length === 0) return undefined;
  const all = [...groups.flat(), ...rest];
  if (
    isPathDerived(all, operation) ||
    isGenerated(all) ||
    all.join("_").length > 70
  )
    return undefined;
  const read =
    groups.length === 0
      ? readPlain(rest, shape, operation)
      : readGrouped(groups, rest);
  if (read === undefined) return undefined;
  const verb = canonicalVerb(read.verb, operation, shape, [
    ...read.before.flat(),
    ...read.after,
  ]);
  if (contradicts(verb, operation)) return undefined;
  const phrase = compose({ ...read, verb }, operation, shape, answer);
  if (phrase.nouns.length === 0)
    return withPathNouns(phrase.verb, operation, shape, answer);
  return phrase;
}

/** What frameworks and code generators add to a name. */
function clean(id: string, operation: Operation): string {
  let kept = id.trim();
  // FastAPI: function name + path + method. https://fastapi.tiangolo.com/advanced/path-operation-advanced-configuration/
  const tail = `${operation.path.replace(/\W/g, "_")}_${operation.method.toLowerCase()}`;
  if (
    kept.length > tail.length &&
    kept.toLowerCase().endsWith(tail.toLowerCase())
  )
    kept = kept.slice(0, -tail.length);
  return kept
    .replace(/Using(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)(?:_\d+)?$/, "")
    .replace(/^(?:GET|POST|PUT|DELETE|PATCH|HEAD)_(?=[A-Z])/, "")
    .replace(/_\d+$/, "")
    .replace(/-[\da-f]{4}$/, (end) => (/\d/.test(end) ? "" : end))
    .replace(
      /(?<=[a-z])(?:Endpoint|Handler|Operation|Action)$/,
      (end, at: number) => (at > 6 ? "" : end),
    );
}

function meaningful(list: readonly string[]): readonly string[] {
  const kept = list.filter(
    (word) =>
      !isVersion(word) && word !== "the" && word !== "an" && word !== "a",
  );
  const named = kept[0] === "api" && kept.length > 1 ? kept.slice(1) : kept;
  // A last word that is the number of a duplicate says nothing.
  return named.length > 1 && /^\d+$/.test(named.at(-1)!)
    ? named.slice(0, -1)
    : named;
}

/** `GetCustomersCustomerSources`: the method, and the path spelt out. */
function isPathDerived(all: readonly string[], operation: Operation): boolean {
  const method = operation.method.toLowerCase();
  const body =
    all[0] === method
      ? all.slice(1)
      : all.at(-1) === method
        ? all.slice(0, -1)
        : undefined;
  if (body === undefined || body.length === 0) return false;
  const vocabulary = pathVocabulary(operation);
  const aliens = body.filter(
    (word) =>
      !vocabulary.has(word) &&
      !vocabulary.has(singular(word)) &&
      !/^(?:by|id|in|api|from|and)$/.test(word),
  ).length;
  if (aliens > (body.length >= 4 ? 1 : 0)) return false;
  let at = 0;
  for (const node of readPath(operation.path).nodes) {
    for (const word of node.words) {
      const found = body.findIndex(
        (candidate, index) =>
          index >= at && singular(candidate) === singular(word),
      );
      if (found < 0) {
        if (aliens > 0 && body.length >= 4 && at === 0) break;
        return false;
      }
      at = found + 1;
    }
  }
  return true;
}

function isGenerated(all: readonly string[]): boolean {
  const joined = all.join("");
  return (
    /^[\da-f]{8,}$/.test(joined) ||
    /^(?:operation|method|endpoint|path|unnamed|resource|func|handler|default|op|call|request)\d*$/.test(
      joined,
    ) ||
    all.some((word) => /^(?=\w*\d)[\da-f]{12,}$/.test(word))
  );
}

interface Read {
  readonly verb: readonly string[];
  /** Groups, and what stands before the verb. */
  readonly before: readonly (readonly string[])[];
  readonly after: readonly string[];
  /** The words come in the author's own order, verb first: they stay as they are. */
  readonly written: boolean;
}

function readPlain(
  list: readonly string[],
  shape: Shape,
  operation: Operation,
): Read | undefined {
  // `filesAll`, `filesOne`.
  const quantity = list.at(-1);
  if (
    list.length > 1 &&
    (quantity === "all" || quantity === "one") &&
    !isStrongest(list[0]!)
  ) {
    return {
      verb: [quantity === "all" ? "list" : "get"],
      before: [list.slice(0, -1)],
      after: [],
      written: false,
    };
  }
  // `listAddMember`: what is written to is a list, nothing is listed.
  const later =
    list[0] === "list" && operation.method !== "GET"
      ? list.findIndex(
          (word, index) =>
            index > 0 && verbLength(list, index) > 0 && !isPlural(word),
        )
      : -1;
  const at = later > 0 ? later : verbAt(list, shape);
  if (at === undefined) return undefined;
  const length = verbLength(list, at);
  return {
    verb: list.slice(at, at + length),
    before: at === 0 ? [] : [list.slice(0, at)],
    after: list.slice(at + length),
    written: at === 0,
  };
}

function readGrouped(
  groups: readonly (readonly string[])[],
  rest: readonly string[],
): Read | undefined {
  const start = verbLength(rest, 0);
  if (start > 0)
    return {
      verb: rest.slice(0, start),
      before: groups,
      after: rest.slice(start),
      written: false,
    };
  const at = verbAt(rest, undefined);
  if (at !== undefined) {
    const length = verbLength(rest, at);
    return {
      verb: rest.slice(at, at + length),
      before: [...groups, rest.slice(0, at)],
      after: rest.slice(at + length),
      written: false,
    };
  }
  // `getPet.byId`: the verb is in the group.
  const first = groups[0]!;
  const length = verbLength(first, 0);
  return length > 0 && isStrongVerb(first[0]!) && groups.length === 1
    ? {
        verb: first.slice(0, length),
        before: [],
        after: [...first.slice(length), ...rest],
        written: true,
      }
    : undefined;
}

/** Where the verb of an identifier begins. */
function verbAt(
  list: readonly string[],
  shape: Shape | undefined,
): number | undefined {
  const first = verbLength(list, 0);
  if (first === list.length) return 0;
  let end: number | undefined;
  for (let at = list.length - 1; at > 0 && at > list.length - 4; at -= 1)
    if (verbLength(list, at) === list.length - at) end = at;
  const strongFirst = first > 0 && isStrongVerb(list[first - 1]!);
  const strongEnd = end !== undefined && isStrongVerb(list.at(-1)!);
  if (strongFirst && strongEnd)
    return shape?.verbLast === true && !isStrongest(list[0]!) ? end : 0;
  if (strongFirst) return 0;
  if (strongEnd) return end;
  if (first > 0 && end !== undefined) return shape?.verbLast === true ? end : 0;
  if (first > 0 && shape?.verbLast !== true) return 0;
  if (end !== undefined && shape?.verbLast === true) return end;
  const middle = list.findIndex(
    (word, at) =>
      at > 0 &&
      isStrongVerb(word) &&
      verbLength(list, at) > 0 &&
      !isPlural(word),
  );
  if (middle > 0) return middle;
  if (first > 0) return 0;
  return end;
}

function isStrongest(verb: string): boolean {
  return /^(?:get|list|create|update|delete|add|remove|fetch|retrieve)$/.test(
    verb,
  );
}

function canonicalVerb(
  verb: readonly string[],
  operation: Operation,
  shape: Shape,
  nouns: readonly string[],
): readonly string[] {
  const methods = shape.methods.get(blankPath(operation))!;
  const plain = verb[0] === "partial" ? ["update"] : verb;
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

/** A verb that the method cannot mean: identifiers are copied from one operation to the next. */
function contradicts(verb: readonly string[], operation: Operation): boolean {
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
      return /^(?:get|list|read|fetch|show|view|describe|delete|find)$/.test(
        end,
      );
    default:
      return false;
  }
}

/** Words that say which, and not what. */
function isAdjectives(list: readonly string[]): boolean {
  return list.every(
    (word) => isAdjective(word) || /^(?:own|shared|many|one)$/.test(word),
  );
}

function compose(
  read: Read,
  operation: Operation,
  shape: Shape,
  answer: Answer,
): Phrase {
  const nodes = shape.nodes(operation);
  let { verb } = read;
  let after = mine(read.after);
  // `doTransition`, `performSearch`: the verb that matters comes next.
  if (
    verb.length === 1 &&
    /^(?:do|perform|make|execute|run|process|handle|trigger)$/.test(verb[0]!) &&
    after.length > 0 &&
    isVerb(after[0]!) &&
    after.length === 1 &&
    verb[0] !== "process"
  ) {
    verb = after;
    after = [];
  }
  // `searchForIssues`.
  if (
    after[0] === "for" &&
    after.length > 1 &&
    /^(?:search|look|query|check|ask)$/.test(verb.at(-1)!)
  )
    after = after.slice(1);
  // `searchIssuesPost`.
  if (
    after.length > 1 &&
    after.at(-1) === operation.method.toLowerCase() &&
    methodWords.has(after.at(-1)!)
  )
    after = after.slice(0, -1);
  const { owners, dropped } = ownersFrom(read.before, after, nodes);
  let nouns = order(owners, after);
  const end = verb.at(-1)!;
  const head = headOf(nouns);
  const leaf = nodes.at(-1);
  if (!read.written && !names(after))
    nouns = numbered(nouns, head, end, operation, nodes);
  if (
    end === "get" &&
    verb.length === 1 &&
    operation.method === "GET" &&
    head >= 0 &&
    leaf !== undefined
  ) {
    const word = nouns[head]!;
    const several = nouns.some((other) =>
      /^(?:multiple|several|batch|many|bulk)$/.test(other),
    );
    const matches =
      !leaf.id &&
      (leaf.words.at(-1) === word ||
        (answer.many === true && answer.root === true));
    if (
      !several &&
      isPlural(word) &&
      (matches || (isMany(operation, shape, leaf, answer) && !leaf.id)) &&
      !(pluralOfOne.has(word) && answer.many !== true)
    ) {
      verb = ["list"];
    }
  }
  if (
    (end === "find" || verb[0] === "list") &&
    nouns[0] === "all" &&
    nouns.length > 1
  ) {
    nouns = nouns.slice(1);
    if (end === "find") verb = ["list"];
  }
  if (nouns[0] === "one" && nouns.length > 1) {
    nouns = nouns.slice(1);
    if (end === "find") verb = ["get"];
  }
  return { verb, nouns, from: "id", dropped };
}

/** Whether words name a thing by themselves: then they stay as the author wrote them. */
function names(after: readonly string[]): boolean {
  const said = after[0] === "my" ? after.slice(1) : after;
  return said.length > 0 && !isPreposition(said[0]!) && !isAdjectives(said);
}

/** "for the authenticated user" is `my`. */
function mine(list: readonly string[]): readonly string[] {
  const at = list.findIndex(
    (word, index) =>
      /^(?:authenticated|current|logged|signed)$/.test(word) &&
      list.slice(index).includes("user"),
  );
  if (at < 0) return list;
  const user = list.indexOf("user", at);
  const preposition = at > 0 && isPreposition(list[at - 1]!) ? at - 1 : at;
  const kept = [...list.slice(0, preposition), ...list.slice(user + 1)];
  return kept.length === 0 ? list : ["my", ...kept];
}

/** Which of the words before the verb are wanted: owners and modules that the path knows; a mere tag only when nothing else names the thing. */
function ownersFrom(
  before: readonly (readonly string[])[],
  after: readonly string[],
  nodes: readonly PathNode[],
): { owners: readonly string[]; dropped: readonly string[] } {
  const owners: string[] = [];
  const dropped: string[] = [];
  const named = after.filter((word) => !isPreposition(word));
  const thing =
    named.length > 0 && !isPreposition(after[0]!) && !isAdjectives(named);
  for (const [index, group] of before.entries()) {
    const repeated =
      group.length > 0 &&
      group.every((word) =>
        after.some((other) => singular(other) === singular(word)),
      );
    const node = findNode(nodes, group);
    const bySelf = !thing && index === before.length - 1;
    if (repeated && thing) continue;
    if (node === undefined && !bySelf && !inPath(group, nodes)) {
      if (thing || before.length > 1) {
        dropped.push(...group);
        continue;
      }
    }
    owners.push(...byPath(group, nodes));
  }
  return { owners, dropped };
}

function inPath(group: readonly string[], nodes: readonly PathNode[]): boolean {
  return group.some((word) =>
    nodes.some((node) =>
      node.words.some((other) => singular(other) === singular(word)),
    ),
  );
}

/** Words with the number that the path gives them: one where an id follows, as they are elsewhere. */
function byPath(
  list: readonly string[],
  nodes: readonly PathNode[],
): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < list.length;) {
    let length = 0;
    for (let end = list.length; end > at && length === 0; end -= 1) {
      const node = nodes.find(
        (candidate) =>
          sameThing(candidate.words, list.slice(at, end)) ||
          (candidate.id &&
            candidate.params.some((name) =>
              sameThing(entity(words(name)), list.slice(at, end)),
            )),
      );
      if (node === undefined) continue;
      length = end - at;
      found.push(
        ...(node.id
          ? last(list.slice(at, end), singular)
          : list.slice(at, end)),
      );
    }
    if (length === 0) found.push(list[at]!);
    at += Math.max(length, 1);
  }
  return found;
}

function order(
  owners: readonly string[],
  after: readonly string[],
): readonly string[] {
  const said = after[0] === "my" ? after.slice(1) : after;
  const front = after[0] === "my" ? ["my"] : [];
  // "my users" are not mine: the group is the user's own.
  if (front.length > 0) {
    const kept = owners.filter((word) => singular(word) !== "user");
    if (kept.length < owners.length && said.length > 0)
      return unrepeated([...front, ...kept, ...said]);
  }
  if (owners.length > 0 && said.length > 0 && isAdjectives(said))
    return unrepeated([...front, ...said, ...owners]);
  return unrepeated([...front, ...owners, ...said]);
}

function unrepeated(list: readonly string[]): readonly string[] {
  return list.filter((word, index) => word !== list[index - 1]);
}

/** Index of the noun that the verb acts on: the last before a preposition. */
export function headOf(nouns: readonly string[]): number {
  const preposition = nouns.findIndex(
    (word, index) => index > 0 && isPreposition(word),
  );
  return (preposition < 0 ? nouns.length : preposition) - 1;
}

function numbered(
  nouns: readonly string[],
  head: number,
  verb: string,
  operation: Operation,
  nodes: readonly PathNode[],
): readonly string[] {
  const word = nouns[head];
  if (word === undefined || isPreposition(word)) return nouns;
  const set = (changed: string): readonly string[] => nouns.with(head, changed);
  if (verb === "list") return set(pluralOfOne.has(word) ? word : plural(word));
  const node = nodes.findLast(
    (candidate) => singular(candidate.words.at(-1)!) === singular(word),
  );
  if (node !== undefined) {
    if (node.id) return set(singular(word));
    const leaf = node === nodes.at(-1);
    if (verb === "create" && leaf && !pluralOfOne.has(word))
      return set(singular(word));
    return set(isVerb(word) ? word : node.words.at(-1)!);
  }
  if (
    (verb === "create" || nodes.at(-1)?.id === true) &&
    !pluralOfOne.has(word) &&
    operation.method !== "GET"
  )
    return set(singular(word));
  return nouns;
}

/** An identifier that is a verb alone takes what the path names. */
function withPathNouns(
  verb: readonly string[],
  operation: Operation,
  shape: Shape,
  answer: Answer,
): Phrase | undefined {
  const path = pathPhrase(operation, shape, answer);
  if (path.verb.join(" ") === verb.join(" ")) return path;
  const nodes = shape.nodes(operation);
  const entities = nodes.filter(
    (node) =>
      singular(node.words.at(-1)!) !== singular(verb.at(-1)!) &&
      verbStem(node.words.at(-1)!) !== verbStem(verb.at(-1)!),
  );
  const thing = entities.at(-1);
  if (thing === undefined)
    return verb.length === 1 && verb[0] === methodVerb(operation.method)
      ? path
      : { verb, nouns: [], from: "id" };
  const named = thing.words.filter(
    (word) => verbStem(word) !== verbStem(verb.at(-1)!),
  );
  return {
    verb,
    nouns: thing.id
      ? last(named, singular)
      : verb[0] === "list"
        ? last(named, plural)
        : named,
    from: "id",
  };
}

function verbStem(word: string): string {
  return word.replace(
    /(?:ations?|ators?|itions?|ions?|ors?|ers?|ing|ate|s|e)$/,
    "",
  );
}
