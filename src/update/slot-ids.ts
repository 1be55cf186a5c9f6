import type { Body } from "./slot.js";
import type { ArrayLiteral, SourceFile, Ts, TsNode } from "./slots.js";

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

function propertyOf(ts: Ts, node: TsNode, name: string): TsNode | undefined {
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

function textOf(ts: Ts, node: TsNode | undefined): string | undefined {
  return node && ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** `x as const`, `x satisfies T` and `(x)` are `x` for our purposes. */
function unwrap(ts: Ts, node: TsNode): TsNode {
  return ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isParenthesizedExpression(node)
    ? unwrap(ts, node.expression)
    : node;
}

interface Identity {
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

/** Where the parts of a node are; undefined: it is one slot. */
export function bodyOf(
  ts: Ts,
  file: SourceFile,
  node: TsNode,
):
  | {
      readonly kind: Body["kind"];
      readonly container: TsNode;
      readonly open: number;
      readonly children: readonly (Identity & { readonly node: TsNode })[];
    }
  | undefined {
  const container = containerOf(ts, node);
  if (!container) return undefined;
  const open = (elements: { readonly pos: number }): number => elements.pos;
  if (ts.isObjectLiteralExpression(container)) {
    const children = container.properties.map((child) => ({
      node: child,
      ...memberIdentity(ts, file, child),
    }));
    return {
      kind: "object",
      container,
      open: open(container.properties),
      children,
    };
  }
  if (ts.isInterfaceDeclaration(container) || ts.isTypeLiteralNode(container)) {
    const children = container.members.map((child) => ({
      node: child,
      ...memberIdentity(ts, file, child),
    }));
    return { kind: "type", container, open: open(container.members), children };
  }
  if (ts.isNamedImports(container) || ts.isNamedExports(container)) {
    const children = [...container.elements].map((child) => {
      const name = child.propertyName?.text ?? child.name.text;
      return { node: child as TsNode, id: name, label: name };
    });
    return {
      kind: "names",
      container,
      open: open(container.elements),
      children,
    };
  }
  if (ts.isArrayLiteralExpression(container)) {
    const children = elementsOf(
      ts,
      file,
      container,
      isNamed(ts, node, "required"),
    );
    return (
      children && {
        kind: "array",
        container,
        open: open(container.elements),
        children,
      }
    );
  }
  return undefined;
}

function containerOf(ts: Ts, node: TsNode): TsNode | undefined {
  if (ts.isInterfaceDeclaration(node)) return node;
  if (ts.isTypeAliasDeclaration(node))
    return ts.isTypeLiteralNode(node.type) ? node.type : undefined;
  if (ts.isPropertySignature(node))
    return node.type && ts.isTypeLiteralNode(node.type) ? node.type : undefined;
  if (ts.isImportDeclaration(node)) {
    const bindings = node.importClause?.namedBindings;
    return bindings && ts.isNamedImports(bindings) ? bindings : undefined;
  }
  if (ts.isExportDeclaration(node))
    return node.exportClause && ts.isNamedExports(node.exportClause)
      ? node.exportClause
      : undefined;
  if (ts.isVariableStatement(node)) {
    const [declaration, ...others] = node.declarationList.declarations;
    return declaration?.initializer && others.length === 0
      ? valueContainer(ts, declaration.initializer)
      : undefined;
  }
  if (ts.isPropertyAssignment(node))
    return valueContainer(ts, node.initializer);
  if (ts.isExportAssignment(node) || ts.isExpressionStatement(node))
    return valueContainer(ts, node.expression);
  if (ts.isObjectLiteralExpression(node)) return node;
  return undefined;
}

function valueContainer(ts: Ts, value: TsNode): TsNode | undefined {
  const node = unwrap(ts, value);
  if (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node))
    return node;
  if (ts.isCallExpression(node) && node.arguments.length === 1) {
    const [only] = node.arguments;
    return only && ts.isObjectLiteralExpression(only) ? only : undefined;
  }
  return undefined;
}

function memberIdentity(ts: Ts, file: SourceFile, node: TsNode): Identity {
  const { name } = node as { readonly name?: TsNode };
  if (!name) {
    const text = node.getText(file).replace(/[;,]$/, "").replace(/\s+/g, " ");
    return { id: text, label: text };
  }
  const known =
    ts.isIdentifier(name) ||
    ts.isStringLiteralLike(name) ||
    ts.isNumericLiteral(name);
  const text = known ? name.text : name.getText(file);
  const kind = ts.isGetAccessor(node)
    ? "get "
    : ts.isSetAccessor(node)
      ? "set "
      : "";
  return { id: `${kind}${text}`, label: text };
}

function isNamed(ts: Ts, node: TsNode, name: string): boolean {
  return (
    ts.isPropertyAssignment(node) &&
    !ts.isComputedPropertyName(node.name) &&
    node.name.text === name
  );
}

/**
 * The elements of a list whose elements have names: constants, objects with a `name` (and `in`), and the words of `required`.
 * Undefined where one has none or two have the same: then the list is one slot.
 */
function elementsOf(
  ts: Ts,
  file: SourceFile,
  array: ArrayLiteral,
  words: boolean,
): (Identity & { readonly node: TsNode })[] | undefined {
  const ids = new Set<string>();
  const found: (Identity & { readonly node: TsNode })[] = [];
  for (const node of array.elements) {
    const id = elementName(ts, file, node, words);
    if (id === undefined || ids.has(id)) return undefined;
    ids.add(id);
    found.push({ node, id, label: id });
  }
  return found;
}

function elementName(
  ts: Ts,
  file: SourceFile,
  node: TsNode,
  words: boolean,
): string | undefined {
  if (ts.isIdentifier(node) || ts.isSpreadElement(node))
    return node.getText(file);
  if (words) return textOf(ts, node);
  const name = textOf(ts, propertyOf(ts, node, "name"));
  const place = textOf(ts, propertyOf(ts, node, "in"));
  return name === undefined
    ? undefined
    : place === undefined
      ? name
      : `${place}:${name}`;
}
