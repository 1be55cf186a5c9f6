import type { Operation } from "../../spec/operation.js";
import { flatten } from "../text.js";
import type { Answer } from "./answers.js";
import type { PathNode } from "./path.js";
import { isAdjective, isPreposition } from "./phrase.js";
import { blankPath, type Shape } from "./shape.js";
import {
  isPlural,
  last,
  oneUnlessMany,
  plural,
  singular,
  words,
} from "./tokens.js";

/** `/movie/popular`: popular movies; `/movie/{id}/similar`: similar movies; `/releases/latest`: the latest release. */
export function adjectival(
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
    !leaf.words.every(isAdjective) ||
    before.words.every(isAdjective)
  )
    return undefined;
  if (
    before.id &&
    !leaf.words.every((word) => word === "similar" || word === "related")
  )
    return undefined;
  if (/^(?:me|self)$/.test(before.words.join(" ")))
    return {
      verb: [answer.many === false ? "get" : "list"],
      nouns: ["my", ...leaf.words],
    };
  const one =
    (/^(?:latest|current|default|random|first|last|next|previous|primary)$/.test(
      leaf.words.at(-1)!,
    ) &&
      answer.root !== true) ||
    answer.many === false;
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

/** `GET /reports/balance-sheet`, `POST /jobs/blend`: a report and a job of that kind. */
export function isKindOf(
  { method }: Operation,
  leaf: PathNode,
  owner: PathNode,
): boolean {
  const kinds =
    method === "GET"
      ? /^(?:reports|charts)$/
      : /^(?:reports|charts|jobs|commands|messages|notifications|emails)$/;
  const word = leaf.words.at(-1)!;
  return (
    method !== "DELETE" &&
    !leaf.id &&
    !owner.id &&
    kinds.test(owner.words.at(-1)!) &&
    !isPlural(word) &&
    !leaf.words.some(isPreposition) &&
    !/^(?:status|count|summary|stats|settings|history|info|schema|config|search|stream|data|metadata|file|me|self|result|template)$/.test(
      word,
    )
  );
}

/** `GET /genes/alias/{alias}`, "Genes by alias": what is found is before what it is found by. */
export function foundBy(
  operation: Operation,
  leaf: PathNode,
  owner: PathNode,
  answer: Answer,
): { verb: readonly string[]; nouns: readonly string[] } | undefined {
  if (
    operation.method !== "GET" ||
    !leaf.id ||
    owner.id ||
    isPlural(leaf.words.at(-1)!)
  )
    return undefined;
  const thing = last(owner.words, singular);
  const said = words(
    flatten(
      (operation.summary ?? operation.description ?? "").slice(0, 200),
    ).slice(0, 120),
  );
  const text = said.map(singular);
  const at = text.findIndex((_, index) =>
    thing.every((word, place) => text[index + place] === singular(word)),
  );
  const joint = text[at + thing.length] ?? "";
  const by = last(leaf.words, singular);
  if (
    at < 0 ||
    !/^(?:by|for|with|of|in|having|from|that|whose)$/.test(joint) ||
    !text
      .slice(at + thing.length, at + thing.length + 5)
      .includes(by.at(-1)!) ||
    by[0] === "by"
  )
    return undefined;
  const many = answer.many === true || isPlural(said[at + thing.length - 1]!);
  return {
    verb: [many ? "list" : "get"],
    nouns: [...last(thing, many ? plural : singular), "by", ...by],
  };
}

/** `GET /jobs?jobId=…`, where that is required: one job. */
export function namedByQuery(
  operation: Operation,
  thing: readonly string[],
): boolean {
  const id = `${thing.map(singular).join("")}id`;
  return operation.parameters.some(
    ({ in: where, name, required }) =>
      where === "query" && required && words(name).join("") === id,
  );
}

export function countsOnly(leaf: PathNode): boolean {
  return (
    leaf.params.length === 1 &&
    /^(?:n|count|amount|quantity|size|length|limit|seconds)$/.test(
      leaf.params[0]!,
    )
  );
}

/**
 * What comes last in the path and first in the text: `/statuses/build`, "Create a build status", in the number that the text
 * has; of what is listed words may stand between, as in `/role-mappings/realm`, "Get realm-level role mappings".
 */
export function saidBefore(
  operation: Operation,
  leaf: PathNode,
  owner: PathNode,
  many: boolean,
): readonly string[] | undefined {
  const end = owner.words.at(-1)!;
  if (leaf.id || owner.id || !isPlural(end)) return undefined;
  const said = words(
    flatten(
      (operation.summary ?? operation.description ?? "").slice(0, 200),
    ).slice(0, 100),
  );
  const both = [...leaf.words, ...owner.words];
  const together = said.findIndex((_, start) =>
    both.every(
      (word, at) => singular(said[start + at] ?? "") === singular(word),
    ),
  );
  if (together > 0) {
    const several = many || isPlural(said[together + both.length - 1]!);
    return [
      ...last(leaf.words, singular),
      ...last(owner.words, several ? plural : singular),
    ];
  }
  // `/reports/stops`, "A list of report stops".
  const thing = [...last(owner.words, oneUnlessMany), ...leaf.words];
  if (
    isPlural(leaf.words.at(-1)!) &&
    ` ${said.join(" ")} `.includes(` ${thing.join(" ")} `)
  )
    return thing;
  if (!many || isPlural(leaf.words.at(-1)!)) return undefined;
  const at = said.indexOf(leaf.words[0]!);
  return at > 0 && said.indexOf(end) > at && said.indexOf(end) - at <= 4
    ? [...leaf.words, ...owner.words]
    : undefined;
}
