import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { diagnostic, UserError } from "../diagnostics.js";
import { checkPath, projectFiles, type ProjectFiles } from "./files.js";
import type { Plan, Write } from "./plan.js";
import { holdProject } from "./run-lock.js";

/**
 * Carries a plan out. A new project appears as a whole or not at all. An update is staged beside the files and renamed into
 * place, each file before its base and the lock last, so that a run that is stopped at any point is finished by the next one.
 * Throws a UserError where the system refuses, or where the project is not as it was when the plan was made.
 */
export function applyPlan(plan: Plan): void {
  const { dir } = plan;
  if (plan.writes.length === 0) return;
  for (const write of plan.writes) checkPath(write.path);
  try {
    if (plan.kind === "new" && !existsSync(dir))
      return makeProject(dir, plan.writes);
    const release = holdProject(dir);
    try {
      updateProject(dir, plan.writes);
    } finally {
      release();
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw refused(error as NodeJS.ErrnoException);
  }
}

function makeProject(dir: string, writes: readonly Write[]): void {
  makeFolder(path.dirname(dir), new Set());
  const draft = path.join(
    path.dirname(dir),
    `.${path.basename(dir)}.toolwright-${process.pid}`,
  );
  try {
    rmSync(draft, { recursive: true, force: true });
    const made = new Set<string>();
    for (const write of writes) {
      if (write.kind === "remove") continue;
      const target = path.join(draft, write.path);
      makeFolder(path.dirname(target), made);
      writeFileSync(target, write.text);
    }
    renameSync(draft, dir);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

function updateProject(dir: string, writes: readonly Write[]): void {
  const files = projectFiles(dir);
  for (const write of writes) checkTarget(write, files);
  const state = path.join(dir, ".toolwright");
  for (const name of readdirSync(state)) {
    if (name.startsWith("tmp-"))
      rmSync(path.join(state, name), { recursive: true, force: true });
  }
  const stage = path.join(state, `tmp-${process.pid}`);
  try {
    mkdirSync(stage);
    const staged = writes.map((write, index) =>
      stageWrite(write, path.join(stage, String(index)), files),
    );
    const made = new Set<string>();
    for (const { from, to } of staged) {
      if (from === undefined) {
        unlinkSync(to);
        continue;
      }
      makeFolder(path.dirname(to), made);
      renameSync(from, to);
    }
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Puts a text beside its place; what a person wrote is on the disk for certain before the file that holds it is replaced. */
function stageWrite(
  write: Write,
  from: string,
  files: ProjectFiles,
): { readonly from?: string; readonly to: string } {
  const to = files.locate(write.path);
  if (write.kind === "remove") return { to };
  const file = openSync(from, "wx");
  try {
    writeFileSync(file, write.text);
    if (write.edited) fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (write.before !== undefined) chmodSync(from, statSync(to).mode);
  return { from, to };
}

function checkTarget(write: Write, files: ProjectFiles): void {
  const target = files.locate(write.path);
  if (files.read(write.path) !== write.before) {
    throw new UserError(
      diagnostic(
        "project-changed",
        `${write.path} changed while this run was at work. Nothing was written.`,
        {
          at: write.path,
        },
      ),
    );
  }
  // A rename would replace a read-only file without a word, and the super-user may write everywhere: the mode says what is meant.
  const readOnly =
    write.before !== undefined && (statSync(target).mode & 0o200) === 0;
  if (readOnly || !mayWrite(existingFolder(path.dirname(target)))) {
    throw new UserError(
      diagnostic(
        "project-read-only",
        `${write.path} is read-only. Nothing was written.`,
        { at: write.path },
      ),
    );
  }
}

function existingFolder(folder: string): string {
  return existsSync(folder) ? folder : existingFolder(path.dirname(folder));
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

// Node's own recursive mkdir never returns where the system says ENOENT for a folder whose parent is there, as /proc does.
function makeFolder(folder: string, made: Set<string>): void {
  if (made.has(folder)) return;
  if (!existsSync(folder)) {
    makeFolder(path.dirname(folder), made);
    mkdirSync(folder);
  }
  made.add(folder);
}

function refused(error: NodeJS.ErrnoException): Error {
  const reasons: { readonly [code: string]: string } = {
    ENOSPC: "the disk is full",
    EDQUOT: "the disk quota is used up",
    EACCES: "the right to write is missing",
    EPERM: "the system does not permit it, or another program holds the file",
    EROFS: "the file system is read-only",
    EBUSY: "another program holds the file",
    ENOTDIR: "a file stands where a folder is needed",
    EISDIR: "a folder stands where a file is needed",
    ENOTEMPTY: "the folder appeared while this run was at work",
    EEXIST: "the folder appeared while this run was at work",
    EMFILE: "too many files are open",
    ENOENT: "the folder that it belongs in cannot be made",
    EIO: "the disk reports an error",
    ENAMETOOLONG: "a path is longer than the system allows",
  };
  // What is no answer of the system is a defect of ours.
  if (error.code === undefined || error.syscall === undefined) return error;
  const reason = reasons[error.code] ?? `the system says ${error.code}`;
  const where = error.path === undefined ? "" : ` at ${error.path}`;
  return new UserError(
    diagnostic("project-write-failed", `Writing failed${where}: ${reason}.`),
  );
}
