import ts from "typescript";

/**
 * What a file says, apart from how it is written: read with the plain compiler, in another way than the code under test
 * does it, so that the two can be held against each other.
 */
export interface Tree {
  /** Comments above and behind. */
  readonly lead: string;
  readonly trail: string;
  readonly head: string;
  /** What is between the comments, for what is not opened in all readings. */
  readonly core: string;
  readonly parts?: ReadonlyMap<string, Tree>;
}

export function readTree(path: string, text: string): Tree {
  const json = path.endsWith(".json");
  const file = json
    ? ts.parseJsonText(path, text)
    : ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  if (json) setParents(file);
  const problems = (
    file as unknown as {
      parseDiagnostics: { messageText: unknown; start: number }[];
    }
  ).parseDiagnostics;
  if (problems.length > 0)
    throw new Error(
      `${path} does not parse: ${JSON.stringify(problems[0]!.messageText)}\n${text}`,
    );
  const parts = new Map<string, Tree>();
  let first = true;
  for (const statement of file.statements) {
    const tree = json
      ? nodeTree(
          file,
          statement,
          (statement as ts.ExpressionStatement).expression,
        )
      : statementTree(file, statement);
    const header =
      first && !json
        ? tree.lead
            .split("\n")
            .filter((line) => line.startsWith("//"))
            .join("\n")
        : "";
    if (header !== "") parts.set("header", leaf(header));
    parts.set(
      json ? "" : statementId(file, statement),
      header === "" ? tree : { ...tree, lead: "" },
    );
    first = false;
  }
  return { lead: "", trail: "", head: "", core: "", parts };
}

const leaf = (core: string): Tree => ({
  lead: "",
  trail: "",
  head: "",
  core,
});

function setParents(parent: ts.Node): void {
  ts.forEachChild(parent, (child) => {
    (child as { parent: ts.Node }).parent = parent;
    setParents(child);
  });
}

function toolCall(
  file: ts.SourceFile,
  node: ts.Node,
): ts.CallExpression | undefined {
  const value = ts.isVariableStatement(node)
    ? node.declarationList.declarations[0]?.initializer
    : undefined;
  return value &&
    ts.isCallExpression(value) &&
    value.expression.getText(file) === "defineTool"
    ? value
    : undefined;
}

function statementId(file: ts.SourceFile, node: ts.Statement): string {
  if (ts.isImportDeclaration(node))
    return `import ${node.moduleSpecifier.getText(file).slice(1, -1)} ${node.importClause?.isTypeOnly === true}`;
  if (toolCall(file, node)) return "tool";
  if (ts.isInterfaceDeclaration(node)) {
    const typed = file.statements.map((one) =>
      toolCall(file, one)?.typeArguments?.[0]?.getText(file),
    );
    return typed.includes(node.name.text) ? "input" : `type ${node.name.text}`;
  }
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations
      .map(({ name }) => name.getText(file))
      .join();
  if (ts.isFunctionDeclaration(node)) return node.name?.text ?? "default";
  return canonical(node.getText(file));
}

function statementTree(file: ts.SourceFile, node: ts.Statement): Tree {
  const call = toolCall(file, node);
  if (call) return nodeTree(file, node, call.arguments[0]!);
  if (ts.isVariableStatement(node))
    return nodeTree(
      file,
      node,
      node.declarationList.declarations[0]!.initializer!,
    );
  if (ts.isImportDeclaration(node) && node.importClause?.namedBindings)
    return nodeTree(file, node, node.importClause.namedBindings);
  return nodeTree(file, node, node);
}

/** `container`: what in the node has the parts. */
function nodeTree(
  file: ts.SourceFile,
  node: ts.Node,
  container: ts.Node,
): Tree {
  const { text } = file;
  const lead = (
    ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []
  ).filter(({ pos }) => {
    // What follows an opening bracket on its line, or a comma, is about what stands there.
    const line = text.slice(node.getFullStart(), pos);
    return (
      node.getFullStart() === 0 ||
      line.includes("\n") ||
      !/\n/.test(text.slice(pos, node.getStart(file)))
    );
  });
  const comma = /^\s*,/.exec(text.slice(node.end));
  const end = node.end + (comma ? comma[0].length : 0);
  const trail = ts.getTrailingCommentRanges(text, end) ?? [];
  const show = (ranges: readonly ts.CommentRange[]): string =>
    ranges.map(({ pos, end }) => comment(text.slice(pos, end))).join("\n");
  const children = partsOf(file, container);
  const core = text.slice(node.getStart(file), node.end);
  return {
    lead: show(lead),
    trail: show(trail),
    head: children
      ? canonical(text.slice(node.getStart(file), container.getStart(file)))
      : "",
    core: canonical(core),
    ...(children && { parts: children }),
  };
}

function partsOf(
  file: ts.SourceFile,
  node: ts.Node,
): Map<string, Tree> | undefined {
  const parts = new Map<string, Tree>();
  const add = (id: string, child: ts.Node, container: ts.Node): void =>
    void parts.set(
      parts.has(id) ? `${id} again` : id,
      nodeTree(file, child, container),
    );
  if (ts.isObjectLiteralExpression(node)) {
    for (const child of node.properties)
      add(
        nameOf(file, child.name),
        child,
        ts.isPropertyAssignment(child) ? child.initializer : child,
      );
  } else if (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node)) {
    for (const child of node.members)
      add(
        nameOf(file, child.name),
        child,
        ts.isPropertySignature(child) && child.type ? child.type : child,
      );
  } else if (ts.isNamedImports(node)) {
    for (const child of node.elements) add(child.name.text, child, child);
  } else if (ts.isArrayLiteralExpression(node)) {
    const required =
      ts.isPropertyAssignment(node.parent) &&
      nameOf(file, node.parent.name) === "required";
    for (const child of node.elements) {
      const id = elementId(file, child, required);
      if (id === undefined || parts.has(id)) return undefined;
      add(id, child, child);
    }
  } else return undefined;
  addDangling(file, node, parts);
  return parts;
}

function addDangling(
  file: ts.SourceFile,
  node: ts.Node,
  parts: Map<string, Tree>,
): void {
  const last =
    ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node)
      ? node.members.at(-1)
      : ts.isObjectLiteralExpression(node)
        ? node.properties.at(-1)
        : ts.isArrayLiteralExpression(node)
          ? node.elements.at(-1)
          : undefined;
  if (!last) return;
  const comma = /^\s*,/.exec(file.text.slice(last.end));
  const from = last.end + (comma ? comma[0].length : 0);
  const trailing = ts.getTrailingCommentRanges(file.text, from) ?? [];
  for (const { pos, end } of ts.getLeadingCommentRanges(
    file.text,
    trailing.at(-1)?.end ?? from,
  ) ?? []) {
    if (end <= node.end)
      parts.set(
        comment(file.text.slice(pos, end)),
        leaf(comment(file.text.slice(pos, end))),
      );
  }
}

function nameOf(file: ts.SourceFile, name: ts.Node | undefined): string {
  if (!name) return "?";
  return ts.isIdentifier(name) || ts.isStringLiteral(name)
    ? name.text
    : name.getText(file);
}

function elementId(
  file: ts.SourceFile,
  node: ts.Expression,
  required: boolean,
): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  if (required && ts.isStringLiteral(node)) return node.text;
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const value = (name: string): string | undefined => {
    const found = node.properties.find(
      (one) => nameOf(file, one.name) === name,
    );
    return found &&
      ts.isPropertyAssignment(found) &&
      ts.isStringLiteral(found.initializer)
      ? found.initializer.text
      : undefined;
  };
  return value("name") === undefined
    ? undefined
    : `${value("in") ?? ""}:${value("name")}`;
}

const comment = (text: string): string =>
  text.replace(/\s+\*?\s*/g, " ").trim();

/** Text without what formatters change. */
function canonical(text: string): string {
  const scanner = ts.createScanner(
    ts.ScriptTarget.Latest,
    false,
    ts.LanguageVariant.Standard,
    text,
  );
  const tokens: string[] = [];
  for (
    let kind = scanner.scan();
    kind !== ts.SyntaxKind.EndOfFileToken;
    kind = scanner.scan()
  ) {
    if (
      kind === ts.SyntaxKind.WhitespaceTrivia ||
      kind === ts.SyntaxKind.NewLineTrivia ||
      kind === ts.SyntaxKind.SemicolonToken
    )
      continue;
    const isComment =
      kind === ts.SyntaxKind.SingleLineCommentTrivia ||
      kind === ts.SyntaxKind.MultiLineCommentTrivia;
    tokens.push(
      isComment
        ? comment(scanner.getTokenText())
        : kind === ts.SyntaxKind.StringLiteral
          ? JSON.stringify(scanner.getTokenValue())
          : scanner.getTokenText(),
    );
  }
  return tokens
    .join(" ")
    .replace(/"([A-Za-z_$][\w$]*)" (\??) ?:/g, "$1 $2 :")
    .replace(/ , (?=[)\]}>]|$)/g, " ")
    .replace(/\( (\w+) \) =>/g, "$1 =>")
    .replace(/([:=(<,]) \| /g, "$1 ")
    .replace(/\s+/g, " ")
    .replace(/[ ,]+$/, "");
}

/** What a merge must come to, on either answer to every question, and whether there is any. */
export interface Expected {
  readonly yours: Tree | undefined;
  readonly generated: Tree | undefined;
  readonly conflict: boolean;
}

/** The rule of regeneration, on what the files say. */
export function expectMerge(
  b: Tree | undefined,
  y: Tree | undefined,
  n: Tree | undefined,
): Expected {
  const agreed = (tree: Tree | undefined): Expected => ({
    yours: tree,
    generated: tree,
    conflict: false,
  });
  if (same(y, b)) return agreed(n);
  if (same(n, b) || same(y, n)) return agreed(y);
  if (!y || !n)
    return b ? { yours: y, generated: n, conflict: true } : agreed(y ?? n);
  const fields = (["lead", "trail", "head"] as const).map(
    (field) => [field, three(b?.[field] ?? "", y[field], n[field])] as const,
  );
  const opened = y.parts && n.parts && (!b || b.parts);
  const ids = opened
    ? new Set([...y.parts!.keys(), ...n.parts!.keys()])
    : new Set<string>();
  const parts = [...ids].map(
    (id) =>
      [
        id,
        expectMerge(b?.parts?.get(id), y.parts!.get(id), n.parts!.get(id)),
      ] as const,
  );
  const whole = three(b?.core ?? "", y.core, n.core);
  const side = (which: "yours" | "generated"): Tree => ({
    ...(Object.fromEntries(
      fields.map(([field, value]) => [field, value[which]]),
    ) as Pick<Tree, "lead" | "trail" | "head">),
    core: opened ? "" : whole[which],
    ...(opened && {
      parts: new Map(
        parts.flatMap(([id, value]) =>
          value[which] ? [[id, value[which]] as const] : [],
        ),
      ),
    }),
  });
  const conflict =
    fields.some(([, value]) => value.conflict) ||
    (opened ? parts.some(([, value]) => value.conflict) : whole.conflict);
  return { yours: side("yours"), generated: side("generated"), conflict };
}

function three(b: string, y: string, n: string) {
  if (y === b || y === n) return { yours: n, generated: n, conflict: false };
  if (n === b) return { yours: y, generated: y, conflict: false };
  return { yours: y, generated: n, conflict: true };
}

const same = (a: Tree | undefined, b: Tree | undefined): boolean =>
  a && b ? stated(a) === stated(b) : a === b;

/** One text for what a tree says; the order of its parts does not matter. */
export function stated(tree: Tree): string {
  if (!tree.parts) return [tree.lead, tree.core, tree.trail].join("|");
  const parts = [...tree.parts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, part]) => `${id}: ${stated(part)}`);
  return [tree.lead, tree.head, tree.trail, "{", ...parts, "}"].join("\n");
}
