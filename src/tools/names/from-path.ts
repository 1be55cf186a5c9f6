import type { Operation } from "../../spec/operation.js";
import type { Answer } from "./answers.js";
import { entity as entityOf, sameThing, type PathNode } from "./path.js";
import { blankPath, type Shape } from "./shape.js";
import {
  isPlural,
  last,
  plural,
  pluralOfOne,
  singular,
  words,
} from "./tokens.js";
import { headOf, tidy, ownersOf, type Phrase } from "./phrase.js";
import { saidPhrase, toldPhrase } from "./told.js";
import {
  adjectival,
  countsOnly,
  foundBy,
  isKindOf,
  namedByQuery,
  saidBefore,
} from "./leaf.js";
import { spokenOfAsMany, spokenOfAsOne } from "./spoken.js";
import { methodVerb, defaultVerb, summaryVerb } from "./path-verb.js";
import { flatten } from "../text.js";
import { actionOf, actionPhrase, type Action } from "./action.js";

/** Names an operation by its method and path; `depth` is how many of the things before the last one are named too. */
export function pathPhrase(
  operation: Operation,
  shape: Shape,
  answer: Answer,
  depth = 1,
): Phrase {
  const nodes = shape.nodes(operation);
  const action = actionOf(operation, shape, nodes);
  if (action !== undefined) {
    const made = actionPhrase(
      turned(action, operation),
      depth,
      operation.method === "GET",
    );
    const head = made.nouns.at(-1) ?? "";
    return {
      ...made,
      from: "path",
      ...(action.qualifier !== undefined && { dropped: action.qualifier }),
      // "Generates a report" by /reports.generate.
      ...(!operation.path.includes("{") &&
        isPlural(head) &&
        !pluralOfOne.has(head) &&
        !/^(?:list|search|find|query|count)$/.test(made.verb.at(-1)!) &&
        (spokenOfAsOne(operation, head) || namedByQuery(operation, [head])) && {
          nouns: last(made.nouns, singular),
        }),
    };
  }
  const leaf = nodes.at(-1);
  if (leaf === undefined || leaf.words.length === 0) return bare(operation);
  const before = nodes.slice(0, -1);
  const entity = leaf.words;
  const many =
    /^(?:GET|QUERY|HEAD)$/.test(operation.method) &&
    isMany(operation, shape, leaf, answer);
  const told = toldPhrase(operation, leaf);
  const said = summaryVerb(operation, nodes);
  if (said === undefined && told !== undefined)
    return {
      ...told,
      from: "path",
      besides: [...before.slice(-1), leaf].flatMap((node) => node.words),
    };
  const spoken = said?.verb ?? defaultVerb(operation, shape, leaf, many);
  // "Retrieve the messages that match", by POST.
  const verb =
    said?.verb === "get" &&
    !leaf.id &&
    isPlural(entity.at(-1)!) &&
    !pluralOfOne.has(entity.at(-1)!)
      ? "list"
      : spoken;
  // `/users/names` beside `/users/{id}`: names of users, each of one; `/users/stats` is of them all.
  const countable =
    leaf.id ||
    many ||
    (isPlural(entity.at(-1)!) && !pluralOfOne.has(entity.at(-1)!));
  const owners = countable
    ? ownersOf(before, depth, shape.entities)
    : ownersOf(before, depth);
  // "Capture a payment" on /payments/{id}/captures: the verb has eaten the noun.
  if (
    said?.eats === true &&
    before.length > 0 &&
    !(
      isPlural(entity.at(-1)!) &&
      shape.methods.has(blankPath(operation).replace(/[^/]+$/, singular))
    )
  )
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
  const owner = before.at(-1);
  const ordered = owner && saidBefore(operation, leaf, owner, many);
  if (ordered !== undefined)
    return {
      verb: [verb],
      nouns: tidy([...ownersOf(before.slice(0, -1), depth), ...ordered]),
      from: "path",
    };
  if (owner !== undefined && isKindOf(operation, leaf, owner))
    return {
      verb: [verb],
      nouns: tidy([
        ...ownersOf(before.slice(0, -1), depth - 1),
        ...entity,
        ...last(owner.words, singular),
      ]),
      from: "path",
    };
  const found = owner && foundBy(operation, leaf, owner, answer);
  if (found !== undefined) return { ...found, from: "path" };
  const other = leaf.id && many ? foreign(leaf) : undefined;
  const extra =
    leaf.id && many && other === undefined && answer.noun !== undefined
      ? listed(answer.noun, entity)
      : [];
  let nouns: readonly string[];
  // `/fields/{collection}`: the fields of a collection.
  if (other !== undefined)
    nouns = [...last(other, singular), ...last(entity, plural)];
  else if (extra.length > 0)
    nouns = [...last(entity, singular), ...last(extra, plural)];
  else if (leaf.id && many && answer.root !== true)
    nouns = [...entity, "by", ...words(leaf.params.at(-1)!)];
  // `/bytes/{n}`: how many, not which one.
  else if (leaf.id && countsOnly(leaf)) nouns = entity;
  // `/settings/{campaignId}`: the settings of a campaign.
  else if (
    leaf.id &&
    /^(?:settings|preferences|stats|statistics|metrics|details)$/.test(
      entity.at(-1)!,
    ) &&
    foreign(leaf)
  )
    nouns = entity;
  // `/roles-by-name/{name}`.
  else if (leaf.id && entity.includes("by"))
    nouns = entity.with(headOf(entity), singular(entity[headOf(entity)]!));
  // `/answers/{ids}`, and `getTeamsByYear` of /teams/{year}.
  else if (verb === "list" && (!many || asksForMany(operation, leaf)))
    nouns = [
      ...last(entity, plural),
      ...(leaf.id ? ["by", ...words(leaf.params.at(-1)!)] : []),
    ];
  // `/books/{query}`, "Search books".
  else if (
    verb === "search" &&
    leaf.id &&
    spokenOfAsMany(operation, entity.at(-1)!)
  )
    nouns = last(entity, plural);
  else if (leaf.id)
    return {
      verb: [verb === "list" ? "get" : verb],
      nouns: tidy([...owners, ...last(entity, singular)]),
      from: "path",
    };
  else if (many || verb === "list") nouns = last(entity, plural);
  else if (
    (verb === "create" && !pluralOfOne.has(entity.at(-1)!)) ||
    (said !== undefined && spokenOfAsOne(operation, entity.at(-1)!)) ||
    namedByQuery(operation, entity)
  )
    nouns = last(entity, singular);
  else nouns = entity;
  return { verb: [verb], nouns: tidy([...owners, ...nouns]), from: "path" };
}

/** Whether the parameter, the identifier or the text are of several things. */
function asksForMany(operation: Operation, leaf: PathNode): boolean {
  const thing = plural(leaf.words.at(-1)!);
  const by = words(leaf.params.at(-1) ?? "");
  return (
    (isPlural(by.at(-1) ?? "") && !sameThing(by, leaf.words)) ||
    words(operation.operationId ?? "").includes(thing) ||
    spokenOfAsMany(operation, thing)
  );
}

/** `/genre/movie/list`, "Get the list of official genres for movies": genres are listed, those of movies. */
function turned(action: Action, operation: Operation): Action {
  const [what, whose] = action.before.slice(-2);
  if (
    action.verb.join(" ") !== "list" ||
    action.rest.length > 0 ||
    whose === undefined ||
    what!.id ||
    whose.id
  )
    return action;
  const text = words(
    flatten(
      `${operation.summary ?? ""} ${operation.description ?? ""}`.slice(0, 300),
    ),
  )
    .map(singular)
    .join(" ");
  const thing = what!.words.map(singular).join(" ");
  const owner = whose.words.map(singular).join(" ");
  return new RegExp(`\\b${thing} (?:for|of|in) (?:\\w+ )?${owner}\\b`).test(
    text,
  )
    ? { ...action, before: [...action.before.slice(0, -2), whose, what!] }
    : action;
}

function bare(operation: Operation): Phrase {
  const said = saidPhrase(operation);
  if (said !== undefined) return { ...said, from: "path" };
  const tag = operation.tags.flatMap((name) => words(name)).slice(0, 3);
  return {
    verb: [methodVerb(operation.method)],
    nouns: tag.length > 0 ? tag : ["root"],
    from: "path",
  };
}

/** The thing that the parameter behind a node names, when it is another than the node's: `/fields/{collection}`. */
export function foreign(leaf: PathNode): readonly string[] | undefined {
  const thing = entityOf(words(leaf.params.at(-1) ?? ""));
  if (/^(?:filter|status|state)$/.test(thing.at(-1) ?? "")) return undefined;
  if (leaf.params.length !== 1 || thing.length === 0) return undefined;
  const own = new Set(leaf.words.map(singular));
  return thing.some(
    (word) =>
      own.has(singular(word)) ||
      [...own].some((other) => other.startsWith(word.slice(0, 4))),
  )
    ? undefined
    : thing;
}

/** Whether a GET gives a list. */
export function isMany(
  operation: Operation,
  shape: Shape,
  leaf: PathNode,
  answer: Answer,
): boolean {
  const word = leaf.words.at(-1) ?? "";
  if (answer.file === true) return false;
  if (leaf.id && /^(?:filter|status|state)$/.test(leaf.params.at(-1)!))
    return answer.many !== false && isPlural(word);
  if (leaf.id)
    return (
      answer.many === true &&
      (answer.root === true || foreign(leaf) !== undefined)
    );
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
