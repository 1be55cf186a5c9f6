import type { Example } from "../../templates/project/src/runtime/mock.js";
import { isObject, own, type Json, type JsonObject } from "../json.js";
import type { MediaType, Operation, RawSchema } from "../spec/operation.js";
import type { Spec } from "../spec/spec.js";
import { isJson } from "./media.js";
import { successOf } from "./shape.js";

/** An answer of this many characters is enough to try a host with; the document's own longer examples are not carried along. */
const characterLimit = 2000;
const nodeLimit = 120;
const depthLimit = 6;

/**
 * What an operation answers when all goes well: the document's own example, else one made from its schema. The same document
 * gives the same answer always.
 */
export function exampleAnswer(operation: Operation, spec: Spec): Example {
  const response = successOf(operation);
  const status = /^\d{3}$/.test(response?.status ?? "")
    ? Number(response!.status)
    : 200;
  const media =
    response?.content.find(({ mediaType }) => isJson(mediaType)) ??
    response?.content[0];
  if (media === undefined) return { status: status === 200 ? 204 : status };
  const contentType = media.mediaType.includes("*")
    ? "application/json"
    : media.mediaType;
  return { status, contentType, body: bodyOf(media, contentType, spec) };
}

function bodyOf(media: MediaType, contentType: string, spec: Spec): Json {
  const own =
    media.example !== undefined && size(media.example) <= characterLimit
      ? media.example
      : undefined;
  if (!isJson(contentType)) return typeof own === "string" ? own : "example";
  return own ?? sample(media.schema ?? media.itemSchema ?? null, spec);
}

function size(value: Json): number {
  return JSON.stringify(value).length;
}

/** A value that fits a schema as well as its types, enums, formats and examples tell. */
function sample(schema: RawSchema, spec: Spec): Json {
  let nodes = 0;
  const value = visit(schema, 0, new Set());
  return value ?? {};

  function visit(
    raw: RawSchema,
    depth: number,
    above: ReadonlySet<string>,
  ): Json | undefined {
    nodes += 1;
    if (nodes > nodeLimit || depth > depthLimit) return undefined;
    const ref = own(raw, "$ref");
    if (typeof ref === "string") {
      const found = above.has(ref) ? undefined : spec.resolve(ref);
      return found && visit(found.value, depth, new Set([...above, ref]));
    }
    if (!isObject(raw)) return undefined;
    const given = givenValue(raw);
    if (given !== undefined) return given;
    const parts = list(own(raw, "allOf"));
    if (parts.length > 0) {
      const made = [{ ...raw, allOf: [] }, ...parts].map((part) =>
        visit(part, depth, above),
      );
      const objects = made.filter(isObject);
      return objects.length > 0
        ? Object.assign({}, ...objects)
        : made.find((part) => part !== undefined);
    }
    const [branch] = [...list(own(raw, "oneOf")), ...list(own(raw, "anyOf"))];
    if (branch !== undefined) return visit(branch, depth, above);
    return ofType(raw, depth, above);
  }

  function ofType(
    raw: JsonObject,
    depth: number,
    above: ReadonlySet<string>,
  ): Json | undefined {
    const type = [own(raw, "type")].flat().find((name) => name !== "null");
    const properties = own(raw, "properties");
    if (type === "array") {
      const item = visit(own(raw, "items") ?? null, depth + 1, above);
      return item === undefined ? [] : [item];
    }
    if (type === "object" || isObject(properties)) {
      const made: Record<string, Json> = Object.create(null);
      for (const [name, property] of Object.entries(
        isObject(properties) ? properties : {},
      )) {
        if (own(property, "writeOnly") === true) continue;
        const value = visit(property, depth + 1, above);
        if (value !== undefined) made[name] = value;
      }
      return made;
    }
    return scalar(type, raw);
  }
}

/** What the schema itself gives as a value. */
function givenValue(raw: JsonObject): Json | undefined {
  const given = [
    own(raw, "example"),
    list(own(raw, "examples"))[0],
    own(raw, "const"),
    own(raw, "default"),
    list(own(raw, "enum"))[0],
  ].find((value) => value !== undefined && value !== null);
  return given !== undefined && size(given) <= characterLimit
    ? given
    : undefined;
}

const texts: { readonly [format: string]: string } = {
  date: "2026-01-31",
  "date-time": "2026-01-31T12:00:00Z",
  time: "12:00:00Z",
  email: "someone@example.com",
  uuid: "00000000-0000-4000-8000-000000000000",
  uri: "https://example.com",
  url: "https://example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  byte: "ZXhhbXBsZQ==",
};

function scalar(type: Json | undefined, raw: JsonObject): Json | undefined {
  const format = own(raw, "format");
  switch (type) {
    case "string":
      return typeof format === "string" && Object.hasOwn(texts, format)
        ? texts[format]!
        : "text";
    case "integer":
    case "number": {
      const minimum = own(raw, "minimum");
      return typeof minimum === "number" ? minimum : 1;
    }
    case "boolean":
      return true;
    default:
      return undefined;
  }
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
