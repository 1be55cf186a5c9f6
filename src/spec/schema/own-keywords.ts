import { isObject, own, type JsonObject, type JsonSchema } from "../../json.js";
import { readAnnotations } from "./annotations.js";
import {
  inferType,
  digitsOf,
  isIntegerFormat,
  isWideInteger,
  numberRules,
  stringRules,
  typeNames,
  type TypeName,
} from "./scalar.js";
import { orNull, type Draft, type Scope } from "./scope.js";
import { arrayRules, objectRules } from "./structure.js";
import { unionBranches } from "./union.js";
import { matchesType, readDefault, readValues } from "./values.js";

/** The keywords that stand in the schema itself; a list of types becomes a union. */
export function ownKeywords(
  raw: JsonObject,
  at: string,
  depth: number,
  scope: Scope,
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
    const values = own(raw, "enum");
    const listsNull =
      types[0] !== "null" && Array.isArray(values) && values.includes(null);
    return nullable || listsNull ? orNull(schema) : schema;
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
    anyOf: unionBranches(branches.map(withoutDefault)),
  };
  return nullable ? orNull(union) : union;
}

function withoutDefault(schema: JsonSchema): JsonSchema {
  const { default: _, ...rest } = schema;
  return rest;
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
  // https://spec.openapis.org/registry/format/int64: a number of this format has no fraction.
  if (isIntegerFormat(own(raw, "format")) && types.delete("number"))
    types.add("integer");
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
  const values =
    type === "array" || type === "object"
      ? undefined
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
      anyOf: [integer, { type: "string", pattern: digitsOf(integer, raw) }],
    };
  }
  return draft;
}
