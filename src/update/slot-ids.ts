import type { SourceFile, Ts, TsNode } from "./slots.js";

/** The tool of a tool file. Its constant may be renamed: the call of `defineTool` is what makes it one. */
export interface Anchor {
  readonly name?: string | undefined;
  readonly constant: string;
}

interface FoundAnchor extends Anchor {
  readonly statement: TsNode;
  readonly inputType?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
}

/** The statement that defines the file's tool; among several the one that is most like the given one. */
export function findAnchor(
  ts: Ts,
  file: SourceFile,
  like?: Anchor,
): FoundAnchor | undefined {
  const found = file.statements.flatMap((statement): FoundAnchor[] => {
    if (!ts.isVariableStatement(statement)) return [];
    const [declaration] = statement.declarationList.declarations;
    const call =
      declaration?.initializer && unwrap(ts, declaration.initializer);
    if (
      !declaration ||
      !call ||
      !ts.isCallExpression(call) ||
      call.expression.getText(file) !== "defineTool"
    )
      return [];
    const [tool] = call.arguments;
    const properties =
      tool && ts.isObjectLiteralExpression(tool) ? tool : undefined;
    const request = properties && propertyOf(ts, properties, "request");
    const [type] = call.typeArguments ?? [];
    return [
      {
        statement,
        constant: declaration.name.getText(file),
        name: properties && textOf(ts, propertyOf(ts, properties, "name")),
        method: request && textOf(ts, propertyOf(ts, request, "method")),
        path: request && textOf(ts, propertyOf(ts, request, "path")),
        inputType:
          type && ts.isTypeReferenceNode(type)
            ? type.typeName.getText(file)
            : undefined,
      },
    ];
  });
  return (
    found.find(({ name }) => like?.name !== undefined && name === like.name) ??
    found.find(({ constant }) => constant === like?.constant) ??
    found[0]
  );
}

/** The value of a property of an object literal. */
export function propertyOf(
  ts: Ts,
  node: TsNode,
  name: string,
): TsNode | undefined {
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const property = node.properties.find(
    (one) =>
      ts.isPropertyAssignment(one) &&
      !ts.isComputedPropertyName(one.name) &&
      one.name.text === name,
  );
  return property && ts.isPropertyAssignment(property)
    ? unwrap(ts, property.initializer)
    : undefined;
}

/** The value of a string literal. */
export function textOf(ts: Ts, node: TsNode | undefined): string | undefined {
  return node && ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** `x as const`, `x satisfies T` and `(x)` are `x` for our purposes. */
export function unwrap(ts: Ts, node: TsNode): TsNode {
  return ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isParenthesizedExpression(node)
    ? unwrap(ts, node.expression)
    : node;
}

export interface Identity {
  readonly id: string;
  readonly label: string;
}

/** What a top-level statement is known by. */
export function topLevelIdentity(
  ts: Ts,
  file: SourceFile,
  node: TsNode,
  anchor: Anchor | undefined,
): Identity {
  const tool = anchor as FoundAnchor | undefined;
  if (ts.isImportDeclaration(node)) {
    const module = textOf(ts, node.moduleSpecifier) ?? "";
    const label = `import ${module}`;
    return {
      id: node.importClause?.isTypeOnly ? `import type ${module}` : label,
      label,
    };
  }
  if (ts.isVariableStatement(node)) {
    const names = node.declarationList.declarations
      .map((declaration) => declaration.name.getText(file))
      .join(", ");
    return node === tool?.statement
      ? { id: "the tool", label: names }
      : { id: `value ${names}`, label: names };
  }
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
    const name = node.name.text;
    return {
      id: name === tool?.inputType ? "the input" : `type ${name}`,
      label: name,
    };
  }
  if (
    (ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isEnumDeclaration(node)) &&
    node.name
  ) {
    return { id: `value ${node.name.text}`, label: node.name.text };
  }
  if (ts.isExportDeclaration(node)) {
    const label = `export ${textOf(ts, node.moduleSpecifier) ?? ""}`.trim();
    return { id: label, label };
  }
  if (ts.isExportAssignment(node))
    return { id: "export default", label: "export default" };
  if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) {
    const [first] = node.expression.arguments;
    const title = textOf(ts, first);
    if (title !== undefined) {
      const label = `${node.expression.expression.getText(file)}(${JSON.stringify(title)})`;
      return { id: label, label };
    }
  }
  const text = node.getText(file).replace(/\s+/g, " ");
  return { id: `statement ${text}`, label: text.slice(0, 40) };
}
