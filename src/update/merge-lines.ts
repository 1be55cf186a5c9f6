import { diffLines, type Hunk } from "./diff-lines.js";
import type { Report } from "./merge-tree.js";
import type { Piece } from "./pieces.js";

/**
 * Merges texts that have no slots, line by line: what one side changes is taken, what both change is settled where they
 * agree, and is a question where they do not. Without a base the whole text is in question.
 */
export function mergeLines(
  base: string | undefined,
  yours: string,
  generated: string,
  report: Report,
): Piece[] {
  if (base === undefined) {
    report("", "conflict", generated);
    return [{ yours, generated }];
  }
  const [lines, yourLines, newLines] = [base, yours, generated].map((text) =>
    text.split(/(?<=\n)/),
  ) as [string[], string[], string[]];
  const mine = diffLines(lines, yourLines);
  const theirs = diffLines(lines, newLines);
  if (mine.length > 0) report("", "kept");
  if (theirs.length > 0) report("", "updated");
  const pieces: Piece[] = [];
  let at = 0;
  /** How far your lines are from those of the base. */
  let shift = 0;
  for (const { from, to, mine: ours, theirs: new_ } of groups(mine, theirs)) {
    pieces.push(yourLines.slice(at + shift, from + shift).join(""));
    at = to;
    for (const hunk of ours) shift += hunk.lines.length - (hunk.to - hunk.from);
    const y = apply(lines, from, to, ours);
    const n = apply(lines, from, to, new_);
    if (new_.length === 0 || y.replaceAll("\r\n", "\n") === n) pieces.push(y);
    else if (ours.length === 0) pieces.push(n);
    else {
      report(`line ${from + 1}`, "conflict", n);
      pieces.push({ yours: y, generated: n });
    }
  }
  pieces.push(yourLines.slice(at + shift).join(""));
  return pieces;
}

interface Group {
  readonly from: number;
  readonly to: number;
  readonly mine: readonly Hunk[];
  readonly theirs: readonly Hunk[];
}

/** Hunks of both sides that replace the same lines, or insert at the same place, belong together. */
function groups(mine: readonly Hunk[], theirs: readonly Hunk[]): Group[] {
  const all = [
    ...mine.map((hunk) => ({ hunk, side: "mine" as const })),
    ...theirs.map((hunk) => ({ hunk, side: "theirs" as const })),
  ].sort((a, b) => a.hunk.from - b.hunk.from || a.hunk.to - b.hunk.to);
  const found: { from: number; to: number; mine: Hunk[]; theirs: Hunk[] }[] =
    [];
  for (const { hunk, side } of all) {
    let group = found.at(-1);
    const insertsThere =
      group !== undefined && group.from === hunk.from && group.to === hunk.to;
    if (!group || !(hunk.from < group.to || insertsThere)) {
      group = { from: hunk.from, to: hunk.to, mine: [], theirs: [] };
      found.push(group);
    }
    group.to = Math.max(group.to, hunk.to);
    group[side].push(hunk);
  }
  return found;
}

/** Lines `[from, to)` with the hunks carried out. */
function apply(
  lines: readonly string[],
  from: number,
  to: number,
  hunks: readonly Hunk[],
): string {
  const parts: string[] = [];
  let at = from;
  for (const hunk of hunks) {
    parts.push(...lines.slice(at, hunk.from), ...hunk.lines);
    at = hunk.to;
  }
  return [...parts, ...lines.slice(at, to)].join("");
}
