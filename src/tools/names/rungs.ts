import type { Operation } from "../../spec/operation.js";
import type { Answer } from "./answers.js";
import { pathPhrase } from "./from-path.js";
import { isPreposition, type Phrase } from "./phrase.js";
import { entity, readPath, type PathNode } from "./path.js";
import type { Shape } from "./shape.js";
import { isVersion, last, singular, words } from "./tokens.js";

/** An operation that wants a name. */
export interface Claim {
  readonly operation: Operation;
  readonly phrase: Phrase;
  readonly answer: Answer;
}

/** Ever more telling names for one operation, the plain one first: what it climbs where several want the same. */
export function rungsOf(claim: Claim, shape: Shape): readonly Phrase[] {
  const { operation, phrase, answer } = claim;
  const nodes = shape.nodes(operation);
  const path = readPath(operation.path);
  const found: Phrase[] = [phrase];
  const seen = new Set([phrase.nouns.join(" ") + phrase.verb.join(" ")]);
  const add = (candidate: Phrase): void => {
    const name = candidate.nouns.join(" ") + candidate.verb.join(" ");
    if (seen.has(name)) return;
    seen.add(name);
    found.push(candidate);
  };
  const front = (list: readonly string[]): Phrase => ({
    ...phrase,
    nouns: [...list, ...phrase.nouns],
  });
  const back = (from: Phrase, ...list: readonly string[]): Phrase => ({
    ...from,
    nouns: [...from.nouns, ...list],
  });
  if (phrase.dropped !== undefined && phrase.dropped.length > 0)
    add(front(phrase.dropped));
  const besides = (phrase.besides ?? []).filter(
    (word) => !phrase.nouns.includes(word),
  );
  if (besides.length > 0) add(back(phrase, ...besides));
  const version = words(operation.operationId ?? "").find((word) =>
    /^v\d/.test(word),
  );
  if (version !== undefined) add(back(phrase, version));
  // `/forecast?city_id={city_id}`.
  const asked = Array.from(
    operation.path.replace(/^[^?#]*/, "").matchAll(/\{([^{}]+)\}/g),
    ([, name]) => words(name!),
  );
  if (asked.length > 0) add(back(phrase, "by", ...asked.flat()));
  // `/published/{project}?view=status`.
  const query = words(operation.path.replace(/^[^?#]*[?#]?/, "")).filter(
    (word) => !isVersion(word) && !/^\d+$/.test(word),
  );
  if (query.length > 0) add(back(phrase, ...query));
  for (const segment of operation.path.split("/"))
    if (/^by[-_A-Z]/.test(segment) || segment === "by")
      add(back(phrase, ...words(segment)));
  // What goes on beside its successor says so.
  if (operation.deprecated)
    add(
      shape.versions.size > 1 && path.version !== undefined
        ? back(phrase, versionWord(path.version)!)
        : front(["deprecated"]),
    );
  if (phrase.from === "path")
    for (let depth = 2; depth <= nodes.length; depth += 1)
      add(pathPhrase(operation, shape, answer, depth));
  else {
    // Things of the path that the name does not speak of, nearest first.
    let grown = phrase;
    for (const node of missing(phrase, nodes).toReversed()) {
      grown =
        node === nodes.at(-1) && !node.id
          ? back(grown, ...node.words)
          : {
              ...grown,
              nouns: [
                ...(node.id ? last(node.words, singular) : node.words),
                ...grown.nouns,
              ],
            };
      add(grown);
    }
  }
  for (const tag of operation.tags) {
    const said = words(tag).filter(
      (word) =>
        !isVersion(word) &&
        word !== "api" &&
        !phrase.nouns.includes(word) &&
        !phrase.nouns.includes(singular(word)),
    );
    // "Customers (read)" is what its operations may do.
    const rights = said.some((word) => word === "read" || word === "write");
    if (said.length > 0 && said.length <= 3 && !rights) add(front(said));
  }
  const owner = nodes.findLast(
    (node, index) => node.id && index < nodes.length - 1,
  );
  if (owner !== undefined)
    add(back(phrase, "for", ...last(owner.words, singular)));
  const params = path.params.map((name) => {
    const said = words(name);
    return entity(said).length > 0 ? said : said.slice(0, 2);
  });
  const lastParam = params.at(-1);
  if (lastParam !== undefined && lastParam.length > 0)
    add(back(phrase, "by", ...lastParam));
  if (path.version !== undefined) add(back(phrase, versionWord(path.version)!));
  if (params.length > 1) add(back(phrase, "by", ...params.flat()));
  // /merge_request beside /merge_requests: one of them is called as before.
  found.push({ ...phrase, nouns: asWritten(phrase.nouns, nodes) });
  add(back(phrase, "via", ...words(operation.method)));
  const full = pathPhrase(operation, shape, answer, nodes.length);
  add(full);
  add(back(full, "via", ...words(operation.method)));
  if (params.length > 0) add(back(full, "by", ...params.flat()));
  if (path.version !== undefined)
    add(
      back(full, versionWord(path.version)!, "via", ...words(operation.method)),
    );
  const own = words(operation.operationId ?? "").filter(
    (word, at) =>
      !isVersion(word) &&
      !/^(?:\d+|id)$/.test(word) &&
      !(at === 0 && word === operation.method.toLowerCase()),
  );
  const more = own.filter(
    (word) =>
      !phrase.nouns.includes(word) &&
      !phrase.verb.includes(word) &&
      !isPreposition(word),
  );
  if (more.length > 0) add(back(phrase, ...more));
  add(back(full, ...literals(operation.path)));
  return found;
}

/** Nouns in the number that the path has them in. */
function asWritten(
  nouns: readonly string[],
  nodes: readonly PathNode[],
): readonly string[] {
  const spelt = nodes.flatMap((node) => node.words);
  return nouns.map(
    (noun) => spelt.find((word) => singular(word) === singular(noun)) ?? noun,
  );
}

function missing(phrase: Phrase, nodes: readonly PathNode[]): PathNode[] {
  const said = new Set([...phrase.verb, ...phrase.nouns].map(singular));
  const joined = phrase.nouns.map(singular).join("");
  return nodes.filter(
    (node) =>
      !node.words.every((word) => said.has(singular(word))) &&
      !joined.includes(node.words.map(singular).join("")),
  );
}

/** A version as a name has it: `v2` for `v2` and for `2.0`. */
export function versionWord(version: string | undefined): string | undefined {
  return version !== undefined && /^\d/.test(version)
    ? `v${version.replace(/\D/g, "")}`
    : version;
}

/** Everything that the path spells, noise included. */
function literals(path: string): readonly string[] {
  return path
    .split("/")
    .filter((segment) => !segment.includes("{"))
    .flatMap((segment) => words(segment));
}
