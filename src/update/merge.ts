import { diagnostic, UserError } from "../diagnostics.js";
import { firstMarker } from "./markers.js";

/** What to do where a person and the document changed the same slot: mark both in the file, or take a side. */
export type Conflict = "mark" | "yours" | "generated";

export interface SlotChange {
  /** `getPet.input.properties.petId.description`; empty: the whole file. */
  readonly slot: string;
  readonly action: "updated" | "added" | "removed" | "kept" | "conflict";
  /** How a conflict ends: with markers in the file, or with one side taken. */
  readonly resolved?: Conflict;
  /** The text that the document asks for, where the conflict is only reported. */
  readonly wanted?: string;
}

export interface Merged {
  readonly text: string;
  /** Whether the person had changed the file. */
  readonly edited: boolean;
  readonly slots: readonly SlotChange[];
}

export interface ToMerge {
  readonly path: string;
  /** What the last run generated; undefined: not known. */
  readonly base: string | undefined;
  readonly yours: string;
  readonly generated: string;
  readonly conflict: Conflict;
}

/**
 * Merges one file: what the last run generated (undefined: not known), what stands in the project, and what this run
 * generates. Line ends and byte order mark stay as they are in the project.
 * Throws a UserError where the file has conflict markers or a syntax error.
 */
export async function mergeFile(file: ToMerge): Promise<Merged> {
  const { path, base, generated, conflict } = file;
  const bom = file.yours.startsWith("\uFEFF") ? "\uFEFF" : "";
  const raw = file.yours.slice(bom.length);
  const lines = lineEnds(raw);
  const yours = raw.replaceAll("\r\n", "\n");
  const restore = (text: string): string =>
    bom + (lines === "lf" ? text : text.replace(/\r?\n/g, "\r\n"));
  if (yours === generated)
    return { text: file.yours, edited: yours !== base, slots: [] };
  if (yours === base)
    return { text: restore(generated), edited: false, slots: [] };
  const line = firstMarker(yours);
  if (line !== undefined) {
    throw new UserError(
      diagnostic(
        "project-markers",
        `${path}:${line} still has conflict markers.`,
        { at: path, line },
      ),
    );
  }
  if (base === generated) return { text: file.yours, edited: true, slots: [] };
  const { mergeSlots } = await import("./merge-slots.js");
  // Where line ends are mixed, each line keeps its own.
  const merged = await mergeSlots({
    path,
    base,
    yours: lines === "mixed" ? raw : yours,
    generated,
    conflict,
  });
  return {
    ...merged,
    text: lines === "mixed" ? bom + merged.text : restore(merged.text),
  };
}

function lineEnds(text: string): "lf" | "crlf" | "mixed" {
  const crlf = text.split("\r\n").length - 1;
  if (crlf === 0) return "lf";
  return crlf === text.split("\n").length - 1 ? "crlf" : "mixed";
}
