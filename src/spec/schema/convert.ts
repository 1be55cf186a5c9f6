import {
  isObject,
  own,
  type Json,
  type JsonObject,
  type JsonSchema,
} from "../../json.js";
import { mergeParts } from "./all-of.js";
import { readAnnotations } from "./annotations.js";
import { choose } from "./choice.js";
import { readDiscriminator, tagBranch } from "./discriminator.js";
import { merge } from "./merge.js";
import { ownKeywords } from "./own-keywords.js";
import type { TypeName } from "./scalar.js";
import { nameMap, orNull, type Draft, type WholeScope } from "./scope.js";
import { readDefault } from "./values.js";

/** Deeper nesting than this is no data that a model could write. */
const depthLimit = 48;

/**
 * Converts a Schema Object of any OpenAPI version to JSON Schema 2020-12, portable among clients: no type lists, no boolean
 * schemas, no OpenAPI keywords, `items` and `properties` always there.
 *
 * @param named the reference by which the schema is known, where it is
 */
export function convertSchema(
  raw: Json,
  at: string,
  depth: number,
  scope: WholeScope,
  named: string | undefined,
): JsonSchema {
  if (raw === false) return { not: {} };
  if (!isObject(raw)) return {};
  if (depth > depthLimit) {
    scope.report(
      "schema-too-deep",
      `Schemas are nested deeper than ${depthLimit} levels`,
      at.replace(
        /\/(?:properties|items|allOf|anyOf|oneOf|additionalProperties)(?:\/.*)?$/s,
        "",
      ),
    );
    const type = own(raw, "type");
    return type === "object"
      ? { type, properties: nameMap<Json>() }
      : type === "array"
        ? { type, items: {} }
        : {};
  }
  const ref = own(raw, "$ref");
  const schema =
    typeof ref === "string"
      ? withSiblings(raw, ref, at, depth, scope)
      : compose(raw, at, depth, scope, named);
  const nullable =
    own(raw, "nullable") === true || own(raw, "x-nullable") === true;
  return nullable ? orNull(schema) : schema;
}

/** Keywords that a reference may have beside it in any version: OpenAPI 3.0 ignores them, people write them to be read. */
const texts = new Set([
  "description",
  "title",
  "summary",
  "default",
  "deprecated",
  "nullable",
  "readOnly",
  "writeOnly",
  "example",
  "examples",
]);

function withSiblings(
  raw: JsonObject,
  ref: string,
  at: string,
  depth: number,
  scope: WholeScope,
): JsonSchema {
  const target = scope.refer(ref, at);
  const besides = Object.keys(raw).filter(
    (keyword) => keyword !== "$ref" && !keyword.startsWith("x-"),
  );
  if (besides.length === 0) return target;
  const modern = scope.version === "3.1" || scope.version === "3.2";
  if (
    modern &&
    besides.some(
      (keyword) =>
        !texts.has(keyword) && keyword !== "$defs" && keyword !== "definitions",
    )
  ) {
    const { $ref: _, ...rest } = raw;
    return merge(
      target,
      convertSchema(rest, at, depth + 1, scope, undefined),
      scope,
      at,
    );
  }
  const annotations = readAnnotations(raw);
  const type = scope.expand(target)?.["type"];
  const fallback = readDefault(raw, type as TypeName | undefined);
  return {
    ...target,
    ...annotations,
    ...(fallback !== undefined && { default: fallback }),
  };
}

/** The schema's own keywords, `allOf` merged into them, then what is a choice. */
function compose(
  raw: JsonObject,
  at: string,
  depth: number,
  scope: WholeScope,
  named: string | undefined,
): JsonSchema {
  let schema = ownKeywords(raw, at, depth, scope);
  const parts = own(raw, "allOf");
  if (Array.isArray(parts) && parts.length > 0)
    schema = mergeParts(raw, parts, schema, at, depth, scope, named);
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const branches = own(raw, keyword);
    if (Array.isArray(branches) && branches.length > 0) {
      schema = choose(raw, keyword, branches, schema, at, depth, scope, named);
    }
  }
  const discriminator = readDiscriminator(
    raw,
    named,
    scope.spec,
    scope.children,
  );
  if (discriminator !== undefined && discriminator.children.length > 0) {
    const refs = discriminator.children.map((ref) => ({
      ref,
      schema: scope.refer(ref, at),
    }));
    const base =
      discriminator.valuesOf(named!).length > 0 &&
      own(raw, "discriminator") !== undefined &&
      own(own(raw, "discriminator"), "mapping") !== undefined;
    const branches = refs.map(({ ref, schema: branch }) =>
      tagBranch(
        branch,
        discriminator.property,
        discriminator.valuesOf(ref),
        scope,
      ),
    );
    const description = schema["description"];
    schema = {
      ...(description !== undefined && { description }),
      anyOf: [...branches, ...(base ? [complete(schema)] : [])],
    };
  }
  for (const keyword of [
    "not",
    "if",
    "dependentSchemas",
    "contains",
    "propertyNames",
    "$dynamicRef",
  ]) {
    if (own(raw, keyword) !== undefined && scope.direction === "request") {
      scope.report(
        "schema-keyword-dropped",
        `"${keyword}" is not checked before the call`,
        at,
      );
    }
  }
  return complete(schema);
}

const keywordOrder = ["type", "$ref", "description", "enum", "default"];

/** Last repairs: what strict validators and clients insist on, and one order of keywords. */
function complete(schema: JsonSchema): JsonSchema {
  const draft: Draft = {};
  for (const keyword of keywordOrder) {
    if (schema[keyword] !== undefined) draft[keyword] = schema[keyword];
  }
  Object.assign(draft, schema);
  if (
    draft["enum"] !== undefined &&
    Array.isArray(draft["enum"]) &&
    draft["default"] !== undefined &&
    !draft["enum"].includes(draft["default"])
  ) {
    delete draft["default"];
  }
  const required = draft["required"];
  if (draft["type"] === "object" && Array.isArray(required)) {
    const properties = draft["properties"] as JsonSchema;
    const missing = required.filter(
      (name) => !Object.hasOwn(properties, name as string),
    ) as string[];
    if (missing.length > 0) {
      const open = draft["additionalProperties"];
      const all = nameMap<Json>();
      for (const [name, value] of Object.entries(properties)) all[name] = value;
      // A name that is required and not described takes what the rest takes; where nothing else is allowed it cannot be given.
      if (open === false)
        draft["required"] = required.filter(
          (name) => !missing.includes(name as string),
        );
      else for (const name of missing) all[name] = isObject(open) ? open : {};
      draft["properties"] = all;
      if ((draft["required"] as Json[]).length === 0) delete draft["required"];
    }
  }
  return draft;
}
