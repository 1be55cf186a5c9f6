import nodePath from "node:path";
import { diagnostic, UserError } from "./diagnostics.js";

/** A document as somebody named it. */
export interface DocumentName {
  /** A path, a URL, or `-` for standard input. */
  readonly source: string;
  /** What a path is relative to. */
  readonly relativeTo: string;
}

/** The rules of paths of one system: tests take Windows' wherever they run. */
type PathRules = Pick<
  typeof nodePath,
  "relative" | "resolve" | "sep" | "isAbsolute"
>;

/**
 * The document that a run reads: the one that is named, else the one that the project's config names.
 *
 * @throws UserError when neither does
 */
export function chooseDocument(
  given: string | undefined,
  configured: string | undefined,
  { cwd, dir }: { readonly cwd: string; readonly dir: string },
): DocumentName {
  if (given !== undefined) return { source: given, relativeTo: cwd };
  if (configured !== undefined && configured !== "-") {
    return {
      // A config that was written on Windows by hand may name its path that way.
      source: isUrl(configured) ? configured : configured.replaceAll("\\", "/"),
      relativeTo: dir,
    };
  }
  throw new UserError(
    diagnostic(
      "document-missing",
      configured === "-"
        ? "This project was made from standard input: name the document, or pipe it in and say -"
        : `No document is named, and ${dir} is not a Toolwright project`,
    ),
  );
}

export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** The absolute path of a document that is a file; undefined for others. */
export function documentPath(
  source: string | undefined,
  cwd: string,
  rules: PathRules = nodePath,
): string | undefined {
  return source === undefined || source === "-" || isUrl(source)
    ? undefined
    : rules.resolve(cwd, source);
}

/**
 * The document as the project calls it: relative to the project, with `/` on every system, so that a project means the same
 * wherever it is checked out. Only a file on another drive has to be named in full.
 */
export function nameFromProject(
  { source, relativeTo }: DocumentName,
  dir: string,
  rules: PathRules = nodePath,
): string {
  if (source === "-" || isUrl(source)) return source;
  return rules
    .relative(dir, rules.resolve(relativeTo, source))
    .split(rules.sep)
    .join("/");
}
