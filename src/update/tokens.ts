import type { ArrowFunction, SourceFile, Ts, TsNode } from "./slots.js";

/** A token or a comment, in a form that formatting does not change. */
export interface Token {
  readonly start: number;
  readonly end: number;
  /** Empty: a token that formatters add and remove at will. */
  readonly canon: string;
  readonly comment?: "line" | "block";
}

/**
 * The tokens of a file. Two texts that a formatter makes of one have the same: white space, semicolons, trailing commas,
 * quotes (of strings and of property names), parentheses around a lone arrow parameter and the bar before a union are
 * left out or made alike. Comments are kept, their white space made alike.
 */
export function tokensOf(ts: Ts, file: SourceFile): readonly Token[] {
  const { text } = file;
  const { literals, dropped, kept, ends } = findings(ts, file);
  const scanner = ts.createScanner(
    ts.ScriptTarget.Latest,
    false,
    ts.LanguageVariant.Standard,
    text,
  );
  const tokens: Token[] = [];
  for (
    let kind = scanner.scan();
    kind !== ts.SyntaxKind.EndOfFileToken;
    kind = scanner.scan()
  ) {
    const start = scanner.getTokenStart();
    const literal = literals.get(start);
    const end = literal?.end ?? scanner.getTokenEnd();
    if (literal) {
      tokens.push({ start, ...literal });
      scanner.resetTokenState(end);
    } else if (
      kind === ts.SyntaxKind.SingleLineCommentTrivia ||
      kind === ts.SyntaxKind.ShebangTrivia
    ) {
      tokens.push({
        start,
        end,
        canon: plainComment(text.slice(start, end)),
        comment: "line",
      });
    } else if (kind === ts.SyntaxKind.MultiLineCommentTrivia) {
      tokens.push({
        start,
        end,
        canon: plainComment(text.slice(start, end)),
        comment: "block",
      });
    } else if (
      kind !== ts.SyntaxKind.WhitespaceTrivia &&
      kind !== ts.SyntaxKind.NewLineTrivia
    ) {
      const free =
        dropped.has(start) ||
        (kind === ts.SyntaxKind.SemicolonToken && !kept.has(start));
      tokens.push({ start, end, canon: free ? "" : text.slice(start, end) });
    }
    // The end of a statement is where the grammar says, whether or not a semicolon shows it.
    if (ends.has(end)) tokens.push({ start: end, end, canon: ";" });
  }
  return tokens.map((token, index) =>
    isTrailingComma(tokens, index) ? { ...token, canon: "" } : token,
  );
}

function plainComment(text: string): string {
  return text
    .replace(/\s*\n\s*\*?\s*/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function isTrailingComma(tokens: readonly Token[], index: number): boolean {
  if (tokens[index]!.canon !== ",") return false;
  const next = tokens
    .slice(index + 1)
    .find((token) => token.comment === undefined && token.canon !== "");
  return next === undefined || [")", "]", "}", ">"].includes(next.canon);
}

/** What the scanner cannot know by itself: only the grammar tells a regular expression from a division. */
function findings(ts: Ts, file: SourceFile) {
  const literals = new Map<
    number,
    { readonly end: number; readonly canon: string }
  >();
  const dropped = new Set<number>();
  const kept = new Set<number>();
  const ends = new Set<number>();
  const { text } = file;

  function literal(node: TsNode, canon: string): void {
    literals.set(node.getStart(file), { end: node.end, canon });
  }

  (function visit(node: TsNode): void {
    const { parent } = node;
    if (isPropertyName(ts, node)) literal(node, `name ${node.text}`);
    else if (ts.isStringLiteral(node)) literal(node, `string ${node.text}`);
    else if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node))
      literal(node, `number ${node.text.toLowerCase()}`);
    else if (ts.isRegularExpressionLiteral(node)) literal(node, node.text);
    else if (
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      literal(
        node,
        text.slice(node.getStart(file), node.end).replaceAll("\r\n", "\n"),
      );
    else if (ts.isForStatement(node)) {
      const header = text.slice(
        node.getStart(file),
        node.statement.getStart(file),
      );
      for (const match of header.matchAll(/;/g))
        kept.add(node.getStart(file) + match.index);
    } else if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) {
      const first = node.getStart(file);
      if (/[|&]/.test(text.charAt(first))) dropped.add(first);
    } else if (ts.isArrowFunction(node)) {
      const bare = lonelyParameter(ts, file, node);
      bare?.forEach((position) => dropped.add(position));
    } else if (ts.isTypeElement(node) && /[,;]/.test(text.charAt(node.end - 1)))
      dropped.add(node.end - 1);
    const stands =
      parent !== undefined &&
      (ts.isBlock(parent) ||
        ts.isSourceFile(parent) ||
        ts.isCaseOrDefaultClause(parent) ||
        ts.isClassLike(parent)) &&
      (ts.isStatement(node) || ts.isClassElement(node));
    if (stands) ends.add(node.end);
    ts.forEachChild(node, visit);
  })(file);
  return { literals, dropped, kept, ends };
}

/** `a`, `"a"` and `1` as the name of a property or member. */
function isPropertyName(
  ts: Ts,
  node: TsNode,
): node is TsNode & { readonly text: string } {
  const { parent } = node;
  if (
    parent === undefined ||
    !(
      ts.isIdentifier(node) ||
      ts.isStringLiteral(node) ||
      ts.isNumericLiteral(node)
    )
  )
    return false;
  return (
    (ts.isPropertyAssignment(parent) ||
      ts.isMethodDeclaration(parent) ||
      ts.isAccessor(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isMethodSignature(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isEnumMember(parent)) &&
    parent.name === node
  );
}

/** The parentheses of `(x) => …`, which may as well be `x => …`. */
function lonelyParameter(
  ts: Ts,
  file: SourceFile,
  node: ArrowFunction,
): readonly number[] | undefined {
  const [parameter, ...others] = node.parameters;
  if (!parameter || others.length > 0 || node.typeParameters || node.type)
    return undefined;
  if (
    parameter.type ||
    parameter.initializer ||
    parameter.dotDotDotToken ||
    parameter.questionToken
  )
    return undefined;
  if (!ts.isIdentifier(parameter.name)) return undefined;
  const { text } = file;
  const open = text.lastIndexOf("(", parameter.getStart(file));
  const from = node.modifiers?.end ?? node.getStart(file);
  if (open < from) return undefined;
  const close = text.indexOf(")", parameter.end);
  return close < 0 || close > node.equalsGreaterThanToken.getStart(file)
    ? undefined
    : [open, close];
}

/** The tokens of a part of the text, as one string: equal for texts that differ in formatting alone. */
export function canonical(
  tokens: readonly Token[],
  from: number,
  to: number,
): string {
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

/** The index of the first token at or behind an offset. */
export function firstAt(tokens: readonly Token[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle]!.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
