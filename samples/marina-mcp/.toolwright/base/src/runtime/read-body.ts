import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { Deadline } from "./deadline.js";
import { decode } from "./decode.js";
import { isJson } from "./media-types.js";
import { TimeLimitError } from "./network-error.js";
import { isComplete, isStream } from "./streams.js";

export interface ReadOptions {
  readonly deadline: Deadline;
  /** Counted after decompression. */
  readonly maxBytes: number;
  readonly progress?: ((received: number, total?: number) => void) | undefined;
}

export interface ReadResult {
  readonly body: Buffer;
  /** Why reading ended before the body did. */
  readonly cut?: "size" | "time" | "idle";
}

/** A stream without an end is read until it is silent this long. */
const idleMs = 5_000;

/** What is read of a stream: more than an answer holds helps nobody. */
const maxStreamBytes = 1_000_000;

/**
 * Reads a body up to the limit. A body that comes in pieces and does not end is what came of it.
 *
 * @throws the stream's error when the body is cut off or not encoded as it says; the deadline's reason when that has come
 */
export async function readBody(
  incoming: IncomingMessage,
  method: string,
  options: ReadOptions,
): Promise<ReadResult> {
  const { statusCode } = incoming;
  if (method === "HEAD" || statusCode === 204 || statusCode === 304) {
    incoming.resume();
    return { body: Buffer.alloc(0) };
  }
  const encoded = incoming.headers["content-encoding"] !== undefined;
  const stream = encoded ? await decode(incoming) : incoming;
  return collect(stream, incoming, options);
}

function collect(
  stream: Readable,
  incoming: IncomingMessage,
  options: ReadOptions,
): Promise<ReadResult> {
  const type = incoming.headers["content-type"] ?? "";
  const maxBytes = isStream(type)
    ? Math.min(options.maxBytes, maxStreamBytes)
    : options.maxBytes;
  const mayBeEndless =
    isStream(type) ||
    (isJson(type) && incoming.headers["content-length"] === undefined);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let done = false;
    const end = (cut?: ReadResult["cut"]) => {
      done = true;
      clearTimeout(idle);
      const body = Buffer.concat(chunks, length).subarray(0, maxBytes);
      resolve(cut === undefined ? { body } : { body, cut });
      if (cut === undefined) return;
      stream.destroy();
      incoming.destroy();
    };
    const soFar = () => Buffer.concat(chunks, length);
    const idle = mayBeEndless
      ? setTimeout(() => {
          if (isComplete(type, soFar())) end("idle");
        }, idleMs)
      : undefined;
    stream.on("data", (chunk: Buffer) => {
      if (done) return;
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) end("size");
      else idle?.refresh();
    });
    stream.on("end", () => end());
    const fail = (error: Error) => {
      const reason = options.deadline.reason();
      if (
        reason instanceof TimeLimitError &&
        mayBeEndless &&
        isComplete(type, soFar())
      ) {
        end("time");
        return;
      }
      done = true;
      clearTimeout(idle);
      incoming.destroy();
      reject(reason ?? error);
    };
    stream.on("error", (error) => {
      if (!done) fail(error);
    });
    stream.on("close", () => {
      if (!done) fail(new Error("the connection was cut"));
    });
    // Not before the stream is read from: a listener for data starts it.
    if (options.progress) tellProgress(incoming, options.progress);
  });
}

const progressMs = 500;

function tellProgress(
  incoming: IncomingMessage,
  progress: (received: number, total?: number) => void,
): void {
  const total = Number(incoming.headers["content-length"]) || undefined;
  let received = 0;
  let told = Date.now();
  incoming.on("data", (chunk: Buffer) => {
    received += chunk.length;
    const now = Date.now();
    if (now - told < progressMs) return;
    told = now;
    progress(received, total);
  });
}
