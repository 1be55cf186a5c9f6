import type { Operation } from "../../spec/operation.js";
import { isPreposition } from "../names/phrase.js";
import { readPath, type PathNode } from "../names/path.js";
import { singular } from "../names/tokens.js";
import type { ToolName } from "../names.js";
import { flatten, paragraphs, sentences } from "../text.js";

/** What one tool's text needs to know of the others. */
export interface Survey {
  /** How many operations have this purpose (see {@link purposeKey}). */
  readonly purposes: ReadonlyMap<string, number>;
  /** The sentences of each description, by operation key: whether each stands in its first paragraph. */
  readonly sentences: ReadonlyMap<string, readonly Sentence[]>;
  /** How many operations' descriptions have a sentence. */
  readonly repeats: ReadonlyMap<string, number>;
  /** The nearest other tool: the same verb on the same thing. By operation key. */
  readonly nearest: ReadonlyMap<string, Sibling>;
  /** What can be had of a thing once its id is known: by the thing's name. */
  readonly parts: ReadonlyMap<
    string,
    { readonly parameter: string; readonly leaves: ReadonlySet<string> }
  >;
  /** Tool names by operationId, as documents refer to operations. */
  readonly byId: ReadonlyMap<string, string>;
  /** Tool names by operation key. */
  readonly byKey: ReadonlyMap<string, string>;
}

export interface Sentence {
  readonly text: string;
  readonly first: boolean;
}

export interface Sibling {
  readonly name: string;
  /** Things with an id that only the other's path has, or only this one's. */
  readonly theirs: readonly string[];
  readonly ours: readonly string[];
}

/** The part of a text by which two operations read alike. */
export function purposeKey(operation: Operation): string {
  return flatten(operation.summary ?? operation.description ?? "")
    .slice(0, 160)
    .toLowerCase()
    .replace(/[^a-z\d]+/g, " ")
    .trim();
}

/** Looks once over all tools, for the descriptions of each. */
export function surveyTools(
  operations: readonly Operation[],
  names: ReadonlyMap<string, ToolName>,
): Survey {
  const purposes = new Map<string, number>();
  const read = new Map<string, readonly Sentence[]>();
  const repeats = new Map<string, number>();
  const byId = new Map<string, string>();
  const byKey = new Map<string, string>();
  const parts = new Map<string, { parameter: string; leaves: Set<string> }>();
  const families = new Map<string, Operation[]>();
  for (const operation of operations) {
    const name = names.get(operation.key);
    if (name === undefined) continue;
    const found = paragraphs(operation.description ?? "").flatMap((block, at) =>
      sentences(block).map((text): Sentence => ({ text, first: at === 0 })),
    );
    read.set(operation.key, found);
    for (const text of new Set(found.map((sentence) => sentence.text)))
      repeats.set(text, (repeats.get(text) ?? 0) + 1);
    const purpose = purposeKey(operation);
    if (purpose !== "") purposes.set(purpose, (purposes.get(purpose) ?? 0) + 1);
    if (operation.operationId !== undefined)
      byId.set(operation.operationId, name.name);
    byKey.set(operation.key, name.name);
    if (operation.method === "GET") addPart(parts, operation);
    const family = `${name.verb} ${headNoun(name)}`;
    const members = families.get(family);
    if (members === undefined) families.set(family, [operation]);
    else members.push(operation);
  }
  const nearest = new Map<string, Sibling>();
  for (const members of families.values()) {
    if (members.length < 2 || members.length > 60) continue;
    for (const member of members) {
      const found = nearestOf(member, members, names);
      if (found !== undefined) nearest.set(member.key, found);
    }
  }
  return { purposes, sentences: read, repeats, nearest, parts, byId, byKey };
}

function addPart(
  parts: Map<string, { parameter: string; leaves: Set<string> }>,
  operation: Operation,
): void {
  const { nodes } = readPath(operation.path);
  const at = nodes.findIndex((node) => node.id);
  const owner = nodes[at];
  if (owner === undefined || owner.params.length !== 1) return;
  const thing = owner.words.map(singular).join(" ");
  const known = parts.get(thing) ?? {
    parameter: owner.params[0]!,
    leaves: new Set(),
  };
  known.leaves.add(
    at === nodes.length - 1 ? "details" : nodes.at(-1)!.words.join(" "),
  );
  parts.set(thing, known);
}

function headNoun(name: ToolName): string {
  const end = name.nouns.findIndex((word, at) => at > 0 && isPreposition(word));
  return singular(
    (end < 0 ? name.nouns : name.nouns.slice(0, end)).at(-1) ?? "",
  );
}

function nearestOf(
  operation: Operation,
  members: readonly Operation[],
  names: ReadonlyMap<string, ToolName>,
): Sibling | undefined {
  const own = names.get(operation.key)!;
  const ownWords = new Set(own.nouns.map(singular));
  let best:
    | {
        readonly distance: number;
        readonly name: string;
        readonly other: Operation;
      }
    | undefined;
  for (const other of members) {
    if (other === operation) continue;
    const name = names.get(other.key)!;
    const words = new Set(name.nouns.map(singular));
    const common = [...ownWords].filter((word) => words.has(word)).length;
    // One says all that the other says, and something more; or both came from one wish.
    const nested =
      common === Math.min(words.size, ownWords.size) &&
      words.size !== ownWords.size;
    if (
      nested &&
      !onlyOwners(
        words.size > ownWords.size
          ? [words, ownWords, other]
          : [ownWords, words, operation],
      )
    )
      continue;
    if (!nested && (own.family === undefined || own.family !== name.family))
      continue;
    const distance = words.size + ownWords.size - 2 * common;
    if (
      best === undefined ||
      distance < best.distance ||
      (distance === best.distance && name.name < best.name)
    )
      best = { distance, name: name.name, other };
  }
  if (best === undefined) return undefined;
  const mine = owners(operation);
  const theirs = owners(best.other);
  return {
    name: best.name,
    theirs: theirs.filter((word) => !mine.includes(word)),
    ours: mine.filter((word) => !theirs.includes(word)),
  };
}

/** Whether the longer name says more of where the thing belongs, and not of what it is. */
function onlyOwners([more, less, operation]: readonly [
  ReadonlySet<string>,
  ReadonlySet<string>,
  Operation,
]): boolean {
  const places = new Set(
    readPath(operation.path)
      .nodes.slice(0, -1)
      .flatMap((node) => node.words.map(singular)),
  );
  return [...more].every(
    (word) =>
      less.has(word) ||
      places.has(word) ||
      word === "my" ||
      isPreposition(word),
  );
}

/** The things that a path goes through by their ids. */
function owners(operation: Operation): string[] {
  return readPath(operation.path)
    .nodes.filter((node: PathNode) => node.id)
    .map((node) => node.words.map(singular).join(" "));
}
