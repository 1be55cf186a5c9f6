import { isObject, own, type Json, type JsonObject } from "../json.js";
import { readContent, exampleOf } from "./content.js";
import { settleMethod } from "./method-override.js";
import type { Parameter, ParameterLocation, Style } from "./operation.js";
import { below } from "./pointer.js";
import { extensionsOf, isTrue, type RawParameter } from "./raw-parameters.js";
import { kind, quote, type Report } from "./report.js";
import type { Spec } from "./spec.js";
import { isToken } from "./syntax.js";

const styles: { readonly [location in ParameterLocation]: readonly Style[] } = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form", "cookie"],
  querystring: ["form"],
};

/**
 * Whether a parameter is a header that is no argument, but that is sent: "If `in` is header and the name is one of these, the
 * parameter definition SHALL be ignored." Many documents know no other way to say that a request is authenticated.
 * https://spec.openapis.org/oas/v3.2.0.html#parameter-object
 */
export function isClientHeader({
  in: where,
  name,
}: Pick<Parameter, "in" | "name">): boolean {
  return where === "header" && /^(?:accept|authorization)$/i.test(name);
}

/** Headers that frame the message or carry credentials: what calls the API sets them, and no caller. */
const clientHeaders: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "cookie",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
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
  if (location === undefined || isIgnored(location, name, at, report))
    return undefined;
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
  const read: Parameter = {
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
  return settleMethod(read, report);
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

/** Whether a parameter is none of a caller's. */
export function isIgnored(
  location: ParameterLocation,
  name: string,
  at: string,
  report: Report,
): boolean {
  if (location !== "header") return false;
  const header = name.toLowerCase();
  if (clientHeaders.has(header)) {
    report(
      "parameter-ignored",
      `The header ${quote(name)} is no argument: the server sets it where it is needed`,
      at,
    );
    return true;
  }
  return header === "content-type";
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
