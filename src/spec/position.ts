import { EVENT_ID, getScalarValue, parseEvents } from "js-yaml";
import type { Diagnostic } from "../diagnostics.js";
import { splitReference, tokensOf } from "./pointer.js";
import type { Spec } from "./spec.js";

/** What is looked for below one place of a document, and where the place itself begins once it was found. */
interface Wanted {
  readonly children: Map<string, Wanted>;
  offset?: number;
}

/** Gives each diagnostic that points into a file of the document its line and column there. */
export function withPositions(
  spec: Pick<Spec, "texts">,
  diagnostics: readonly Diagnostic[],
): Diagnostic[] {
  const roots = new Map<string, Wanted>();
  const places = new Map<Diagnostic, readonly Wanted[]>();
  for (const entry of diagnostics) {
    if (entry.at === undefined || entry.line !== undefined) continue;
    const [file, pointer] = splitReference(entry.at);
    if (pointer !== "" && !pointer.startsWith("/")) continue;
    let place: Wanted = roots.get(file) ?? { children: new Map(), offset: 0 };
    roots.set(file, place);
    const line = [place];
    for (const token of tokensOf(pointer)) {
      let next = place.children.get(token);
      if (next === undefined)
        place.children.set(token, (next = { children: new Map() }));
      place = next;
      line.push(place);
    }
    places.set(entry, line);
  }
  for (const [file, wanted] of roots) locate(spec.texts?.get(file), wanted);
  return diagnostics.map((entry) => {
    const text =
      entry.at === undefined
        ? undefined
        : spec.texts?.get(splitReference(entry.at)[0]);
    // What an overlay added is not in the text: then the nearest thing around it is pointed at.
    const offset = places
      .get(entry)
      ?.findLast((place) => place.offset !== undefined)?.offset;
    return text === undefined || offset === undefined
      ? entry
      : { ...entry, ...positionOf(text, offset) };
  });
}

/** Finds the offsets of what is wanted, in one pass; a pass that has to stop early leaves the rest without. */
function locate(text: string | undefined, wanted: Wanted): void {
  if (text === undefined) return;
  try {
    if (/^\s*[{[]/.test(text)) locateInJson(text, wanted);
    else locateInYaml(text, wanted);
  } catch {
    // The text was read before: here is only what this simpler reader cannot follow (JSON with comments).
  }
}

/** Reads just enough of JSON to know where members begin; what is not wanted is skipped without being looked into. */
function locateInJson(text: string, root: Wanted): void {
  let at = 0;
  const space = /[\s,:]*/y;
  const scalar = /[^\s,:\]}]+/y;
  const skipSpace = () => {
    space.lastIndex = at;
    space.test(text);
    at = space.lastIndex;
  };
  const endOfString = (start: number): number => {
    for (let end = start + 1; ; end++) {
      end = text.indexOf('"', end);
      if (end < 0) throw new Error("no closing quote");
      let slashes = 0;
      while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes++;
      if (slashes % 2 === 0) return end + 1;
    }
  };
  const skipValue = () => {
    let depth = 0;
    do {
      skipSpace();
      const code = text.charCodeAt(at);
      if (code === 0x22) at = endOfString(at);
      else if (code === 0x7b || code === 0x5b) {
        depth++;
        at++;
      } else if (code === 0x7d || code === 0x5d) {
        depth--;
        at++;
      } else {
        scalar.lastIndex = at;
        if (!scalar.test(text)) throw new Error("no value");
        at = scalar.lastIndex;
      }
    } while (depth > 0);
  };
  const read = (wanted: Wanted) => {
    skipSpace();
    const open = text[at];
    if (wanted.children.size === 0 || (open !== "{" && open !== "[")) {
      skipValue();
      return;
    }
    at++;
    for (let index = 0; ; index++) {
      skipSpace();
      if (text[at] === "}" || text[at] === "]") {
        at++;
        return;
      }
      const start = at;
      let key = String(index);
      if (open === "{") {
        at = endOfString(at);
        key = JSON.parse(text.slice(start, at)) as string;
        skipSpace();
      }
      const child = wanted.children.get(key);
      if (child === undefined) skipValue();
      else {
        child.offset = start;
        read(child);
      }
    }
  };
  read(root);
}

function locateInYaml(text: string, root: Wanted): void {
  interface Frame {
    readonly wanted: Wanted | undefined;
    readonly list: boolean;
    index: number;
    key?: { readonly name: string; readonly offset: number };
  }
  const frames: Frame[] = [];
  /** What the value that begins now is wanted as. */
  const enter = (offset: number): Wanted | undefined => {
    const frame = frames.at(-1);
    if (frame === undefined) return root;
    const name = frame.list ? String(frame.index++) : frame.key?.name;
    const child =
      name === undefined ? undefined : frame.wanted?.children.get(name);
    if (child) child.offset ??= frame.key?.offset ?? offset;
    delete frame.key;
    return child;
  };
  for (const event of parseEvents(text, { maxDepth: 4000 })) {
    const frame = frames.at(-1);
    switch (event.type) {
      case EVENT_ID.SEQUENCE:
      case EVENT_ID.MAPPING:
        frames.push({
          wanted: enter(event.start),
          list: event.type === EVENT_ID.SEQUENCE,
          index: 0,
        });
        break;
      case EVENT_ID.SCALAR:
        if (frame && !frame.list && frame.key === undefined) {
          frame.key = {
            name: frame.wanted ? getScalarValue(text, event) : "",
            offset: event.valueStart,
          };
        } else enter(event.valueStart);
        break;
      case EVENT_ID.ALIAS:
        enter(event.anchorStart);
        break;
      case EVENT_ID.POP:
        frames.pop();
        // The first document of the file is the one that was read.
        if (
          frames.length === 0 &&
          root.children.size > 0 &&
          frame !== undefined
        )
          return;
        break;
      default:
    }
  }
}

/** One-based line and column of an offset. */
export function positionOf(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (;;) {
    const next = text.indexOf("\n", start);
    if (next < 0 || next >= offset) return { line, column: offset - start + 1 };
    line++;
    start = next + 1;
  }
}
