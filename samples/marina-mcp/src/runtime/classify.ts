import type { HttpResponse } from "./http.js";
import {
  essence,
  isEventStream,
  isHtml,
  isJson,
  isJsonLines,
  isText,
} from "./media-types.js";
import { looksLikeText } from "./text.js";

export type AnswerKind =
  | { readonly kind: "empty" | "json" | "events" | "json-lines" | "text" }
  | { readonly kind: "image" | "audio" | "binary"; readonly mimeType: string };

/** What an answer is: by its media type, and by its bytes where that is missing or cannot be. */
export function classify(response: HttpResponse): AnswerKind {
  const { body, headers } = response;
  if (body.length === 0) return { kind: "empty" };
  const declared = headers["content-type"] ?? "";
  const type = essence(declared);
  if (isEventStream(declared)) return { kind: "events" };
  if (isJsonLines(declared)) return { kind: "json-lines" };
  if (isJson(declared)) return { kind: "json" };
  // A text under an image's type is an error page: as an image, it would end the whole conversation in some clients.
  const image = seenImage(type, body);
  if (image !== undefined) return { kind: "image", mimeType: image };
  if (type.startsWith("audio/") && !looksLikeText(body)) {
    return { kind: "audio", mimeType: type };
  }
  const open = type === "" || type === "application/octet-stream";
  if (isText(declared) || open || type.startsWith("image/")) {
    if (looksLikeText(body)) {
      return { kind: startsLikeJson(body, declared) ? "json" : "text" };
    }
  }
  return { kind: "binary", mimeType: open ? "application/octet-stream" : type };
}

/** Some servers send JSON as HTML or plain text; that it is none is found out when it is parsed. */
function startsLikeJson(body: Buffer, declared: string): boolean {
  const start = body.subarray(0, 64).toString("latin1").trimStart();
  return (
    /^[[{]/.test(start) &&
    (isHtml(declared) || !/csv|markdown|yaml/.test(declared))
  );
}

/** The type of an image that models see: as its first bytes say, else as it is declared. */
function seenImage(declared: string, body: Buffer): string | undefined {
  const start = body.subarray(0, 12).toString("latin1");
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(start)) return "image/gif";
  if (/^RIFF.{4}WEBP/s.test(start)) return "image/webp";
  return /^image\/(png|jpeg|gif|webp)$/.test(declared) && !looksLikeText(body)
    ? declared
    : undefined;
}
