import ts from "typescript";

/** What a person does to a file: numbers choose among what there is, `tag` is in all text that they write. */
export interface Edit {
  readonly kind: string;
  readonly at: number;
  readonly which: number;
}

const pick = <Item>(items: readonly Item[], index: number): Item | undefined =>
  items.length === 0 ? undefined : items[index % items.length];

interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}
const splice = (text: string, { from, to, text: inserted }: Splice): string =>
  text.slice(0, from) + inserted + text.slice(to);

function nodes<Node extends ts.Node>(
  file: ts.SourceFile,
  test: (node: ts.Node) => node is Node,
): Node[] {
  const found: Node[] = [];
  (function visit(node: ts.Node): void {
    if (test(node)) found.push(node);
    ts.forEachChild(node, visit);
  })(file);
  return found;
}

/** Properties of the tool, at any depth. */
const properties = (file: ts.SourceFile): ts.PropertyAssignment[] =>
  nodes(file, ts.isPropertyAssignment);
const members = (file: ts.SourceFile): ts.PropertySignature[] =>
  nodes(file, ts.isPropertySignature);
const indentOf = (file: ts.SourceFile, node: ts.Node): string =>
  /[ \t]*$/.exec(file.text.slice(0, node.getStart(file)))![0];

type Make = (
  file: ts.SourceFile,
  edit: Edit,
  tag: string,
) => Splice | undefined;

const inTools: { readonly [kind: string]: Make } = {
  reword(file, { at }, tag) {
    const words = properties(file).filter(
      ({ name, initializer }) =>
        /^(?:title|description)$/.test(name.getText(file)) &&
        ts.isStringLiteral(initializer),
    );
    const one = pick(words, at);
    return (
      one && {
        from: one.initializer.getStart(file),
        to: one.initializer.end,
        text: `"Words of mine, ${tag}."`,
      }
    );
  },
  flip(file, { at }) {
    const one = pick(
      properties(file).filter(({ initializer }) =>
        /^(?:true|false)$/.test(initializer.getText(file)),
      ),
      at,
    );
    return (
      one && {
        from: one.initializer.getStart(file),
        to: one.initializer.end,
        text: one.initializer.getText(file) === "true" ? "false" : "true",
      }
    );
  },
  handler(file, _, tag) {
    const one = properties(file).find(
      ({ name }) => name.getText(file) === "handler",
    );
    return (
      one && {
        from: one.initializer.getStart(file),
        to: one.initializer.end,
        text: `async (input, api) => {\n    // ${tag}\n    const answer = await api.send(input);\n    return answer;\n  }`,
      }
    );
  },
  addProperty(file, { at }, tag) {
    const schemas = nodes(file, ts.isObjectLiteralExpression).filter((node) =>
      node.properties.some((one) => one.name?.getText(file) === "type"),
    );
    const one = pick(schemas, at);
    const first = one?.properties[0];
    return (
      first && {
        from: first.getStart(file),
        to: first.getStart(file),
        text: `$comment: "${tag}",${first.getFullText(file).startsWith("\n") ? `\n${indentOf(file, first)}` : " "}`,
      }
    );
  },
  addArgument(file, { at }, tag) {
    const one = pick(
      nodes(file, ts.isObjectLiteralExpression).filter(
        (node) =>
          ts.isPropertyAssignment(node.parent) &&
          node.parent.name.getText(file) === "properties",
      ),
      at,
    );
    const end = one && (one.properties.at(-1)?.end ?? one.getStart(file) + 1);
    return end === undefined
      ? undefined
      : {
          from: end,
          to: end,
          text: `${one!.properties.length > 0 ? ", " : " "}mine_${tag}: { type: "string" }`,
        };
  },
  dropProperty(file, { at }) {
    const small = properties(file).filter(
      (one) =>
        /^(?:description|minimum|maximum|maxLength|format|idempotentHint)$/.test(
          one.name.getText(file),
        ) &&
        one.parent.properties.length > 1 &&
        !ts.isCallExpression(one.parent.parent),
    );
    const one = pick(small, at);
    if (!one) return undefined;
    const comma = /^\s*,/.exec(file.text.slice(one.end));
    return {
      from: one.getFullStart(),
      to: one.end + (comma ? comma[0].length : 0),
      text: "",
    };
  },
  commentAbove(file, { at }, tag) {
    const lines = [...properties(file), ...members(file)].filter((node) =>
      /\n[ \t]*$/.test(file.text.slice(0, node.getStart(file))),
    );
    const one = pick(lines, at);
    return (
      one && {
        from: one.getStart(file),
        to: one.getStart(file),
        text: `// Note ${tag}\n${indentOf(file, one)}`,
      }
    );
  },
  commentBehind(file, { at }, tag) {
    const ends = [...file.text.matchAll(/[,;](?=\n)/g)].map(
      (match) => match.index + 1,
    );
    const one = pick(ends, at);
    return one === undefined
      ? undefined
      : { from: one, to: one, text: ` // ${tag}` };
  },
  commentAtEnd(file, { at }, tag) {
    const one = pick(
      nodes(file, ts.isObjectLiteralExpression).filter((node) =>
        node.getText(file).includes("\n"),
      ),
      at,
    );
    return (
      one && {
        from: one.end - 1,
        to: one.end - 1,
        text: `  // ${tag}\n${/[ \t]*$/.exec(file.text.slice(0, one.end - 1))![0]}`,
      }
    );
  },
  renameConstant(file, { which }, tag) {
    const statement = file.statements.find(ts.isVariableStatement);
    const name = statement?.declarationList.declarations[0]?.name;
    return (
      name && {
        from: name.getStart(file),
        to: name.end,
        text: `renamed${which % 3}_${tag}`,
      }
    );
  },
  helper(file, _, tag) {
    const last = file.statements.findLast(ts.isImportDeclaration);
    return (
      last && {
        from: last.end,
        to: last.end,
        text: `\nimport { hostname } from "node:os";\n\nfunction help_${tag}(): string {\n  return hostname();\n}\n`,
      }
    );
  },
  moveInterface(file) {
    const one = file.statements.find(ts.isInterfaceDeclaration);
    if (!one) return undefined;
    return {
      from: one.getFullStart(),
      to: file.text.length,
      text: `${file.text.slice(one.end).trimEnd()}\n${one.getFullText(file)}\n`,
    };
  },
  moveProperty(file) {
    const tool = nodes(file, ts.isCallExpression).find(
      (node) => node.expression.getText(file) === "defineTool",
    )?.arguments[0];
    if (
      !tool ||
      !ts.isObjectLiteralExpression(tool) ||
      tool.properties.length < 3
    )
      return undefined;
    const [first, second] = [tool.properties[0]!, tool.properties[1]!];
    return {
      from: first.getFullStart(),
      to: second.end,
      text: `${second.getFullText(file)},${first.getFullText(file)}`,
    };
  },
  memberText(file, { at }, tag) {
    const one = pick(
      members(file).filter(
        (node) => ts.getJSDocCommentsAndTags(node).length > 0,
      ),
      at,
    );
    const doc = one && ts.getJSDocCommentsAndTags(one)[0];
    return (
      doc && {
        from: doc.getStart(file),
        to: doc.end,
        text: `/** Mine, ${tag}. */`,
      }
    );
  },
  memberType(file, { at }, tag) {
    const one = pick(
      members(file).filter(
        (node) =>
          node.type &&
          /^(?:string|number|boolean)$/.test(node.type.getText(file)),
      ),
      at,
    );
    return (
      one && {
        from: one.type!.getStart(file),
        to: one.type!.end,
        text: `${one.type!.getText(file)} | "${tag}"`,
      }
    );
  },
  addMember(file, _, tag) {
    const one = file.statements.find(ts.isInterfaceDeclaration);
    return (
      one && {
        from: one.end - 1,
        to: one.end - 1,
        text: `  extra_${tag}?: string;\n`,
      }
    );
  },
  oneRequired(file, { at }, tag) {
    const one = pick(
      properties(file).filter(
        ({ name, initializer }) =>
          name.getText(file) === "required" &&
          ts.isArrayLiteralExpression(initializer),
      ),
      at,
    );
    const end = one?.initializer.end;
    return end === undefined
      ? undefined
      : {
          from: end - 1,
          to: end - 1,
          text: `, "${tag}"`.slice(
            (one!.initializer as ts.ArrayLiteralExpression).elements.length ===
              0
              ? 2
              : 0,
          ),
        };
  },
};

const inIndex: { readonly [kind: string]: Make } = {
  register(file, { at }, tag) {
    const one = pick(nodes(file, ts.isArrayLiteralExpression), at);
    return (
      one && {
        from: one.getStart(file) + 1,
        to: one.getStart(file) + 1,
        text: `\n    mine_${tag},`,
      }
    );
  },
  unregister(file, { at }) {
    const one = pick(
      nodes(file, ts.isArrayLiteralExpression).filter(
        ({ elements }) => elements.length > 1,
      ),
      at,
    );
    const element = one && pick(one.elements, at);
    return (
      element && {
        from: element.getFullStart(),
        to: element.end + (file.text[element.end] === "," ? 1 : 0),
        text: "",
      }
    );
  },
  commentBehind: inTools["commentBehind"]!,
  helper: inTools["helper"]!,
};

const inJson: { readonly [kind: string]: Make } = {
  addKey(file, { at }, tag) {
    const one = pick(
      nodes(file, ts.isObjectLiteralExpression).filter(
        ({ properties }) => properties.length > 0,
      ),
      at,
    );
    const first = one?.properties[0];
    return (
      first && {
        from: first.getStart(file),
        to: first.getStart(file),
        text: `"key-${tag}": "${tag}",\n`,
      }
    );
  },
  changeValue(file, { at }, tag) {
    const one = pick(
      properties(file).filter(({ initializer }) =>
        ts.isStringLiteral(initializer),
      ),
      at,
    );
    return (
      one && {
        from: one.initializer.getStart(file),
        to: one.initializer.end,
        text: `"${tag}"`,
      }
    );
  },
};

const inText: { readonly [kind: string]: Make } = {
  addLine(file, { at }, tag) {
    const ends = [...file.text.matchAll(/\n/g)].map((match) => match.index + 1);
    const one = pick(ends, at) ?? file.text.length;
    return { from: one, to: one, text: `Line of mine, ${tag}\n` };
  },
};

const kindsOf = (path: string) =>
  path.endsWith(".json")
    ? inJson
    : !path.endsWith(".ts")
      ? inText
      : path === "src/tools/index.ts"
        ? inIndex
        : inTools;

/** Kinds of edits, for every kind of file: a number chooses one. */
export function editFile(
  path: string,
  text: string,
  edit: { readonly kind: number; readonly at: number; readonly which: number },
  tag: string,
): { text: string; kind: string } {
  const kinds = kindsOf(path);
  const kind = pick(Object.keys(kinds), edit.kind)!;
  const file = path.endsWith(".json")
    ? ts.parseJsonText(path, text)
    : ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  if (path.endsWith(".json")) setParents(file);
  const made = kinds[kind]!(file, { ...edit, kind }, tag);
  return { text: made ? splice(text, made) : text, kind };
}

function setParents(parent: ts.Node): void {
  ts.forEachChild(parent, (child) => {
    (child as { parent: ts.Node }).parent = parent;
    setParents(child);
  });
}
