import {
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Dirent,
} from "node:fs";
import path from "node:path";
import { diagnostic, UserError } from "../diagnostics.js";

/** A project's files as they are on disk. Every path is relative, has `/`, and is checked to stay inside before anything is read. */
export interface ProjectFiles {
  /** The text of a file as it is (line ends, byte order mark); undefined where there is none. */
  readonly read: (path: string) => string | undefined;
  /** The absolute path behind a relative one, symbolic links followed; a folder that does not exist yet is all right. */
  readonly locate: (path: string) => string;
  /** Names in a folder; empty where there is none. */
  readonly list: (folder: string) => readonly Dirent[];
  /** Paths of the files below a folder, sorted; symbolic links are not followed. */
  readonly below: (folder: string) => readonly string[];
}

/** Looks at a project's folder. Each folder is listed once and each file read once: what is seen stays as it was first seen. */
export function projectFiles(root: string): ProjectFiles {
  const realRoot = realpathOf(root) ?? path.resolve(root);
  const texts = new Map<string, string | undefined>();
  const folders = new Map<
    string,
    { readonly real: string; readonly entries: ReadonlyMap<string, Dirent> }
  >();

  function folder(relative: string) {
    const known = folders.get(relative);
    if (known) return known;
    const real = relative === "" ? realRoot : locate(relative);
    const made = {
      real,
      entries: new Map(entriesOf(real).map((entry) => [entry.name, entry])),
    };
    folders.set(relative, made);
    return made;
  }

  function locate(relative: string): string {
    checkPath(relative);
    const slash = relative.lastIndexOf("/");
    const name = relative.slice(slash + 1);
    const parent = folder(slash < 0 ? "" : relative.slice(0, slash));
    const plain = path.join(parent.real, name);
    if (!parent.entries.get(name)?.isSymbolicLink()) return plain;
    const real = realpathOf(plain);
    if (
      real === undefined ||
      !(real === realRoot || real.startsWith(realRoot + path.sep))
    ) {
      throw outside(
        `${relative} is a symbolic link that leads out of the project.`,
        relative,
      );
    }
    return real;
  }

  function read(relative: string): string | undefined {
    if (!texts.has(relative)) texts.set(relative, readNow(relative));
    return texts.get(relative);
  }

  function readNow(relative: string): string | undefined {
    checkPath(relative);
    const slash = relative.lastIndexOf("/");
    const entry = folder(slash < 0 ? "" : relative.slice(0, slash)).entries.get(
      relative.slice(slash + 1),
    );
    if (!entry || entry.isDirectory()) return undefined;
    return readFileSync(locate(relative), "utf8");
  }

  function below(relative: string): string[] {
    return [...folder(relative).entries.values()]
      .flatMap((entry) => {
        const child = `${relative}/${entry.name}`;
        return entry.isDirectory() ? below(child) : [child];
      })
      .sort();
  }

  return {
    read,
    locate,
    list: (relative) => [...folder(relative).entries.values()],
    below,
  };
}

function entriesOf(real: string): Dirent[] {
  try {
    return readdirSync(real, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw error;
  }
}

function realpathOf(file: string): string | undefined {
  try {
    lstatSync(file);
    return realpathSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Throws a UserError for a path that is not a plain relative one: it comes from a lock or a base that anyone may have written. */
export function checkPath(relative: string): void {
  const segments = relative.split("/");
  const bad =
    /[\\:\p{Cc}]/u.test(relative) ||
    segments.some(
      (segment) => segment === "" || segment === "." || segment === "..",
    );
  if (bad)
    throw outside(
      `${JSON.stringify(relative)} is not a path inside the project.`,
    );
}

function outside(message: string, at?: string): UserError {
  return new UserError(
    diagnostic("project-path-outside", message, at === undefined ? {} : { at }),
  );
}
