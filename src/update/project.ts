import { statSync } from "node:fs";
import path from "node:path";
import { diagnostic, UserError } from "../diagnostics.js";
import { projectFiles, type ProjectFiles } from "./files.js";
import type { Lock } from "./lock.js";
import { lockPath, parseLock } from "./lock-text.js";
import { sidesOfConflict } from "./markers.js";
import { rebuildLock } from "./rebuild.js";

const configPath = "toolwright.config.json";
export const baseFolder = ".toolwright/base";

/** An existing project as it stands before the run. */
export interface ProjectState {
  readonly dir: string;
  /** The lock of the last run. Where it is missing it is rebuilt from the tool files; undefined: there are none either. */
  readonly lock: Lock | undefined;
  /** False where the lock was rebuilt: names are known, but not what clients were told. */
  readonly surfaceKnown: boolean;
  readonly configText?: string;
  readonly files: ProjectFiles;
  /** The paths that have a base: what the last run generated. */
  readonly tracked: readonly string[];
  /** The text that the last run generated; undefined: not known. */
  readonly base: (path: string) => string | undefined;
}

export interface ReadOptions {
  /** The folder need not become a project: where it is none, what else it holds does not matter. */
  readonly newProjectElsewhere?: boolean;
  /** The document's absolute path: it may lie in the folder of the project that is made from it. */
  readonly document?: string;
}

/**
 * Reads what a folder holds. Undefined: there is no project yet, and one can be made. Throws a UserError where the folder
 * holds something else, or where the lock cannot be read.
 */
export async function readProject(
  dir: string,
  options: ReadOptions = {},
): Promise<ProjectState | undefined> {
  const files = projectFiles(dir);
  const names = files.list("").map((entry) => entry.name);
  if (names.length === 0) {
    if (!options.newProjectElsewhere && isFile(dir))
      throw foreign(`${dir} is a file, not a folder.`);
    return undefined;
  }
  const isProject = names.some(
    (name) =>
      name === lockPath || name === configPath || name === ".toolwright",
  );
  if (!isProject) {
    if (options.newProjectElsewhere) return undefined;
    const other = names.find(
      (name) =>
        !companions.has(name) && path.resolve(dir, name) !== options.document,
    );
    if (other !== undefined)
      throw foreign(
        `${dir} is not empty and is no Toolwright project: it holds ${other}.`,
      );
  }
  const lockText = files.read(lockPath);
  const prefix = `${baseFolder}/`;
  const configText = files.read(configPath);
  return {
    dir,
    lock:
      lockText === undefined ? await rebuildLock(files) : parseLock(lockText),
    surfaceKnown: lockText !== undefined,
    ...(configText === undefined ? {} : { configText }),
    files,
    tracked: files.below(baseFolder).map((file) => file.slice(prefix.length)),
    base: (file) => baseText(files, file),
  };
}

/** Keys of the operations whose tool was generated and has no file any more. */
export function deletedTools({
  lock,
  tracked,
  files,
}: ProjectState): ReadonlySet<string> {
  const generated = new Set(tracked);
  return new Set(
    Object.entries(lock?.tools ?? {})
      .filter(
        ([, { file }]) => generated.has(file) && files.read(file) === undefined,
      )
      .map(([key]) => key),
  );
}

/** What editors, version control and operating systems leave in a folder that is otherwise empty. */
const companions = new Set([
  ".git",
  ".hg",
  ".svn",
  ".jj",
  ".idea",
  ".vscode",
  ".DS_Store",
  "Thumbs.db",
  "desktop.ini",
]);

function baseText(files: ProjectFiles, file: string): string | undefined {
  const text = files.read(`${baseFolder}/${file}`)?.replaceAll("\r\n", "\n");
  const sides = text === undefined ? undefined : sidesOfConflict(text);
  if (!sides) return text;
  // Two branches regenerated, and their bases met in a merge: the one that the file comes from is the better history.
  return files.read(file)?.replaceAll("\r\n", "\n") === sides.theirs
    ? sides.theirs
    : sides.ours;
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

function foreign(message: string): UserError {
  return new UserError(diagnostic("project-foreign-folder", message));
}
