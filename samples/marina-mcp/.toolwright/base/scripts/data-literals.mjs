// An esbuild plugin: what tool files say reaches the bundle as JSON texts. An engine reads a JSON text several times faster,
// and in less memory, than the same object literal, and what lists do not show is read at its first use:
// https://v8.dev/blog/cost-of-javascript-2019#json
// What is more than data (a name, a call, a template) stays as it is written, with all that follows it.
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
    build.onResolve({ filter: /^data-literals:tool$/ }, ({ path }) => ({
      path,
      namespace: "data-literals",
    }));
    build.onLoad({ filter: /.*/, namespace: "data-literals" }, () => ({
      contents: runtime,
      loader: "js",
    }));
  },
};

/** Makes a tool of its texts and the rest of its members. One that is read late is an own one all the same: tools are copied by `{...tool}`. */
const runtime = `
const usual = { handler: (input, api) => api.send(input) };
export const toolOf = (defineTool, now, later) => (rest = usual) => {
  const tool = Object.assign(JSON.parse(now), rest);
  for (const key in later) Object.defineProperty(tool, key, {
    get() {
      const value = JSON.parse(later[key]);
      Object.defineProperty(tool, key, { value });
      return value;
    },
    enumerable: true,
    configurable: true,
  });
  return defineTool(tool);
};`;

/** Rewrites `defineTool({…})` so that its members up to the first that is more than data come from JSON texts. */
export function literalsToJson(source) {
  const start = /^(export const [\w$]+ = )defineTool(?:<[\w$]+>)?\(\{/m.exec(
    source,
  );
  if (start === null) return source;
  const reader = { source, at: start.index + start[0].length };
  const members = {};
  let rest = reader.at;
  try {
    while (!take(reader, "}")) {
      const key = readKey(reader);
      if (key === "__proto__" || Object.hasOwn(members, key)) return source;
      expect(reader, ":");
      members[key] = readValue(reader);
      if (!take(reader, ",")) expect(reader, "}", true);
      rest = reader.at;
    }
  } catch (error) {
    // The handler, or a member that somebody wrote by hand: the rest of the call is code.
    if (!(error instanceof SyntaxError)) throw error;
  }
  const { request, ...now } = members;
  const later = { request };
  if (now.listed !== undefined) {
    later.input = now.input;
    delete now.input;
  }
  const texts = Object.entries(later).filter(
    ([, value]) => value !== undefined,
  );
  const given = [
    text(now),
    `{ ${texts.map(([key, value]) => `${JSON.stringify(key)}: ${text(value)}`).join(", ")} }`,
  ];
  const head = `import { toolOf } from "data-literals:tool";\n${source.slice(0, start.index)}${start[1]}toolOf(defineTool, ${given.join(", ")})(`;
  const code = source.slice(rest);
  return head + (usualHandler.test(code) ? ");\n" : `{${code}`);
}

/** What is left of a file that nobody has changed. */
const usualHandler =
  /^\s*handler: \(input, api\) => api\.send\(input\),?\s*\}\);?\s*$/;

/** A literal of a JSON text. */
function text(value) {
  return JSON.stringify(JSON.stringify(value));
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
