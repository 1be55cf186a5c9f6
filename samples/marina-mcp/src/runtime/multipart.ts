// https://www.rfc-editor.org/rfc/rfc7578, read with https://spec.openapis.org/oas/v3.2.0.html#encoding-object
import { randomUUID } from "node:crypto";
import type { FileContent } from "./files.js";

export interface Part {
  readonly name: string;
  readonly content: string | Buffer;
  readonly contentType?: string | undefined;
  readonly filename?: string | undefined;
  readonly headers?: { readonly [name: string]: string } | undefined;
}

export function filePart(
  name: string,
  file: FileContent,
  contentType: string,
): Part {
  return { name, content: file.bytes, contentType, filename: file.filename };
}

/** The body, and its content type with the boundary. */
export function encodeMultipart(
  mediaType: string,
  parts: readonly Part[],
): { readonly contentType: string; readonly body: Buffer } {
  const boundary = `form-${randomUUID()}`;
  const chunks = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${partHeaders(part)}\r\n`, "utf8"),
    typeof part.content === "string"
      ? Buffer.from(part.content, "utf8")
      : part.content,
    Buffer.from("\r\n", "utf8"),
  ]);
  chunks.push(Buffer.from(`--${boundary}--\r\n`, "utf8"));
  return {
    contentType: `${mediaType}; boundary=${boundary}`,
    body: Buffer.concat(chunks),
  };
}

function partHeaders(part: Part): string {
  const filename =
    part.filename === undefined ? "" : `; filename="${quoted(part.filename)}"`;
  const lines = [
    `Content-Disposition: form-data; name="${quoted(part.name)}"${filename}`,
    ...(part.contentType === undefined
      ? []
      : [`Content-Type: ${oneLine(part.contentType)}`]),
    ...Object.entries(part.headers ?? {}).map(
      ([name, value]) => `${oneLine(name)}: ${oneLine(value)}`,
    ),
  ];
  return lines.map((line) => `${line}\r\n`).join("");
}

/** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function quoted(name: string): string {
  return name
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A")
    .replaceAll('"', "%22");
}

function oneLine(value: string): string {
  return value.replace(/[^\P{Cc}\t]/gu, " ");
}
