import { documentLimits } from "./document-limits.js";
import type { Limit, Refused } from "./limit.js";
import { mockLimits } from "./mock-limits.js";

export const limits: readonly Limit[] = [...mockLimits, ...documentLimits];

/** The limits that a refusal comes from; undefined where one of its problems is not explained. */
export function limitsOf(refused: Refused): readonly Limit[] | undefined {
  const found = refused.problems.map((problem) =>
    limits.find(({ covers }) => covers(problem, refused)),
  );
  return found.includes(undefined) || found.length === 0
    ? undefined
    : [...new Set(found as Limit[])];
}
