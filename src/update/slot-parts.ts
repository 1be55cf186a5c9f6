import type { Body } from "./slot.js";
import { propertyOf, textOf, unwrap, type Identity } from "./slot-ids.js";
import type { ArrayLiteral, SourceFile, Ts, TsNode } from "./slots.js";

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
