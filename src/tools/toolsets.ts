/** Groups of tools small enough to be exposed as one: from tags, else from the path. */
import type { Operation } from "../spec/operation.js";
import type { Spec } from "../spec/spec.js";
import { readPath } from "./names/path.js";
import { singular, words } from "./names/tokens.js";
import type { ToolName } from "./names.js";

const largest = 40;
const longest = 40;

/**
 * Assigns each operation the toolset (`^[a-z0-9][a-z0-9-]*$`) that it belongs to. A locked one stays. No set that is made
 * here has more than 40 tools: larger ones are split by what their paths name next. The order of the operations plays no part.
 */
export function assignToolsets(
  operations: readonly Operation[],
  spec: Pick<Spec, "tags">,
  names: ReadonlyMap<string, ToolName>,
  locked: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const known = new Set(spec.tags.map(({ name }) => name));
  const groups = new Map<string, Operation[]>();
  const counts = new Map<string, number>();
  for (const operation of operations) {
    const held = locked.get(operation.key);
    if (held !== undefined) counts.set(held, (counts.get(held) ?? 0) + 1);
    else gather(groups, baseOf(operation, known), operation);
  }
  const found = new Map<string, string>();
  for (const [base, members] of groups)
    split(base, members, names, counts.get(base) ?? 0, 0, found);
  separate(operations, found, counts);
  return new Map(
    operations.map(({ key }) => [key, locked.get(key) ?? found.get(key)!]),
  );
}

/** Sets that are too large still, or came to the same name from different sides: by the alphabet, into names that are free. */
function separate(
  operations: readonly Operation[],
  found: Map<string, string>,
  held: ReadonlyMap<string, number>,
): void {
  const sets = new Map<string, Operation[]>();
  for (const operation of operations) {
    const set = found.get(operation.key);
    if (set !== undefined) gather(sets, set, operation);
  }
  const used = new Set([...sets.keys(), ...held.keys()]);
  for (const [set, members] of [...sets].toSorted(([x], [y]) =>
    x < y ? -1 : 1,
  )) {
    const room = Math.max(0, largest - (held.get(set) ?? 0));
    if (members.length <= room) continue;
    const sorted = members.toSorted((x, y) => (x.key < y.key ? -1 : 1));
    for (let at = room, part = 0; at < sorted.length; at += largest) {
      let name = set;
      while (used.has(name)) {
        name = `${set}-${String.fromCodePoint(97 + (part % 26)).repeat(1 + Math.floor(part / 26))}`;
        part += 1;
      }
      used.add(name);
      for (const { key } of sorted.slice(at, at + largest))
        found.set(key, name);
    }
  }
}

function gather(
  groups: Map<string, Operation[]>,
  name: string,
  operation: Operation,
): void {
  const group = groups.get(name);
  if (group === undefined) groups.set(name, [operation]);
  else group.push(operation);
}

/** Words as a folder and flag: `Pet Store` -> `pet-store`; a name that Windows keeps for devices gets company. */
export function slug(list: readonly string[]): string {
  let text = list.join("-");
  if (text.length > longest) {
    text = "";
    for (const word of list)
      if (`${text}-${word}`.length <= longest)
        text = text === "" ? word : `${text}-${word}`;
    text ||= list[0]!.slice(0, longest);
  }
  return /^(?:con|prn|aux|nul|(?:com|lpt)\d)$/.test(text)
    ? `${text}-tools`
    : text;
}

function baseOf(operation: Operation, known: ReadonlySet<string>): string {
  // A tag that the document lists is meant as a group; a first one that it does not list may be a stray mark.
  const tag =
    operation.tags.find((name) => known.has(name) && words(name).length > 0) ??
    operation.tags.find((name) => words(name).length > 0);
  const said =
    tag === undefined
      ? []
      : words(tag).filter((word) => word !== "api" && word !== "apis");
  if (said.length > 0) return slug(said);
  const node = readPath(operation.path).nodes[0];
  return node === undefined ? "general" : slug(node.words);
}

function split(
  base: string,
  members: readonly Operation[],
  names: ReadonlyMap<string, ToolName>,
  held: number,
  depth: number,
  found: Map<string, string>,
): void {
  if (members.length + held <= largest) {
    keep(base, members, found);
    return;
  }
  const parts = new Map<string, Operation[]>();
  for (const operation of members)
    gather(
      parts,
      depth < 4
        ? nextNoun(operation, base, depth)
        : wordOf(operation, names, depth - 4),
      operation,
    );
  if (parts.size === 1) {
    const [part, all] = [...parts][0]!;
    if (depth < 10)
      split(
        part === ""
          ? base
          : slug([...new Set([...base.split("-"), ...part.split("-")])]),
        all,
        names,
        0,
        depth + 1,
        found,
      );
    else keep(base, all, found);
    return;
  }
  // What has only a few of its own stays with what is common.
  const rest: Operation[] = [];
  const own: [string, Operation[]][] = [];
  for (const [part, group] of [...parts].toSorted(
    ([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1),
  )) {
    if (
      part === "" ||
      (group.length < 5 && rest.length + group.length + held <= largest)
    )
      rest.push(...group);
    else own.push([part, group]);
  }
  if (rest.length > 0) {
    if (rest.length < members.length)
      split(base, rest, names, held, depth + 1, found);
    else keep(base, rest, found);
  }
  for (const [part, group] of own)
    split(
      slug([...base.split("-"), ...part.split("-")]),
      group,
      names,
      0,
      depth + 1,
      found,
    );
}

/** The next thing in the path that the set's name does not say. */
function nextNoun(operation: Operation, base: string, depth: number): string {
  const said = new Set(base.split("-").map(singular));
  const nodes = readPath(operation.path).nodes.filter(
    (node) => !node.words.every((word) => said.has(singular(word))),
  );
  // The first level passes over what the set hangs under: /repos/{owner}/{repo} is what all of them share.
  return nodes[Math.floor(depth / 2)]?.words.join("-") ?? "";
}

function wordOf(
  operation: Operation,
  names: ReadonlyMap<string, ToolName>,
  index: number,
): string {
  const name = names.get(operation.key);
  return (
    (index === 0
      ? name?.nouns.at(-1)
      : index === 1
        ? name?.verb
        : name?.nouns[0]) ?? ""
  );
}

/** Nothing more tells them apart here. */
function keep(
  base: string,
  members: readonly Operation[],
  found: Map<string, string>,
): void {
  for (const { key } of members) found.set(key, base);
}
