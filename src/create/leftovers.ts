import { readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Remembers how a folder is, so that a run that fails can leave it so.
 *
 * @returns a function that removes whatever has come into the folder since, or the folder if it was not there, and the folders
 * above it that were not there either
 */
export function rememberFolder(dir: string): () => void {
  if (isFolder(dir)) {
    const before = new Set(readdirSync(dir));
    return () => {
      if (!isFolder(dir)) return;
      for (const name of readdirSync(dir)) {
        if (!before.has(name)) remove(path.join(dir, name));
      }
    };
  }
  const highest = highestMissing(dir);
  return () => remove(highest);
}

function highestMissing(dir: string): string {
  const parent = path.dirname(dir);
  return parent === dir || isFolder(parent) ? dir : highestMissing(parent);
}

function isFolder(dir: string): boolean {
  return statSync(dir, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function remove(file: string): void {
  // A package manager that was just stopped may still write for a moment.
  rmSync(file, {
    recursive: true,
    force: true,
    maxRetries: 5,
    retryDelay: 200,
  });
}
