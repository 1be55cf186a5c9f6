import { diagnostic, UserError, type Diagnostic } from "../diagnostics.js";
import type { Json } from "../json.js";
import { below } from "./pointer.js";

const mebibyte = 1024 * 1024;

/** The largest public description, Microsoft Graph beta, has 47 MiB of JSON. */
export const maxBytes = 64 * mebibyte;

/** Values in a document: the largest public one has about 3 million. */
const maxNodes = 8_000_000;

/** Commas and opening brackets in a JSON text: about as many as values, but that texts have commas too. */
const maxSeparators = 10_000_000;

/** What a document with YAML aliases may expand to. Real ones stay below 100,000. */
const maxExpandedNodes = 3_000_000;

/** The deepest real document nests 90 levels. Everything that walks a document afterwards may recurse this far. */
export const maxDepth = 400;

/** @throws UserError when a text of that size is not to be read. */
export function refuseTooLarge(bytes: number, name: string): void {
  if (bytes <= maxBytes) return;
  throw new UserError(
    diagnostic(
      "document-too-large",
      `${name} has ${bytes > 0 && Number.isFinite(bytes) ? Math.ceil(bytes / mebibyte) : "too many"} MiB; the limit is ${maxBytes / mebibyte} MiB`,
    ),
  );
}

/**
 * Refuses a large JSON text that would take many times its size as values (`[[],[],[],...`), before it is read.
 *
 * @throws UserError
 */
export function refuseTooManyValues(text: string, name: string): void {
  if (text.length < maxSeparators) return;
  let separators = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x2c || code === 0x5b || code === 0x7b) separators++;
  }
  if (separators > maxSeparators) throw tooManyValues(name);
}

function tooManyValues(name: string): UserError {
  return new UserError(
    diagnostic(
      "document-too-large",
      `${name} has more than ${maxNodes.toLocaleString("en")} values`,
    ),
  );
}

/**
 * A tree without shared parts of a value in which YAML aliases stand for one object in several places.
 *
 * @throws UserError before anything is copied, when an alias contains itself or the copy would be too large ("billion laughs").
 */
export function expandAliases(root: Json, name: string): Json {
  const sizes = new Map<object, number>();
  const open = new Set<object>();
  const refuse = (what: string) =>
    new UserError(diagnostic("document-too-large", `${name}: ${what}`));

  const size = (value: Json, depth: number): number => {
    if (typeof value !== "object" || value === null) return 1;
    const known = sizes.get(value);
    if (known !== undefined) return known;
    if (open.has(value)) throw refuse("a YAML alias contains itself");
    if (depth > 10 * maxDepth) throw refuse("YAML aliases nest too deeply");
    open.add(value);
    let total = 1;
    for (const child of Object.values(value) as Json[]) {
      total += size(child, depth + 1);
      if (total > maxExpandedNodes) {
        throw refuse(
          `its YAML aliases expand to more than ${maxExpandedNodes.toLocaleString("en")} values`,
        );
      }
    }
    open.delete(value);
    sizes.set(value, total);
    return total;
  };
  size(root, 0);

  const copy = (value: Json): Json => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return (value as Json[]).map(copy);
    const object: Record<string, Json> = {};
    for (const [key, child] of Object.entries(value))
      setOwn(object, key, copy(child));
    return object;
  };
  return copy(root);
}

/** Sets an own member, whatever its name: assignment to `__proto__` would set the prototype instead. */
export function setOwn(object: object, key: string, value: Json): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else (object as Record<string, Json>)[key] = value;
}

/**
 * Empties, in place, what lies deeper than {@link maxDepth}, so that whatever walks the document may recurse.
 *
 * @returns a diagnostic if something was cut.
 * @throws UserError when the document has too many values.
 */
export function cutDepth(root: Json, name: string, file = ""): Diagnostic[] {
  let nodes = 0;
  let cuts = 0;
  let first: string | undefined;
  const path: (string | number)[] = [];

  const isEmpty = (value: object) => {
    for (const _ in value) return false;
    return true;
  };
  const visit = (value: object, depth: number): void => {
    if (Array.isArray(value)) {
      nodes += value.length;
      for (let index = 0; index < value.length; index++) {
        const child: unknown = value[index];
        if (typeof child !== "object" || child === null) continue;
        if (depth >= maxDepth) {
          if (!isEmpty(child)) cut(value, index, child);
        } else {
          path[depth] = index;
          visit(child, depth + 1);
        }
      }
      return;
    }
    for (const key in value) {
      nodes++;
      const child = (value as Record<string, unknown>)[key];
      if (typeof child !== "object" || child === null) continue;
      if (depth >= maxDepth) {
        if (!isEmpty(child)) cut(value, key, child);
      } else {
        path[depth] = key;
        visit(child, depth + 1);
      }
    }
  };
  const cut = (parent: object, key: string | number, child: object) => {
    cuts++;
    first ??= below(`${file}#`, ...path.slice(0, 12));
    setOwn(parent, String(key), Array.isArray(child) ? [] : {});
  };
  if (typeof root === "object" && root !== null) visit(root, 0);
  if (nodes > maxNodes) throw tooManyValues(name);
  return cuts === 0
    ? []
    : [
        diagnostic(
          "document-too-deep",
          `${cuts === 1 ? "A part" : `${cuts} parts`} of ${name} deeper than ${maxDepth} levels ${cuts === 1 ? "was" : "were"} cut off`,
          { at: first! },
        ),
      ];
}
