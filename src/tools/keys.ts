import { createHash } from "node:crypto";
import type { ParameterLocation } from "../spec/operation.js";

/** Where a value goes in the request. */
export type Place = ParameterLocation | "body";

export interface Wanted {
  readonly place: Place;
  /** The name on the wire. */
  readonly wire: string;
  /** The name that the owner gave the argument. */
  readonly named?: string;
}

/** Clients and model APIs take `^[a-zA-Z0-9_.-]{1,64}$` and, at the strictest, identifiers. */
const legal = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const lengthLimit = 64;

/** The order in which places keep a name that several want. */
const ranks: { readonly [place in Place]: number } = {
  path: 0,
  query: 1,
  querystring: 2,
  header: 3,
  cookie: 4,
  body: 5,
};

/**
 * Gives each value its argument name, in the order given. A name that is legal stays as it is; of several equal ones the first
 * place (path, query, header, cookie, body) keeps it, and the others say their place: `body_id`, `header_version`.
 */
export function assignKeys(wanted: readonly Wanted[]): string[] {
  const unchanged = wanted.map((value) => value.named ?? value.wire);
  if (unchanged.every(isLegal) && new Set(unchanged).size === wanted.length) {
    return unchanged;
  }
  const keys: string[] = wanted.map(() => "");
  const taken = new Set<string>();
  const order = wanted
    .map((value, i) => ({ value, i }))
    .toSorted(
      (a, b) =>
        Number(a.value.named === undefined) -
          Number(b.value.named === undefined) ||
        Number(!isLegal(a.value.wire)) - Number(!isLegal(b.value.wire)) ||
        ranks[a.value.place] - ranks[b.value.place] ||
        a.i - b.i,
    );
  for (const { value, i } of order) {
    const base = value.named ?? safeKey(value.wire, value.place);
    const key = [base, cut(`${value.place}_${base}`)].find(
      (candidate) => !taken.has(candidate),
    );
    keys[i] = key ?? numbered(base, taken);
    taken.add(keys[i]);
  }
  return keys;
}

/** The first of `candidates`, or of the last one numbered, that is not taken. */
export function firstFree(
  candidates: readonly string[],
  taken: ReadonlySet<string>,
): string {
  return (
    candidates.find((candidate) => !taken.has(candidate)) ??
    numbered(candidates[0]!, taken)
  );
}

function numbered(base: string, taken: ReadonlySet<string>): string {
  for (let i = 2; ; i++) {
    const key = `${base.slice(0, lengthLimit - 4)}_${i}`;
    if (!taken.has(key)) return key;
  }
}

/** `__proto__` is legal by its letters, but no validator lets it through. */
export function isLegal(name: string): boolean {
  return legal.test(name) && name !== "__proto__";
}

/** A legal argument name that is as near to the name on the wire as can be: `filter[name]` to filter_name, `X-Trace-Id` to x_trace_id. */
function safeKey(wire: string, place: Place): string {
  if (isLegal(wire)) return wire;
  const clean = wire
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[^A-Za-z0-9_]+/g, "_")
    .replace(/^_+|_+$/g, "");
  if (clean === "") {
    return wire === "" ? "value" : `value_${hash(wire, 6)}`;
  }
  const headerLike =
    place === "header" || /^[A-Z][a-z0-9]*(?:-[A-Z][a-z0-9]*)+$/.test(wire);
  // A name that has to change anyway is written as others are: `filter[ID]` becomes filter_id.
  const key = headerLike
    ? clean.toLowerCase()
    : clean.replace(/(?<![^_])[A-Z][A-Z0-9]+(?![^_])/g, (word) =>
        word.toLowerCase(),
      );
  return cut(/^\d/.test(key) ? `_${key}` : key);
}

function cut(key: string): string {
  return key.length <= lengthLimit
    ? key
    : `${key.slice(0, lengthLimit - 7)}_${hash(key, 6)}`;
}

function hash(text: string, length: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, length);
}
