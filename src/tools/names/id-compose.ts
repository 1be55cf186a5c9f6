import type { Operation } from "../../spec/operation.js";
import type { Answer } from "./answers.js";
import { givesList, givesThose, numbered } from "./id-number.js";
import { mine, names, order, ownersFrom } from "./id-owners.js";
import type { Read } from "./id-verb.js";
import { pathAction, readPath } from "./path.js";
import { headOf, type Phrase } from "./phrase.js";
import type { Shape } from "./shape.js";
import { saysList, spokenOfAsMany } from "./spoken.js";
import {
  isPlural,
  last,
  manyUnlessOne,
  plural,
  oneUnlessMany,
  pluralOfOne,
  singular,
} from "./tokens.js";
import { isVerb } from "./verbs.js";

const methodWords = new Set([
  "get",
  "post",
  "put",
  "patch",
  "delete",
  "head",
  "options",
]);

/** The phrase of an identifier whose parts are known: what is listed is many, what one of many is asked for is one. */
export function compose(
  read: Read,
  operation: Operation,
  shape: Shape,
  answer: Answer,
): Phrase {
  const nodes = shape.nodes(operation);
  let { verb, after } = verbAndRest(read, operation, answer);
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
  // `userCurrentListFollowing`.
  if (
    /^(?:users?|accounts?)$/.test(nouns[0] ?? "") &&
    nouns[1] === "current" &&
    nouns.length > 2
  )
    nouns = [nouns[1], singular(nouns[0]!), ...nouns.slice(2)];
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
  if (verb[0] === "list" && read.verb[0] !== "list" && after.length === 0) {
    const at = headOf(nouns);
    if (at >= 0) nouns = nouns.with(at, manyUnlessOne(nouns[at]!));
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
  // `updateMemberById` of /members/{id}.
  if (
    nouns.length > 2 &&
    nouns.slice(-2).join(" ") === "by id" &&
    operation.path.endsWith("}") &&
    /^(?:get|update|delete|replace|patch)$/.test(verb.join(" "))
  )
    return {
      verb,
      nouns: last(nouns.slice(0, -2), oneUnlessMany),
      from: "id",
      dropped,
      besides: ["by", "id"],
    };
  return { verb, nouns, from: "id", dropped };
}

/** The verb and what it is done to, where the word that the identifier begins with is not what matters. */
function verbAndRest(
  read: Read,
  operation: Operation,
  answer: Answer,
): { readonly verb: readonly string[]; readonly after: readonly string[] } {
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
  // `Customer.GetList`.
  if (
    operation.method === "GET" &&
    verb.join(" ") === "get" &&
    after.join(" ") === "list" &&
    read.before.length > 0
  ) {
    verb = ["list"];
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
  // `GetStatisticsList`.
  if (
    operation.method === "GET" &&
    verb.join(" ") === "get" &&
    after.length > 1 &&
    after.at(-1) === "list" &&
    (isPlural(after.at(-2)!)
      ? answer.many === true
      : saysList(operation) && spokenOfAsMany(operation, after.at(-2)!))
  ) {
    verb = ["list"];
    after = last(after.slice(0, -1), plural);
  }
  // `listBuiltIn`: which of them, not what.
  if (after.join(" ") === "built in") after = ["builtin"];
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
  return { verb, after };
}
