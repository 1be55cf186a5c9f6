import { diagnostic, UserError } from "../diagnostics.js";
import type { File } from "../render/file.js";
import { firstMarker } from "./markers.js";
import { mergeFile, type Conflict } from "./merge.js";
import type { FileChange, Write } from "./plan.js";
import { baseFolder, type ProjectState } from "./project.js";

/** What is to be done about one file. */
export interface Planned {
  readonly writes: readonly Write[];
  readonly change?: FileChange;
}

/** A file that is generated again: merged with what stands in its place, or in the place that it moves from. */
export async function planTracked(
  file: File,
  movedFrom: string | undefined,
  state: ProjectState,
  conflict: Conflict,
): Promise<Planned> {
  const { path, text: generated } = file;
  const there = state.files.read(path);
  const baseThere = state.base(path);
  // A move that an earlier run began, and that got as far as the new base, is over: what is left is to remove the old place.
  const moving = movedFrom !== undefined && baseThere === undefined;
  const from = moving ? movedFrom : path;
  const yours = moving ? state.files.read(from) : there;
  const base = moving ? state.base(from) : baseThere;
  const leave =
    movedFrom === undefined
      ? []
      : leavePlace(
          movedFrom,
          state,
          moving ? yours : await movedBefore(movedFrom, file, state),
        );
  const keepBase = restate(
    `${baseFolder}/${path}`,
    state.files.read(`${baseFolder}/${path}`),
    generated,
  );
  const origin =
    moving && (yours !== undefined || base !== undefined) ? { from } : {};

  if (yours === undefined) {
    if (base !== undefined) {
      return {
        writes: [...keepBase, ...leave],
        change: { path, action: "deleted", ...origin, slots: [] },
      };
    }
    if (there === undefined) {
      return {
        writes: [...replace(path, undefined, generated), ...keepBase, ...leave],
        change: { path, action: "added", slots: [] },
      };
    }
  }
  const current = yours ?? there!;
  const merged = await mergeFile({
    path,
    base,
    yours: current,
    generated,
    conflict,
  });
  if (
    moving &&
    yours !== undefined &&
    there !== undefined &&
    there !== merged.text
  ) {
    throw new UserError(
      diagnostic(
        "project-move-target",
        `${from} cannot become ${path}: a file stands there.`,
        { at: path },
      ),
    );
  }
  const writes = [
    ...replace(path, there, merged.text, merged.edited || undefined),
    ...keepBase,
    ...leave,
  ];
  const action =
    merged.text === current && !moving
      ? "kept"
      : merged.edited
        ? "merged"
        : "updated";
  const silent = action === "kept" && !merged.edited && writes.length === 0;
  return silent
    ? { writes }
    : { writes, change: { path, action, ...origin, slots: merged.slots } };
}

/** What stands in the old place of a file that has moved already, when all of it is in the new place. */
async function movedBefore(
  from: string,
  { path, text: generated }: File,
  state: ProjectState,
): Promise<string | undefined> {
  const yours = state.files.read(from);
  if (yours === undefined) return undefined;
  const merged = await mergeFile({
    path,
    base: state.base(from),
    yours,
    generated,
    conflict: "mark",
  });
  return merged.text === state.files.read(path) ? yours : undefined;
}

/** The writes that clear the old place of a moved file. What stands there and is not what moved is the user's. */
function leavePlace(
  from: string,
  state: ProjectState,
  moved: string | undefined,
): Write[] {
  const there = state.files.read(from);
  const base = state.files.read(`${baseFolder}/${from}`);
  const known =
    there !== undefined && (there === moved || there === state.base(from));
  return [
    ...(known ? [{ kind: "remove" as const, path: from, before: there }] : []),
    ...(base === undefined
      ? []
      : [
          {
            kind: "remove" as const,
            path: `${baseFolder}/${from}`,
            before: base,
          },
        ]),
  ];
}

/** A file that is no longer generated. */
export function planRemoved(
  path: string,
  state: ProjectState,
  seededNow: boolean,
): Planned {
  const yours = state.files.read(path);
  const stored = state.files.read(`${baseFolder}/${path}`);
  const forget: Write[] =
    stored === undefined
      ? []
      : [{ kind: "remove", path: `${baseFolder}/${path}`, before: stored }];
  if (yours === undefined || seededNow) {
    const action = seededNow ? "kept" : "removed";
    return { writes: forget, change: { path, action, slots: [] } };
  }
  refuseMarkers(path, yours);
  if (sameLines(yours, state.base(path))) {
    return {
      writes: [{ kind: "remove", path, before: yours }, ...forget],
      change: { path, action: "removed", slots: [] },
    };
  }
  return { writes: forget, change: { path, action: "kept-aside", slots: [] } };
}

function replace(
  path: string,
  before: string | undefined,
  text: string,
  edited?: true,
): Write[] {
  return text === before
    ? []
    : [{ kind: "write", path, text, before, ...(edited && { edited }) }];
}

/** A write of the lock or of a base: version control may have given them other line ends, which changes nothing. */
export function restate(
  path: string,
  before: string | undefined,
  text: string,
): Write[] {
  return sameLines(text, before) ? [] : replace(path, before, text);
}

function sameLines(a: string, b: string | undefined): boolean {
  return (
    a === b ||
    (b !== undefined &&
      a.replaceAll("\r\n", "\n") === b.replaceAll("\r\n", "\n"))
  );
}

function refuseMarkers(path: string, text: string): void {
  const line = firstMarker(text);
  if (line === undefined) return;
  throw new UserError(
    diagnostic(
      "project-markers",
      `${path}:${line} still has conflict markers.`,
      { at: path, line },
    ),
  );
}
