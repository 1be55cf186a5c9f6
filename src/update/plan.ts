import path from "node:path";
import { diagnostic, UserError } from "../diagnostics.js";
import type { File } from "../render/file.js";
import { matchKeys, type Lock } from "./lock.js";
import { lockPath, printLock } from "./lock-text.js";
import type { Conflict, SlotChange } from "./merge.js";
import {
  planRemoved,
  planTracked,
  restate,
  type Planned,
} from "./plan-file.js";
import { baseFolder, type ProjectState } from "./project.js";

/** All that a run is going to do, decided before anything is written. */
export interface Plan {
  /** Absolute path of the project's folder. */
  readonly dir: string;
  /** `new`: the folder does not exist or is empty, and appears as a whole or not at all. */
  readonly kind: "new" | "update";
  /** What happens to each file, sorted by path; empty if and only if nothing is written. */
  readonly changes: readonly FileChange[];
  /** Generated files that the person edited or deleted, and to which nothing happens in this run. */
  readonly untouched: readonly FileChange[];
  /** The slots that the person and the document both changed, and that nobody has decided yet. */
  readonly conflicts: readonly OpenConflict[];
  /** What is written, in this order. Empty: the project is up to date. */
  readonly writes: readonly Write[];
}

/** `before` is the text that the plan was made from: where the disk has another by then, nothing is written. */
export type Write =
  | {
      readonly kind: "write";
      readonly path: string;
      readonly text: string;
      readonly before: string | undefined;
      /** It holds what a person wrote, which no other run can write again. */
      readonly edited?: true;
    }
  | { readonly kind: "remove"; readonly path: string; readonly before: string };

export interface OpenConflict {
  readonly path: string;
  readonly slot: string;
  /** The text that the document asks for, where no markers say so in the file itself. */
  readonly wanted?: string;
}

export type FileAction =
  /** It was not there. */
  | "added"
  /** Nobody had edited it. */
  | "updated"
  /** Edited here and changed by the document: see its slots. */
  | "merged"
  /** No longer generated, and unedited. */
  | "removed"
  /** No longer generated, but edited: the file stays, and is the user's from now on. */
  | "kept-aside"
  /** Edited; the document changes nothing in it. */
  | "kept"
  /** The user deleted it; it stays deleted. */
  | "deleted";

export interface FileChange {
  readonly path: string;
  readonly action: FileAction;
  /** Where the file stood before, when the tool was renamed or changed its toolset. */
  readonly from?: string;
  readonly slots: readonly SlotChange[];
}

export type { Conflict } from "./merge.js";

export interface PlanInput {
  readonly dir: string;
  readonly files: readonly File[];
  /** The lock after this run. */
  readonly lock: Lock;
  /** What the folder holds; undefined: a new project. */
  readonly state: ProjectState | undefined;
  /** `mark` where left out. */
  readonly conflict?: Conflict;
}

/**
 * Decides what a run writes. Reads the files that were generated before, and writes nothing.
 * Throws a UserError where a file that must be merged has conflict markers or a syntax error.
 */
export async function planUpdate(input: PlanInput): Promise<Plan> {
  const { files, lock, state } = input;
  const dir = path.resolve(input.dir);
  if (!state) return planNew(dir, files, lock);
  const moves = movedFiles(state.lock, lock);
  const seeded = new Set(state.lock?.seeded);
  const changes: FileChange[] = [];
  const untouched: FileChange[] = [];
  const writes: Write[] = [];
  const take = (planned: Planned): void => {
    writes.push(...planned.writes);
    if (planned.change)
      (planned.writes.length > 0 ? changes : untouched).push(planned.change);
  };
  const generated = new Set<string>();
  const order = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));

  for (const file of order) {
    if (file.ownership === "seeded") {
      if (seeded.has(file.path) || state.files.read(file.path) !== undefined)
        continue;
      writes.push({
        kind: "write",
        path: file.path,
        text: file.text,
        before: undefined,
      });
      changes.push({ path: file.path, action: "added", slots: [] });
      continue;
    }
    generated.add(file.path);
    take(
      await planTracked(
        file,
        moves.get(file.path),
        state,
        input.conflict ?? "mark",
      ),
    );
  }
  const movedFrom = new Set(moves.values());
  const seededNow = new Set(
    files
      .filter((file) => file.ownership === "seeded")
      .map((file) => file.path),
  );
  for (const tracked of state.tracked) {
    if (generated.has(tracked) || movedFrom.has(tracked)) continue;
    take(planRemoved(tracked, state, seededNow.has(tracked)));
  }
  const lockText = state.files.read(lockPath);
  const lockWrites = restate(lockPath, lockText, printLock(lock));
  if (lockWrites.length > 0) {
    writes.push(...lockWrites);
    changes.push({
      path: lockPath,
      action: lockText === undefined ? "added" : "updated",
      slots: [],
    });
  }
  const byPath = (a: FileChange, b: FileChange): number =>
    a.path < b.path ? -1 : 1;
  changes.sort(byPath);
  untouched.sort(byPath);
  return {
    dir,
    kind: "update",
    changes,
    untouched,
    conflicts: openConflicts(changes),
    writes,
  };
}

function openConflicts(changes: readonly FileChange[]): OpenConflict[] {
  return changes.flatMap(({ path, slots }) =>
    slots
      .filter(
        ({ action, resolved }) => action === "conflict" && resolved === "mark",
      )
      .map(({ slot, wanted }) => ({
        path,
        slot,
        ...(wanted === undefined ? {} : { wanted }),
      })),
  );
}

function planNew(dir: string, files: readonly File[], lock: Lock): Plan {
  const order = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    dir,
    kind: "new",
    conflicts: [],
    untouched: [],
    changes: order.map(({ path }) => ({ path, action: "added", slots: [] })),
    writes: [
      ...order.flatMap(({ path, text, ownership }): Write[] => [
        { kind: "write", path, text, before: undefined },
        ...(ownership === "tracked"
          ? [
              {
                kind: "write" as const,
                path: `${baseFolder}/${path}`,
                text,
                before: undefined,
              },
            ]
          : []),
      ]),
      {
        kind: "write",
        path: lockPath,
        text: printLock(lock),
        before: undefined,
      },
    ],
  };
}

/**
 * Tool files that change their place: new path to old path. Only the config renames tools. Throws a UserError where a file
 * would take the place of another tool's: a run that is stopped halfway could not tell the two apart.
 */
function movedFiles(
  before: Lock | undefined,
  after: Lock,
): ReadonlyMap<string, string> {
  const moves = new Map<string, string>();
  if (!before) return moves;
  const operations = Object.entries(after.tools).map(
    ([key, { operationId }]) => ({ key, operationId }),
  );
  const taken = new Set(Object.values(before.tools).map(({ file }) => file));
  for (const [key, oldKey] of matchKeys(operations, before)) {
    const from = before.tools[oldKey]!.file;
    const to = after.tools[key]!.file;
    if (from === to || from === "") continue;
    if (taken.has(to)) {
      throw new UserError(
        diagnostic(
          "project-move-target",
          `${from} cannot become ${to} in the same run in which the tool that has that file is renamed or removed. Do the one first, then the other.`,
          { at: to },
        ),
      );
    }
    moves.set(to, from);
  }
  return moves;
}
