import type { Operation } from "../../src/spec/operation.js";
import type { Spec } from "../../src/spec/spec.js";
import { nameTools } from "../../src/tools/names.js";

/** How many names another order or other operations beside them would change. */
export interface Moves {
  readonly reversed: number;
  readonly shuffled: number;
  /** With a fifth of the operations added to the rest. */
  readonly grown: number;
  readonly grownLocked: number;
  /** How many operations were there before the fifth was added. */
  readonly before: number;
}

type Names = ReadonlyMap<string, { readonly name: string }>;

export function measureMoves(
  spec: Spec,
  operations: readonly Operation[],
): Moves {
  const named = (
    some: readonly Operation[],
    locked: ReadonlyMap<string, string> = new Map(),
  ): Names =>
    nameTools(some, {
      locked,
      retired: new Map(),
      overrides: new Map(),
      resolve: spec.resolve,
    }).names;
  const all = named(operations);
  const shuffled = operations.toSorted((a, b) => mix(a.key) - mix(b.key));
  const kept = shuffled.filter((_, at) => at % 6 !== 0);
  const before = named(kept);
  const lock = new Map(Array.from(before, ([key, { name }]) => [key, name]));
  return {
    reversed: moved(all, named(operations.toReversed())),
    shuffled: moved(all, named(shuffled)),
    grown: moved(before, all),
    grownLocked: moved(before, named(operations, lock)),
    before: before.size,
  };
}

function moved(before: Names, after: Names): number {
  return Array.from(before).filter(
    ([key, { name }]) => after.get(key)?.name !== name,
  ).length;
}

/** A fixed shuffle. */
function mix(text: string): number {
  let hash = 2166136261;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 16777619) >>> 0;
  return hash;
}
