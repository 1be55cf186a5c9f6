import type { Body, Slot, Source } from "./slot.js";

/** How a place in your file is indented: the white space that a line there begins with, and what one level adds. */
export interface Place {
  readonly indent: string;
  readonly unit: string;
}

/** The white space between a slot and what is before it. */
export function space(slot: Slot): string {
  return slot.source.text.slice(slot.after, slot.start);
}

function indentAt(text: string, offset: number): string {
  const line = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, offset))![0];
}

/** Where a slot stands, for a text that takes its place. */
export function placeOf(slot: Slot): Place {
  return {
    indent: indentAt(slot.source.text, slot.start),
    unit: slot.source.indent,
  };
}

/** Where a new part of a body stands: as its siblings do, or one level within the line that opens the body. */
export function placeWithin(body: Body, { text, indent: unit }: Source): Place {
  if (body.kind === "file") return { indent: "", unit };
  const sibling = body.children.find((child) => space(child).includes("\n"));
  if (sibling) return { indent: indentAt(text, sibling.start), unit };
  return { indent: indentAt(text, body.open) + unit, unit };
}

/** A part of a generated text, indented for another place. A text with a template stays as it is: white space counts there. */
export function indented(
  slot: Slot,
  from: number,
  to: number,
  place: Place,
): string {
  const { text, indent: unit } = slot.source;
  const part = text.slice(from, to);
  const original = indentAt(text, slot.start);
  if (!part.includes("\n") || part.includes("`")) return part;
  if (original === place.indent && place.unit === unit) return part;
  return part.replace(/\n([ \t]+)(?=\S)/g, (_, spaces: string) => {
    const deeper = Math.max(0, spaces.length - original.length);
    const levels = place.unit.repeat(Math.floor(deeper / unit.length));
    return `\n${place.indent}${levels}${" ".repeat(deeper % unit.length)}`;
  });
}

/** The white space before a new part: on a line of its own where its siblings are, with the blank lines it was generated with. */
export function spaceForNew(generated: Slot, body: Body, place: Place): string {
  const wanted = space(generated);
  const onLines =
    body.kind === "file" ||
    (body.children.length === 0
      ? wanted
      : body.children.map(space).join("")
    ).includes("\n");
  if (!onLines) return body.children.length === 0 ? wanted : " ";
  return "\n".repeat(Math.max(1, wanted.split("\n").length - 1)) + place.indent;
}

/** The white space at the end of a body that was empty and is given the parts of the generated one. */
export function closingSpace(generated: Body, place: Place): string {
  const last = generated.children.at(-1)!;
  const own = last.source.text.slice(last.end, generated.close);
  return own.includes("\n")
    ? `\n${place.indent.slice(place.unit.length)}`
    : own;
}
