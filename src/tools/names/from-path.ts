import type { Operation } from "../../spec/operation.js";
import type { Answer } from "./answers.js";
import { sameThing, type PathNode } from "./path.js";
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
import { foreign, isMany, listed } from "./many.js";
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
  // `DELETE /layer`, "Deletes multiple layers".
  else if (
    operation.method === "DELETE" &&
    !isPlural(entity.at(-1)!) &&
    /\b(?:multiple|several|bulk|all|batch)\b/i.test(
      operation.summary ?? operation.description ?? "",
    ) &&
    spokenOfAsMany(operation, entity.at(-1)!)
  )
    nouns = last(entity, plural);
  else if (isOne(operation, shape, entity))
    return {
      verb: [verb === "replace" ? "update" : verb],
      nouns: tidy([...owners, ...last(entity, singular)]),
      from: "path",
    };
  else if (
    (verb === "create" && !pluralOfOne.has(entity.at(-1)!)) ||
    (said !== undefined && spokenOfAsOne(operation, entity.at(-1)!)) ||
    namedByQuery(operation, entity)
  )
    nouns = last(entity, singular);
  else nouns = entity;
  return { verb: [verb], nouns: tidy([...owners, ...nouns]), from: "path" };
}

/** `DELETE /devices`, "Deletes a device", where no path has its id. */
function isOne(
  operation: Operation,
  shape: Shape,
  entity: readonly string[],
): boolean {
  const word = entity.at(-1)!;
  return (
    /^(?:DELETE|PUT|PATCH)$/.test(operation.method) &&
    isPlural(word) &&
    !pluralOfOne.has(word) &&
    spokenOfAsOne(operation, word) &&
    shape.methods.get(`${blankPath(operation)}/{}`)?.has(operation.method) !==
      true
  );
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
