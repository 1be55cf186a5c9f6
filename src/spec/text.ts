import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { diagnostic, UserError } from "../diagnostics.js";
import { maxBytes, refuseTooLarge } from "./limits.js";

/** What a server may send a text in. https://www.rfc-editor.org/rfc/rfc9110#name-content-codings */
export const contentCodings = "gzip, deflate, br";

/**
 * The text in some bytes: UTF-8 or UTF-16, the byte order mark left out, and unpacked where it is gzip, as servers and
 * build tools keep large documents, or another coding that the server names.
 *
 * @param name what messages call it
 * @throws UserError when it cannot be unpacked, or is too large once it is
 */
export function decode(bytes: Buffer, name: string, coding = ""): string {
  if (coding === "br")
    return textOf(unpack(brotliDecompressSync, bytes, name), name);
  if (coding === "deflate")
    return textOf(unpack(inflateSync, bytes, name), name);
  return textOf(isGzip(bytes) ? unpack(gunzipSync, bytes, name) : bytes, name);
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** A packed file may be sent packed; there are files that unpack to themselves, so it is done once more and not again. */
function textOf(unpacked: Buffer, name: string): string {
  const bytes = isGzip(unpacked)
    ? unpack(gunzipSync, unpacked, name)
    : unpacked;
  // The first letter of a document is one of ASCII, so that a zero beside it means UTF-16 without a mark.
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] && bytes[1] === 0))
    return new TextDecoder("utf-16le").decode(bytes);
  if ((bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0 && bytes[1]))
    return new TextDecoder("utf-16be").decode(bytes);
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  // Four times as fast as TextDecoder, which counts on large files.
  return bytes.toString("utf8", marked ? 3 : 0);
}

function unpack(
  how: (bytes: Buffer, options: { maxOutputLength: number }) => Buffer,
  bytes: Buffer,
  name: string,
): Buffer {
  try {
    return how(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE")
      refuseTooLarge(Infinity, name);
    throw new UserError(
      diagnostic(
        "document-unreadable",
        `${name} cannot be unpacked: ${(error as Error).message}`,
      ),
    );
  }
}
