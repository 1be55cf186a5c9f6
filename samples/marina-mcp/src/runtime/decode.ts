import type { IncomingMessage } from "node:http";
import { pipeline, type Readable, type Transform } from "node:stream";
import zlib from "node:zlib";

/** What is asked for: what {@link decode} can undo. */
export const acceptedEncodings = "gzip, deflate, br";

/** The body without its content encodings. https://www.rfc-editor.org/rfc/rfc9110#field.content-encoding */
export async function decode(incoming: IncomingMessage): Promise<Readable> {
  const encodings = (incoming.headers["content-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((encoding) => encoding.trim())
    .reverse();
  let stream: Readable = incoming;
  for (const encoding of encodings) {
    const decoder = await decoderFor(encoding, stream);
    // The reader of the last stream gets the errors of all.
    if (decoder) stream = pipeline(stream, decoder, () => undefined);
  }
  return stream;
}

async function decoderFor(
  encoding: string,
  stream: Readable,
): Promise<Transform | undefined> {
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return zlib.createGunzip();
    case "br":
      return zlib.createBrotliDecompress();
    case "deflate":
      return (await startsWithZlibHeader(stream))
        ? zlib.createInflate()
        : zlib.createInflateRaw();
    default:
      return undefined;
  }
}

/** Some servers send bare deflate data where the specification has the zlib format. */
async function startsWithZlibHeader(stream: Readable): Promise<boolean> {
  await new Promise<void>((resolve) => {
    stream
      .once("readable", resolve)
      .once("error", resolve)
      .once("close", resolve);
  });
  const start = stream.read() as Buffer | null;
  if (start === null || start.length === 0) return true;
  stream.unshift(start);
  return (start[0]! & 0x0f) === 8;
}
