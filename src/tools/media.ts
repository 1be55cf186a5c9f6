import { isObject, own } from "../json.js";
import type { MediaType } from "../spec/operation.js";
import type { Spec } from "../spec/spec.js";

/** The kinds of body that a request is made of in different ways. */
export type MediaKind =
  "json" | "form" | "multipart" | "lines" | "xml" | "text" | "file";

/** Type and subtype, in lower case and without parameters. */
export function essence(mediaType: string): string {
  return mediaType.split(";")[0]!.trim().toLowerCase();
}

export function isJson(mediaType: string): boolean {
  return /^(?:application|text)\/json$|\+json$|^application\/(?:x-)?json5?$/.test(
    essence(mediaType),
  );
}

/** What a body of the media type is; a wildcard with a structured schema is JSON. */
export function kindOf(media: MediaType, spec: Spec): MediaKind {
  const type = essence(media.mediaType);
  if (/(?:ndjson|jsonl|json-lines|json-seq|\+json-seq|jsonlines)$/.test(type))
    return "lines";
  if (isJson(type)) return "json";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type.startsWith("multipart/")) return "multipart";
  if (/^(?:application|text)\/xml$|\+xml$/.test(type)) return "xml";
  if (
    type.startsWith("text/") ||
    /^application\/(?:.+\+)?(?:yaml|x-yaml|graphql|sql|javascript|toml)$/.test(
      type,
    )
  )
    return "text";
  if (type === "*/*" || type === "application/*" || !type.includes("/")) {
    return isStructured(media, spec) ? "json" : "file";
  }
  // Fields under a type that says nothing of them: nobody can set them in a file, and JSON is what such APIs take.
  return type.startsWith("application/") &&
    !binaryObjects.test(type) &&
    hasFields(media, spec)
    ? "json"
    : "file";
}

/** Types that write objects in bytes of their own. */
const binaryObjects =
  /jose|jwe|jwt|jws|cbor|msgpack|messagepack|protobuf|bson|avro|thrift|smile|pdf|zip|tar$/;

function hasFields(media: MediaType, spec: Spec): boolean {
  const schema = schemaOf(media, spec);
  return (
    isObject(schema) &&
    own(schema, "format") !== "binary" &&
    (["properties", "allOf"] as const).some((key) => {
      const value = own(schema, key);
      return (
        typeof value === "object" &&
        value !== null &&
        Object.keys(value).length > 0
      );
    })
  );
}

function schemaOf(media: MediaType, spec: Spec): MediaType["schema"] {
  const ref = own(media.schema, "$ref");
  return typeof ref === "string" ? spec.resolve(ref)?.value : media.schema;
}

function isStructured(media: MediaType, spec: Spec): boolean {
  const schema = schemaOf(media, spec);
  if (!isObject(schema)) return false;
  const format = own(schema, "format");
  return (
    own(schema, "type") !== "string" &&
    format !== "binary" &&
    Object.keys(schema).length > 0
  );
}

/** How well a media type suits: JSON, then a form, then what is only read as JSON, then the rest. */
function rank(media: MediaType, spec: Spec): number {
  const kind = kindOf(media, spec);
  if (kind === "form" || kind === "multipart") return 1;
  if (kind !== "json") return 3;
  return /^application\/[^*]+$/.test(media.mediaType) &&
    !isJson(media.mediaType)
    ? 2
    : 0;
}

/** The media type to send of those that an operation takes: JSON before forms before the rest, one with a schema before one without. */
export function chooseMedia(
  content: readonly MediaType[],
  spec: Spec,
): MediaType {
  const described = content.filter(
    (media) => media.schema !== undefined || media.itemSchema !== undefined,
  );
  const offered = described.length > 0 ? described : content;
  const best = Math.min(...offered.map((media) => rank(media, spec)));
  const found = offered.filter((media) => rank(media, spec) === best);
  return (
    found.find((media) => essence(media.mediaType) === "application/json") ??
    found[0]!
  );
}

/** The media type as it is sent: a range cannot be. */
export function sentAs(mediaType: string, kind: MediaKind): string {
  const type = essence(mediaType);
  if (!type.includes("*") && type.includes("/")) return mediaType;
  if (kind === "json") return "application/json";
  if (kind === "text") return "text/plain";
  return kind === "multipart"
    ? "multipart/form-data"
    : "application/octet-stream";
}
