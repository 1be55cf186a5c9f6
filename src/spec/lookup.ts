import { own, type Json } from "../json.js";
import type { SpecFile } from "./files.js";
import {
  below,
  member,
  percentDecode,
  splitReference,
  tokensOf,
} from "./pointer.js";

/** Chains of references longer than this are taken for loops. Real ones have at most four links. */
export const maxChain = 100;

/** What an absolute reference names, before any reference that is found there is followed. */
export type Find = (ref: string) =>
  | {
      readonly value: Json;
      readonly tokens: readonly string[];
      readonly id: string;
      /** The reference as a plain pointer, to where the value really is. */
      readonly ref: string;
    }
  | undefined;

/** Looks references up in the files that were read so far. */
export function createLookup(files: ReadonlyMap<string, SpecFile>) {
  const anchors = new Map<string, Map<string, string>>();

  const find: Find = (ref) => {
    const [id, fragment] = splitReference(ref);
    const file = files.get(id);
    if (file === undefined) return undefined;
    if (fragment !== "" && !fragment.startsWith("/")) {
      const pointer = anchorsOf(file).get(`#${percentDecode(fragment)}`);
      return pointer === undefined ? undefined : step(file, tokensOf(pointer));
    }
    // Some documents leave `%` unescaped in the fragment of a reference.
    return (
      step(file, tokensOf(percentDecode(fragment))) ??
      step(file, tokensOf(fragment))
    );
  };

  /** Takes a pointer's steps; where it leads through a reference, as careless documents have it, the reference is followed. */
  const step = (
    file: SpecFile,
    tokens: readonly string[],
    hops = 0,
  ): ReturnType<Find> => {
    let value: Json | undefined = file.root;
    for (let index = 0; index < tokens.length; index++) {
      const next: Json | undefined = member(value, tokens[index]!);
      if (next === undefined) {
        const ref = own(value, "$ref");
        if (typeof ref !== "string" || hops > maxChain) return undefined;
        const [id, fragment] = splitReference(ref);
        const other = files.get(id);
        return other === undefined
          ? undefined
          : step(
              other,
              [...tokensOf(percentDecode(fragment)), ...tokens.slice(index)],
              hops + 1,
            );
      }
      value = next;
    }
    return value === undefined
      ? undefined
      : { value, tokens, id: file.id, ref: below(`${file.id}#`, ...tokens) };
  };

  /** Pointers by `$id` and by `#` and `$anchor`. https://json-schema.org/draft/2020-12/json-schema-core#section-8.2 */
  const anchorsOf = (file: SpecFile): ReadonlyMap<string, string> => {
    const known = anchors.get(file.id);
    if (known !== undefined) return known;
    const found = new Map<string, string>();
    const visit = (value: Json, pointer: string) => {
      if (typeof value !== "object" || value === null) return;
      if (!Array.isArray(value)) {
        for (const keyword of ["$anchor", "$dynamicAnchor"]) {
          const anchor = own(value, keyword);
          if (typeof anchor === "string" && !found.has(`#${anchor}`))
            found.set(`#${anchor}`, pointer);
        }
        const id = own(value, "$id");
        if (typeof id === "string" && !found.has(id)) found.set(id, pointer);
      }
      for (const [key, child] of Object.entries(value))
        visit(child as Json, below(pointer, key));
    };
    visit(file.root, "");
    anchors.set(file.id, found);
    return found;
  };

  /** The absolute reference to what an `$id` of the same file names, if one is written exactly as the reference is. */
  const identified = (ref: string, file: SpecFile): string | undefined => {
    const [name, fragment] = splitReference(ref);
    const pointer = anchorsOf(file).get(name);
    if (pointer === undefined || (fragment !== "" && !fragment.startsWith("/")))
      return undefined;
    return `${file.id}#${pointer}${fragment}`;
  };
  return { find, identified };
}
