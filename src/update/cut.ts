import { header, type Body, type Slot, type Source } from "./slot.js";
import { topLevelIdentity, type Anchor } from "./slot-ids.js";
import { bodyOf } from "./slot-parts.js";
import type { SourceFile, Ts, TsNode } from "./slots.js";
import { firstAt, type Token } from "./tokens.js";

/** A parsed text together with what its slots are found by. */
export interface Reading {
  readonly ts: Ts;
  readonly file: SourceFile;
  readonly tokens: readonly Token[];
  readonly source: Source;
}

/** The slots of a TypeScript file: its statements, and the comments at its head. */
export function typescriptRoot(
  reading: Reading,
  anchor: Anchor | undefined,
): Body {
  const { ts, file } = reading;
  const named = [...file.statements].map((node) => ({
    node,
    ...topLevelIdentity(ts, file, node, anchor),
  }));
  return fileBody(reading, named);
}

/** The slots of a JSON file: its keys, to any depth. */
export function jsonRoot(reading: Reading): Body {
  const [statement] = reading.file.statements;
  return fileBody(
    reading,
    statement ? [{ node: statement, id: "", label: "" }] : [],
  );
}

interface Named {
  readonly node: TsNode;
  readonly id: string;
  readonly label: string;
}

function fileBody(reading: Reading, named: readonly Named[]): Body {
  const end = reading.file.text.trimEnd().length;
  return {
    kind: "file",
    headStart: 0,
    open: 0,
    close: end,
    tailEnd: end,
    children: slots(reading, "file", 0, end, named),
  };
}

/** Cuts the text between two brackets into slots: every comment goes to the part that it is about. */
function slots(
  reading: Reading,
  kind: Body["kind"],
  open: number,
  close: number,
  named: readonly Named[],
): Slot[] {
  const { file, tokens, source } = reading;
  const found: Slot[] = [];
  const seen = new Map<string, number>();
  let after = open;

  function add(
    id: string,
    label: string,
    part: Omit<Slot, "id" | "label" | "source" | "after" | "isComment">,
    isComment = false,
  ): void {
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    found.push({
      id: count === 1 ? id : `${id}#${count}`,
      label,
      source,
      isComment,
      after,
      ...part,
    });
    after = part.end;
  }
  function addComment(from: number, to: number, id: string): void {
    add(
      id,
      "comment",
      {
        start: from,
        coreStart: from,
        coreEnd: to,
        separator: "",
        separatorEnd: to,
        end: to,
      },
      true,
    );
  }
  const comments = (from: number, to: number): Token[] =>
    tokens
      .slice(firstAt(tokens, from), firstAt(tokens, to))
      .filter((token) => token.comment !== undefined);

  for (const [index, { node, id, label }] of named.entries()) {
    const coreStart = node.getStart(file);
    let lead = comments(after, coreStart);
    if (kind === "file") {
      const length = headerLength(reading, lead, index === 0);
      if (length > 0) addComment(lead[0]!.start, lead[length - 1]!.end, header);
      lead = lead.slice(length);
    }
    const start = lead[0]?.start ?? coreStart;
    const limit = named[index + 1]?.node.getStart(file) ?? close;
    const ending = endOf(reading, kind, node, limit);
    const body = bodyFor(reading, node, ending.coreEnd);
    add(id, label, { start, coreStart, ...ending, ...(body && { body }) });
  }
  for (const comment of comments(after, close))
    addComment(comment.start, comment.end, `comment ${comment.canon}`);
  return found;
}

/** How many of the comments above a statement are the file's own: those that begin it, and the line that names the operation. */
function headerLength(
  { file }: Reading,
  lead: readonly Token[],
  first: boolean,
): number {
  const marked = lead.findIndex((token) =>
    token.canon.includes("Edit anything: see README.md"),
  );
  if (marked >= 0) return marked + 1;
  if (!first) return 0;
  const apart = lead.findLastIndex((token) =>
    /^[^\S\n]*\n\s*\n/.test(file.text.slice(token.end)),
  );
  const lines = lead.findIndex((token) => token.comment !== "line");
  return Math.max(apart + 1, lines < 0 ? lead.length : lines);
}

function endOf(
  { file, tokens }: Reading,
  kind: Body["kind"],
  node: TsNode,
  limit: number,
): Pick<Slot, "coreEnd" | "separator" | "separatorEnd" | "end"> {
  const { text } = file;
  let coreEnd = node.end;
  let separator: Slot["separator"] = "";
  if (kind === "type" && /[,;]/.test(text.charAt(coreEnd - 1))) {
    separator = text.charAt(coreEnd - 1) as "," | ";";
    coreEnd -= 1;
  }
  let separatorEnd = node.end;
  const rest = tokens
    .slice(firstAt(tokens, node.end), firstAt(tokens, limit))
    .filter((token) => token.end > token.start);
  const comma = rest.findIndex((token) => token.comment === undefined);
  if (
    (kind === "object" || kind === "array" || kind === "names") &&
    text.charAt(rest[comma]?.start ?? -1) === ","
  ) {
    separator = ",";
    separatorEnd = rest[comma]!.end;
    coreEnd = rest[comma - 1]?.end ?? coreEnd;
    rest.splice(0, comma + 1);
  }
  let end = separatorEnd;
  for (const token of rest) {
    // A comment on the same line is about what stands before it, unless more follows on that line.
    const sameLine =
      token.comment !== undefined &&
      !text.slice(end, token.start).includes("\n");
    if (!sameLine || !/^[^\S\n]*(?:\n|$)/.test(text.slice(token.end))) break;
    end = token.end;
  }
  return { coreEnd, separator, separatorEnd, end };
}

function bodyFor(
  reading: Reading,
  node: TsNode,
  coreEnd: number,
): Body | undefined {
  const { ts, file, tokens } = reading;
  const found = bodyOf(ts, file, node);
  if (!found) return undefined;
  const close = found.container.end - 1;
  let open = found.open;
  const next = tokens[firstAt(tokens, open)];
  // `{ // note`: about the whole.
  if (
    next?.comment !== undefined &&
    next.start < close &&
    /^[^\S\n]*$/.test(file.text.slice(open, next.start))
  ) {
    if (/^[^\S\n]*\n/.test(file.text.slice(next.end))) open = next.end;
  }
  return {
    kind: found.kind,
    headStart: node.getStart(file),
    open,
    close,
    tailEnd: coreEnd,
    children: slots(reading, found.kind, open, close, found.children),
  };
}
