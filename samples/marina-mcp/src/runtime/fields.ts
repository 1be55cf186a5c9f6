// Keeps the fields of an answer that the caller asked for.
import { isRecord } from "./json.js";

/** A tree of the wanted fields: an empty one is wanted whole. */
type Wanted = Map<string, Wanted>;

/**
 * Reduces an answer to fields given as dot paths: `["id", "owner.login"]` or `"id,owner.login"`. Lists are transparent. In
 * an object that wraps a list (`{total, items: [...]}`), paths may start at the list's items; the wrapper's own scalars,
 * which hold totals and cursors, then stay. An answer with none of the fields stays whole.
 */
export function keepFields(value: unknown, fields: unknown): unknown {
  const paths = pathsOf(fields);
  if (paths.length === 0) return value;
  const wanted: Wanted = new Map();
  for (const path of paths) {
    let at = wanted;
    for (const key of path.split(".")) {
      const inner: Wanted = at.get(key) ?? new Map<string, Wanted>();
      at.set(key, inner);
      at = inner;
    }
  }
  const kept = keep(value, wanted);
  if (!isEmpty(kept)) return kept;
  return isRecord(value) ? keepInWrapper(value, wanted) : value;
}

function pathsOf(fields: unknown): string[] {
  const list = Array.isArray(fields) ? fields : String(fields ?? "").split(",");
  return list.map((path) => String(path).trim()).filter((path) => path !== "");
}

function keep(value: unknown, wanted: Wanted): unknown {
  if (wanted.size === 0) return value;
  if (Array.isArray(value)) return value.map((item) => keep(item, wanted));
  if (!isRecord(value)) return value;
  const kept: Record<string, unknown> = Object.create(null);
  for (const [key, inner] of wanted) {
    if (Object.hasOwn(value, key)) kept[key] = keep(value[key], inner);
  }
  return kept;
}

function keepInWrapper(
  value: { readonly [key: string]: unknown },
  wanted: Wanted,
): unknown {
  const kept: Record<string, unknown> = Object.create(null);
  let found = false;
  for (const [key, member] of Object.entries(value)) {
    if (typeof member !== "object" || member === null) {
      kept[key] = member;
      continue;
    }
    const inner = keep(member, wanted);
    if (isEmpty(inner)) continue;
    found = true;
    kept[key] = inner;
  }
  return found ? kept : value;
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  return isRecord(value) && Object.keys(value).length === 0;
}
