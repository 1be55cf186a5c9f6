import {
  isObject,
  own,
  type Json,
  type JsonSchema,
  type ObjectSchema,
} from "../json.js";
import { docComment, literal, memberName, pascalCase } from "./code.js";

/** Deeper than this a type says `unknown`: nobody reads it, and the schema still holds every detail. */
const depthLimit = 6;

/**
 * The TypeScript interface of a tool's arguments, with one more interface for each definition that the schema refers to.
 *
 * @param schema the schema of the arguments; its `$defs` are in it
 * @param name the name of the interface
 */
export function inputType(schema: ObjectSchema, name: string): string {
  const definitions = new Map<string, string>();
  const taken = new Set([name]);
  const defs = own(schema, "$defs");
  for (const key of isObject(defs) ? Object.keys(defs) : []) {
    const base = `${name.replace(/Input$/, "")}${pascalCase(key)}`;
    let unique = base;
    while (taken.has(unique)) unique += "_";
    taken.add(unique);
    definitions.set(key, unique);
  }
  const blocks = [`export ${interfaceOf(name, schema, definitions)}`];
  if (isObject(defs)) {
    for (const [key, definition] of Object.entries(defs)) {
      const typeName = definitions.get(key)!;
      blocks.push(
        isPlainObject(definition)
          ? interfaceOf(typeName, definition as JsonSchema, definitions)
          : `type ${typeName} = ${typeOf(definition, definitions, 0, 0)};`,
      );
    }
  }
  return blocks.join("\n\n");
}

function isPlainObject(schema: Json): boolean {
  return (
    own(schema, "type") === "object" &&
    ["anyOf", "oneOf", "allOf", "enum", "$ref"].every(
      (keyword) => own(schema, keyword) === undefined,
    )
  );
}

type Definitions = ReadonlyMap<string, string>;

function interfaceOf(
  name: string,
  schema: JsonSchema,
  definitions: Definitions,
): string {
  const body = members(schema, definitions, 2, 0);
  return body === "" ? `interface ${name} {}` : `interface ${name} {\n${body}}`;
}

/** The lines of an object type between its braces, each member with its description. */
function members(
  schema: JsonSchema,
  definitions: Definitions,
  indent: number,
  depth: number,
): string {
  const properties = own(schema, "properties");
  const required = new Set(
    Array.isArray(schema["required"]) ? (schema["required"] as Json[]) : [],
  );
  const pad = " ".repeat(indent);
  let body = "";
  const optional: string[] = [];
  for (const [key, property] of Object.entries(
    isObject(properties) ? properties : {},
  )) {
    const description = own(property, "description");
    if (typeof description === "string")
      body += docComment(description, indent);
    const mark = required.has(key) ? "" : "?";
    const type = typeOf(property, definitions, indent, depth + 1);
    body += `${pad}${memberName(key)}${mark}: ${type};\n`;
    optional.push(type);
  }
  const additional = own(schema, "additionalProperties");
  if (isObject(additional) || additional === true) {
    // Named members have to fit the index signature, so beside them it says no more than that there may be others.
    const value =
      optional.length === 0 && isObject(additional)
        ? typeOf(additional, definitions, indent, depth + 1)
        : "unknown";
    body += `${pad}[key: string]: ${value};\n`;
  }
  return body;
}

function typeOf(
  schema: Json,
  definitions: Definitions,
  indent: number,
  depth: number,
): string {
  if (!isObject(schema) || depth > depthLimit) return "unknown";
  const ref = own(schema, "$ref");
  if (typeof ref === "string") {
    const key = decodePointer(ref.replace(/^#\/\$defs\//, ""));
    return definitions.get(key) ?? "unknown";
  }
  const values = own(schema, "enum");
  if (Array.isArray(values) && values.length > 0) {
    return union(
      values.map((value) =>
        typeof value === "object" && value !== null
          ? "unknown"
          : literal(value),
      ),
    );
  }
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = own(schema, keyword);
    if (Array.isArray(branches)) {
      return union(
        branches.map((branch: Json) =>
          typeOf(branch, definitions, indent, depth + 1),
        ),
      );
    }
  }
  switch (own(schema, "type")) {
    case "string":
      return "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "array":
      return arrayOf(
        typeOf(own(schema, "items") ?? null, definitions, indent, depth + 1),
      );
    case "object": {
      const body = members(schema, definitions, indent + 2, depth);
      return body === ""
        ? "{ [key: string]: unknown }"
        : `{\n${body}${" ".repeat(indent)}}`;
    }
    default:
      return "unknown";
  }
}

function decodePointer(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  return distinct.includes("unknown") ? "unknown" : distinct.join(" | ");
}

function arrayOf(item: string): string {
  return / \| /.test(item) && !item.startsWith("{\n")
    ? `(${item})[]`
    : `${item}[]`;
}
