import type { ts as TypeScript } from "ts-morph";
import { diagnostic, UserError } from "../diagnostics.js";
import { jsonRoot, typescriptRoot, type Reading } from "./cut.js";
import { findAnchor, type Anchor } from "./slot-ids.js";
import type { Body, Source } from "./slot.js";
import { canonical, tokensOf } from "./tokens.js";

export type Ts = typeof TypeScript;
export type TsNode = TypeScript.Node;
export type SourceFile = TypeScript.SourceFile;
export type ArrowFunction = TypeScript.ArrowFunction;
export type ArrayLiteral = TypeScript.ArrayLiteralExpression;

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
    tokens: (from: number, to: number): string => canonical(tokens, from, to),
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
