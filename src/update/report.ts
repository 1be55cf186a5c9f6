import type { FileChange, Plan } from "./plan.js";
import type { SurfaceReport } from "./surface.js";

interface Outcome {
  readonly plan: Plan;
  readonly surface: SurfaceReport;
  /** Whether the plan was carried out. */
  readonly applied: boolean;
}

/** What a person is told of a run: what changes for clients, what happens to the files, and, last, how it ended. */
export function reportLines(outcome: Outcome, exitCode: number): string[] {
  const { plan, surface } = outcome;
  return [
    ...surface.changes.map(
      ({ level, tool, message }) => `${level.padEnd(10)} ${tool}: ${message}`,
    ),
    ...(surface.suggestedBump === "none"
      ? []
      : [`suggested version bump: ${surface.suggestedBump}`]),
    ...plan.changes.flatMap(fileLines),
    lastLine(outcome, exitCode),
  ];
}

function fileLines(change: FileChange): string[] {
  return [`${change.action.padEnd(10)} ${change.path}`];
}

function lastLine({ plan, applied }: Outcome, exitCode: number): string {
  if (plan.writes.length === 0) return "Up to date: nothing changed.";
  return `${applied ? "Done" : "Would be done"} (exit ${exitCode}): ${plan.changes.length} files.`;
}

/** The same, for programs: no absolute path, nothing that differs between two machines. */
export function planToJson(outcome: Outcome, exitCode: number): object {
  const { plan, surface, applied } = outcome;
  return {
    exitCode,
    applied,
    kind: plan.kind,
    upToDate: plan.writes.length === 0,
    changes: plan.changes,
    conflicts: plan.conflicts,
    surface,
  };
}
