import { isObject, own, type Json, type JsonObject } from "../json.js";
import { readContent, exampleOf } from "./content.js";
import type { Parameter, ParameterLocation, Style } from "./operation.js";
import { below } from "./pointer.js";
import { dereference } from "./references.js";
import { kind, quote, type Report } from "./report.js";
import type { Spec } from "./spec.js";
import { isToken } from "./syntax.js";

/** A raw Parameter Object with its reference followed. */
export interface RawParameter {
  readonly raw: JsonObject;
  readonly name: string;
  /** As the document has it: `body` and `formData` in Swagger 2.0, or anything else. */
  readonly in: string;
  readonly at: string;
}

/**
 * The Parameter Objects of a list, references followed, each `in` and name once; broken ones are reported and left out.
 * A map of names to parameters, a common mistake, is read as a list.
 */
export function listParameters(
  spec: Spec,
  value: Json | undefined,
  at: string,
  report: Report,
): RawParameter[] {
  if (value === undefined || value === null) return [];
  const list = dereference(spec, value, at);
  if (list === undefined) return [];
  if (!Array.isArray(list.value) && !isObject(list.value)) {
    report(
      "part-ignored",
      `\`parameters\` is ${kind(list.value)}, not a list`,
      at,
    );
    return [];
  }
  if (!Array.isArray(list.value)) {
    report(
      "parameter-repaired",
      "`parameters` is an object; its values were read as a list",
      at,
    );
  }
  const found = new Map<string, RawParameter>();
  for (const [key, item] of Object.entries(list.value) as [string, Json][]) {
    const here = below(list.at, key);
    const target = dereference(spec, item, here);
    if (target === undefined) {
      report(
        "parameter-dropped",
        `A parameter was left out: its reference ${quote(own(item, "$ref"))} leads nowhere`,
        here,
      );
      continue;
    }
    const raw = target.value;
    if (!isObject(raw)) {
      report(
        "parameter-dropped",
        `A parameter is ${kind(raw)}, not an object`,
        here,
      );
      continue;
    }
    const name =
      own(raw, "name") ?? (Array.isArray(list.value) ? undefined : key);
    if (typeof name !== "string" || name === "") {
      report("parameter-dropped", "A parameter has no name", here);
      continue;
    }
    const where = own(raw, "in");
    const parameter = {
      raw,
      name,
      in: typeof where === "string" ? where : "",
      at: target.at,
    };
    const id = parameterId(parameter);
    if (found.has(id))
      report(
        "parameter-repaired",
        `The parameter ${quote(name)} is declared twice; the first one counts`,
        here,
      );
    else found.set(id, parameter);
  }
  return [...found.values()];
}

/** Parameters of the path with those of the operation, which win. https://spec.openapis.org/oas/v3.2.0.html#operation-parameters */
export function mergeParameters(
  path: readonly RawParameter[],
  operation: readonly RawParameter[],
): RawParameter[] {
  const merged = new Map(
    path.map((parameter) => [parameterId(parameter), parameter]),
  );
  for (const parameter of operation)
    merged.set(parameterId(parameter), parameter);
  return [...merged.values()];
}

function parameterId({ name, in: where }: RawParameter): string {
  const location = where.toLowerCase();
  return `${location}:${location === "header" ? name.toLowerCase() : name}`;
}

const styles: { readonly [location in ParameterLocation]: readonly Style[] } = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form", "cookie"],
  querystring: ["form"],
};

/** "If `in` is header and the name is one of these, the parameter definition SHALL be ignored." https://spec.openapis.org/oas/v3.2.0.html#parameter-object */
const ignoredHeaders: ReadonlySet<string> = new Set([
  "accept",
  "content-type",
  "authorization",
]);

/**
 * Reads a parameter of OpenAPI 3; undefined where it is not to be sent.
 *
 * @param inPath whether the path has a variable of the parameter's name.
 */
export function readParameter(
  spec: Spec,
  parameter: RawParameter,
  inPath: boolean,
  report: Report,
): Parameter | undefined {
  const { raw, name, at } = parameter;
  const location = locationOf(parameter, inPath, report);
  if (location === undefined || isIgnored(location, name)) return undefined;
  if ((location === "header" || location === "cookie") && !isToken(name)) {
    report(
      "parameter-dropped",
      `The ${location} parameter ${quote(name)} was left out: no ${location} can have that name`,
      at,
    );
    return undefined;
  }
  const content = readContent(
    spec,
    own(raw, "content"),
    below(at, "content"),
    report,
  )[0];
  const style = readStyle(raw, location, name, at, report);
  const explode = own(raw, "explode");
  const schema = content
    ? (content.schema ?? {})
    : readSchema(raw, name, at, report);
  const example = exampleOf(spec, raw, at) ?? content?.example;
  return {
    ...common(parameter, location),
    schema,
    style,
    explode:
      typeof explode === "boolean" && style !== "deepObject"
        ? explode
        : explodes(style),
    allowReserved: own(raw, "allowReserved") === true,
    ...(content
      ? { contentType: content.mediaType }
      : location === "querystring" && {
          contentType: "application/x-www-form-urlencoded",
        }),
    ...(example !== undefined && { example }),
  };
}

/** What parameters of every version have. */
export function common(
  { raw, name, at }: RawParameter,
  location: ParameterLocation,
): Pick<
  Parameter,
  | "name"
  | "in"
  | "required"
  | "deprecated"
  | "description"
  | "extensions"
  | "at"
> {
  const description = own(raw, "description");
  return {
    name,
    in: location,
    required: location === "path" || isTrue(own(raw, "required")),
    deprecated: isTrue(own(raw, "deprecated")),
    ...(typeof description === "string" &&
      description !== "" && { description }),
    extensions: extensionsOf(raw),
    at,
  };
}

export function isTrue(value: Json | undefined): boolean {
  return value === true || value === "true";
}

/** The `x-` members of an object. */
export function extensionsOf(raw: JsonObject): JsonObject {
  const extensions: Record<string, Json> = Object.create(null);
  for (const key of Object.keys(raw))
    if (key.startsWith("x-")) extensions[key] = raw[key]!;
  return extensions;
}

export function isIgnored(location: ParameterLocation, name: string): boolean {
  return location === "header" && ignoredHeaders.has(name.toLowerCase());
}

/** Where a parameter goes. One without a known `in` goes into the path if the path has a variable of its name. */
export function locationOf(
  { raw, name, in: where, at }: RawParameter,
  inPath: boolean,
  report: Report,
): ParameterLocation | undefined {
  const location = where.toLowerCase();
  if (Object.hasOwn(styles, location)) {
    if (location !== where)
      report(
        "parameter-repaired",
        `The parameter ${quote(name)} says \`in: ${where}\`; read as ${location}`,
        at,
      );
    return location as ParameterLocation;
  }
  const said =
    own(raw, "in") === undefined
      ? "has no `in`"
      : `says \`in: ${quote(own(raw, "in"))}\``;
  if (inPath) {
    report(
      "parameter-repaired",
      `The parameter ${quote(name)} ${said}; the path has a variable of its name`,
      at,
    );
    return "path";
  }
  report(
    "parameter-dropped",
    `The parameter ${quote(name)} ${said}: it is not known where to send it`,
    at,
  );
  return undefined;
}

function readStyle(
  raw: JsonObject,
  location: ParameterLocation,
  name: string,
  at: string,
  report: Report,
): Style {
  const allowed = styles[location];
  const style = own(raw, "style");
  if (style === undefined || style === null || location === "querystring")
    return allowed[0]!;
  const known = allowed.find((candidate) => candidate === style);
  if (known === undefined) {
    report(
      "parameter-repaired",
      `The ${location} parameter ${quote(name)} cannot have the style ${quote(style)}; sent as ${allowed[0]}`,
      at,
    );
  }
  return known ?? allowed[0]!;
}

/** https://spec.openapis.org/oas/v3.2.0.html#fixed-fields-for-use-with-schema; `deepObject` has one form only. */
function explodes(style: Style): boolean {
  return style === "form" || style === "cookie" || style === "deepObject";
}

/** Schema keywords that Swagger 2.0 has on the parameter itself, as documents of later versions still write them. */
export const inlineKeywords = [
  "type",
  "format",
  "items",
  "default",
  "maximum",
  "exclusiveMaximum",
  "minimum",
  "exclusiveMinimum",
  "maxLength",
  "minLength",
  "pattern",
  "maxItems",
  "minItems",
  "uniqueItems",
  "enum",
  "multipleOf",
  "properties",
  "oneOf",
  "anyOf",
  "allOf",
] as const;

function readSchema(
  raw: JsonObject,
  name: string,
  at: string,
  report: Report,
): Json {
  const schema = own(raw, "schema");
  if (isObject(schema) || typeof schema === "boolean") return schema;
  const inline: Record<string, Json> = {};
  for (const keyword of inlineKeywords) {
    const value = own(raw, keyword);
    if (value !== undefined) inline[keyword] = value;
  }
  if (schema !== undefined || Object.keys(inline).length > 0) {
    report(
      "parameter-repaired",
      schema === undefined
        ? `The parameter ${quote(name)} has its type beside it, as in Swagger 2.0, and no \`schema\``
        : `The schema of the parameter ${quote(name)} is ${kind(schema)}; any value is taken`,
      at,
    );
  }
  return inline;
}
