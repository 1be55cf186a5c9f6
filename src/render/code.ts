/**
 * Everything that turns data into source text. A value of a document reaches a generated file as a literal, as an escaped
 * comment, or as an identifier from a whitelist; nothing else can print itself, since templates only print `Code` raw.
 */
const brand = Symbol("code");

/** Text that may be printed as it is. Only this file makes it. */
export interface Code {
  readonly [brand]: true;
  readonly text: string;
}

function code(text: string): Code {
  return { [brand]: true, text };
}

export function isCode(value: unknown): value is Code {
  return typeof value === "object" && value !== null && brand in value;
}

/** Where literals break lines: long enough for a short object to stay on the line of its property. */
const lineWidth = 120;

/**
 * Prints a JSON value as a TypeScript literal: short objects and arrays on one line, others with one property a line and
 * trailing commas. Properties whose value is undefined are left out.
 *
 * @param indent spaces before the line on which the literal starts
 * @param column how many characters stand before the literal on its line
 */
export function literal(value: unknown, indent = 0, column = indent): string {
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value !== "object" || value === null) {
    return Object.is(value, -0) ? "-0" : JSON.stringify(value);
  }
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const parts = Array.isArray(value)
    ? value.map((item: unknown) => ["", item] as const)
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => [`${propertyName(key)}: `, item] as const);
  if (parts.length === 0) return open + close;
  const flat = flatLiteral(open, parts, lineWidth - 1 - column);
  if (flat !== undefined) return flat;
  const inner = indent + 2;
  const pad = " ".repeat(inner);
  const lines = parts.map(
    ([key, item]) =>
      `${pad}${key}${literal(item, inner, inner + key.length)},\n`,
  );
  return `${open}\n${lines.join("")}${" ".repeat(indent)}${close}`;
}

type Part = readonly [key: string, value: unknown];

/** The literal on one line, or undefined when it is longer than `room` or is a schema's own map of properties. */
function flatLiteral(
  open: string,
  parts: readonly Part[],
  room: number,
): string | undefined {
  const printed: string[] = [];
  let left = room - (open === "{" ? 4 : 2);
  for (const [key, value] of parts) {
    if (key === "properties: " && Object.keys(value ?? {}).length > 0) {
      return undefined;
    }
    const text = flatValue(value, left - key.length);
    if (text === undefined) return undefined;
    printed.push(key + text);
    left -= key.length + text.length + 2;
    if (left < -2) return undefined;
  }
  const body = printed.join(", ");
  return open === "{" ? `{ ${body} }` : `[${body}]`;
}

function flatValue(value: unknown, room: number): string | undefined {
  if (room < 0) return undefined;
  if (typeof value !== "object" || value === null) return literal(value);
  const array = Array.isArray(value);
  const parts: Part[] = array
    ? value.map((item: unknown) => ["", item] as const)
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => [`${propertyName(key)}: `, item] as const);
  if (parts.length === 0) return array ? "[]" : "{}";
  return array ? flatLiteral("[", parts, room) : flatLiteral("{", parts, room);
}

// Beyond what JSON escapes: characters that end a line in source text, that cannot be seen, or that reorder what is seen.
// https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
const unseen =
  /[\u007f-\u009f\u2028\u2029\ufff9-\ufffb\p{DI}\p{Noncharacter_Code_Point}]/gu;

function stringLiteral(text: string): string {
  return escapeUnseen(JSON.stringify(text));
}

/** JSON text with the characters that are not to stand in a source escaped: they can only stand inside its strings. */
function escapeUnseen(jsonText: string): string {
  return jsonText.replace(unseen, (match) =>
    Array.from(
      { length: match.length },
      (_, i) => `\\u${match.charCodeAt(i).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}

const identifierName = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

function propertyName(key: string): string {
  // A plain `__proto__: x` in an object literal sets the prototype; only a computed key makes a property of that name.
  if (key === "__proto__") return '["__proto__"]';
  return identifierName.test(key) ? key : stringLiteral(key);
}

/** The name of a property in an interface. */
export function memberName(key: string): string {
  return identifierName.test(key) ? key : stringLiteral(key);
}

/** The key of a property in an object literal. */
export function propertyKey(key: string): Code {
  return code(propertyName(key));
}

// https://tc39.es/ecma262/#prod-ReservedWord, with what strict mode and modules add, and names that TypeScript gives a meaning.
const reserved = new Set(
  (
    "arguments as async await boolean break case catch class const constructor continue debugger declare default delete do else " +
    "enum eval export extends false finally for from function get if implements import in instanceof interface is let module " +
    "namespace never new null number object of package private protected public require return set static string super switch " +
    "symbol this throw true try type typeof undefined unknown any var void while with yield defineTool globalThis"
  ).split(" "),
);

/** `get_pet` as `getPet`. */
export function camelCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words
    .map((word, i) =>
      i === 0
        ? word.charAt(0).toLowerCase() + word.slice(1)
        : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join("");
  const safe = /^[A-Za-z]/.test(joined) ? joined : `_${joined}`;
  return reserved.has(safe) ? `${safe}_` : safe;
}

/** `get_pet` as `GetPet`. */
export function pascalCase(name: string): string {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}

/** An identifier. Throws on anything that is not one: it is always one of our own making. */
export function identifier(name: string): Code {
  if (!identifierName.test(name)) throw new Error(`Not an identifier: ${name}`);
  return code(name);
}

// Whatever ends a line for JavaScript, and characters that are not to be seen in any text.
const lineBreaks = /[\r\n\u2028\u2029\u000b\u000c\u0085]+/g;

/** Text on one line, without characters that cannot be seen. */
export function oneLine(text: string): string {
  return text
    .replace(lineBreaks, " ")
    .replace(/[\u0000-\u001f]+/g, " ")
    .replace(unseen, "")
    .trim();
}

/** A `//` comment of one line. */
export function lineComment(text: string): Code {
  return code(`// ${oneLine(text)}`);
}

/** A `/** … *\/` comment, or no text at all; wrapped to the line width, one blank before `*`. */
export function docComment(text: string, indent: number): string {
  const clean = oneLine(text).replaceAll("*/", "*\\/");
  if (clean === "") return "";
  const pad = " ".repeat(indent);
  if (clean.length <= lineWidth - indent - 7) return `${pad}/** ${clean} */\n`;
  const lines = wrap(clean, lineWidth - indent - 3);
  return `${pad}/**\n${lines.map((line) => `${pad} * ${line}\n`).join("")}${pad} */\n`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  lines.push(line);
  return lines;
}

/** A whole file as it is: a part of Toolwright's own template, never text of a document. */
export function verbatim(text: string): Code {
  return code(text);
}

/** Lines of source made of the other functions of this file. */
export function lines(parts: readonly string[]): Code {
  return code(parts.join("\n"));
}

/** A value as JSON text, two spaces a level. */
export function json(value: unknown, indent = 0): Code {
  return code(
    escapeUnseen(JSON.stringify(value, null, 2)).replaceAll(
      "\n",
      `\n${" ".repeat(indent)}`,
    ),
  );
}

/** A value as JSON text on one line. */
export function compactJson(value: unknown): Code {
  return code(escapeUnseen(JSON.stringify(value)));
}

/** Text for a Markdown paragraph or table cell: on one line, with what Markdown or HTML would act on escaped. */
export function markdown(text: string): Code {
  return code(
    oneLine(text)
      .replace(/[\\`*_{}[\]<>|~]/g, (character) =>
        character === "<"
          ? "&lt;"
          : character === ">"
            ? "&gt;"
            : `\\${character}`,
      )
      .replace(/^([#+-])/, "\\$1")
      .replace(/^(\d+)([.)])/, "$1\\$2")
      // A bare address would become a link that the reader did not ask for.
      .replace(/:\/\//g, "&#58;//"),
  );
}

/** Text as Markdown code, or in a comment of a shell-like file: on one line, without backticks. */
export function inlineCode(text: string): Code {
  return code(`\`${oneLine(text).replaceAll("`", "'")}\``);
}

/** A comment of a file whose comments start with `#`. */
export function hashComment(text: string): Code {
  return code(`# ${oneLine(text)}`);
}

/** A name from the whitelist of names that need no quotes anywhere: `[A-Za-z0-9._/@-]+`. Throws on any other. */
export function plainName(name: string): Code {
  if (!/^[A-Za-z0-9._/@-]+$/.test(name)) {
    throw new Error(`Not a plain name: ${name}`);
  }
  return code(name);
}
