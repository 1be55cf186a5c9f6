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

/**
 * Merges one file: what the last run generated (undefined: not known), what stands in the project, and what this run
 * generates. Line ends and byte order mark stay as they are in the project.
 * Throws a UserError where the file has conflict markers or a syntax error.
 */
export async function mergeFile(file: {
  readonly path: string;
  readonly base: string | undefined;
  readonly yours: string;
  readonly generated: string;
  readonly conflict: Conflict;
}): Promise<Merged> {
  const { path, base, generated, conflict } = file;
  const bom = file.yours.startsWith("\uFEFF") ? "\uFEFF" : "";
  const crlf = file.yours.includes("\r\n");
  const yours = (crlf ? file.yours.replaceAll("\r\n", "\n") : file.yours).slice(
    bom.length,
  );
  if (yours === generated)
    return {
      text: file.yours,
      edited: base !== generated && base !== yours,
      slots: [],
    };
  const restore = (text: string): string =>
    bom + (crlf ? text.replaceAll("\n", "\r\n") : text);
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
  return mergeSlots({
    path,
    base,
    yours: file.yours.slice(bom.length),
    generated,
    conflict,
  });
}
