// An esbuild plugin: the schemas in tool files reach the bundle as JSON texts. An engine reads a large JSON text several times
// faster, and in less memory, than the same object literal: https://v8.dev/blog/cost-of-javascript-2019#json
// A literal with anything but data in it (a name, a call, a template) stays as it is written.
import { readFileSync } from "node:fs";

export const dataLiterals = {
  name: "data-literals",
  setup(build) {
    build.onLoad(
      { filter: /[\\/]src[\\/]tools[\\/].+[\\/][^\\/]+\.ts$/ },
      ({ path }) => ({
        contents: literalsToJson(readFileSync(path, "utf8")),
        loader: "ts",
      }),
    );
  },
};

/**
 * Replaces each object that is the value of a member of `defineTool({…})` by a call of JSON.parse: at once for what lists
 * show, at its first use for the rest.
 */
export function literalsToJson(source) {
  const start = /^export const [\w$]+ = defineTool(?:<[\w$]+>)?\(\{/m.exec(
    source,
  );
  if (start === null) return source;
  const reader = { source, at: start.index + start[0].length };
  const members = [];
  try {
    while (!take(reader, "}")) {
      skip(reader);
      const from = reader.at;
      const key = readKey(reader);
      expect(reader, ":");
      const value = readValue(reader);
      if (typeof value === "object" && value !== null)
        members.push({
          key,
          from,
          to: reader.at,
          json: JSON.stringify(JSON.stringify(value)),
        });
      if (!take(reader, ",")) expect(reader, "}", true);
    }
  } catch (error) {
    // The handler, or a member that somebody wrote by hand: the rest of the file is code.
    if (!(error instanceof SyntaxError)) throw error;
  }
  const isListed = members.some(({ key }) => key === "listed");
  let result = "";
  let copied = 0;
  for (const { key, from, to, json } of members) {
    const lazy = key === "request" || (key === "input" && isListed);
    result += source.slice(copied, from);
    // The getter gives way to the value that it made.
    result += lazy
      ? `get ${key}() { const value = JSON.parse(${json}); Object.defineProperty(this, "${key}", { value, enumerable: true }); return value; }`
      : `${JSON.stringify(key)}: JSON.parse(${json})`;
    copied = to;
  }
  return result + source.slice(copied);
}

function readValue(reader) {
  skip(reader);
  const character = reader.source[reader.at];
  if (character === "{") return readObject(reader);
  if (character === "[") return readList(reader);
  if (character === '"' || character === "'") return readString(reader);
  const word = match(
    reader,
    /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?(?![\w$.])|(?:true|false|null)(?![\w$])/iy,
  );
  return JSON.parse(word);
}

function readObject(reader) {
  const object = {};
  expect(reader, "{");
  while (!take(reader, "}")) {
    const key = readKey(reader);
    // In a literal this sets the prototype, in JSON it does not.
    if (key === "__proto__") throw new SyntaxError("not data");
    expect(reader, ":");
    object[key] = readValue(reader);
    if (!take(reader, ",")) expect(reader, "}", true);
  }
  return object;
}

function readList(reader) {
  const list = [];
  expect(reader, "[");
  while (!take(reader, "]")) {
    list.push(readValue(reader));
    if (!take(reader, ",")) expect(reader, "]", true);
  }
  return list;
}

function readKey(reader) {
  skip(reader);
  if (/["']/.test(reader.source[reader.at] ?? "")) return readString(reader);
  return match(reader, /[A-Za-z_$][\w$]*/y);
}

/** Strings with the escapes that JSON has too; others are left to the compiler. */
function readString(reader) {
  const text = match(
    reader,
    /"(?:[^"\\\n]|\\["\\/bfnrt]|\\u[\da-f]{4})*"|'(?:[^'"\\\n]|\\[\\/bfnrt]|\\u[\da-f]{4})*'/iy,
  );
  return JSON.parse(`"${text.slice(1, -1)}"`);
}

/** White space and comments. */
function skip(reader) {
  match(reader, /(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*/y);
}

function take(reader, character) {
  skip(reader);
  if (reader.source[reader.at] !== character) return false;
  reader.at += 1;
  return true;
}

function expect(reader, character, ahead = false) {
  skip(reader);
  if (reader.source[reader.at] !== character)
    throw new SyntaxError(`no ${character}`);
  if (!ahead) reader.at += 1;
}

function match(reader, pattern) {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.source);
  if (found === null) throw new SyntaxError("not data");
  reader.at = pattern.lastIndex;
  return found[0];
}
