import { diagnostic, type Diagnostic } from "../diagnostics.js";
import { isObject, own, type Json, type JsonObject } from "../json.js";
import {
  placeOf,
  readReferenced,
  type FileAccess,
  type ReferencedPlace,
  type Problem,
  type SpecFile,
} from "./files.js";
import { createLookup, maxChain, type Find } from "./lookup.js";
import { below, splitReference } from "./pointer.js";
import { quote } from "./report.js";
import type { Spec } from "./spec.js";
import { leadsIntoData, walkReferences, type Keys } from "./walk.js";

export interface Resolved {
  readonly resolve: Spec["resolve"];
  /** The entry document first, then the others by name. */
  readonly files: readonly SpecFile[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Use {
  readonly ref: string;
  /** As the document writes it. */
  readonly written: string;
  readonly at: string;
  readonly keys: Keys;
  readonly optional: boolean;
}

/**
 * Makes every `$ref` of a document absolute, in place, reading the files that they name, and reports those that lead nowhere.
 * Of other files only what is referred to is looked at.
 */
export async function resolveReferences(access: FileAccess): Promise<Resolved> {
  const { entry } = access;
  const files = new Map<string, SpecFile>([["", entry]]);
  const failures = new Map<string, Problem>();
  const diagnostics: Diagnostic[] = [];
  const uses = new Map<string, Use>();
  const lookup = createLookup(files);
  const self = own(entry.root, "$self") ?? own(entry.root, "$id");

  /** The absolute form of a reference; a place that may not be read keeps the text, and is remembered with the reason. */
  const absolute = (ref: string, from: SpecFile): string => {
    const [name, fragment] = splitReference(ref);
    if (name === "" || name === self)
      return from.id === "" || name === self
        ? `#${fragment}`
        : `${from.id}#${fragment}`;
    const id = lookup.identified(ref, from);
    if (id !== undefined) return id;
    const place = placeOf(name, from, access);
    if (place.kind === "entry") return `#${fragment}`;
    if (place.kind === "none") {
      failures.set(ref, { code: place.code, message: place.message });
      return ref;
    }
    pending.set(place.id, place);
    return `${place.id}#${fragment}`;
  };
  const pending = new Map<string, ReferencedPlace>();

  const todo: Use[] = [];
  // Parts of other files can be reached twice, and what was made absolute must not be made absolute again. (In the entry
  // document an absolute reference stays what it is.)
  const visited = new Set<object>();
  const walk = (
    value: Json,
    keys: Keys,
    file: SpecFile,
    tokens: readonly string[],
  ) => {
    walkReferences(
      value,
      keys,
      [...tokens],
      (ref, path, keys, optional) => {
        const target =
          file === entry && ref.startsWith("#") ? ref : absolute(ref, file);
        const known = uses.get(target);
        if (known === undefined || (known.optional && !optional)) {
          const use = {
            ref: target,
            written: ref,
            at: below(`${file.id}#`, ...path),
            keys,
            optional,
          };
          uses.set(target, use);
          if (known === undefined) todo.push(use);
        }
        return target;
      },
      file === entry ? undefined : visited,
    );
  };

  walk(entry.root, "keywords", entry, []);
  // The list grows while it is worked through.
  for (const use of todo) {
    const [id] = splitReference(use.ref);
    const place = pending.get(id);
    if (place !== undefined && !files.has(id) && !failures.has(id)) {
      const answer = await readReferenced(place, access);
      diagnostics.push(...answer.diagnostics);
      if (answer.file) files.set(id, answer.file);
      else if (answer.problem) failures.set(id, answer.problem);
    }
    const file = files.get(id);
    const found = file && lookup.find(use.ref);
    if (found && (id !== "" || leadsIntoData(found.tokens))) {
      walk(found.value, use.keys, files.get(found.id)!, found.tokens);
    }
  }

  const resolve = createResolve(lookup.find);
  for (const use of uses.values()) {
    if (use.optional) continue;
    const problem =
      failures.get(use.ref) ??
      failures.get(splitReference(use.ref)[0]) ??
      problemOf(use.ref, lookup.find, resolve);
    if (problem) {
      diagnostics.push(
        diagnostic(
          problem.code,
          `The reference ${quote(use.written)} is not resolved: ${problem.message}`,
          { at: use.at },
        ),
      );
    }
  }
  const others = [...files.values()]
    .filter((file) => file !== entry)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return { resolve, files: [entry, ...others], diagnostics };
}

function problemOf(
  ref: string,
  find: Find,
  resolve: Spec["resolve"],
): Problem | undefined {
  if (resolve(ref) !== undefined) return undefined;
  return find(ref) === undefined
    ? {
        code: "reference-unresolved",
        message: "it names nothing in the document",
      }
    : { code: "reference-loop", message: "it leads back to itself" };
}

/** Follows chains of pure references, and remembers every answer. */
function createResolve(find: Find): Spec["resolve"] {
  const known = new Map<string, ReturnType<Spec["resolve"]>>();
  return (ref) => {
    if (known.has(ref)) return known.get(ref);
    const answer = follow(ref);
    known.set(ref, answer);
    return answer;
  };
  function follow(ref: string) {
    let stop: { value: Json; ref: string } | undefined;
    let next: string | undefined = ref;
    const seen = new Set<string>();
    while (next !== undefined) {
      // Keywords beside a `$ref` do not help a chain that leads nowhere.
      if (seen.has(next) || seen.size > maxChain) return undefined;
      seen.add(next);
      const found = find(next);
      if (found === undefined) return stop;
      const target: Json | undefined = own(found.value, "$ref");
      if (typeof target !== "string")
        return stop ?? { value: found.value, ref: found.ref };
      if (stop === undefined && hasSiblings(found.value as JsonObject))
        stop = { value: found.value, ref: found.ref };
      next = target;
    }
    return stop;
  }
}

/** Keywords beside `$ref` belong to what is described, so such an object is where a chain ends. */
function hasSiblings(value: JsonObject): boolean {
  return Object.keys(value).some(
    (key) => key !== "$ref" && !key.startsWith("x-"),
  );
}

/**
 * What stands for a value: itself, or what its `$ref` leads to. A `summary` or `description` beside the reference counts
 * in place of the target's. https://spec.openapis.org/oas/v3.2.0.html#reference-object
 *
 * @returns undefined when the reference leads nowhere.
 */
export function dereference(
  spec: Pick<Spec, "resolve">,
  value: Json | undefined,
  at: string,
): { readonly value: Json; readonly at: string } | undefined {
  if (value === undefined) return undefined;
  let current = value;
  let where = at;
  const texts: { summary?: Json; description?: Json } = {};
  for (let hops = 0; hops < maxChain; hops++) {
    const ref = own(current, "$ref");
    if (typeof ref !== "string") {
      return {
        value:
          isObject(current) && Object.keys(texts).length > 0
            ? { ...current, ...texts }
            : current,
        at: where,
      };
    }
    for (const key of ["summary", "description"] as const) {
      const text = own(current, key);
      if (typeof text === "string") texts[key] ??= text;
    }
    const target = spec.resolve(ref);
    if (target === undefined || target.value === current) return undefined;
    current = target.value;
    where = target.ref;
  }
  return undefined;
}
