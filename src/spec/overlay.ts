import { exec } from "jsonpath-rfc9535";
import { diagnostic, UserError, type Diagnostic } from "../diagnostics.js";
import { isObject, own, type Json, type JsonObject } from "../json.js";
import { setOwn } from "./limits.js";

/** An overlay document that was read, and what messages call it. */
export interface Overlay {
  readonly name: string;
  readonly value: Json;
}

interface Action {
  /** `overlay.yaml: actions[2]` */
  readonly label: string;
  readonly target: string;
  readonly change:
    | { readonly kind: "remove" }
    | { readonly kind: "update"; readonly value: Json }
    | { readonly kind: "copy"; readonly from: string };
}

/** A node that a JSONPath selects, and where it hangs; the root hangs nowhere. */
interface Node {
  readonly value: Json;
  readonly parent?: object;
  readonly key?: string | number;
}

/**
 * Applies OpenAPI Overlay 1.0 and 1.1 documents in order, in place, each action to the result of the one before.
 *
 * https://spec.openapis.org/overlay/v1.1.0.html#action-object
 *
 * @returns a diagnostic for each action that changes nothing.
 * @throws UserError for an overlay that cannot be applied.
 */
export function applyOverlays(
  root: Json,
  overlays: readonly Overlay[],
): Diagnostic[] {
  return overlays.flatMap((overlay) =>
    readActions(overlay).flatMap((action) => apply(root, action)),
  );
}

function readActions({ name, value }: Overlay): Action[] {
  const version = own(value, "overlay");
  if (!/^1\.\d+/.test(String(version ?? ""))) {
    throw invalid(
      version === undefined
        ? `${name} is no Overlay document: it has no \`overlay: 1.x.y\``
        : `${name} is an Overlay of version ${JSON.stringify(version)}; versions 1.x can be applied`,
    );
  }
  const actions = own(value, "actions");
  if (!Array.isArray(actions))
    throw invalid(`${name} has no list of \`actions\``);
  return (actions as readonly Json[]).map((action, index) =>
    readAction(action, `${name}: actions[${index}]`),
  );
}

function readAction(action: Json, label: string): Action {
  const target = own(action, "target");
  if (typeof target !== "string") throw invalid(`${label} has no \`target\``);
  if (own(action, "remove") === true)
    return { label, target, change: { kind: "remove" } };
  const update = own(action, "update");
  const from = own(action, "copy");
  if (update !== undefined && from !== undefined) {
    throw invalid(`${label} has both \`update\` and \`copy\``);
  }
  if (typeof from === "string")
    return { label, target, change: { kind: "copy", from } };
  if (update === undefined)
    throw invalid(
      `${label} has neither \`update\`, \`copy\` nor \`remove: true\``,
    );
  return { label, target, change: { kind: "update", value: update } };
}

function invalid(message: string): UserError {
  return new UserError(diagnostic("overlay-invalid", message));
}

function apply(root: Json, { label, target, change }: Action): Diagnostic[] {
  const nodes = select(root, target, `${label}.target`);
  if (nodes.length === 0) {
    return [
      diagnostic(
        "overlay-no-match",
        `${label}: the target ${target} matches nothing`,
      ),
    ];
  }
  if (change.kind === "remove") {
    remove(nodes, label);
    return [];
  }
  const kinds = new Set(nodes.map(({ value }) => kindOf(value)));
  if (kinds.size > 1) {
    throw invalid(
      `${label}: the target ${target} matches ${[...kinds].sort().join(" and ")} nodes at once`,
    );
  }
  let value: Json;
  if (change.kind === "update") value = change.value;
  else {
    const sources = select(root, change.from, `${label}.copy`);
    if (sources.length !== 1) {
      throw invalid(
        `${label}: \`copy\` has to match one node; ${change.from} matches ${sources.length}`,
      );
    }
    value = clone(sources[0]!.value);
  }
  for (const node of nodes) update(node, value, label);
  return [];
}

function select(root: Json, path: string, label: string): Node[] {
  const nodes: Node[] = [];
  try {
    exec(root as never, path, (value, keys) => {
      let parent: Json | undefined;
      let current: Json = root;
      const names = keys.map((key) =>
        typeof key === "string" ? plainKey(key) : key,
      );
      for (const name of names) {
        parent = current;
        current = (current as never)[name];
      }
      nodes.push(
        parent === undefined
          ? { value: value as Json }
          : {
              value: value as Json,
              parent: parent as object,
              key: names.at(-1)!,
            },
      );
    });
  } catch (error) {
    throw invalid(
      `${label}: ${path} is no JSONPath: ${(error as Error).message}`,
    );
  }
  return nodes;
}

/** The name that a normalized path escapes. https://www.rfc-editor.org/rfc/rfc9535#section-2.7 */
function plainKey(key: string): string {
  const letters: { readonly [letter: string]: string } = {
    b: "\b",
    f: "\f",
    n: "\n",
    r: "\r",
    t: "\t",
  };
  return key.replace(
    /\\(?:u([0-9a-f]{4})|(.))/gs,
    (_, code: string | undefined, letter: string) =>
      code === undefined
        ? (letters[letter] ?? letter)
        : String.fromCharCode(parseInt(code, 16)),
  );
}

function remove(nodes: readonly Node[], label: string): void {
  // From the end, so that the indexes of a list stay true while it shrinks.
  const ordered = [...nodes].sort((a, b) =>
    typeof a.key === "number" && typeof b.key === "number" ? b.key - a.key : 0,
  );
  for (const { parent, key } of ordered) {
    if (parent === undefined)
      throw invalid(`${label}: the whole document cannot be removed`);
    if (Array.isArray(parent)) parent.splice(key as number, 1);
    else delete (parent as Record<string, Json>)[key as string];
  }
}

function update(node: Node, value: Json, label: string): void {
  const { parent, key } = node;
  if (Array.isArray(node.value)) {
    (node.value as Json[]).push(
      ...(Array.isArray(value) ? (value as Json[]) : [value]).map(clone),
    );
  } else if (isObject(node.value)) {
    if (!isObject(value))
      throw invalid(`${label}: an object can only be updated with an object`);
    merge(node.value, value, label);
  } else {
    if (typeof value === "object" && value !== null) {
      throw invalid(
        `${label}: ${JSON.stringify(node.value)} can only be updated with a text, number, boolean or null`,
      );
    }
    if (Array.isArray(parent)) parent[key as number] = value;
    else setOwn(parent!, key as string, value);
  }
}

function merge(target: JsonObject, value: JsonObject, label: string): void {
  for (const [key, next] of Object.entries(value)) {
    const before = own(target, key);
    if (before === undefined) setOwn(target, key, clone(next));
    else if (Array.isArray(before) && Array.isArray(next)) {
      (before as Json[]).push(...(next as Json[]).map(clone));
    } else if (isObject(before) && isObject(next)) merge(before, next, label);
    else if (kindOf(before) === "primitive" && kindOf(next) === "primitive")
      setOwn(target, key, next);
    else
      throw invalid(
        `${label}: "${key}" is ${kindOf(before)} in the document and ${kindOf(next)} in the overlay; remove it first`,
      );
  }
}

function kindOf(value: Json): "object" | "array" | "primitive" {
  return Array.isArray(value)
    ? "array"
    : isObject(value)
      ? "object"
      : "primitive";
}

/** A copy of its own for every place, so that a later action changes one of them alone. */
function clone(value: Json): Json {
  return typeof value === "object" && value !== null
    ? structuredClone(value)
    : value;
}
