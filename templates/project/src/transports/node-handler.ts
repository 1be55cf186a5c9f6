import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";

/** A handler of the web's own kind, which is what the SDK has. https://fetch.spec.whatwg.org/#request-class */
export type WebHandler = (request: Request) => Promise<Response>;

/**
 * Answers a request of Node's HTTP server through a web handler. The handler's request is aborted when the caller hangs up.
 *
 * @returns false when the body is larger than allowed: nothing is answered yet
 * @throws what the handler throws, and when the caller hangs up before its request is there
 */
export async function answerWith(
  handle: WebHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  maxBodyBytes: number,
): Promise<boolean> {
  const abort = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) abort.abort();
  });
  const body = await readBody(incoming, maxBodyBytes);
  if (body === undefined) return false;
  const response = await handle(toRequest(incoming, body, abort.signal));
  if (abort.signal.aborted) {
    await response.body?.cancel();
    return true;
  }
  const headers = Object.fromEntries(response.headers);
  if (headers["content-type"]?.startsWith("text/event-stream")) {
    outgoing.writeHead(response.status, headers);
    // A stream of events starts before its first event.
    outgoing.flushHeaders();
    await pipe(response.body!, outgoing, abort.signal);
    outgoing.end();
    return true;
  }
  // All else is there already, and goes out in one write.
  const whole = Buffer.from(await response.arrayBuffer());
  outgoing
    .writeHead(response.status, {
      ...headers,
      // https://www.rfc-editor.org/rfc/rfc9110#section-8.6
      ...(response.status !== 204 && { "content-length": whole.length }),
    })
    .end(whole);
  return true;
}

async function readBody(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | undefined> {
  if (Number(incoming.headers["content-length"]) > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function toRequest(
  incoming: IncomingMessage,
  body: Buffer,
  signal: AbortSignal,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  const method = incoming.method ?? "GET";
  const request = new Request(
    `http://${incoming.headers.host ?? "localhost"}${incoming.url ?? "/"}`,
    {
      method,
      headers,
      ...(body.length > 0 &&
        !/^(GET|HEAD)$/.test(method) && { body: new Uint8Array(body) }),
    },
  );
  // As an option of the constructor it would be followed by a second signal, and kept with all that listens to it until that
  // one is collected: memory that grows with the load.
  return Object.defineProperty(request, "signal", { value: signal });
}

async function pipe(
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  const reader = body.getReader();
  const stop = (): void => void reader.cancel().catch(() => undefined);
  gone.addEventListener("abort", stop, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || gone.aborted) return;
      if (!outgoing.write(value))
        await once(outgoing, "drain", { signal: gone });
    }
  } catch (error) {
    if (!gone.aborted) throw error;
  } finally {
    gone.removeEventListener("abort", stop);
  }
}
