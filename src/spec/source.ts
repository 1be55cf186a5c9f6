import { readFile, realpath, stat } from "node:fs/promises";
import { diagnostic, UserError } from "../diagnostics.js";
import { refuseTooLarge } from "./limits.js";
import { fetchText, RefusedError } from "./fetch.js";
import { decode } from "./text.js";

/** Whether a source is a URL to fetch, rather than a path. */
export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/**
 * The text of what the user named: a path, an `http(s)` URL, or `-` for standard input.
 *
 * @throws UserError when it cannot be read or is too large.
 */
export async function readSource(
  source: string,
  path: string,
  stdin: (() => Promise<string>) | undefined,
): Promise<string> {
  if (source === "-") {
    if (stdin === undefined)
      throw unreadable("There is no standard input to read the document from");
    const text = await stdin();
    refuseTooLarge(text.length, "Standard input");
    return text;
  }
  if (isUrl(source)) {
    try {
      return await fetchText(source, { trusted: true });
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw unreadable(
        error instanceof RefusedError
          ? error.message
          : `${source} cannot be fetched: ${(error as Error).message}`,
      );
    }
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(source))
    throw unreadable(
      `${source} cannot be read: of URLs, http and https ones are fetched`,
    );
  try {
    return await readTextFile(path, source);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw unreadable(
      `${source} cannot be read: ${reasonOf(error as NodeJS.ErrnoException)}`,
    );
  }
}

function unreadable(message: string): UserError {
  return new UserError(diagnostic("document-unreadable", message));
}

/** Why the system refused, in words and without the path that Node puts into its message. */
export function reasonOf(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case "ENOENT":
      return "there is no such file";
    case "EISDIR":
      return "it is a folder";
    case "EACCES":
    case "EPERM":
      return "reading it is not allowed";
    default:
      return error.code ?? error.message;
  }
}

/**
 * The text of a file.
 *
 * @throws UserError when it is too large; what the system throws when it cannot be read.
 */
export async function readTextFile(
  path: string,
  name: string,
): Promise<string> {
  const { size } = await stat(path);
  refuseTooLarge(size, name);
  const bytes = await readFile(path);
  refuseTooLarge(bytes.length, name);
  return decode(bytes, name);
}

/** The path without symbolic links, or undefined when there is nothing. */
export async function realPath(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}
