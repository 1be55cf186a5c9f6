import type { Merged, SlotChange, ToMerge } from "./merge.js";
import { mergeLines } from "./merge-lines.js";
import { mergeTrees } from "./merge-tree.js";
import { oneSide, withMarkers, type Piece } from "./pieces.js";
import { readSlots } from "./slots.js";

/** Merges a file that was edited and that has to change. */
export async function mergeSlots(file: ToMerge): Promise<Merged> {
  const { path, base, yours, generated, conflict } = file;
  const slots: SlotChange[] = [];
  const json = path.endsWith(".json");
  const report = (
    slot: string,
    action: SlotChange["action"],
    wanted?: string,
  ): void => {
    const asked = action === "conflict" && {
      resolved: conflict,
      ...(json && conflict === "mark" && { wanted }),
    };
    slots.push({ slot, action, ...asked });
  };
  const pieces = await mergePieces(file, report);
  // npm and editors must be able to read JSON at all times: there a question is asked in the report alone.
  const side = conflict === "mark" ? (json ? "yours" : undefined) : conflict;
  const text = side === undefined ? withMarkers(pieces) : oneSide(pieces, side);
  return {
    text,
    edited: base === undefined || yours !== base || yours !== generated,
    slots,
  };
}

async function mergePieces(
  { path, base, yours, generated }: ToMerge,
  report: (slot: string, action: SlotChange["action"], wanted?: string) => void,
): Promise<Piece[]> {
  if (!/\.(?:[cm]?[jt]s|json)$/.test(path))
    return mergeLines(base, yours, generated, report);
  const before = base === undefined ? undefined : await readSlots(path, base);
  const after = await readSlots(path, generated);
  const yourReading = await readSlots(path, yours, (before ?? after).anchor);
  return mergeTrees(before, yourReading, after, report);
}
