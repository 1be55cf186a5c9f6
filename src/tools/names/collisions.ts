import { createHash } from "node:crypto";
import type { Operation } from "../../spec/operation.js";
import { readPath } from "./path.js";
import type { Phrase } from "./phrase.js";
import { rungsOf, versionWord, type Claim } from "./rungs.js";
import { blankPath, type Shape } from "./shape.js";
import { shorten, write } from "./shorten.js";
import { singular } from "./tokens.js";
import { verbKind, type VerbKind } from "./verbs.js";

export interface Settled {
  readonly phrase: Phrase;
  readonly name: string;
  /** The name that several wanted, where this is one of them. */
  readonly family?: string;
  readonly hashed: boolean;
}

interface Climber {
  readonly claim: Claim;
  rungs?: readonly Phrase[];
  level: number;
  /** Words that shortening must keep, since others lack them. */
  keep?: ReadonlySet<string>;
  name: string;
  full: Phrase;
  family?: string;
  hashed: boolean;
}

/**
 * Gives every claim a name of its own. Those who want the same name climb together: each says more of itself until all
 * differ; the one with the strictly shortest path keeps the plain name. Never numbers, and a hash only when every word is
 * used up. The result depends on the set of claims and not on their order. Names are compared without case: they become files.
 */
export function settle(
  claims: readonly Claim[],
  taken: ReadonlySet<string>,
  shape: Shape,
  max: number,
): Map<string, Settled> {
  const climbers = claims.map((claim): Climber => ({
    claim,
    level: 0,
    full: claim.phrase,
    name: write(shorten(claim.phrase, max, new Set(), shape.bonds)),
    hashed: false,
  }));
  for (let open = true; open;) {
    const groups = byName(climbers);
    open = false;
    for (const [name, group] of groups) {
      if (group.length === 1 && !taken.has(name)) continue;
      for (const climber of group) climber.family ??= name;
      if (tellApart(group, max, shape)) open = true;
      else {
        const keeper = taken.has(name) ? undefined : keeperOf(group);
        // Who has nothing more to say waits for those who have.
        const free = group.some(
          (climber) => climber !== keeper && hasMore(climber, shape),
        );
        for (const climber of group) {
          if (
            climber === keeper ||
            (free && !taken.has(name) && !hasMore(climber, shape))
          )
            continue;
          step(climber, shape, max, onlyDiffer(group));
          open = true;
        }
      }
    }
  }
  return new Map(
    climbers.map(({ claim, full, name, family, hashed }) => [
      claim.operation.key,
      { phrase: full, name, hashed, ...(family !== undefined && { family }) },
    ]),
  );
}

/** Different names that shortening made alike: shortens them again, each keeping the words that are its own. False where that is of no help. */
function tellApart(
  group: readonly Climber[],
  max: number,
  { bonds }: Shape,
): boolean {
  if (group.length < 2) return false;
  const fulls = group.map(({ full }) => write(full));
  if (new Set(fulls).size < group.length) return false;
  const bags = group.map(({ full }) => new Set(full.nouns));
  const everywhere = new Set(
    [...bags[0]!].filter((word) => bags.every((bag) => bag.has(word))),
  );
  let grown = false;
  for (const climber of group) {
    const before = climber.keep ?? new Set();
    const keep = new Set([
      ...before,
      ...climber.full.nouns.filter((word) => !everywhere.has(word)),
    ]);
    if (keep.size === before.size) continue;
    grown = true;
    climber.keep = keep;
    climber.name = write(shorten(climber.full, max, keep, bonds));
  }
  return grown;
}

function hasMore(climber: Climber, shape: Shape): boolean {
  climber.rungs ??= rungsOf(climber.claim, shape);
  return climber.level + 1 < climber.rungs.length;
}

/** What alone tells claims apart: their methods, or the versions in their paths. */
function onlyDiffer(
  group: readonly Climber[],
): "method" | "version" | undefined {
  const paths = new Set(group.map(({ claim }) => blankPath(claim.operation)));
  if (paths.size === 1) return "method";
  const versions = new Set(
    group.map(({ claim }) => readPath(claim.operation.path).version),
  );
  const plain = new Set(
    Array.from(paths, (path) => path.replace(/\/v?\d[\w.]*(?=\/)/, "")),
  );
  return plain.size === 1 && versions.size === group.length
    ? "version"
    : undefined;
}

function step(
  climber: Climber,
  shape: Shape,
  max: number,
  by: "method" | "version" | undefined,
): void {
  const { operation, phrase } = climber.claim;
  const version = versionWord(readPath(operation.path).version);
  if (by === "version" && version !== undefined) {
    const { full } = climber;
    say(climber, { ...full, nouns: [...full.nouns, version] }, shape, max);
    return;
  }
  const rungs = (climber.rungs ??= rungsOf(climber.claim, shape));
  climber.level += 1;
  if (by === "method") {
    const via = rungs.findIndex(({ nouns }) => nouns.at(-2) === "via");
    climber.level = Math.max(climber.level, via);
  }
  const next = rungs[climber.level];
  if (next !== undefined) {
    say(climber, next, shape, max);
    return;
  }
  const round = climber.level - rungs.length;
  const digest = createHash("sha256")
    .update(`${operation.key}${round === 0 ? "" : `#${round}`}`)
    .digest();
  const hash = (digest.readUInt32BE(0) % 36 ** 4).toString(36).padStart(4, "0");
  climber.full = phrase;
  climber.hashed = true;
  climber.name = `${write(shorten(phrase, max - 5, new Set(), shape.bonds))}_${hash}`;
}

/** Gives a climber a fuller name; what it says beyond the plain one is what tells it apart. */
function say(climber: Climber, full: Phrase, shape: Shape, max: number): void {
  const plain = climber.claim.phrase.nouns;
  climber.full = full;
  climber.keep = new Set([
    ...(climber.keep ?? []),
    ...full.nouns.filter(
      (word) => !plain.some((other) => singular(other) === singular(word)),
    ),
  ]);
  climber.name = write(shorten(full, max, climber.keep, shape.bonds));
}

/**
 * Who keeps the plain name: the one that is not deprecated, and says no id; the shortest path; of one path, the method that the verb is of,
 * unless their ids tell methods apart.
 */
function keeperOf(all: readonly Climber[]): Climber | undefined {
  const current = all.filter(({ claim }) => !claim.operation.deprecated);
  const left = current.length === 0 ? all : current;
  // `getRepo` beside `getRepoById`.
  const plain = left.filter(({ claim }) => claim.phrase.besides?.[0] !== "by");
  const group = plain.length === 0 ? left : plain;
  const depths = group.map(({ claim }) => readPath(claim.operation.path).depth);
  const least = Math.min(...depths);
  const first = group.filter((_, at) => depths[at] === least);
  if (first.length === 1) return first[0];
  if (first.some(({ claim }) => saysMethod(claim.operation))) return undefined;
  const paths = new Set(first.map(({ claim }) => blankPath(claim.operation)));
  if (paths.size > 1) return undefined;
  const ranks = first.map(({ claim }) => methodRank(claim));
  const best = Math.min(...ranks);
  return ranks.filter((rank) => rank === best).length === 1
    ? first[ranks.indexOf(best)]
    : undefined;
}

/** Spring's `appendTextUsingPOST` beside `appendTextUsingGET`. */
function saysMethod({ operationId = "", method }: Operation): boolean {
  return operationId.replace(/_\d+$/, "").endsWith(`Using${method}`);
}

const fitting: Readonly<Record<VerbKind, readonly string[]>> = {
  read: ["GET", "QUERY", "POST"],
  create: ["POST", "PUT"],
  change: ["PATCH", "PUT", "POST"],
  remove: ["DELETE", "POST"],
  other: ["POST", "PUT", "PATCH"],
};

function methodRank({ operation, phrase }: Claim): number {
  const { method } = operation;
  const verb = phrase.verb.join("_");
  if (method.toLowerCase() === verb) return -1;
  const at = fitting[verbKind(verb) ?? "other"].indexOf(method);
  return at < 0 ? fitting.other.length : at;
}

function byName(climbers: readonly Climber[]): Map<string, Climber[]> {
  const groups = new Map<string, Climber[]>();
  for (const climber of climbers) {
    const group = groups.get(climber.name);
    if (group === undefined) groups.set(climber.name, [climber]);
    else group.push(climber);
  }
  return groups;
}
