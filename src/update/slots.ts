import type { ts as TypeScript } from "ts-morph";
import { diagnostic, UserError } from "../diagnostics.js";
import {
  bodyOf,
  findAnchor,
  topLevelIdentity,
  type Anchor,
} from "./slot-ids.js";
import type { Body, Slot, Source } from "./slot.js";
import { tokensOf, type Token } from "./tokens.js";

export type Ts = typeof TypeScript;
export type TsNode = TypeScript.Node;
export type SourceFile = TypeScript.SourceFile;
export type ArrowFunction = TypeScript.ArrowFunction;
export type ArrayLiteral = TypeScript.ArrayLiteralExpression;

/** A parsed text together with what its slots are found by. */
interface Reading {
  readonly ts: Ts;
  readonly file: SourceFile;
  readonly tokens: readonly Token[];
  readonly source: Source;
}

/** The compiler is large and seldom needed: only a file that was edited and has to change is read with it. */
async function compiler(): Promise<Ts> {
  const { ts } = await import("ts-morph");
  return ts;
}

/**
 * Reads a TypeScript or JSON file into slots. Throws a UserError that names file and line where it does not parse.
 * @param like the tool that the file holds, as an earlier reading found it: in a file with several it says which one is meant
 */
export async function readSlots(
  path: string,
  text: string,
  like?: Anchor,
): Promise<Source & { readonly anchor?: Anchor }> {
  const ts = await compiler();
  const file = parse(ts, path, text);
  const tokens = tokensOf(ts, file);
  const anchor = path.endsWith(".json")
    ? undefined
    : findAnchor(ts, file, like);
  const source = {
    text,
    indent: /^(\t| {2,8})\S/m.exec(text)?.[1] ?? "  ",
    tokens: (from: number, to: number): string => canon(tokens, from, to),
    root: undefined as unknown as Body,
    ...(anchor && { anchor: { name: anchor.name, constant: anchor.constant } }),
  };
  const reading: Reading = { ts, file, tokens, source };
  source.root = path.endsWith(".json")
    ? jsonRoot(reading)
    : typescriptRoot(reading, anchor);
  return source;
}

/** What a tool file says of its tool; undefined where the file has none, or does not parse. */
export async function readTool(
  path: string,
  text: string,
): Promise<
  | { readonly name: string; readonly method: string; readonly path: string }
  | undefined
> {
  const ts = await compiler();
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const anchor = findAnchor(ts, file);
  return anchor?.name !== undefined &&
    anchor.method !== undefined &&
    anchor.path !== undefined
    ? { name: anchor.name, method: anchor.method, path: anchor.path }
    : undefined;
}

function parse(ts: Ts, path: string, text: string): SourceFile {
  const file = path.endsWith(".json")
    ? ts.parseJsonText(path, text)
    : ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  if (path.endsWith(".json")) setParents(ts, file);
  const { parseDiagnostics } = file as unknown as {
    readonly parseDiagnostics: readonly TypeScript.DiagnosticWithLocation[];
  };
  const [problem] = parseDiagnostics;
  if (!problem) return file;
  const { line, character } = file.getLineAndCharacterOfPosition(problem.start);
  const why = ts.flattenDiagnosticMessageText(problem.messageText, " ");
  throw new UserError(
    diagnostic(
      "project-unparsable",
      `${path}:${line + 1}:${character + 1} does not parse: ${why}`,
      {
        at: path,
        line: line + 1,
        column: character + 1,
      },
    ),
  );
}

/** The JSON parser leaves them out. */
function setParents(ts: Ts, parent: TsNode): void {
  ts.forEachChild(parent, (child) => {
    (child as { parent: TsNode }).parent = parent;
    setParents(ts, child);
  });
}

function canon(tokens: readonly Token[], from: number, to: number): string {
  const parts: string[] = [];
  for (
    let index = firstAt(tokens, from);
    index < tokens.length && tokens[index]!.end <= to;
    index += 1
  ) {
    if (tokens[index]!.canon !== "") parts.push(tokens[index]!.canon);
  }
  return parts.join("\n");
}

function firstAt(tokens: readonly Token[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle]!.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function typescriptRoot(reading: Reading, anchor: Anchor | undefined): Body {
  const { ts, file } = reading;
  const named = [...file.statements].map((node) => ({
    node,
    ...topLevelIdentity(ts, file, node, anchor),
  }));
  return fileBody(reading, named);
}

function jsonRoot(reading: Reading): Body {
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
      const header = headerLength(reading, lead, index === 0);
      if (header > 0)
        addComment(lead[0]!.start, lead[header - 1]!.end, "header");
      lead = lead.slice(header);
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
