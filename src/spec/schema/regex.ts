/** Characters as sorted, separate ranges of code points, ends included. */
export type CharSet = readonly (readonly [number, number])[];

/** A regular expression, as far as its cost depends on it: captures, laziness and word boundaries make no difference. */
export type Regex =
  | { readonly kind: "empty" }
  | { readonly kind: "start" }
  | { readonly kind: "set"; readonly set: CharSet }
  | { readonly kind: "sequence"; readonly parts: readonly Regex[] }
  | { readonly kind: "choice"; readonly options: readonly Regex[] }
  | { readonly kind: "look"; readonly body: Regex }
  | { readonly kind: "backreference" }
  | {
      readonly kind: "repeat";
      readonly body: Regex;
      readonly min: number;
      readonly max: number;
    };

const last = 0x10ffff;
const any: CharSet = [[0, last]];
const digit: CharSet = [[48, 57]];
const word: CharSet = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const space: CharSet = [
  [9, 13],
  [32, 32],
  [160, 160],
  [5760, 5760],
  [8192, 8202],
  [8232, 8233],
  [8239, 8239],
  [8287, 8287],
  [12288, 12288],
  [65279, 65279],
];
const newline: CharSet = [
  [10, 10],
  [13, 13],
  [8232, 8233],
];

function complement(set: CharSet): CharSet {
  const rest: [number, number][] = [];
  let next = 0;
  for (const [low, high] of set) {
    if (low > next) rest.push([next, low - 1]);
    next = high + 1;
  }
  if (next <= last) rest.push([next, last]);
  return rest;
}

function union(ranges: readonly (readonly [number, number])[]): CharSet {
  const sorted = ranges.toSorted((a, b) => a[0] - b[0]);
  const joined: [number, number][] = [];
  for (const [low, high] of sorted) {
    const before = joined.at(-1);
    if (before !== undefined && low <= before[1] + 1) {
      before[1] = Math.max(before[1], high);
    } else joined.push([low, high]);
  }
  return joined;
}

/** Parses a pattern that compiles with the `u` flag. Nesting is bounded by the length that callers allow. */
export function parseRegex(pattern: string): Regex {
  const chars = Array.from(pattern);
  let at = 0;

  function choice(): Regex {
    const options = [sequence()];
    while (chars[at] === "|") {
      at += 1;
      options.push(sequence());
    }
    return options.length === 1 ? options[0]! : { kind: "choice", options };
  }

  function sequence(): Regex {
    const parts: Regex[] = [];
    while (at < chars.length && chars[at] !== "|" && chars[at] !== ")") {
      parts.push(quantified(atom()));
    }
    return parts.length === 1 ? parts[0]! : { kind: "sequence", parts };
  }

  function quantified(body: Regex): Regex {
    const char = chars[at];
    let range: [number, number] | undefined;
    if (char === "*") range = [0, Infinity];
    else if (char === "+") range = [1, Infinity];
    else if (char === "?") range = [0, 1];
    else if (char === "{") {
      const end = chars.indexOf("}", at);
      const [min, max] = chars
        .slice(at + 1, end)
        .join("")
        .split(",");
      range = [
        Number(min),
        max === undefined ? Number(min) : max === "" ? Infinity : Number(max),
      ];
      at = end;
    }
    if (range === undefined) return body;
    at += 1;
    if (chars[at] === "?") at += 1;
    return { kind: "repeat", body, min: range[0], max: range[1] };
  }

  function atom(): Regex {
    const char = chars[at]!;
    at += 1;
    if (char === "(") return group();
    if (char === "[") return { kind: "set", set: charClass() };
    if (char === ".") return { kind: "set", set: complement(newline) };
    if (char === "^") return { kind: "start" };
    if (char === "$") return { kind: "empty" };
    if (char === "\\") return escaped();
    return { kind: "set", set: single(char) };
  }

  function group(): Regex {
    let look = false;
    if (chars[at] === "?") {
      const rest = chars.slice(at, at + 3).join("");
      if (/^\?<?[=!]/.test(rest)) {
        look = true;
        at += rest[1] === "<" ? 3 : 2;
      } else if (rest[1] === "<") at = chars.indexOf(">", at) + 1;
      else at = chars.indexOf(":", at) + 1;
    }
    const body = choice();
    at += 1;
    return look ? { kind: "look", body } : body;
  }

  function escaped(): Regex {
    const char = chars[at]!;
    if (char === "b" || char === "B") {
      at += 1;
      return { kind: "empty" };
    }
    if (/[1-9k]/.test(char)) {
      at += 1;
      return { kind: "backreference" };
    }
    return { kind: "set", set: escapedSet() };
  }

  /** The characters that the escape at the cursor (behind its backslash) stands for. */
  function escapedSet(): CharSet {
    const char = chars[at]!;
    at += 1;
    const classes: { readonly [letter: string]: CharSet } = {
      d: digit,
      w: word,
      s: space,
    };
    const named = classes[char.toLowerCase()];
    if (named !== undefined && /[dwsDWS]/.test(char)) {
      return char === char.toLowerCase() ? named : complement(named);
    }
    if (char === "p" || char === "P") {
      at = chars.indexOf("}", at) + 1;
      // Which characters have the property is not looked up: it could be any of them.
      return any;
    }
    const hex = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]+)\})/i.exec(
      char + chars.slice(at, at + 12).join(""),
    );
    if (hex !== null) {
      at += hex[0].length - 1;
      const point = Number.parseInt((hex[1] ?? hex[2] ?? hex[3])!, 16);
      return [[point, point]];
    }
    if (char === "c") {
      at += 1;
      return [[0, 31]];
    }
    const control = "0tnvfr".indexOf(char);
    const points = [0, 9, 10, 11, 12, 13];
    return control < 0 ? single(char) : [[points[control]!, points[control]!]];
  }

  function charClass(): CharSet {
    const negated = chars[at] === "^";
    if (negated) at += 1;
    const ranges: (readonly [number, number])[] = [];
    while (chars[at] !== "]") {
      const low = member();
      if (chars[at] === "-" && chars[at + 1] !== "]") {
        at += 1;
        const high = member();
        ranges.push([low[0]![0], high.at(-1)![1]]);
      } else ranges.push(...low);
    }
    at += 1;
    const set = union(ranges);
    return negated ? complement(set) : set;
  }

  function member(): CharSet {
    const char = chars[at]!;
    at += 1;
    if (char !== "\\") return single(char);
    if (chars[at] === "b") {
      at += 1;
      return [[8, 8]];
    }
    return escapedSet();
  }

  return choice();
}

function single(char: string): CharSet {
  const point = char.codePointAt(0)!;
  return [[point, point]];
}
