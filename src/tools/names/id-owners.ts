import { entity, sameThing, type PathNode } from "./path.js";
import { findNode } from "./shape.js";
import { last, singular, words } from "./tokens.js";
import { unrepeated, isAdjective, isPreposition } from "./phrase.js";

/** Words that say which, and not what. */
export function isAdjectives(list: readonly string[]): boolean {
  return list.every(
    (word) => isAdjective(word) || /^(?:own|shared|many|one)$/.test(word),
  );
}

/** Whether words name a thing by themselves: then they stay as the author wrote them. */
export function names(after: readonly string[]): boolean {
  const said = after[0] === "my" ? after.slice(1) : after;
  return said.length > 0 && !isPreposition(said[0]!) && !isAdjectives(said);
}

/** Which of the words before the verb are wanted: owners and modules that the path knows; a mere tag only when nothing else names the thing. */
export function ownersFrom(
  groups: readonly (readonly string[])[],
  after: readonly string[],
  nodes: readonly PathNode[],
): { owners: readonly string[]; dropped: readonly string[] } {
  const owners: string[] = [];
  const dropped: string[] = [];
  const named = after.filter((word) => !isPreposition(word) && word !== "my");
  const thing =
    named.length > 0 &&
    !isPreposition(after[after[0] === "my" ? 1 : 0]!) &&
    !isAdjectives(named);
  // `admin.inviteRequests.approved.list`: approved invite requests.
  const [which, what] = [groups.at(-1) ?? [], groups.at(-2) ?? []];
  const before =
    !thing && which.length > 0 && isAdjectives(which) && !isAdjectives(what)
      ? [...groups.slice(0, -2), which, what]
      : groups;
  for (const [index, group] of before.entries()) {
    const glued = singular(group.join(""));
    const repeated =
      group.length > 0 &&
      (group.every((word) =>
        after.some((other) => singular(other) === singular(word)),
      ) ||
        // `FlatRates_GetFlatrate`.
        [...after, after.join("")].some((word) => singular(word) === glued));
    const node = findNode(nodes, group);
    const bySelf = !thing && index === before.length - 1;
    if (repeated && thing) continue;
    if (node === undefined && !bySelf && !inPath(group, nodes)) {
      if (thing || before.length > 1) {
        dropped.push(...group);
        continue;
      }
    }
    const known =
      node?.id === true ? last(group, singular) : byPath(group, nodes);
    owners.push(...(thing ? withoutTail(known, after) : known));
  }
  return { owners, dropped };
}

/** `ProjectForecasts_GetForecast`: the group's words that what follows says again go. */
function withoutTail(
  group: readonly string[],
  after: readonly string[],
): readonly string[] {
  const start = group.length - after.length;
  return start > 0 && sameThing(group.slice(start), after)
    ? group.slice(0, start)
    : group;
}

/** Whether the path speaks of any of these words. */
export function inPath(
  group: readonly string[],
  nodes: readonly PathNode[],
): boolean {
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
  let passed = 0;
  for (let at = 0; at < list.length;) {
    let length = 0;
    // `usersIdLikes`: the id says nothing.
    let skip = 0;
    for (let end = list.length; end > at && length === 0; end -= 1) {
      const names = (candidate: PathNode): boolean =>
        sameThing(candidate.words, list.slice(at, end)) ||
        (candidate.id &&
          candidate.params.some((name) =>
            sameThing(entity(words(name)), list.slice(at, end)),
          ));
      // A word that stands twice is what the path names first, then what it names next.
      const index = nodes.findIndex(
        (node, place) => place >= passed && names(node),
      );
      const node = index < 0 ? nodes.find(names) : nodes[index];
      if (node === undefined) continue;
      passed = Math.max(passed, index + 1);
      skip = node.id && /^ids?$/.test(list[end] ?? "") ? 1 : 0;
      length = end - at;
      found.push(
        ...(node.id
          ? last(list.slice(at, end), singular)
          : list.slice(at, end)),
      );
    }
    if (length === 0) found.push(list[at]!);
    at += Math.max(length, 1) + skip;
  }
  return found;
}

export function order(
  owners: readonly string[],
  after: readonly string[],
): readonly string[] {
  // A group `me` is said with `my`.
  if (owners.length + after.length > 1 && /^(?:me|self)$/.test(owners[0] ?? ""))
    return order(owners.slice(1), [
      "my",
      ...after.filter((word) => word !== "my"),
    ]);
  const said = after[0] === "my" ? after.slice(1) : after;
  const front = after[0] === "my" ? ["my"] : [];
  // "my users" are not mine: the group is the user's own.
  if (front.length > 0) {
    const kept = owners.filter((word) => singular(word) !== "user");
    if (kept.length < owners.length && said.length > 0)
      return unrepeated([...front, ...kept, ...said]);
  }
  // `apps.restricted.list`: restricted apps.
  const end = owners.at(-1);
  if (
    said.length === 0 &&
    owners.length > 1 &&
    end !== undefined &&
    isAdjectives([end]) &&
    !isAdjectives([owners.at(-2)!])
  )
    return unrepeated([...front, ...owners.slice(0, -2), end, owners.at(-2)!]);
  if (owners.length > 0 && said.length > 0 && isAdjectives(said))
    return unrepeated([...front, ...said, ...owners]);
  return unrepeated([...front, ...owners, ...said]);
}

/** "for the authenticated user" is `my`. */
export function mine(list: readonly string[]): readonly string[] {
  const at = list.findIndex(
    (word, index) =>
      /^(?:authenticated|current|logged|signed)$/.test(word) &&
      // `current-users-playlists`: the user's.
      list.slice(index).some(isUser),
  );
  if (at < 0) return list;
  const user = list.findIndex((word, index) => index > at && isUser(word));
  const preposition = at > 0 && isPreposition(list[at - 1]!) ? at - 1 : at;
  const kept = [...list.slice(0, preposition), ...list.slice(user + 1)];
  return ["my", ...kept];
}

function isUser(word: string): boolean {
  return word === "user" || word === "users";
}
