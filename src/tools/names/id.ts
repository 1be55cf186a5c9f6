import type { Operation } from "../../spec/operation.js";
import { stripInvisible } from "../text.js";
import type { Answer } from "./answers.js";
import { structure, type Shape } from "./shape.js";
import { singular, words } from "./tokens.js";
import { contradicts } from "./path-verb.js";
import { isPreposition, type Phrase } from "./phrase.js";
import { nounPhrase, withPathNouns } from "./bare-verb.js";
import { compose } from "./id-compose.js";
import { isItem } from "./id-number.js";
import { isAdjectives } from "./id-owners.js";
import {
  clean,
  isCopied,
  isGenerated,
  isPathDerived,
  meaningful,
  unglue,
  withoutMethod,
} from "./id-text.js";
import { readPlain, readGrouped, innerVerb } from "./id-verb.js";
import { verbLength } from "./verbs.js";
import { canonicalVerb, spokenVerb } from "./id-said.js";
import { readNoun } from "./id-noun.js";
import { uncounted, withoutGroup, withoutParameters } from "./id-noise.js";

/** Names an operation by its identifier; undefined where that says less than the path, or something else than the method does. */
export function idPhrase(
  operation: Operation,
  shape: Shape,
  answer: Answer,
): Phrase | undefined {
  if (operation.operationId === undefined) return undefined;
  // A sentence of code is no name.
  if (/[;{}`"<>=\\]/.test(operation.operationId)) return undefined;
  const id = withoutParameters(
    uncounted(
      clean(stripInvisible(operation.operationId).text, operation),
      operation,
      shape.noise,
    ),
    operation,
  );
  // "Test Gopkg.toml & Gopkg.lock": a sentence has no groups.
  const sentence = /\S\s\S/.test(id);
  let parts = sentence ? [id] : structure(id);
  const cut = parts.length > 1 && parts[0] === shape.prefix;
  if (cut) parts = parts.slice(1);
  const groups = parts
    .slice(0, -1)
    .map((part) =>
      meaningful(
        unglue(
          words(
            part.replace(
              /(?<=\w)(?:Controller|Api|Service|Resource|Handler|Endpoints?|Impl|Client)$/i,
              "",
            ),
          ),
          operation,
        ),
      ),
    )
    .map((list) => withoutMethod(list, operation))
    .filter((list) => list.length > 0);
  const { kept, group } = withoutGroup(words(parts.at(-1) ?? ""), operation);
  const said = meaningful(unglue(kept, operation));
  const rest =
    said.length > 2 && said.at(-1) === shape.noise.ending
      ? said.slice(0, -1)
      : said;
  if (rest.length === 0) return undefined;
  const all = [...groups.flat(), ...rest];
  if (
    isPathDerived(all, operation) ||
    isGenerated(all) ||
    all.join("_").length > 70
  )
    return undefined;
  const ordered = sentence && rest.length > 3 ? verbLength(rest, 0) : 0;
  const found = innerVerb(
    groups.length === 0
      ? ordered > 0
        ? {
            verb: rest.slice(0, ordered),
            before: [],
            after: rest.slice(ordered),
            written: true,
          }
        : readPlain(rest, shape, operation)
      : readGrouped(groups, rest, operation),
    operation,
  );
  if (found === undefined)
    return groups.length === 0
      ? nounPhrase(rest, operation, shape, answer)
      : undefined;
  const read = readNoun(found, operation);
  const verb =
    spokenVerb(read, operation, shape) ??
    canonicalVerb(read.verb, operation, shape, [
      ...read.before.flat(),
      ...read.after,
    ]);
  if (contradicts(verb, operation)) return undefined;
  if (isCopied(all, operation, shape)) return undefined;
  // A function name that was copied from the collection to one of it.
  if (
    verb[0] === "list" &&
    read.written &&
    isItem(operation, shape, answer, read.after)
  )
    return undefined;
  const phrase = ofMine(
    whole(
      compose({ ...read, verb }, operation, shape, answer),
      operation,
      shape,
    ),
    operation,
  );
  if (phrase.nouns.length === 0)
    return withPathNouns(phrase.verb, operation, shape, answer);
  const which =
    operation.method === "GET" && isAdjectives(phrase.nouns)
      ? ofPath(phrase, operation, shape, answer)
      : undefined;
  // `PolicySets_CreateAtGroup`, where every identifier begins with what they are.
  if (cut && phrase.nouns[0] === "at") {
    const thing = withPathNouns(phrase.verb, operation, shape, answer);
    if (thing !== undefined)
      return { ...thing, nouns: [...thing.nouns, ...phrase.nouns] };
  }
  if (which !== undefined) return which;
  return group.length === 0
    ? phrase
    : { ...phrase, dropped: [...group, ...(phrase.dropped ?? [])] };
}

/** `get_album_alt1` of /me/albums/{id}, beside `get_album` of /users/{user_id}/albums/{id}. */
function ofMine(phrase: Phrase, { operationId, path }: Operation): Phrase {
  if (!/_alt\d*$/.test(operationId!) || !/^\/me(?:\/|$)/.test(path))
    return phrase;
  const [first, ...others] = phrase.nouns;
  if (first === "user" && others.length === 0)
    return path === "/me" ? { ...phrase, nouns: ["me"] } : phrase;
  const nouns =
    first === "if"
      ? phrase.nouns.map((word) => (word === "user" ? "i" : word))
      : isPreposition(first ?? "")
        ? ["me", ...phrase.nouns]
        : ["my", ...(first === "user" ? others : phrase.nouns)];
  return { ...phrase, nouns };
}

/** `createClient` of /oauth-clients, where there are /longview-clients, too. */
function whole(phrase: Phrase, operation: Operation, shape: Shape): Phrase {
  const leaf = shape.nodes(operation).at(-1);
  const [noun, ...others] = phrase.nouns;
  if (leaf === undefined || noun === undefined || others.length > 0)
    return phrase;
  const head = singular(noun);
  const which = leaf.words.slice(0, -1);
  return which.length > 0 &&
    verbLength(leaf.words, 0) === 0 &&
    !isAdjectives(which) &&
    singular(leaf.words.at(-1)!) === head &&
    [...shape.nouns].some(
      (other) =>
        other !== leaf.words.map(singular).join(" ") &&
        (other === head || other.endsWith(` ${head}`)),
    )
    ? { ...phrase, nouns: [...which, noun] }
    : phrase;
}

/** `listBuiltIn`, where every identifier begins with what they are; `getAll` alone. */
function ofPath(
  { verb, nouns }: Phrase,
  operation: Operation,
  shape: Shape,
  answer: Answer,
): Phrase | undefined {
  const all = nouns.join(" ") === "all";
  const lists =
    all &&
    operation.method === "GET" &&
    verb.join(" ") === "get" &&
    answer.many !== false;
  const named = withPathNouns(
    lists ? ["list"] : verb,
    operation,
    shape,
    answer,
  );
  if (named === undefined || named.nouns.length === 0) return undefined;
  // `resetAll` is a name.
  if (all) return /^(?:get|list)$/.test(verb.join(" ")) ? named : undefined;
  const alike = named.nouns.some((word) =>
    nouns.some((other) => word.slice(0, 5) === other.slice(0, 5)),
  );
  return alike || nouns.includes("now")
    ? undefined
    : { ...named, nouns: [...nouns, ...named.nouns] };
}
