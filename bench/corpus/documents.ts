import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/** One document of a folder. */
export interface Document {
  /** Relative to the folder. */
  readonly name: string;
  readonly file: string;
}

/**
 * The documents of a folder: those that its `index.tsv` lists in the column `file`, else every JSON or YAML file, at any
 * depth, that starts an OpenAPI document.
 *
 * @param only keep those whose name contains one of these
 */
export function documentsOf(
  folder: string,
  only: readonly string[],
): Document[] {
  const index = path.join(folder, "index.tsv");
  const names = existsSync(index) ? indexed(index) : found(folder, "");
  return names
    .filter(
      (name) => only.length === 0 || only.some((part) => name.includes(part)),
    )
    .map((name) => ({ name, file: path.join(folder, name) }));
}

function indexed(index: string): string[] {
  const [heading = "", ...rows] = readFileSync(index, "utf8")
    .trim()
    .split(/\r?\n/);
  const column = heading.split("\t").indexOf("file");
  return rows.map((row) => row.split("\t")[column]!);
}

function found(root: string, below: string): string[] {
  return readdirSync(path.join(root, below), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const name = path.posix.join(below, entry.name);
      if (entry.isDirectory())
        return entry.name === "node_modules" ? [] : found(root, name);
      return /\.(json|ya?ml)$/i.test(name) && isDocument(path.join(root, name))
        ? [name]
        : [];
    });
}

function isDocument(file: string): boolean {
  return (
    statSync(file).size < 500e6 &&
    /(^|[{,])\s*["']?(openapi|swagger)["']?\s*:\s*["']?[23]/m.test(
      readFileSync(file, "utf8"),
    )
  );
}
