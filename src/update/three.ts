import type { Piece } from "./pieces.js";

/** One reading of a piece of text that is not opened any further. */
export interface Side {
  readonly text: string;
  /** The same for texts that differ in formatting alone. */
  readonly tokens: string;
}

export const nothing: Side = { text: "", tokens: "" };

export interface Choice {
  readonly piece: Piece;
  readonly outcome: "same" | "kept" | "updated" | "conflict";
}

/** The rule of regeneration for one piece of text. `known`: whether there is a base at all. */
export function three(
  base: Side,
  yours: Side,
  generated: Side,
  known: boolean,
): Choice {
  if (yours.tokens === generated.tokens) {
    const untouched = known && yours.text === base.text;
    return { piece: untouched ? generated.text : yours.text, outcome: "same" };
  }
  if (generated.tokens === base.tokens)
    return { piece: yours.text, outcome: "kept" };
  if (yours.tokens === base.tokens)
    return { piece: generated.text, outcome: "updated" };
  return {
    piece: { yours: yours.text, generated: generated.text },
    outcome: "conflict",
  };
}
