import type { Operation } from "../../spec/operation.js";
import { isPreposition } from "../names/from-path.js";
import { readPath, type PathNode } from "../names/path.js";
import { singular } from "../names/tokens.js";
import type { ToolName } from "../names.js";
import { flatten } from "../text.js";

/** What one tool's text needs to know of the others. */
export interface Survey {
  /** How many operations have this purpose (see {@link purposeKey}). */
  readonly purposes: ReadonlyMap<string, number>;
  /** The nearest other tool: the same verb on the same thing. By operation key. */
  readonly nearest: ReadonlyMap<string, Sibling>;
  /** Tool names by operationId, as documents refer to operations. */
  readonly byId: ReadonlyMap<string, string>;
  /** Tool names by operation key. */
  readonly byKey: ReadonlyMap<string, string>;
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
  const byId = new Map<string, string>();
  const byKey = new Map<string, string>();
  const families = new Map<string, Operation[]>();
  for (const operation of operations) {
    const name = names.get(operation.key);
    if (name === undefined) continue;
    const purpose = purposeKey(operation);
    if (purpose !== "") purposes.set(purpose, (purposes.get(purpose) ?? 0) + 1);
    if (operation.operationId !== undefined)
      byId.set(operation.operationId, name.name);
    byKey.set(operation.key, name.name);
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
  return { purposes, nearest, byId, byKey };
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

/** The things that a path goes through by their ids. */
function owners(operation: Operation): string[] {
  return readPath(operation.path)
    .nodes.filter((node: PathNode) => node.id)
    .map((node) => node.words.map(singular).join(" "));
}
