import {
  isObject,
  own,
  type Json,
  type JsonObject,
  type JsonSchema,
} from "../../json.js";
import type { Spec } from "../spec.js";
import { nameMap, type Scope } from "./scope.js";

export interface Discriminator {
  readonly property: string;
  /** The references of the branches, where the document does not list them itself: the schemas that extend this one. */
  readonly children: readonly string[];
  /** The values that choose the schema at a reference; absent where the schema says so itself. */
  readonly valuesOf: (ref: string) => readonly string[];
}

/** For each schema those that extend it, by reference, in the document's order. */
export type Children = ReadonlyMap<string, readonly string[]>;

/** Finds which named schemas extend which (`allOf` with a reference to it), at every remove. */
export function findChildren(spec: Spec): Children {
  const direct = new Map<string, string[]>();
  const isOld = spec.version === "2.0";
  const schemas = isOld
    ? own(spec.root, "definitions")
    : own(own(spec.root, "components"), "schemas");
  const place = isOld ? "#/definitions/" : "#/components/schemas/";
  for (const [name, schema] of Object.entries(
    isObject(schemas) ? schemas : {},
  )) {
    const parts = own(schema, "allOf");
    if (!Array.isArray(parts)) continue;
    const child = spec.resolve(
      `${place}${name.replace(/~/g, "~0").replace(/\//g, "~1")}`,
    )?.ref;
    for (const part of parts) {
      const ref = own(part, "$ref");
      const parent =
        typeof ref === "string" ? spec.resolve(ref)?.ref : undefined;
      if (parent === undefined || child === undefined) continue;
      direct.set(parent, [...(direct.get(parent) ?? []), child]);
    }
  }
  const all = new Map<string, readonly string[]>();
  for (const parent of direct.keys()) {
    const found = new Set(direct.get(parent));
    for (const child of found) {
      for (const next of direct.get(child) ?? []) found.add(next);
    }
    found.delete(parent);
    all.set(parent, [...found]);
  }
  return all;
}

/** https://spec.openapis.org/oas/v3.2.0.html#discriminator-object; in Swagger 2.0 the property's name alone. */
export function readDiscriminator(
  raw: JsonObject,
  ref: string | undefined,
  spec: Spec,
  children: () => Children,
): Discriminator | undefined {
  const declared = own(raw, "discriminator");
  const property =
    typeof declared === "string" ? declared : own(declared, "propertyName");
  if (typeof property !== "string") return undefined;
  const mapping = own(declared, "mapping");
  const values = new Map<string, string[]>();
  for (const [value, target] of Object.entries(
    isObject(mapping) ? mapping : {},
  )) {
    const found =
      typeof target === "string" ? resolveTarget(target, ref, spec) : undefined;
    if (found !== undefined)
      values.set(found, [...(values.get(found) ?? []), value]);
  }
  const listed =
    Array.isArray(own(raw, "oneOf")) || Array.isArray(own(raw, "anyOf"));
  const extending =
    listed || ref === undefined ? [] : (children().get(ref) ?? []);
  return {
    property,
    children: extending,
    valuesOf: (branch) =>
      values.get(branch) ?? (values.size > 0 ? [] : [lastSegment(branch)]),
  };
}

/** A mapping names a schema by reference or by its bare name. */
function resolveTarget(
  target: string,
  ref: string | undefined,
  spec: Spec,
): string | undefined {
  const file = ref === undefined ? "" : ref.slice(0, ref.indexOf("#"));
  const escaped = target.replace(/~/g, "~0").replace(/\//g, "~1");
  const tries =
    target.includes("#") || target.includes("/")
      ? [target, file + target]
      : [
          `${file}#/components/schemas/${escaped}`,
          `#/components/schemas/${escaped}`,
          `#/definitions/${escaped}`,
        ];
  for (const one of tries) {
    const found = one.includes("#") ? spec.resolve(one) : undefined;
    if (found !== undefined) return found.ref;
  }
  return undefined;
}

export function lastSegment(ref: string): string {
  const segment = ref
    .slice(ref.lastIndexOf("/") + 1)
    .replace(/~1/g, "/")
    .replace(/~0/g, "~");
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The branch with its discriminating property held to the values that choose it. */
export function tagBranch(
  branch: JsonSchema,
  property: string,
  values: readonly string[],
  scope: Scope,
): JsonSchema {
  if (values.length === 0) return branch;
  const tag = (schema: JsonSchema): JsonSchema => {
    const properties = schema["properties"];
    if (schema["type"] !== "object" || !isObject(properties)) return schema;
    const present = Object.hasOwn(properties, property)
      ? properties[property]
      : undefined;
    const listed = own(present, "enum");
    // What the branch says of itself is more than what its name says.
    if (
      Array.isArray(listed) &&
      (listed.length === 1 || !values.every((value) => listed.includes(value)))
    )
      return schema;
    const tagged = nameMap<Json>();
    if (present === undefined) tagged[property] = {};
    for (const [name, value] of Object.entries(properties))
      tagged[name] = value;
    const description = own(present, "description");
    tagged[property] = {
      type: "string",
      ...(description !== undefined && { description }),
      enum: [...values],
    };
    return { ...schema, properties: tagged };
  };
  return branch["$ref"] === undefined
    ? tag(branch)
    : scope.vary(branch, values[0]!, tag);
}
