import type { FileAction, FileChange, Plan } from "./plan.js";
import type { SurfaceReport } from "./surface.js";

/** What a run comes to. */
export interface Outcome {
  readonly plan: Plan;
  readonly surface: SurfaceReport;
  /** Whether the plan was carried out. */
  readonly applied: boolean;
}

/**
 * What a person is told of a run: what changes for clients, what happens to the files, what to do next, and, last, how it
 * ended. An unchanged project is one line.
 */
export function reportLines(outcome: Outcome, exitCode: number): string[] {
  const { plan, surface } = outcome;
  if (plan.kind === "new" || plan.writes.length === 0)
    return [lastLine(outcome, exitCode)];
  return [
    ...surfaceLines(surface),
    ...fileLines(plan.changes),
    ...keptLines(plan.changes),
    ...conflictLines(plan),
    ...buildLine(outcome),
    lastLine(outcome, exitCode),
  ];
}

/** The same for programs: no absolute path, and nothing that differs between two machines. */
export function planToJson(outcome: Outcome, exitCode: number): object {
  const { plan, surface, applied } = outcome;
  return {
    exitCode,
    applied,
    kind: plan.kind,
    upToDate: plan.writes.length === 0,
    surface,
    changes: plan.changes,
    untouched: plan.untouched,
    conflicts: plan.conflicts,
    message: lastLine(outcome, exitCode),
  };
}

function surfaceLines(surface: SurfaceReport): string[] {
  const { added, removed, changed, renamed } = surface.tools;
  const count = (
    sign: string,
    names: readonly string[],
    word: string,
  ): string =>
    `${sign}${names.length} ${word}${names.length === 0 ? "" : ` (${some(names)})`}`;
  const texts = surface.changes.filter(({ level }) => level === "text");
  return [
    ...surface.changes
      .filter(({ level }) => level !== "text")
      .map(
        ({ level, tool, message }) => `${level.padEnd(10)} ${tool}: ${message}`,
      ),
    ...(texts.length === 0
      ? []
      : [`text       ${some(texts.map(({ tool }) => tool))}: texts changed`]),
    `tools: ${[
      count("+", added, "added"),
      count("-", removed, "removed"),
      count("~", changed, "changed"),
      count("", renamed, "renamed"),
    ].join(", ")}`,
    ...(surface.suggestedBump === "none"
      ? []
      : [`suggested version bump: ${surface.suggestedBump}`]),
  ];
}

/** What is said of a file; those to which what is usual happens are summed up when there are many. */
const told: { readonly [action in FileAction]: string } = {
  added: "added",
  updated: "updated",
  removed: "removed",
  merged: "merged",
  kept: "kept as you have it",
  deleted: "stays deleted, as you left it",
  "kept-aside":
    "no longer generated; your edits are kept, and the tool is out of the registry: register it in src/custom-tools.ts if you still want it",
};
const summedUp: readonly FileAction[] = ["added", "updated", "removed"];

function fileLines(changes: readonly FileChange[]): string[] {
  const lines: string[] = [];
  for (const action of Object.keys(told) as FileAction[]) {
    const files = changes.filter((change) => change.action === action);
    const moved = files.filter(({ from }) => from !== undefined);
    const rest = files.filter(({ from }) => from === undefined);
    lines.push(
      ...moved.map(
        ({ path, from }) => `${from} -> ${path}: moved, ${told[action]}`,
      ),
      ...(summedUp.includes(action) && rest.length > 10
        ? [`${rest.length} files ${told[action]}`]
        : rest.map(
            ({ path, slots }) =>
              `${path}: ${told[action]}${slotSummary(slots)}`,
          )),
    );
  }
  return lines;
}

function slotSummary(slots: FileChange["slots"]): string {
  const parts = (["updated", "added", "removed", "kept"] as const).flatMap(
    (action) => {
      const named = slots.filter(
        (slot) => slot.action === action && slot.slot !== "",
      );
      return named.length === 0
        ? []
        : [`${action} ${some(named.map(({ slot }) => slot))}`];
    },
  );
  return parts.length === 0 ? "" : `: ${parts.join("; ")}`;
}

/** Edits to what clients are told of a tool, which win over the document. */
function keptLines(changes: readonly FileChange[]): string[] {
  const visible =
    /^[^.]+\.(?:annotations|name|input|listed|title|description)\b/;
  const kept = changes.flatMap(({ slots }) =>
    slots
      .filter(({ slot, action }) => action === "kept" && visible.test(slot))
      .map(({ slot }) => slot),
  );
  return kept.length === 0
    ? []
    : [
        `your words, not the document's, are what clients see in: ${kept.join(", ")}`,
      ];
}

function conflictLines(plan: Plan): string[] {
  return plan.conflicts.map(({ path, slot, wanted }) => {
    const what = `conflict   ${path}${slot === "" ? "" : `: ${slot}`}`;
    if (wanted === undefined) return what;
    return `${what}: yours is kept; ${wanted === "" ? "the document would remove it" : `the document asks for ${wanted}`}`;
  });
}

/** A merge that is clean slot by slot need not be a working program. */
function buildLine({ plan, applied }: Outcome): string[] {
  if (!applied || plan.conflicts.length > 0) return [];
  const both = plan.changes.some(
    ({ slots }) =>
      slots.some(({ action }) => action === "kept") &&
      slots.some(({ action }) => action !== "kept"),
  );
  return both
    ? ["Files hold both your edits and new parts: now run npm run build."]
    : [];
}

function lastLine({ plan, applied }: Outcome, exitCode: number): string {
  const files = `${plan.changes.length} ${plan.changes.length === 1 ? "file" : "files"}`;
  if (plan.writes.length === 0) {
    const yours = plan.untouched.length;
    return `Up to date: nothing changed${yours === 0 ? "" : ` (${yours} ${yours === 1 ? "file is" : "files are"} yours)`}.`;
  }
  if (exitCode === 4) return "Breaking changes: nothing was written.";
  if (exitCode === 2) return `Out of date: ${files} would change.`;
  if (!applied) return `Nothing was written: ${files} would change.`;
  const open = plan.conflicts.length;
  if (open > 0)
    return `Written, with ${open} ${open === 1 ? "conflict" : "conflicts"} for you to decide: ${files} changed.`;
  return plan.kind === "new"
    ? `Done: ${files} written.`
    : `Done: ${files} changed.`;
}

function some(names: readonly string[]): string {
  const shown = names.slice(0, 8).join(", ");
  return names.length > 8 ? `${shown} and ${names.length - 8} more` : shown;
}
