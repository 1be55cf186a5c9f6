import type { Operation } from "../../spec/operation.js";
import { stripInvisible } from "../text.js";
import type { Answer } from "./answers.js";
import { pathAction, readPath } from "./path.js";
import { structure, type Shape } from "./shape.js";
import {
  isPlural,
  last,
  plural,
  pluralOfOne,
  singular,
  words,
} from "./tokens.js";
import { contradicts } from "./path-verb.js";
import { isVerb } from "./verbs.js";
import { headOf, type Phrase } from "./phrase.js";
import { nounPhrase, withPathNouns } from "./bare-verb.js";
import { givesList, givesThose, isItem, numbered } from "./id-number.js";
import {
  clean,
  isCopied,
  isGenerated,
  isPathDerived,
  meaningful,
  unglue,
} from "./id-text.js";
import {
  readPlain,
  type Read,
  canonicalVerb,
  readGrouped,
  innerVerb,
  spokenVerb,
} from "./id-verb.js";
import { readNoun } from "./id-noun.js";
import { uncounted, withoutGroup, withoutParameters } from "./id-noise.js";
import { mine, names, order, ownersFrom } from "./id-owners.js";

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
  let parts = structure(id);
  if (parts.length > 1 && parts[0] === shape.prefix) parts = parts.slice(1);
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
  const found = innerVerb(
    groups.length === 0
      ? readPlain(rest, shape, operation)
      : readGrouped(groups, rest, operation),
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
  const phrase = compose({ ...read, verb }, operation, shape, answer);
  if (phrase.nouns.length === 0)
    return withPathNouns(phrase.verb, operation, shape, answer);
  return group.length === 0
    ? phrase
    : { ...phrase, dropped: [...group, ...(phrase.dropped ?? [])] };
}

function compose(
  read: Read,
  operation: Operation,
  shape: Shape,
  answer: Answer,
): Phrase {
  const nodes = shape.nodes(operation);
  let { verb } = read;
  const [list, of] = read.after;
  // `getListOfBoats`.
  const many =
    operation.method === "GET" &&
    verb.join(" ") === "get" &&
    list === "list" &&
    of === "of";
  if (many) verb = ["list"];
  let after = mine(many ? read.after.slice(2) : read.after);
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
  // `getSearch` searches what the path names.
  if (
    verb.join(" ") === "get" &&
    after.length === 1 &&
    /^(?:search|lookup|autocomplete)$/.test(after[0]!) &&
    pathAction(operation.path) === after[0]
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
  // `Documents_GetAllDocuments`.
  if (
    operation.method === "GET" &&
    verb.join(" ") === "get" &&
    after.length > 1 &&
    after[0] === "all" &&
    isPlural(after[headOf(after)]!) &&
    (answer.many ?? !pluralOfOne.has(after[headOf(after)]!))
  ) {
    verb = ["list"];
    after = after.slice(1);
  }
  const { owners, dropped } = ownersFrom(read.before, after, nodes);
  let nouns = order(owners, after);
  const end = verb.at(-1)!;
  const head = headOf(nouns);
  const leaf = nodes.at(-1);
  const word = nouns[head];
  if (
    verb[0] === "list" &&
    word !== undefined &&
    leaf?.id === false &&
    leaf.words.at(-1) === plural(word)
  )
    // `ListCall` on /Calls.
    nouns = nouns.with(head, plural(word));
  else if (!read.written && !names(after))
    nouns = numbered(
      nouns,
      head,
      end,
      operation,
      readPath(operation.path).nodes,
    );
  else if (
    word !== undefined &&
    leaf !== undefined &&
    /^(?:get|update|delete|replace|patch)$/.test(end) &&
    verb.length === 1 &&
    isPlural(word) &&
    leaf.id &&
    answer.many !== true &&
    leaf.words.at(-1) === word &&
    !pluralOfOne.has(word)
  )
    // `users.GetMessages` of one message.
    nouns = nouns.with(head, singular(word));
  if (
    operation.method === "GET" &&
    verb.length === 1 &&
    end === "get" &&
    givesList(nouns, head, operation, shape, answer)
  )
    verb = ["list"];
  if (
    (end === "find" || verb[0] === "list") &&
    nouns[0] === "all" &&
    nouns.length > 1
  ) {
    nouns = nouns.slice(1);
    if (end === "find") verb = ["list"];
  }
  // `Currency_GetAll`.
  if (
    operation.method === "GET" &&
    verb.join(" ") === "get" &&
    after.join(" ") === "all" &&
    nouns[0] === "all" &&
    nouns.length > 1 &&
    answer.many !== false
  ) {
    verb = ["list"];
    nouns = last(nouns.slice(1), plural);
  }
  if (verb[0] === "list" && nouns[0] === "my" && nouns[1] === "all")
    nouns = nouns.toSpliced(1, 1);
  // `GetByDoctor`, which gives a list.
  if (
    operation.method === "GET" &&
    verb.join(" ") === "get" &&
    after[0] === "by" &&
    answer.root === true &&
    nouns[0] !== "by"
  ) {
    verb = ["list"];
    const at = headOf(nouns);
    nouns = nouns.with(at, plural(nouns[at]!));
  }
  // `listRule` on /rules.
  const listed = nouns[headOf(nouns)];
  if (
    verb.join(" ") === "list" &&
    listed !== undefined &&
    givesThose(listed, leaf, answer) &&
    !nouns.slice(0, headOf(nouns)).some(isPlural)
  )
    nouns = nouns.with(headOf(nouns), plural(listed));
  // `GetProgrammesPopular`.
  const which = nouns.at(-1);
  if (
    operation.method === "GET" &&
    nouns.length > 1 &&
    nouns.length === headOf(nouns) + 1 &&
    isPlural(nouns.at(-2)!) &&
    /^(?:popular|top|trending|upcoming|recent|active|inactive|public|private|available|pending|featured|latest|current|favou?rite)$/.test(
      which!,
    )
  )
    nouns = [...nouns.slice(0, -2), which!, nouns.at(-2)!];
  // `findAll`, `findOne`, `findById`: of what the path names.
  if (
    end === "find" &&
    nouns.length > 0 &&
    nouns.every((said) => /^(?:all|one|by|ids?)$/.test(said))
  )
    return {
      verb: [nouns[0] === "all" ? "list" : "get"],
      nouns: [],
      from: "id",
    };
  if (nouns[0] === "one" && nouns.length > 1) {
    nouns = nouns.slice(1);
    if (end === "find") verb = ["get"];
  }
  return { verb, nouns, from: "id", dropped };
}
