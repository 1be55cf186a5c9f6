import { isObject, own, type Json, type JsonObject } from "../json.js";
import { exampleOf } from "./content.js";
import { settleMethod } from "./method-override.js";
import type {
  Body,
  Encoding,
  MediaType,
  Parameter,
  Style,
} from "./operation.js";
import { common, inlineKeywords, isIgnored, locationOf } from "./parameters.js";
import { isTrue, type RawParameter } from "./raw-parameters.js";
import { below } from "./pointer.js";
import { quote, type Report } from "./report.js";
import type { Spec } from "./spec.js";
import { isMediaType, isToken } from "./syntax.js";

/** https://swagger.io/specification/v2/#parameter-object, `collectionFormat`, as the styles of OpenAPI 3. */
const formats: {
  readonly [format: string]: {
    readonly style?: Style;
    readonly explode: boolean;
  };
} = {
  csv: { explode: false },
  ssv: { style: "spaceDelimited", explode: false },
  tsv: { style: "tabDelimited", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
  multi: { explode: true },
};

/** Reads a path, query or header parameter of Swagger 2.0; undefined where it is not to be sent. */
export function readSwagger2Parameter(
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
  const { style, explode } = collection(raw, name, at, report);
  const single =
    location === "path" || location === "header" ? "simple" : "form";
  const example = exampleOf(spec, raw, at) ?? own(raw, "x-example");
  const read: Parameter = {
    ...common(parameter, location),
    schema: schemaOf(raw),
    style: style ?? single,
    // "multi" is for query and formData only; elsewhere values are joined by commas.
    explode: explode && single === "form",
    allowReserved: false,
    ...(example !== undefined && { example }),
  };
  return settleMethod(read, report);
}

function collection(raw: JsonObject, name: string, at: string, report: Report) {
  const format = own(raw, "collectionFormat");
  if (format === undefined || format === null) return formats["csv"]!;
  if (typeof format === "string" && Object.hasOwn(formats, format))
    return formats[format]!;
  report(
    "parameter-repaired",
    `The parameter ${quote(name)} has an unknown collectionFormat ${quote(format)}; sent as csv`,
    at,
  );
  return formats["csv"]!;
}

/** The parameter as a schema; some documents of version 2.0 have a `schema` on every parameter, as later ones do. */
function schemaOf(raw: JsonObject): Json {
  const schema = own(raw, "schema");
  if (isObject(schema)) return schema;
  const inline: Record<string, Json> = {};
  for (const keyword of inlineKeywords) {
    const value = own(raw, keyword);
    if (value !== undefined) inline[keyword] = value;
  }
  return inline;
}

/**
 * The body of a Swagger 2.0 operation: its `body` parameter, or its `formData` parameters as one object.
 *
 * https://swagger.io/specification/v2/#parameter-object
 */
export function readSwagger2Body(
  spec: Spec,
  parameters: readonly RawParameter[],
  operation: JsonObject,
  at: string,
  report: Report,
): Body | undefined {
  const consumes = mediaTypes(
    own(operation, "consumes") ?? own(spec.root, "consumes"),
    at,
    report,
  );
  const bodies = parameters.filter(({ in: where }) => where === "body");
  const fields = parameters.filter(({ in: where }) => where === "formData");
  const body = bodies[0];
  for (const extra of body ? [...bodies.slice(1), ...fields] : []) {
    report(
      "parameter-dropped",
      `The parameter ${quote(extra.name)} was left out: there is a body already`,
      extra.at,
    );
  }
  if (body) {
    const schema = own(body.raw, "schema");
    const description = own(body.raw, "description");
    if (schema !== undefined && !isObject(schema))
      report(
        "part-ignored",
        "The body's schema is no object; any value is taken",
        body.at,
      );
    const usable = isObject(schema) ? schema : schemaOf(body.raw);
    const example =
      exampleOf(spec, body.raw, body.at) ?? own(body.raw, "x-example");
    return {
      required: isTrue(own(body.raw, "required")),
      ...(typeof description === "string" &&
        description !== "" && { description }),
      content: (consumes.length > 0 ? consumes : ["application/json"]).map(
        (mediaType) => ({
          mediaType,
          schema: usable,
          encoding: {},
          ...(example !== undefined && { example }),
          at: body.at,
        }),
      ),
      at: body.at,
    };
  }
  return fields.length > 0 ? formBody(fields, consumes, report) : undefined;
}

function formBody(
  fields: readonly RawParameter[],
  consumes: readonly string[],
  report: Report,
): Body {
  const properties: Record<string, Json> = Object.create(null);
  const encoding: Record<string, Encoding> = Object.create(null);
  const required: string[] = [];
  let files = false;
  for (const { raw, name, at } of fields) {
    const isFile = own(raw, "type") === "file";
    files ||= isFile;
    const description = own(raw, "description");
    properties[name] = {
      ...(schemaOf(raw) as JsonObject),
      ...(isFile && { type: "string", format: "binary" }),
      ...(typeof description === "string" &&
        description !== "" && { description }),
    };
    if (isTrue(own(raw, "required"))) required.push(name);
    if (own(raw, "type") === "array") {
      const { style, explode } = collection(raw, name, at, report);
      encoding[name] = { style: style ?? "form", explode };
    }
  }
  const forms = consumes.filter((type) =>
    /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type),
  );
  const usable = files
    ? forms.filter((type) => /^multipart/i.test(type))
    : forms;
  const mediaTypesUsed =
    usable.length > 0
      ? usable
      : [files ? "multipart/form-data" : "application/x-www-form-urlencoded"];
  const schema = {
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
  };
  const { at } = fields[0]!;
  return {
    required: required.length > 0,
    content: mediaTypesUsed.map((mediaType) => ({
      mediaType,
      schema,
      encoding,
      at,
    })),
    at,
  };
}

/** The content of a Swagger 2.0 response: its schema, once for each media type that the operation produces. */
export function swagger2Content(
  spec: Spec,
  operation: JsonObject,
  report: Report,
  at: string,
): (raw: JsonObject, at: string) => MediaType[] {
  const produces = mediaTypes(
    own(operation, "produces") ?? own(spec.root, "produces"),
    at,
    report,
  );
  const types = produces.length > 0 ? produces : ["application/json"];
  return (raw, here) => {
    const schema = own(raw, "schema");
    if (!isObject(schema)) return [];
    const examples = own(raw, "examples");
    return types.map((mediaType) => {
      const example = own(examples, mediaType);
      return {
        mediaType,
        schema,
        encoding: {},
        ...(example !== undefined && { example }),
        at: here,
      };
    });
  };
}

function mediaTypes(
  value: Json | undefined,
  at: string,
  report: Report,
): string[] {
  const list =
    typeof value === "string"
      ? [value]
      : Array.isArray(value)
        ? (value as readonly Json[])
        : [];
  return list
    .filter((type): type is string => typeof type === "string")
    .map((type) => type.trim())
    .filter((type) => {
      if (isMediaType(type)) return true;
      report(
        "media-type-dropped",
        `${quote(type)} is no media type`,
        below(at, "consumes"),
      );
      return false;
    });
}
