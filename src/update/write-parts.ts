import { closingSpace, space, type Place } from "./layout.js";
import { oneSide, type Piece } from "./pieces.js";
import type { Body, Slot } from "./slot.js";

/** One merged part of a body. */
export interface Part {
  /** The reading it comes from: yours, where you have it. */
  readonly slot: Slot;
  /** The white space in front of it, at its own place. */
  readonly space: string;
  readonly text: readonly Piece[];
  /** The comment behind its separator. */
  readonly trail: readonly Piece[];
  /** Set where only one answer has the part at all. */
  readonly only?: "yours" | "generated";
}

interface Around {
  readonly yours: Body;
  readonly generated: Body;
  readonly text: string;
  readonly place: Place;
}

/** What surrounds a part in one of the two answers. */
interface Joint {
  readonly space: string;
  readonly separator: string;
}

/** Puts the parts of a body one behind the other, with the separators and the white space that each answer needs. */
export function writeParts(parts: readonly Part[], around: Around): Piece[] {
  const yours = joints(parts, "yours", around);
  const generated = joints(parts, "generated", around);
  return [
    ...parts.flatMap((part): Piece[] => {
      const [y, n] = [yours.get(part), generated.get(part)];
      if (y && n) {
        return [
          either(y.space, n.space),
          ...part.text,
          either(y.separator, n.separator),
          ...part.trail,
        ];
      }
      const side = y ? "yours" : "generated";
      const { space, separator } = (y ?? n)!;
      const whole =
        space +
        oneSide(part.text, side) +
        separator +
        oneSide(part.trail, side);
      return [{ yours: "", generated: "", [side]: whole }];
    }),
    either(ending(parts, "yours", around), ending(parts, "generated", around)),
  ];
}

const either = (yours: string, generated: string): Piece =>
  yours === generated ? yours : { yours, generated };

const present = (
  parts: readonly Part[],
  side: "yours" | "generated",
): readonly Part[] =>
  parts.filter(({ only }) => only === undefined || only === side);

function joints(
  parts: readonly Part[],
  side: "yours" | "generated",
  around: Around,
): ReadonlyMap<Part, Joint> {
  const there = present(parts, side);
  const lastMember = there.findLastIndex(({ slot }) => !slot.isComment);
  const spaces = there.map((part, index) =>
    spaceAt(there, part, index, side, around),
  );
  return new Map(
    there.map((part, index) => [
      part,
      {
        space: spaces[index]!,
        separator: separatorOf(
          part,
          index === lastMember,
          spaces[index + 1] ?? "\n",
          around,
        ),
      },
    ]),
  );
}

function spaceAt(
  there: readonly Part[],
  part: Part,
  index: number,
  side: "yours" | "generated",
  { yours, place }: Around,
): string {
  const [first, second] = yours.children;
  const usual = first ? space(first) : part.space;
  if (index === 0) return usual;
  // What stood first has no space of its own to stand second with.
  const wasFirst =
    part.slot === first || (part.slot.after === 0 && yours.kind === "file");
  const lines = usual.includes("\n") || yours.kind === "file";
  const own =
    wasFirst || part.space === ""
      ? second
        ? space(second)
        : lines
          ? `\n${place.indent}`
          : " "
      : part.space;
  const before = there[index - 1]!;
  const lineComment = endsInLineComment(
    oneSide([...before.text, ...before.trail], side),
  );
  return lineComment && !own.includes("\n") ? `\n${place.indent}` : own;
}

function endsInLineComment(text: string): boolean {
  return /(?:^|\s)\/\/[^\n]*$/.test(text);
}

function separatorOf(
  { slot }: Part,
  last: boolean,
  next: string,
  { yours, generated }: Around,
): string {
  if (yours.kind === "file" || slot.isComment) return "";
  if (yours.kind === "type")
    return slot.separator === "" && !last && !next.includes("\n")
      ? ";"
      : slot.separator;
  if (!last) return ",";
  const model = yours.children.some((child) => !child.isComment)
    ? yours
    : generated;
  return model.children.findLast((child) => !child.isComment)?.separator ?? "";
}

function ending(
  parts: readonly Part[],
  side: "yours" | "generated",
  { yours, generated, text, place }: Around,
): string {
  const there = present(parts, side);
  const last = yours.children.at(-1);
  if (there.length === 0)
    return last && yours.kind !== "file"
      ? ""
      : text.slice(last?.end ?? yours.open, yours.close);
  const own = last
    ? text.slice(last.end, yours.close)
    : closingSpace(generated, place);
  const { text: pieces, trail } = there.at(-1)!;
  const lineComment =
    yours.kind !== "file" &&
    endsInLineComment(oneSide([...pieces, ...trail], side));
  return lineComment && !own.includes("\n")
    ? `${own}\n${place.indent.slice(place.unit.length)}`
    : own;
}
