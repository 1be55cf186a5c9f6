import {
  isObject,
  own,
  type Json,
  type JsonObject,
  type JsonSchema,
} from "../../json.js";
import { merge } from "./merge.js";
import { isAny, nameMap, type WholeScope } from "./scope.js";
import { isLeftOut } from "./structure.js";

/** One schema of the parts of `allOf` and of what stands beside it. */
export function mergeParts(
  raw: JsonObject,
  parts: readonly Json[],
  ownSchema: JsonSchema,
  at: string,
  depth: number,
  scope: WholeScope,
  named: string | undefined,
): JsonSchema {
  let merged: JsonSchema = {};
  parts.forEach((part, i) => {
    const pointer = `${at}/allOf/${i}`;
    merged = merge(
      merged,
      convertPart(part, pointer, depth + 1, scope, named),
      scope,
      pointer,
    );
  });
  merged = merge(merged, ownSchema, scope, at);
  const required = merged["required"];
  const properties = merged["properties"];
  if (!Array.isArray(required) || !isObject(properties)) return merged;
  // A property that is left out of one part is asked for in none.
  const left = new Set<string>();
  for (const part of [raw, ...parts]) collectLeftOut(part, scope, left, 0);
  if (left.size === 0) return merged;
  const kept = nameMap<Json>();
  for (const [name, schema] of Object.entries(properties)) {
    if (!left.has(name) || !isAny(schema as JsonSchema)) kept[name] = schema;
  }
  const names = required.filter(
    (name) => !left.has(name as string) || Object.hasOwn(kept, name as string),
  );
  const { required: _, ...rest } = merged;
  return {
    ...rest,
    properties: kept,
    ...(names.length > 0 && { required: names }),
  };
}

function collectLeftOut(
  raw: Json,
  scope: WholeScope,
  left: Set<string>,
  depth: number,
): void {
  if (!isObject(raw) || depth > 8) return;
  const ref = own(raw, "$ref");
  if (typeof ref === "string") {
    collectLeftOut(scope.resolve(ref)?.value ?? null, scope, left, depth + 1);
  }
  const properties = own(raw, "properties");
  for (const [name, property] of Object.entries(
    isObject(properties) ? properties : {},
  )) {
    if (isLeftOut(property, scope)) left.add(name);
  }
  const parts = own(raw, "allOf");
  if (Array.isArray(parts))
    for (const part of parts) collectLeftOut(part, scope, left, depth + 1);
}

/** One part of an `allOf`, whole. A schema that extends one branch of a union of which it is itself a branch extends what the union has in common. */
function convertPart(
  part: Json,
  at: string,
  depth: number,
  scope: WholeScope,
  named: string | undefined,
): JsonSchema {
  const ref = own(part, "$ref");
  const target = typeof ref === "string" ? scope.resolve(ref) : undefined;
  if (
    target !== undefined &&
    isObject(target.value) &&
    named !== undefined &&
    isBranch(target.value, target.ref, named, scope)
  ) {
    const { oneOf: _, anyOf: __, discriminator: ___, ...common } = target.value;
    return scope.convertNamed(common, target.ref, depth, undefined);
  }
  // A part without a name of its own is still the named schema.
  return typeof ref === "string"
    ? scope.convert(part, at, depth)
    : scope.convertNamed(part, at, depth, named);
}

function isBranch(
  parent: JsonObject,
  parentRef: string,
  named: string,
  scope: WholeScope,
): boolean {
  if (parentRef === named) return false;
  for (const keyword of ["oneOf", "anyOf"]) {
    const branches = own(parent, keyword);
    if (!Array.isArray(branches)) continue;
    for (const branch of branches) {
      const ref = own(branch, "$ref");
      if (typeof ref === "string" && scope.resolve(ref)?.ref === named)
        return true;
    }
  }
  return (
    own(parent, "discriminator") !== undefined &&
    (scope.children().get(parentRef)?.includes(named) ?? false)
  );
}
