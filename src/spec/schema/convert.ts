import {
  isObject,
  own,
  type Json,
  type JsonObject,
  type JsonSchema,
} from "../../json.js";
import type { Spec } from "../spec.js";
import {
  readDiscriminator,
  tagBranch,
  type Children,
} from "./discriminator.js";
import { merge } from "./merge.js";
import {
  inferType,
  isWideInteger,
  matchesType,
  numberRules,
  readDefault,
  readValues,
  stringRules,
  typeNames,
  type TypeName,
} from "./scalar.js";
import { isAny, nameMap, orNull, type Draft, type Scope } from "./scope.js";
import { arrayRules, isLeftOut, objectRules } from "./structure.js";
import {
  addUnion,
  describeChoices,
  namesOnly,
  unionBranches,
} from "./union.js";

/** Deeper nesting than this is no data that a model could write. */
const depthLimit = 48;

/** What the conversion of a whole schema needs besides the rules of its keywords. */
interface WholeScope extends Scope {
  readonly spec: Spec;
  readonly children: () => Children;
  readonly refer: (ref: string, at: string) => JsonSchema;
}

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
      scope.direction,
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

/** The keywords that stand in the schema itself; a list of types becomes a union. */
function ownKeywords(
  raw: JsonObject,
  at: string,
  depth: number,
  scope: WholeScope,
): JsonSchema {
  const { types, nullable, format } = readTypes(raw, scope, at);
  const annotations = readAnnotations(raw);
  const source = format === undefined ? raw : { format, ...raw };
  if (types.length === 0) {
    const inferred = inferType(raw);
    if (inferred !== undefined) types.push(inferred);
  }
  if (types.length <= 1) {
    const schema = {
      ...typed(source, types[0], at, depth, scope),
      ...annotations,
    };
    return nullable ||
      (own(raw, "enum") !== undefined &&
        readValues(raw, types[0], scope, at).nullable)
      ? orNull(schema)
      : schema;
  }
  const values = own(raw, "enum");
  const branches = types.flatMap((type) => {
    if (!Array.isArray(values)) return [typed(source, type, at, depth, scope)];
    const fitting = values.filter((value) => matchesType(value, type));
    return fitting.length === 0
      ? []
      : [typed({ ...source, enum: fitting }, type, at, depth, scope)];
  });
  const { default: fallback } = raw;
  const union: JsonSchema = {
    ...annotations,
    ...(fallback !== undefined &&
      fallback !== null &&
      types.some((type) => matchesType(fallback, type)) && {
        default: fallback,
      }),
    anyOf: unionBranches(branches.map(({ default: _, ...branch }) => branch)),
  };
  return nullable ? orNull(union) : union;
}

/** Words that documents use in place of a type. */
const misnamed: { readonly [word: string]: readonly [TypeName, string?] } =
  Object.assign(Object.create(null), {
    file: ["string", "binary"],
    binary: ["string", "binary"],
    int: ["integer"],
    int32: ["integer"],
    int64: ["integer", "int64"],
    long: ["integer", "int64"],
    float: ["number"],
    double: ["number"],
    decimal: ["number"],
    bool: ["boolean"],
    date: ["string", "date"],
    datetime: ["string", "date-time"],
    "date-time": ["string", "date-time"],
    uuid: ["string", "uuid"],
    uri: ["string", "uri"],
    url: ["string", "uri"],
    text: ["string"],
    str: ["string"],
    list: ["array"],
    map: ["object"],
    dict: ["object"],
  });

function readTypes(
  raw: JsonObject,
  scope: Scope,
  at: string,
): { types: TypeName[]; nullable: boolean; format?: string } {
  const declared = own(raw, "type");
  const listed = Array.isArray(declared)
    ? declared
    : declared === undefined
      ? []
      : [declared];
  const types = new Set<TypeName>();
  let format: string | undefined;
  for (const type of listed) {
    const word = typeof type === "string" ? type.toLowerCase() : "";
    const meant = misnamed[word];
    if (typeNames.has(word)) types.add(word as TypeName);
    else if (meant !== undefined) {
      types.add(meant[0]);
      format = meant[1];
    } else if (type !== null) {
      scope.report(
        "schema-type-unknown",
        `Type ${JSON.stringify(type).slice(0, 60)}`,
        at,
      );
    }
  }
  const nullable =
    (types.has("null") || listed.includes(null)) &&
    types.size > (types.has("null") ? 1 : 0);
  if (nullable) types.delete("null");
  if (types.has("number")) types.delete("integer");
  return {
    types: [...types],
    nullable,
    ...(format !== undefined && { format }),
  };
}

/** The keywords that mean something for one type. */
function typed(
  raw: JsonObject,
  type: TypeName | undefined,
  at: string,
  depth: number,
  scope: Scope,
): JsonSchema {
  const draft: Draft = {};
  if (type !== undefined) draft["type"] = type;
  const { values } =
    type === "array" || type === "object"
      ? {}
      : readValues(raw, type, scope, at);
  if (values !== undefined) draft["enum"] = values;
  else if (type === "string") stringRules(raw, draft, scope, at);
  else if (type === "number" || type === "integer")
    numberRules(raw, draft, scope, at);
  else if (type === "array") {
    const listed = own(raw, "enum");
    // `enum` beside `type: array` lists what the items may be, unless it lists arrays.
    const misplaced =
      Array.isArray(listed) &&
      !listed.some(Array.isArray) &&
      isObject(own(raw, "items") ?? {});
    arrayRules(
      misplaced
        ? {
            ...raw,
            items: { ...(own(raw, "items") as JsonObject), enum: listed },
          }
        : raw,
      draft,
      scope,
      at,
      depth,
    );
  } else if (type === "object") objectRules(raw, draft, scope, at, depth);
  const fallback = readDefault(raw, type, values);
  if (fallback !== undefined) draft["default"] = fallback;
  if (
    type === "integer" &&
    scope.direction === "request" &&
    isWideInteger(raw, draft)
  ) {
    const { default: kept, ...integer } = draft;
    return {
      ...(kept !== undefined && { default: kept }),
      anyOf: [integer, { type: "string", pattern: "^-?\\d+$" }],
    };
  }
  return draft;
}

function readAnnotations(raw: JsonObject): Draft {
  const annotations: Draft = {};
  const description = own(raw, "description");
  if (typeof description === "string" && description.trim() !== "")
    annotations["description"] = description;
  if (own(raw, "deprecated") === true) annotations["deprecated"] = true;
  const meanings = readMeanings(raw);
  if (meanings !== undefined) annotations["$comment"] = meanings;
  const listed = own(raw, "examples");
  const example =
    own(raw, "example") ?? (Array.isArray(listed) ? listed[0] : undefined);
  if (
    (typeof example === "string" && example !== "" && example.length <= 60) ||
    typeof example === "number"
  ) {
    annotations["examples"] = [example];
  }
  return annotations;
}

/** `open: still open; closed: done`, from the extensions in which vendors say what listed values mean. */
function readMeanings(raw: JsonObject): string | undefined {
  const values = own(raw, "enum");
  if (!Array.isArray(values)) return undefined;
  const described =
    own(raw, "x-enum-descriptions") ??
    own(raw, "x-enumDescriptions") ??
    own(raw, "x-enum-varnames") ??
    own(raw, "x-enumNames") ??
    own(own(raw, "x-ms-enum"), "values");
  const parts = values.flatMap((value, i) => {
    const entry = Array.isArray(described)
      ? described[i]
      : own(described, String(value));
    const meaning = isObject(entry) ? own(entry, "description") : entry;
    return typeof meaning === "string" &&
      meaning !== "" &&
      meaning !== String(value)
      ? [`${String(value)}: ${meaning}`]
      : [];
  });
  return parts.length === 0 ? undefined : parts.join("; ");
}

function mergeParts(
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
  scope: Scope,
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
    return convertSchema(common, target.ref, depth, scope, undefined);
  }
  const schema = scope.convert(part, at, depth);
  if (schema["$ref"] === undefined) return schema;
  const whole = scope.expand(schema);
  if (whole === undefined) {
    scope.report("schema-circular", "A schema extends itself", at);
    return {};
  }
  return whole;
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

function choose(
  raw: JsonObject,
  keyword: "oneOf" | "anyOf",
  branches: readonly Json[],
  schema: JsonSchema,
  at: string,
  depth: number,
  scope: WholeScope,
  named: string | undefined,
): JsonSchema {
  const choices = branches.map(namesOnly);
  if (choices.some((names) => names !== undefined)) {
    // A union of required names: told in words, judged by the API.
    const note = choices.every((names) => names !== undefined)
      ? describeChoices(choices as string[][], keyword === "oneOf")
      : undefined;
    if (note === undefined) return schema;
    const said = schema["$comment"];
    return {
      ...schema,
      $comment: typeof said === "string" ? `${said}; ${note}` : note,
    };
  }
  const discriminator = readDiscriminator(
    raw,
    named,
    scope.spec,
    scope.children,
  );
  const converted = branches.flatMap((branch, i) => {
    if (branch === false) return [];
    const one = scope.convert(branch, `${at}/${keyword}/${i}`, depth + 1);
    const title = own(branch, "title");
    const titled =
      one["description"] === undefined &&
      typeof title === "string" &&
      !/^[a-z0-9]*(?:_[a-z0-9]+)*$/.test(title) &&
      one["$ref"] === undefined
        ? { ...one, description: title }
        : one;
    const ref = own(branch, "$ref");
    const target =
      typeof ref === "string" ? scope.resolve(ref)?.ref : undefined;
    return [
      discriminator === undefined || target === undefined
        ? titled
        : tagBranch(
            titled,
            discriminator.property,
            discriminator.valuesOf(target),
            scope,
          ),
    ];
  });
  const kept = unionBranches(converted);
  if (kept.length === 1) return merge(kept[0]!, schema, scope, at);
  const nullable = kept.at(-1)?.["type"] === "null";
  const union = addUnion(schema, nullable ? kept.slice(0, -1) : kept, scope);
  if (union === undefined) {
    scope.report(
      "schema-clash",
      `No alternative of ${keyword} fits what is said besides`,
      at,
    );
    return schema;
  }
  return nullable ? orNull(union) : union;
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
