import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import Handlebars from "handlebars";
import { isCode, literal } from "./code.js";

/**
 * The template engine. `{{x}}` prints a TypeScript literal, always, laid out for the line that it stands on; a `Code` value
 * is printed as it is. `{{{x}}}`, `{{&x}}` and partials are refused when a template is compiled.
 */

/** The folder of this package that holds `templates/`, both from the sources and from the built files. */
export const packageRoot: string = (() => {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, "templates", "tool.ts.hbs"))) {
    const parent = path.dirname(folder);
    if (parent === folder)
      throw new Error("Toolwright's templates are missing");
    folder = parent;
  }
  return folder;
})();

export const templatesFolder: string = path.join(packageRoot, "templates");

const engine = Handlebars.create();
engine.registerHelper(
  "print",
  (value: unknown, options: Handlebars.HelperOptions) => {
    if (value === undefined) throw new Error("A template's value is missing");
    if (isCode(value)) return value.text;
    const { indent, column } = options.hash as {
      indent: number;
      column: number;
    };
    return literal(value, indent, column);
  },
);

const compiled = new Map<string, Handlebars.TemplateDelegate>();

/** Renders `templates/<name>.hbs` with the given values. */
export function render(
  name: string,
  values: { readonly [key: string]: unknown },
): string {
  let template = compiled.get(name);
  if (template === undefined) {
    const source = readFileSync(
      path.join(templatesFolder, `${name}.hbs`),
      "utf8",
    );
    template = compileTemplate(source);
    compiled.set(name, template);
  }
  return template(values, {
    // Values are plain data of our own making; a getter or method of a prototype is never theirs.
    allowProtoMethodsByDefault: false,
    allowProtoPropertiesByDefault: false,
  });
}

/** Compiles template text. Throws when it would print anything but through `print`. */
export function compileTemplate(source: string): Handlebars.TemplateDelegate {
  const program = Handlebars.parse(source);
  const rows = source.split("\n");
  new PrintEverything(rows).accept(program);
  return engine.compile(program, {
    noEscape: true,
    strict: true,
    knownHelpersOnly: true,
    knownHelpers: { print: true },
  });
}

class PrintEverything extends Handlebars.Visitor {
  readonly rows: readonly string[];
  constructor(rows: readonly string[]) {
    super();
    this.rows = rows;
  }
  override MustacheStatement(mustache: hbs.AST.MustacheStatement): void {
    if (!mustache.escaped) {
      throw new Error(
        "A template may not print raw: make the value a Code in render/code.ts",
      );
    }
    if (mustache.params.length > 0) {
      throw new Error("A template calls no helper of its own");
    }
    const { line, column } = mustache.loc.start;
    const row = this.rows[line - 1] ?? "";
    const indent = row.length - row.trimStart().length;
    const number = (value: number): hbs.AST.NumberLiteral => ({
      type: "NumberLiteral",
      value,
      original: value,
      loc: mustache.loc,
    });
    mustache.params = [mustache.path as hbs.AST.Expression];
    mustache.path = {
      type: "PathExpression",
      data: false,
      depth: 0,
      parts: ["print"],
      original: "print",
      loc: mustache.loc,
    } as hbs.AST.PathExpression;
    mustache.hash = {
      type: "Hash",
      loc: mustache.loc,
      pairs: [
        {
          type: "HashPair",
          key: "indent",
          value: number(indent),
          loc: mustache.loc,
        },
        {
          type: "HashPair",
          key: "column",
          value: number(column),
          loc: mustache.loc,
        },
      ],
    };
  }
  override PartialStatement(): void {
    throw new Error("A template includes no other");
  }
}
