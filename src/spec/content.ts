import { isObject, own, type Json, type JsonObject } from "../json.js";
import type { Body, Encoding, MediaType, Style } from "./operation.js";
import { below } from "./pointer.js";
import { dereference } from "./references.js";
import { kind, quote, type Report } from "./report.js";
import type { Spec } from "./spec.js";
import { isMediaType } from "./syntax.js";

/** The media types of a `content` map, in document order. https://spec.openapis.org/oas/v3.2.0.html#media-type-object */
export function readContent(
  spec: Spec,
  value: Json | undefined,
  at: string,
  report: Report,
): MediaType[] {
  if (value === undefined || value === null) return [];
  const content = dereference(spec, value, at);
  if (content === undefined) return [];
  if (!isObject(content.value)) {
    report(
      "part-ignored",
      `\`content\` is ${kind(content.value)}, not an object`,
      at,
    );
    return [];
  }
  return Object.entries(content.value).flatMap(([name, raw]) => {
    const here = below(content.at, name);
    if (name.startsWith("x-") && !name.includes("/")) return [];
    return mediaTypesOf(name, here, report).flatMap(
      (mediaType) => readMediaType(spec, mediaType, raw, here, report) ?? [],
    );
  });
}

/** A key of `content` as media types: several with commas between them, and `json`, are common mistakes with a plain meaning. */
function mediaTypesOf(name: string, at: string, report: Report): string[] {
  const trimmed = name.trim();
  const meant = formMeant(trimmed);
  if (meant !== undefined) {
    report(
      "media-type-repaired",
      `${quote(name)} is no registered media type; read as ${meant}`,
      at,
    );
    return [meant];
  }
  if (isMediaType(trimmed)) return [trimmed];
  const parts = trimmed.split(",").map((part) => part.trim());
  if (parts.every(isMediaType)) return parts;
  // `text/plain; utf-8`: the type is plain, its parameter is none.
  const bare = trimmed.split(";", 1)[0]!.trim();
  if (isMediaType(bare)) {
    report(
      "media-type-repaired",
      `${quote(name)} is no media type; read as ${bare}`,
      at,
    );
    return [bare];
  }
  report("media-type-dropped", `${quote(name)} is no media type`, at);
  return [];
}

/** The form that a name means which no server knows: `application/form-data`, `application/x-www-form-urlencode`. */
function formMeant(name: string): string | undefined {
  const type = name.split(";", 1)[0]!.trim().toLowerCase();
  if (
    /^(?:application\/)?(?:x-)?(?:multipart[-_]?)?form-?data$|^multipart\/form$|^application\/multipart$/.test(
      type,
    )
  )
    return "multipart/form-data";
  return type !== "application/x-www-form-urlencoded" &&
    /^(?:application\/)?(?:x-?)?(?:www-?)?(?:form-?)?url-?(?:form-?)?encoded?$|^application\/x-www-form$/.test(
      type,
    )
    ? "application/x-www-form-urlencoded"
    : undefined;
}

function readMediaType(
  spec: Spec,
  mediaType: string,
  value: Json,
  at: string,
  report: Report,
): MediaType | undefined {
  const target = dereference(spec, value ?? {}, at);
  if (target === undefined) {
    report(
      "media-type-dropped",
      `The description of ${quote(mediaType)} leads nowhere`,
      at,
    );
    return undefined;
  }
  if (!isObject(target.value)) {
    report(
      "media-type-dropped",
      `The description of ${quote(mediaType)} is ${kind(target.value)}, not an object`,
      at,
    );
    return undefined;
  }
  const raw = target.value;
  const schema = schemaOf(raw, "schema", target.at, report);
  const itemSchema = schemaOf(raw, "itemSchema", target.at, report);
  const example = exampleOf(spec, raw, target.at);
  return {
    mediaType,
    ...(schema !== undefined && { schema }),
    ...(itemSchema !== undefined && { itemSchema }),
    encoding: readEncoding(
      spec,
      own(raw, "encoding"),
      below(target.at, "encoding"),
    ),
    ...(example !== undefined && { example }),
    at: target.at,
  };
}

function schemaOf(
  raw: JsonObject,
  key: string,
  at: string,
  report: Report,
): Json | undefined {
  const schema = own(raw, key);
  if (schema === undefined || isObject(schema) || typeof schema === "boolean")
    return schema;
  report(
    "part-ignored",
    `The schema is ${kind(schema)}; any value is taken`,
    below(at, key),
  );
  return undefined;
}

const encodingStyles: readonly Style[] = [
  "form",
  "spaceDelimited",
  "pipeDelimited",
  "deepObject",
];

function readEncoding(
  spec: Spec,
  value: Json | undefined,
  at: string,
): { readonly [property: string]: Encoding } {
  const encoding: Record<string, Encoding> = Object.create(null);
  if (!isObject(value)) return encoding;
  for (const [property, item] of Object.entries(value)) {
    const raw = dereference(spec, item, below(at, property))?.value;
    if (!isObject(raw)) continue;
    const contentType = own(raw, "contentType");
    const style = encodingStyles.find(
      (candidate) => candidate === own(raw, "style"),
    );
    const explode = own(raw, "explode");
    const allowReserved = own(raw, "allowReserved");
    const headers = own(raw, "headers");
    encoding[property] = {
      // Several with commas between them: the first one is as good as any.
      ...(typeof contentType === "string" &&
        isMediaType(contentType.split(",")[0]!.trim()) && { contentType }),
      ...(style && { style }),
      ...(typeof explode === "boolean" && { explode }),
      ...(typeof allowReserved === "boolean" && { allowReserved }),
      ...(isObject(headers) && { headers }),
    };
  }
  return encoding;
}

/** The first example of a parameter or media type. https://spec.openapis.org/oas/v3.2.0.html#example-object */
export function exampleOf(
  spec: Spec,
  raw: JsonObject,
  at: string,
): Json | undefined {
  const example = own(raw, "example");
  if (example !== undefined) return example;
  const examples = own(raw, "examples");
  if (!isObject(examples)) return undefined;
  for (const [name, item] of Object.entries(examples)) {
    const target = dereference(spec, item, below(at, "examples", name))?.value;
    const value = own(target, "value") ?? own(target, "dataValue");
    if (value !== undefined) return value;
  }
  return undefined;
}

/**
 * A Request Body Object; undefined where there is none.
 *
 * @returns `unusable` where the body is required and there is no media type that it could be sent as.
 */
export function readBody(
  spec: Spec,
  value: Json | undefined,
  at: string,
  report: Report,
): Body | "unusable" | undefined {
  if (value === undefined || value === null) return undefined;
  const target = dereference(spec, value, at);
  if (target === undefined) {
    report(
      "body-dropped",
      `The request body was left out: its reference ${quote(own(value, "$ref"))} leads nowhere`,
      at,
    );
    return undefined;
  }
  if (!isObject(target.value)) {
    report(
      "body-dropped",
      `The request body is ${kind(target.value)}, not an object`,
      at,
    );
    return undefined;
  }
  const raw = target.value;
  const required = own(raw, "required") === true;
  const declared = own(raw, "content");
  const content = readContent(
    spec,
    declared,
    below(target.at, "content"),
    report,
  );
  if (content.length === 0) {
    const named = isObject(declared) && Object.keys(declared).length > 0;
    if (required && named) return "unusable";
    report(
      "body-dropped",
      "The request body has no media type that it could be sent as",
      target.at,
    );
    return undefined;
  }
  const description = own(raw, "description");
  return {
    required,
    ...(typeof description === "string" &&
      description !== "" && { description }),
    content,
    at: target.at,
  };
}
