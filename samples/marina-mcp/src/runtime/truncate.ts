// Cuts an answer that is too long where its structure allows, so that what is left is still valid and whole in its parts.
import { isRecord, stringify } from "./json.js";

/** One place where something was left out. */
export interface Cut {
  /** From the root, as `items` or `data.rows`; empty for the root itself. */
  readonly path: string;
  readonly unit: "items" | "members" | "characters";
  readonly shown: number;
  readonly of: number;
}

export interface Truncated {
  readonly value: unknown;
  readonly cuts: readonly Cut[];
}

/** Shrinks a JSON value until its text has at most `budget` characters: items from the end of lists first. */
export function truncateJson(value: unknown, budget: number): Truncated {
  const cuts: Cut[] = [];
  return { value: shrink(value, budget, "", cuts), cuts };
}

/** Cuts a text after a line, if one ends near the budget. */
export function truncateText(text: string, budget: number): string {
  if (text.length <= budget) return text;
  const line = text.lastIndexOf("\n", budget);
  return cutAt(text, line > budget / 2 ? line : budget);
}

function shrink(
  value: unknown,
  budget: number,
  path: string,
  cuts: Cut[],
): unknown {
  const size = sizeOf(value);
  if (size <= budget) return value;
  if (typeof value === "string") return shrinkString(value, budget, path, cuts);
  if (Array.isArray(value)) return shrinkList(value, budget, path, cuts);
  return isRecord(value) ? shrinkObject(value, budget, path, cuts) : value;
}

function shrinkString(
  value: string,
  budget: number,
  path: string,
  cuts: Cut[],
): string {
  // Escapes make the text longer than the string.
  const share = Math.max(0, budget - 30) / sizeOf(value);
  const shown = cutAt(value, Math.floor(value.length * share));
  cuts.push({
    path,
    unit: "characters",
    shown: shown.length,
    of: value.length,
  });
  return `${shown}…[+${value.length - shown.length} characters]`;
}

function shrinkList(
  value: readonly unknown[],
  budget: number,
  path: string,
  cuts: Cut[],
): unknown[] {
  let left = budget - 2;
  const kept: unknown[] = [];
  for (const item of value) {
    const size = sizeOf(item) + 1;
    if (size > left) break;
    kept.push(item);
    left -= size;
  }
  if (value.length === 0) return kept;
  // Part of the first item tells more than nothing.
  if (kept.length === 0) kept.push(shrink(value[0], left, `${path}[0]`, cuts));
  if (kept.length < value.length) {
    cuts.push({ path, unit: "items", shown: kept.length, of: value.length });
  }
  return kept;
}

/** What a member needs at least to say anything. */
const leastMember = 40;

/** Small members stay; large ones share what is left. A dictionary with too many members loses the last ones. */
function shrinkObject(
  value: { readonly [key: string]: unknown },
  budget: number,
  path: string,
  cuts: Cut[],
): unknown {
  const members = Object.entries(value).map(([key, member]) => {
    const name = JSON.stringify(key).length + 2;
    return { key, member, name, size: name + sizeOf(member) };
  });
  let left = budget - 2;
  const kept: typeof members = [];
  for (const member of members) {
    const least = Math.min(member.size, member.name + leastMember);
    if (least > left) break;
    kept.push(member);
    left -= least;
  }
  if (kept.length < members.length) {
    cuts.push({
      path,
      unit: "members",
      shown: kept.length,
      of: members.length,
    });
  }
  const shares = fairShares(
    kept.map(({ size }) => size),
    budget - 2,
  );
  const object: Record<string, unknown> = Object.create(null);
  kept.forEach(({ key, member, name }, index) => {
    const inner = path === "" ? key : `${path}.${key}`;
    object[key] = shrink(member, shares[index]! - name, inner, cuts);
  });
  return object;
}

/** What each gets of a budget: all it needs, or as much as the others that need more than that. */
function fairShares(needs: readonly number[], budget: number): number[] {
  const shares = needs.map(() => 0);
  let left = budget;
  const order = needs.map((_, index) => index);
  order.sort((a, b) => needs[a]! - needs[b]!);
  order.forEach((index, position) => {
    const share = Math.floor(left / (order.length - position));
    shares[index] = Math.min(needs[index]!, share);
    left -= shares[index];
  });
  return shares;
}

function sizeOf(value: unknown): number {
  return stringify(value).length;
}

/** Not between the two halves of a character beyond U+FFFF. */
function cutAt(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}
