import { createHash } from "node:crypto";
import { readPath } from "./path.js";
import type { Phrase } from "./phrase.js";
import { rungsOf, type Claim } from "./rungs.js";
import type { Shape } from "./shape.js";
import { shorten, write } from "./shorten.js";
import { singular } from "./tokens.js";

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
    name: write(shorten(claim.phrase, max)),
    hashed: false,
  }));
  for (let open = true; open;) {
    const groups = byName(climbers);
    open = false;
    for (const [name, group] of groups) {
      if (group.length === 1 && !taken.has(name)) continue;
      for (const climber of group) climber.family ??= name;
      if (tellApart(group, max)) open = true;
      else {
        const keeper = taken.has(name) ? undefined : shortest(group);
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
          step(climber, shape, max);
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
function tellApart(group: readonly Climber[], max: number): boolean {
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
    climber.name = write(shorten(climber.full, max, keep));
  }
  return grown;
}

function hasMore(climber: Climber, shape: Shape): boolean {
  climber.rungs ??= rungsOf(climber.claim, shape);
  return climber.level + 1 < climber.rungs.length;
}

function step(climber: Climber, shape: Shape, max: number): void {
  climber.rungs ??= rungsOf(climber.claim, shape);
  climber.level += 1;
  const next = climber.rungs[climber.level];
  if (next !== undefined) {
    const plain = climber.claim.phrase.nouns;
    climber.full = next;
    // What this rung adds is what tells it apart.
    climber.keep = new Set([
      ...(climber.keep ?? []),
      ...next.nouns.filter(
        (word) => !plain.some((other) => singular(other) === singular(word)),
      ),
    ]);
    climber.name = write(shorten(next, max, climber.keep));
    return;
  }
  const round = climber.level - climber.rungs.length;
  const digest = createHash("sha256")
    .update(`${climber.claim.operation.key}${round === 0 ? "" : `#${round}`}`)
    .digest();
  const hash = (digest.readUInt32BE(0) % 36 ** 4).toString(36).padStart(4, "0");
  climber.full = climber.claim.phrase;
  climber.hashed = true;
  climber.name = `${write(shorten(climber.claim.phrase, max - 5))}_${hash}`;
}

function shortest(group: readonly Climber[]): Climber | undefined {
  const depths = group.map(({ claim }) => readPath(claim.operation.path).depth);
  const least = Math.min(...depths);
  return depths.filter((depth) => depth === least).length === 1
    ? group[depths.indexOf(least)]
    : undefined;
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
