import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request as it came over the wire: nothing decoded. */
export interface Recorded {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string | Buffer;
}

export interface Recorder extends AsyncDisposable {
  /** Origin, without a path. */
  readonly url: string;
  readonly requests: Recorded[];
}

/** Listens on loopback, keeps every request, and answers what it is told, by default `200 {}`. */
export async function startRecorder(
  reply: (request: Recorded) => Reply | Promise<Reply> = () => ({}),
): Promise<Recorder> {
  const requests: Recorded[] = [];
  const { url, close } = await listen((request, response) => {
    void (async () => {
      const recorded = await record(request);
      requests.push(recorded);
      const {
        status = 200,
        headers = { "content-type": "application/json" },
        body = "{}",
      } = await reply(recorded);
      response.writeHead(status, headers);
      response.end(status === 204 ? undefined : body);
    })();
  });
  return { url, requests, [Symbol.asyncDispose]: close };
}

/** The request with its whole body. */
export async function record(request: IncomingMessage): Promise<Recorded> {
  const { method = "", url = "", headers, rawHeaders } = request;
  return { method, url, headers, rawHeaders, body: await buffer(request) };
}

/** An HTTP server on a free port of loopback. */
export async function listen(
  listener: RequestListener,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
