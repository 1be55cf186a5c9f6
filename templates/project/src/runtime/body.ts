// The body of a request, by its media type: https://spec.openapis.org/oas/v3.2.0.html#request-body-object
import { encodeForm } from "./encode.js";
import { ToolError } from "./errors.js";
import { readFile, type FileContent, type UploadRules } from "./files.js";
import { isRecord, stringify } from "./json.js";
import {
  essence,
  isJson,
  isJsonLines,
  isXml,
  matchesType,
} from "./media-types.js";
import { encodeMultipart, filePart, type Part } from "./multipart.js";
import {
  deepPairs,
  headerValue,
  queryPairs,
  text,
  type Rule,
} from "./serialise.js";
import type { RequestBody, RequestField } from "./tool.js";
import { toXml } from "./xml.js";

/** A field of the body with the value to send. */
export interface FieldValue {
  readonly field: RequestField;
  /** How messages call it: the argument's name. */
  readonly label: string;
  readonly value: unknown;
  /** Values of the part's own headers. */
  readonly headers?: { readonly [name: string]: string };
}

/** What is to be sent: one value, or fields. */
export type BodyValue =
  | { readonly label: string; readonly value: unknown }
  | { readonly fields: readonly FieldValue[] };

export interface EncodedBody {
  readonly contentType: string;
  readonly body: string | Buffer;
}

/** @throws ToolError when the value cannot be sent as the media type */
export async function encodeBody(
  body: RequestBody,
  given: BodyValue,
  uploads: UploadRules,
): Promise<EncodedBody> {
  const type = essence(body.contentType);
  if ("value" in given && body.file === true) {
    const file = await readFile(given.label, given.value, uploads);
    return { contentType: fileType(type, body, file), body: file.bytes };
  }
  if (type === "application/x-www-form-urlencoded") {
    // A text is the form as it stands: that is all that a document which calls the body a string can mean.
    if ("value" in given && typeof given.value === "string") {
      return { contentType: body.contentType, body: given.value };
    }
    const fields = await Promise.all(
      fieldsOf(given).map((field) => formPairs(field, uploads)),
    );
    return { contentType: body.contentType, body: fields.flat().join("&") };
  }
  if (type.startsWith("multipart/")) {
    const parts = await Promise.all(
      fieldsOf(given).map((field) => partsOf(field, uploads)),
    );
    return encodeMultipart(type, parts.flat());
  }
  const value = await wholeValue(given, uploads);
  const declared = type.includes("*") ? "application/json" : body.contentType;
  return { contentType: declared, body: encodeValue(declared, given, value) };
}

function encodeValue(
  contentType: string,
  given: BodyValue,
  value: unknown,
): string {
  if (isJsonLines(contentType) && Array.isArray(value)) {
    return value.map((item) => `${stringify(item)}\n`).join("");
  }
  if (isJson(contentType)) return stringify(value);
  if (isXml(contentType) && typeof value !== "string") {
    const [root, ...others] = isRecord(value) ? Object.entries(value) : [];
    return root !== undefined && others.length === 0
      ? toXml(root[0], root[1])
      : toXml("label" in given ? given.label : "root", value);
  }
  return text(value);
}

/** Fields of a JSON body make up an object, whatever they are called. */
async function wholeValue(
  given: BodyValue,
  uploads: UploadRules,
): Promise<unknown> {
  if ("value" in given) return given.value;
  const object: Record<string, unknown> = Object.create(null);
  for (const { field, label, value } of given.fields) {
    object[field.name] =
      field.file === true ? await inlineFile(label, value, uploads) : value;
  }
  return object;
}

/** A file in a body that is no form: base64, as `format: byte` and `contentEncoding` have it. */
async function inlineFile(
  label: string,
  value: unknown,
  uploads: UploadRules,
): Promise<unknown> {
  if (Array.isArray(value)) {
    return Promise.all(value.map((item) => inlineFile(label, item, uploads)));
  }
  return (await readFile(label, value, uploads)).bytes.toString("base64");
}

/**
 * A form may be one argument as well: then its members are the fields. No specification says what the fields of a list are
 * called; servers that read `a[0]=x` as a list read `0=x` and `0[b]=x` as one, and that is what their own encoders write.
 */
function fieldsOf(given: BodyValue): readonly FieldValue[] {
  if ("fields" in given) return given.fields;
  const { label, value } = given;
  if (typeof value !== "object" || value === null) {
    throw new ToolError(`${label} must be an object or a list: it is a form.`);
  }
  const members = Array.isArray(value)
    ? value.flatMap((item, index) => itemFields(String(index), item))
    : Object.entries(value);
  return members.map(([name, member]) => ({
    field: { name, value: member },
    label: `${label}.${name}`,
    value: member,
  }));
}

function itemFields(
  name: string,
  item: unknown,
): readonly (readonly [name: string, value: unknown])[] {
  return typeof item === "object" && item !== null
    ? deepPairs(name, item)
    : [[name, item]];
}

function isStyled(field: RequestField): boolean {
  return (
    field.style !== undefined ||
    field.explode !== undefined ||
    field.allowReserved !== undefined
  );
}

function ruleOf(field: RequestField): Rule {
  const style = field.style ?? "form";
  return {
    name: field.name,
    style,
    explode: field.explode ?? (style === "form" || style === "deepObject"),
    ...(field.allowReserved === true && { allowReserved: true }),
    ...(field.itemsStyle !== undefined && { itemsStyle: field.itemsStyle }),
  };
}

async function formPairs(
  { field, label, value }: FieldValue,
  uploads: UploadRules,
): Promise<string[]> {
  if (value === null || value === undefined) return [];
  const pair = (item: unknown) =>
    `${encodeForm(field.name)}=${encodeForm(text(item))}`;
  if (field.file === true) {
    const file = await inlineFile(label, value, uploads);
    return Array.isArray(file) ? file.map(pair) : [pair(file)];
  }
  if (field.contentType !== undefined && isJson(field.contentType)) {
    return [pair(stringify(value))];
  }
  if (isStyled(field)) {
    return queryPairs(ruleOf(field), value).map((parts) => parts.join("="));
  }
  if (Array.isArray(value)) {
    return value.filter((item) => item !== null).map(pair);
  }
  return [pair(value)];
}

async function partsOf(
  given: FieldValue,
  uploads: UploadRules,
): Promise<Part[]> {
  const { field, value } = given;
  if (value === null || value === undefined) return [];
  if (isStyled(field) && field.file !== true) return styledParts(given);
  // One part for each item; a list inside it is the content of its part.
  if (Array.isArray(value)) {
    const parts = value.map((item) =>
      onePart({ ...given, value: item }, uploads),
    );
    return (await Promise.all(parts)).flat();
  }
  return onePart(given, uploads);
}

async function onePart(
  { field, label, value, headers }: FieldValue,
  uploads: UploadRules,
): Promise<Part[]> {
  if (value === null || value === undefined) return [];
  if (field.file === true) {
    const file = await readFile(label, value, uploads);
    const contentType = partType(label, field, file);
    return [{ ...filePart(field.name, file, contentType), headers }];
  }
  const { name } = field;
  const structured = typeof value === "object";
  const contentType =
    field.contentType ?? (structured ? "application/json" : undefined);
  return [
    { name, contentType, headers, content: partText(name, contentType, value) },
  ];
}

function partText(
  name: string,
  contentType: string | undefined,
  value: unknown,
): string {
  if (contentType !== undefined && isJson(contentType)) return stringify(value);
  if (contentType !== undefined && isXml(contentType)) {
    return toXml(name, value);
  }
  return text(value);
}

/** OpenAPI 3.1 lets style and explode apply to multipart too: values then are not percent-encoded. */
function styledParts({ field, value, headers }: FieldValue): Part[] {
  const rule = ruleOf(field);
  const part = (name: string, item: unknown): Part => ({
    name,
    headers,
    contentType: field.contentType,
    content: text(item),
  });
  if (rule.style === "deepObject" || (rule.explode && isRecord(value))) {
    return queryPairs(rule, value).map(([name, item]) =>
      part(decodeURIComponent(name), decodeURIComponent(item)),
    );
  }
  if (rule.explode && Array.isArray(value)) {
    return value
      .filter((item) => item !== null)
      .map((item) => part(field.name, item));
  }
  const joined = headerValue(rule, value);
  return joined === undefined ? [] : [part(field.name, joined)];
}

/** The declared type of a file's part; of several, or of a wildcard, the one that the file has. */
function partType(
  label: string,
  field: RequestField,
  file: FileContent,
): string {
  const declared = field.contentType;
  if (declared === undefined) {
    return file.contentType ?? "application/octet-stream";
  }
  if (!/[,*]/.test(declared)) return declared;
  const type = file.contentType ?? file.likelyType;
  if (type !== undefined && matchesType(type, declared)) return type;
  throw new ToolError(
    `${label} must be of type ${declared}; it is ${type ?? "of unknown type: give contentType"}.`,
  );
}

function fileType(type: string, body: RequestBody, file: FileContent): string {
  if (!type.includes("*")) return body.contentType;
  const actual = file.contentType ?? file.likelyType;
  return actual !== undefined && matchesType(actual, type)
    ? actual
    : "application/octet-stream";
}
