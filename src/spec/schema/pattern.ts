import { isSlow } from "./backtracking.js";

export type CheckedPattern =
  | { readonly pattern: string; readonly problem?: never }
  | { readonly problem: "invalid" | "slow"; readonly pattern?: never };

const known = new Map<string, CheckedPattern>();

/**
 * A pattern as JSON Schema wants it, an ECMA-262 regular expression that compiles with the `u` flag and is quick on every text;
 * or what keeps it from being one. Spellings of other dialects that have an equal are rewritten.
 * https://json-schema.org/draft/2020-12/json-schema-core#section-6.4
 */
export function checkPattern(pattern: string): CheckedPattern {
  let checked = known.get(pattern);
  if (checked === undefined) {
    checked = check(pattern);
    known.set(pattern, checked);
  }
  return checked;
}

/** Longer patterns are tables of values, which nobody can read and which cost every caller their length. */
const lengthLimit = 2000;

function check(written: string): CheckedPattern {
  if (written.length > lengthLimit) return { problem: "slow" };
  const pattern = [written, translate(written)].find(compiles);
  if (pattern === undefined) return { problem: "invalid" };
  return isSlow(pattern) ? { problem: "slow" } : { pattern };
}

function compiles(pattern: string): boolean {
  // `/^a$/` is a JavaScript literal by mistake: as a pattern it matches nothing.
  if (/^\/\^.*\$\/[a-z]*$/s.test(pattern)) return false;
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

/** Rewrites what the `u` flag refuses and what Perl and Python write otherwise, token by token. */
function translate(written: string): string {
  const delimited = /^\/(\^.*\$)\/[a-z]*$/s.exec(written);
  const pattern = delimited?.[1] ?? written;
  let text = "";
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i]!;
    if (char === "\\") {
      i += 1;
      text += escape(pattern[i] ?? "\\", inClass);
    } else if (inClass) {
      if (char === "]") inClass = false;
      // `[\w-.]`: a range cannot start or end with a class.
      const beside = (at: number): boolean =>
        pattern[at] === "\\" && /[dswDSW]/.test(pattern[at + 1] ?? "");
      text += char === "-" && (beside(i - 2) || beside(i + 1)) ? "\\-" : char;
    } else if (char === "[") {
      inClass = true;
      text += char;
    } else if (char === "{") {
      const count = /^\{\d+(?:,\d*)?\}/.exec(pattern.slice(i, i + 24))?.[0];
      text += count ?? "\\{";
      if (count !== undefined) i += count.length - 1;
    } else {
      text += char === "}" || char === "]" ? `\\${char}` : char;
    }
  }
  return text;
}

function escape(char: string, inClass: boolean): string {
  if (char === "A" && !inClass) return "^";
  if ((char === "Z" || char === "z") && !inClass) return "$";
  if (/[\w^$\\.*+?()[\]{}|/]/.test(char) && char !== "_") return `\\${char}`;
  return inClass && char === "-" ? "\\-" : char;
}
