import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { diagnostic, UserError } from "../diagnostics.js";

const runLockPath = ".toolwright/run.lock";

/**
 * Holds a project against a second run; gives the function that lets it go. What a run that died left behind is taken over.
 * Throws a UserError where another run holds it.
 */
export function holdProject(dir: string): () => void {
  const file = path.join(dir, runLockPath);
  const own = JSON.stringify({ pid: process.pid, host: hostname() });
  mkdirSync(path.dirname(file), { recursive: true });
  for (let attempt = 0; ; attempt += 1) {
    try {
      writeFileSync(file, own, { flag: "wx" });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const other = readIfThere(file);
    if (other === undefined) continue;
    if (attempt > 2 || isAlive(other)) throw busy(other);
    takeAway(file, other);
  }
}

function isAlive(text: string): boolean {
  const [, pid, host] = /^\{"pid":(\d+),"host":"(.*)"\}$/.exec(text) ?? [];
  // Nothing can be known of a process on another machine; a text that is cut short is of a run that died while writing it.
  if (pid === undefined) return false;
  if (JSON.stringify(hostname()) !== `"${host}"`) return true;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Renames first: of two runs that both saw a dead run's file only one gets it, and neither removes the other's new one unseen. */
function takeAway(file: string, dead: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const taken = readIfThere(aside);
  if (taken === dead) return rmSync(aside, { force: true });
  renameSync(aside, file);
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function busy(text: string): UserError {
  const [, pid, host] = /^\{"pid":(\d+),"host":"(.*)"\}$/.exec(text) ?? [];
  const who = pid === undefined ? "" : ` (process ${pid} on ${host})`;
  return new UserError(
    diagnostic(
      "project-busy",
      `Another run is at work in this project${who}. Nothing was written.`,
      { at: runLockPath },
    ),
  );
}
