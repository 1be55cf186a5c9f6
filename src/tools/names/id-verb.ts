import type { Operation } from "../../spec/operation.js";
import { doneTo } from "./id-done.js";
import { pathAction } from "./path.js";
import { isAdjective, isPreposition } from "./phrase.js";
import { saysMethod } from "./id-noun.js";
import type { Shape } from "./shape.js";
import { isPlural, singular, words } from "./tokens.js";
import { canonical, isStrongVerb, isVerb, verbLength } from "./verbs.js";

export interface Read {
  readonly verb: readonly string[];
  /** Groups, and what stands before the verb. */
  readonly before: readonly (readonly string[])[];
  readonly after: readonly string[];
  /** The words come in the author's own order, verb first: they stay as they are. */
  readonly written: boolean;
}

export function readPlain(
  list: readonly string[],
  shape: Shape,
  operation: Operation,
): Read | undefined {
  // `filesAll`, `filesOne`.
  const quantity = list.at(-1);
  if (
    list.length > 1 &&
    (quantity === "all" || quantity === "one") &&
    !isStrongest(list[0]!) &&
    // `resetAll` does something to all, unless resets are what the API keeps.
    !(isVerb(list[0]!) && !shape.nouns.has(singular(list[0]!)))
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
  const at = later > 0 ? later : plainVerbAt(list, shape, operation);
  if (at === undefined) return undefined;
  // One that is no verb elsewhere is one word.
  const length = Math.max(verbLength(list, at), 1);
  return {
    verb: list.slice(at, at + length),
    before: at === 0 ? [] : [list.slice(0, at)],
    after: list.slice(at + length),
    written: at === 0,
  };
}

/**
 * Where the verb is, unless that word may be a noun and another one says just what the method does: `issueGetComments` and
 * `functionsGetTag` issue and tag nothing.
 */
function plainVerbAt(
  list: readonly string[],
  shape: Shape,
  operation: Operation,
): number | undefined {
  // `renderSync`: how it is done.
  if (list.length === 2 && /^a?sync$/.test(list[1]!) && verbLength(list, 0) > 0)
    return 0;
  // `rerequestCheck` on …/checks/{id}/rerequest.
  if (
    /\}\/[a-z]+$/.test(operation.path) &&
    pathAction(operation.path) === list[0] &&
    (verbLength(list, 0) === 1 ||
      (operation.method === "POST" &&
        !list[0]!.endsWith("ing") &&
        words((operation.summary ?? "").slice(0, 60))[0] === list[0])) &&
    !isPlural(list[0]) &&
    !saysMethod(list.at(-1)!, operation.method)
  )
    return 0;
  // `callTransfer` on /calls/{id}/actions/transfer transfers a call.
  const done = doneTo(list, shape, operation);
  if (done !== undefined) return done;
  const at = verbAt(list, shape, pathAction(operation.path));
  if (at === undefined || verbLength(list, at) > 1 || isStrongVerb(list[at]!))
    return at;
  // `historicalExchangeRate` rates nothing.
  if (
    operation.method === "GET" &&
    at > 0 &&
    at === list.length - 1 &&
    shape.verbLast !== true &&
    nounOfGet.test(list[at]!)
  )
    return undefined;
  const plain = list.findIndex(
    (word, index) =>
      index > 0 &&
      index < list.length - 1 &&
      saysMethod(word, operation.method),
  );
  // `simulateCreatePayment` simulates, where the API keeps no simulations.
  return plain > 0 && (at > 0 || shape.nouns.has(singular(list[0]!)))
    ? plain
    : at;
}

export function readGrouped(
  groups: readonly (readonly string[])[],
  rest: readonly string[],
  { method }: Operation,
): Read | undefined {
  const start = verbLength(rest, 0);
  // `functions_get_trigger` triggers nothing.
  const plain = groups.findIndex(
    ([word, ...others], index) =>
      index > 0 && others.length === 0 && saysMethod(word!, method),
  );
  if (plain > 0 && start === 1 && !isStrongVerb(rest[0]!))
    return {
      verb: groups[plain]!,
      before: groups.slice(0, plain),
      after: [...groups.slice(plain + 1).flat(), ...rest],
      written: false,
    };
  // `UPDATE_ScheduleEntry_for_Shop_Schedule` schedules nothing: the path tells as much.
  if (
    groups.length > 1 &&
    groups[0]!.length === 1 &&
    isStrongest(canonical(groups[0]![0]!)) &&
    !isStrongest(rest[0]!)
  )
    return undefined;
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

/** `postClearCaches` and, of /locate, `postLocate`: the method, then what is done. */
export function innerVerb(
  read: Read | undefined,
  operation: Operation,
): Read | undefined {
  if (read?.verb.join(" ") !== "post") return read;
  const [word, ...rest] = read.after;
  if (word === undefined) return read;
  const isDone =
    rest.length > 0
      ? isStrongVerb(word)
      : /^(?:query|search|lookup|calculate|validate)$/.test(word) ||
        (isVerb(word) && pathAction(operation.path) === word);
  return isDone ? { ...read, verb: [word], after: rest } : read;
}

/** Where the verb of an identifier begins. */
function verbAt(
  list: readonly string[],
  shape: Shape | undefined,
  action = "",
): number | undefined {
  const first = verbLength(list, 0);
  if (first === list.length) return 0;
  // `authenticateWithQuickConnect`.
  if (first > 0 && isPreposition(list[first]!)) return 0;
  // `apps_revert_rollback` on …/rollback/revert: the path says which word is the verb.
  const said = list.indexOf(words(action)[0] ?? "");
  if (
    said > 0 &&
    first === 0 &&
    verbLength(list, said) > 0 &&
    !isPlural(list[said]!)
  )
    return said;
  let end: number | undefined;
  for (let at = list.length - 1; at > 0 && at > list.length - 4; at -= 1)
    // `quickAnswer`: an answer, which is quick. `destroyByTag`: nothing is tagged.
    if (
      verbLength(list, at) === list.length - at &&
      !isPreposition(list[at - 1]!) &&
      !(list.length === 2 && isAdjective(list[0]!))
    )
      end = at;
  // `repoApplyDiffPatch`.
  const applied = list.indexOf("apply");
  if (applied > 0 && list.at(-1) === "patch") return applied;
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
      !isPlural(word) &&
      !isPreposition(list[at - 1]!),
  );
  if (middle > 0) return middle;
  if (first > 0) return 0;
  return end;
}

const nounOfGet =
  /^(?:rate|report|quote|schedule|order|exchange|balance|trade|charge|record|log|comment|notice|map|vote|rank|refund|deposit|claim|grant|dispute|issue|answer|link|process|review|forecast|check|release|change|plan)$/;

function isStrongest(verb: string): boolean {
  return /^(?:get|list|create|update|delete|add|remove|fetch|retrieve)$/.test(
    verb,
  );
}
