import {
  indented,
  placeOf,
  placeWithin,
  space,
  spaceForNew,
  type Place,
} from "./layout.js";
import { nothing, three, type Side } from "./three.js";
import type { SlotChange } from "./merge.js";
import type { Piece } from "./pieces.js";
import { header, type Body, type Slot, type Source } from "./slot.js";
import { weave } from "./weave.js";
import { writeParts, type Part } from "./write-parts.js";

/** Told of every slot that is not as it was. */
export type Report = (
  slot: string,
  action: SlotChange["action"],
  wanted?: string,
) => void;

/**
 * Merges three readings of one file, slot by slot: what you did not touch follows the generated text, what the generated
 * text does not change stays yours, and a slot that both changed becomes a question.
 */
export function mergeTrees(
  base: Source | undefined,
  yours: Source,
  generated: Source,
  report: Report,
): Piece[] {
  const pieces = mergeBody(
    base?.root,
    yours.root,
    generated.root,
    yours,
    "",
    report,
  );
  return [...pieces, yours.text.slice(yours.root.tailEnd)];
}

function mergeBody(
  b: Body | undefined,
  y: Body,
  n: Body,
  source: Source,
  path: string,
  report: Report,
): Piece[] {
  const [bs, ys, ns] = [byId(b), byId(y), byId(n)];
  const place = placeWithin(y, source);
  const parts = new Map<string, Part>();
  for (const id of new Set([...ys.keys(), ...ns.keys()])) {
    const [inBase, inYours, inNew] = [bs.get(id), ys.get(id), ns.get(id)];
    const name = nameOf(path, (inYours ?? inNew)!);
    const part =
      inYours && inNew
        ? bothHave(inBase, inYours, inNew, name, report)
        : inYours
          ? onlyYours(inBase, inYours, name, report)
          : onlyNew(inBase, inNew!, y, place, name, report);
    if (part) parts.set(id, part);
  }
  const order = weave(b && [...bs.keys()], [...ys.keys()], [...ns.keys()]);
  const ordered = order.flatMap((id) => parts.get(id) ?? []);
  // A comment behind the last part stays there: before another part it would seem to be about that one.
  const closing = ({ slot }: Part): boolean =>
    slot.isComment && slot.id !== header;
  const parted = [
    ...ordered.filter((part) => !closing(part)),
    ...ordered.filter(closing),
  ];
  return writeParts(parted, {
    yours: y,
    generated: n,
    text: source.text,
    place,
  });
}

const byId = (body: Body | undefined): ReadonlyMap<string, Slot> =>
  new Map(body?.children.map((child) => [child.id, child]));

const nameOf = (path: string, { label }: Slot): string =>
  [path, label].filter((part) => part !== "").join(".");

function onlyYours(
  b: Slot | undefined,
  y: Slot,
  name: string,
  report: Report,
): Part | undefined {
  if (!b) return yourPart(y);
  if (same(y, b)) {
    report(name, "removed");
    return undefined;
  }
  report(name, "conflict", "");
  return { ...yourPart(y), only: "yours" };
}

function onlyNew(
  b: Slot | undefined,
  n: Slot,
  body: Body,
  place: Place,
  name: string,
  report: Report,
): Part | undefined {
  const part: Part = {
    slot: n,
    space: spaceForNew(n, body, place),
    text: [indented(n, n.start, n.coreEnd, place)],
    trail: [n.source.text.slice(n.separatorEnd, n.end)],
  };
  if (!b) {
    report(name, "added");
    return part;
  }
  if (same(n, b)) {
    report(name, "kept");
    return undefined;
  }
  report(name, "conflict", wholeText(n));
  return { ...part, only: "generated" };
}

function yourPart(y: Slot): Part {
  const { text } = y.source;
  return {
    slot: y,
    space: space(y),
    text: [text.slice(y.start, y.coreEnd)],
    trail: [text.slice(y.separatorEnd, y.end)],
  };
}

function bothHave(
  b: Slot | undefined,
  y: Slot,
  n: Slot,
  name: string,
  report: Report,
): Part {
  const part = yourPart(y);
  const place = placeOf(y);
  if (b && wholeText(y) === wholeText(b)) {
    // Untouched: the new text as it is, so that a file that nobody edits is what a new project would have.
    if (!same(n, b)) report(name, "updated");
    return {
      ...part,
      text: [indented(n, n.start, n.coreEnd, place)],
      trail: [n.source.text.slice(n.separatorEnd, n.end)],
    };
  }
  if (same(y, n)) return part;
  if (b && same(n, b)) {
    if (!same(y, b)) report(name, "kept");
    return part;
  }
  const merge = (range: (slot: Slot) => readonly [number, number]) =>
    three(
      b ? sideOf(b, range) : nothing,
      sideOf(y, range),
      sideOf(n, range, place),
      b !== undefined,
    );
  const opened =
    y.body &&
    n.body &&
    y.body.kind === n.body.kind &&
    (!b || b.body?.kind === y.body.kind);
  const lead = merge((slot) => [slot.start, slot.coreStart]);
  const trail = merge((slot) => [slot.separatorEnd, slot.end]);
  const head = merge((slot) => [
    slot.coreStart,
    opened ? slot.body!.open : slot.coreEnd,
  ]);
  const tail = opened
    ? [merge((slot) => [slot.body!.close, slot.coreEnd])]
    : [];
  const outcomes = new Set(
    [lead, trail, head, ...tail].map(({ outcome }) => outcome),
  );
  if (outcomes.has("conflict")) report(name, "conflict", wholeText(n));
  else if (outcomes.has("kept")) report(name, "kept");
  if (outcomes.has("updated")) report(name, "updated");
  return {
    ...part,
    text: [
      lead.piece,
      head.piece,
      ...(opened
        ? mergeBody(b?.body, y.body!, n.body!, y.source, name, report)
        : []),
      ...tail.map(({ piece }) => piece),
    ],
    trail: [trail.piece],
  };
}

function sideOf(
  slot: Slot,
  range: (slot: Slot) => readonly [number, number],
  place?: Place,
): Side {
  const [from, to] = range(slot);
  return {
    text: place
      ? indented(slot, from, to, place)
      : slot.source.text.slice(from, to),
    tokens: slot.source.tokens(from, to),
  };
}

function wholeText(slot: Slot): string {
  const { text } = slot.source;
  return (
    text.slice(slot.start, slot.coreEnd) +
    text.slice(slot.separatorEnd, slot.end)
  );
}

function same(a: Slot, b: Slot): boolean {
  return tokens(a) === tokens(b);
}

function tokens({ source, start, coreEnd, separatorEnd, end }: Slot): string {
  return `${source.tokens(start, coreEnd)}\n${source.tokens(separatorEnd, end)}`;
}
