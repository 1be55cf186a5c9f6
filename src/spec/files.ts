import { homedir } from "node:os";
import { isIP } from "node:net";
import nodePath from "node:path";
import { diagnostic, UserError, type Diagnostic } from "../diagnostics.js";
import { own, type Json } from "../json.js";
import { fetchText, isPublicAddress, RefusedError } from "./fetch.js";
import { cutDepth } from "./limits.js";
import { parseText } from "./parse.js";
import { percentDecode } from "./pointer.js";
import { isUrl, readTextFile, realPath, reasonOf } from "./source.js";

/** One file of a document: the entry document has the id "". */
export interface SpecFile {
  /** How references name it: a path relative to the entry document's folder, or a URL. */
  readonly id: string;
  readonly root: Json;
  readonly text: string;
  /** Absolute path or URL; undefined for standard input, which has no folder. */
  readonly location: string | undefined;
}

export interface FileAccess {
  readonly entry: SpecFile;
  /** Hosts from which remote references may be fetched. */
  readonly allowRemote: readonly string[];
}

export interface ReferencedPlace {
  readonly kind: "file" | "url";
  readonly id: string;
  readonly location: string;
}

/** A file that a reference names: where it is, what it is called from now on, or why it is not to be read. */
type Place =
  | { readonly kind: "entry" }
  | ReferencedPlace
  | {
      readonly kind: "none";
      readonly code: "reference-outside" | "reference-remote";
      readonly message: string;
    };

/** Finds the file that the part of a `$ref` before its `#` names, seen from the file that holds it. Reads nothing. */
export function placeOf(
  reference: string,
  from: SpecFile,
  access: FileAccess,
): Place {
  const { entry, allowRemote } = access;
  const { location } = from;
  if (
    /^[a-z][a-z0-9+.-]*:/i.test(reference) ||
    reference.startsWith("//") ||
    (location !== undefined && isUrl(location))
  ) {
    let url: URL;
    try {
      url = new URL(
        reference,
        location !== undefined && isUrl(location) ? location : undefined,
      );
    } catch {
      return {
        kind: "none",
        code: "reference-remote",
        message: "it is no URL that can be fetched",
      };
    }
    url.hash = "";
    if (url.href === entry.location) return { kind: "entry" };
    if (url.protocol !== "http:" && url.protocol !== "https:") {
      return {
        kind: "none",
        code: "reference-outside",
        message: `${url.protocol} URLs are not followed`,
      };
    }
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (
      (isIP(host) !== 0 && !isPublicAddress(host)) ||
      /(^|\.)localhost\.?$/.test(host)
    ) {
      return {
        kind: "none",
        code: "reference-remote",
        message: `${host} is not a public address`,
      };
    }
    if (
      !allowRemote.includes(url.host) &&
      !allowRemote.includes(url.hostname)
    ) {
      return {
        kind: "none",
        code: "reference-remote",
        message: `the host ${url.hostname} is not allowed; --allow-remote ${url.hostname} would allow it`,
      };
    }
    return { kind: "url", id: url.href, location: url.href };
  }
  if (location === undefined) {
    return {
      kind: "none",
      code: "reference-outside",
      message: "a document from standard input has no folder",
    };
  }
  const path = nodePath.resolve(
    nodePath.dirname(location),
    percentDecode(reference.replace(/\?.*$/s, "")),
  );
  if (path === entry.location) return { kind: "entry" };
  const relative = nodePath.relative(nodePath.dirname(entry.location!), path);
  const id = relative.split(nodePath.sep).map(encodeURIComponent).join("/");
  return { kind: "file", id, location: path };
}

/**
 * Reads a file or URL that a reference names: files only inside the document's folder once symbolic links are followed,
 * URLs only at public addresses.
 *
 * @returns the file, or the reason why there is none. https://spec.openapis.org/oas/v3.2.0.html#security-considerations
 */
export async function readReferenced(
  place: ReferencedPlace,
  access: FileAccess,
): Promise<{
  readonly file?: SpecFile;
  readonly diagnostics: readonly Diagnostic[];
  readonly problem?: Problem;
}> {
  const { id, location } = place;
  try {
    let text: string;
    let neighbour = false;
    if (place.kind === "url") {
      const { allowRemote } = access;
      text = await fetchText(location, {
        allowHost: (host) => allowRemote.includes(host),
      });
    } else {
      const folder = await realPath(nodePath.dirname(access.entry.location!));
      const real = await realPath(location);
      // What lies outside is refused the same way whether it exists or not: nothing is told about the machine.
      if (folder === undefined || !isInside(real ?? location, folder)) {
        neighbour =
          real !== undefined &&
          folder !== undefined &&
          isNeighbour(real, folder);
        if (!neighbour) return outside(id);
      }
      if (real === undefined)
        return {
          diagnostics: [],
          problem: unreadable("there is no such file"),
        };
      text = await readTextFile(real, id);
    }
    const parsed = parseText(text, id);
    const root = parsed.value;
    if (
      neighbour &&
      typeof own(root, "openapi") !== "string" &&
      typeof own(root, "swagger") !== "string"
    ) {
      return outside(id);
    }
    return {
      file: { id, root, text, location },
      diagnostics: [
        ...parsed.diagnostics,
        ...cutDepth(root, id, id),
        ...(neighbour
          ? [
              diagnostic(
                "reference-neighbour",
                `Read ${id}, which lies beside the document's folder`,
                { at: `${id}#` },
              ),
            ]
          : []),
      ],
    };
  } catch (error) {
    if (error instanceof UserError)
      return { diagnostics: [], problem: unreadable(error.message) };
    if (error instanceof RefusedError) {
      return {
        diagnostics: [],
        problem: { code: "reference-remote", message: error.message },
      };
    }
    return {
      diagnostics: [],
      problem: unreadable(reasonOf(error as NodeJS.ErrnoException)),
    };
  }
}

export interface Problem {
  readonly code:
    | "reference-outside"
    | "reference-remote"
    | "reference-unreadable"
    | "reference-unresolved"
    | "reference-loop";
  readonly message: string;
}

function unreadable(message: string): Problem {
  return { code: "reference-unreadable", message };
}

function outside(id: string) {
  return {
    diagnostics: [],
    problem: {
      code: "reference-outside",
      message: `${percentDecode(id)} is outside the document's folder`,
    },
  } as const;
}

function isInside(path: string, folder: string): boolean {
  const relative = nodePath.relative(folder, path);
  return (
    relative !== "" &&
    !relative.startsWith(`..${nodePath.sep}`) &&
    relative !== ".." &&
    !nodePath.isAbsolute(relative)
  );
}

/**
 * Whether a file may be a description in a folder beside the document's (`namespaces/sql.yaml` refers to
 * `../schemas/common.yaml`), as split descriptions are kept. Its content decides: only another OpenAPI document is used.
 */
function isNeighbour(real: string, folder: string): boolean {
  const parent = nodePath.dirname(folder);
  const parts = nodePath.relative(parent, real).split(nodePath.sep);
  return (
    parent !== nodePath.dirname(parent) &&
    parent !== homedir() &&
    parts.length >= 2 &&
    parts.every((part) => !part.startsWith(".")) &&
    !nodePath.isAbsolute(nodePath.relative(parent, real)) &&
    /\.(json|ya?ml)$/i.test(real)
  );
}
