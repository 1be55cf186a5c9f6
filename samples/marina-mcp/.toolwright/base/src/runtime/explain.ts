// Ajv's findings in words that say what to change.
import type { ErrorObject } from "ajv";
import { fileShape } from "./files.js";
import { isRecord } from "./json.js";
import { nearest } from "./nearest.js";
import { allowedTypes, likelyBranches, list, resolve } from "./schema.js";
import type { JsonSchema } from "./tool.js";

/** One line for each problem: the field, the rule, what was given, the nearest valid name or value. */
export function explainErrors(
  errors: readonly ErrorObject[],
  schema: JsonSchema,
): string[] {
  const lines = withoutBranches(errors, schema).map((error) =>
    explain(error, schema),
  );
  return [...new Set(lines)];
}

/**
 * A union that does not match reports what is wrong with each of its alternatives. When the value looks like one of them,
 * its errors are what matters; otherwise only that none matches.
 */
function withoutBranches(
  errors: readonly ErrorObject[],
  root: JsonSchema,
): ErrorObject[] {
  let left = [...errors];
  for (const union of errors) {
    if (union.keyword !== "anyOf" && union.keyword !== "oneOf") continue;
    const all = list(union.schema);
    const likely = likelyBranches(
      union.data,
      all.map((branch) => resolve(branch, root)),
      root,
    );
    const [meant, ...others] = likely.map((index) => all[index]);
    const only = others.length === 0 ? meant : undefined;
    const told = left.some((error) => isOf(error, union, only));
    left = left.filter((error) => {
      if (error === union) return !told;
      const branch = all.find((one) => isOf(error, union, one));
      return branch === undefined || (told && branch === only);
    });
  }
  return left;
}

/** Whether an error is about the alternative of a union; one by reference reports from where it is defined. */
function isOf(
  error: ErrorObject,
  union: ErrorObject,
  branch: unknown,
): boolean {
  if (branch === undefined || error === union) return false;
  if (!error.instancePath.startsWith(union.instancePath)) return false;
  const place = `${union.schemaPath}/${list(union.schema).indexOf(branch)}/`;
  const ref = isRecord(branch) ? branch["$ref"] : undefined;
  return (
    error.schemaPath.startsWith(place) ||
    (typeof ref === "string" && error.schemaPath.startsWith(`${ref}/`))
  );
}

function explain(error: ErrorObject, root: JsonSchema): string {
  const { keyword, params, data, parentSchema } = error;
  const field = fieldOf(error.instancePath);
  const given = `; given ${show(data)}`;
  switch (keyword) {
    case "required":
      return `${join(field, params["missingProperty"] as string)} is required`;
    case "additionalProperties":
    case "unevaluatedProperties": {
      const name = (params["additionalProperty"] ??
        params["unevaluatedProperty"]) as string;
      return unknownName(field, name, parentSchema);
    }
    case "type":
      return `${field} must be ${shapeOf(params["type"], parentSchema)}${given}`;
    case "enum": {
      const values = list(params["allowedValues"]);
      const near =
        typeof data === "string"
          ? nearest(data, values.map(String))
          : undefined;
      const most = values.slice(0, 20).map((value) => JSON.stringify(value));
      const more = values.length > 20 ? `, … (${values.length} in all)` : "";
      return `${field} must be one of ${most.join(", ")}${more}${given}${near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`}`;
    }
    case "const":
      return `${field} must be ${show(params["allowedValue"])}${given}`;
    case "pattern":
      return `${field} must match the pattern ${String(params["pattern"])}${given}`;
    case "format":
      return `${field} must be ${formatName(String(params["format"]))}${given}`;
    case "anyOf":
    case "oneOf":
      return union(field, error, root) + given;
    case "dependentRequired":
      return `${join(field, params["missingProperty"] as string)} is required when ${String(params["property"])} is given`;
    case "uniqueItems":
      return `${field} must not hold the same item twice`;
    default:
      return `${field} ${error.message ?? "is not valid"}${given}`;
  }
}

function union(field: string, error: ErrorObject, root: JsonSchema): string {
  if (error.keyword === "oneOf" && error.params["passingSchemas"]) {
    return `${field} fits several of the alternatives, and must fit exactly one`;
  }
  const kinds = list(error.schema).map((branch) => {
    const found = resolve(branch, root);
    const { title, pattern, properties } = found;
    const types = [...(allowedTypes(found, root) ?? [])].join(" or ");
    if (typeof pattern === "string") return `${types} matching ${pattern}`;
    if (typeof title === "string") return `${types} ${title}`;
    return isRecord(properties)
      ? `${types} with ${Object.keys(properties).slice(0, 6).join(", ")}`
      : types;
  });
  return `${field} must be one of: ${[...new Set(kinds)].filter(Boolean).join("; ")}`;
}

/** The type, and of an object what it is made of. */
function shapeOf(types: unknown, schema: JsonSchema | undefined): string {
  const type = [types].flat().join(" or ");
  const properties = schema?.["properties"];
  if (type !== "object" || !isRecord(properties)) return article(type);
  const names = Object.keys(properties);
  const isFile = ["path", "base64", "text", "filename"].every((name) =>
    names.includes(name),
  );
  if (isFile) return fileShape;
  const some = names.slice(0, 6).join(", ");
  return names.length === 0
    ? article(type)
    : `an object with ${some}${names.length > 6 ? ", …" : ""}`;
}

function unknownName(
  field: string,
  name: string,
  schema: JsonSchema | undefined,
): string {
  const properties = schema?.["properties"];
  const names = isRecord(properties) ? Object.keys(properties) : [];
  const whole = join(field, name);
  const near = similar(name, names);
  if (near !== undefined) {
    return `${whole} does not exist; did you mean ${near}?`;
  }
  if (names.length === 0) return `${whole} does not exist; none is taken`;
  const some = names.slice(0, 25).join(", ");
  return `${whole} does not exist; valid are ${some}${names.length > 25 ? ", …" : ""}`;
}

/** Case and punctuation aside first: `pet-id` for `petId`, `filter[name]` for `filter_name`. */
function similar(name: string, names: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  return (
    names.find((candidate) => plain(candidate) === plain(name)) ??
    nearest(name, names)
  );
}

/** `/items/0/name` as `items[0].name`. */
function fieldOf(pointer: string): string {
  const tokens = pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  return tokens.reduce(
    (path, token) =>
      /^\d+$/.test(token) && path !== ""
        ? `${path}[${token}]`
        : join(path, token),
    "",
  );
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  const shown = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  return typeof value === "string" ? `${shown} (a string)` : shown;
}

function article(type: string): string {
  return type === "null"
    ? "null"
    : /^[aeio]/.test(type)
      ? `an ${type}`
      : `a ${type}`;
}

const formats: { readonly [format: string]: string } = {
  date: "a date (2026-01-31)",
  "date-time": "a date and time with time zone (2026-01-31T12:00:00Z)",
  time: "a time with time zone (12:00:00Z)",
  duration: "an ISO 8601 duration (P3DT4H)",
  email: "an email address",
  uri: "a full URL",
  uuid: "a UUID",
};

function formatName(format: string): string {
  return Object.hasOwn(formats, format)
    ? formats[format]!
    : `a valid ${format}`;
}
