import type { SurfaceReading } from "../read.js";

/** Reasons that are spelt out with an operation each; more are counted. */
const shownReasons = 3;

/**
 * What became of every operation: `20 operations: 18 tools, 2 skipped (deprecated: 1, …)`.
 */
export function accountLine(reading: SurfaceReading): string {
  const { operationCount, tools, skipped, notCallable } = reading;
  const reasons = new Map<string, number>();
  for (const { reason } of skipped) {
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const shown = [...reasons]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, shownReasons)
    .map(([reason, count]) => (count === 1 ? reason : `${count} ${reason}`));
  if (reasons.size > shownReasons) shown.push("…");
  const kinds = new Map<string, number>();
  for (const { kind } of notCallable) {
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const aside = [...kinds].map(
    ([kind, count]) =>
      `${plural(count, kind)} ${count === 1 ? "is" : "are"} not callable`,
  );
  return [
    `${plural(operationCount, "operation")}: ${plural(tools.length, "tool")}, ${skipped.length} skipped${shown.length > 0 ? ` (${shown.join("; ")})` : ""}`,
    ...aside,
  ].join("; ");
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** From this many tools on, a project is better narrowed. */
const manyTools = 300;

/** A word about projects with very many tools, or undefined. */
export function manyToolsAdvice(reading: SurfaceReading): string | undefined {
  return reading.tools.length <= manyTools
    ? undefined
    : `${plural(reading.tools.length, "tool")} are more than most clients take. Narrow them: at generation with --include tag:NAME or --exclude path:/GLOB, at run time with --toolsets or --read-only; a server of this size starts in search mode by itself.`;
}
