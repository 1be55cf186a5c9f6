// One HTTP exchange. node:http with connections that are kept open: a bare fetch costs several times as much per call.
import http, { type IncomingHttpHeaders } from "node:http";
import https from "node:https";
import { acceptedEncodings } from "./decode.js";
import { networkError } from "./network-error.js";
import { readBody, type ReadOptions, type ReadResult } from "./read-body.js";
import type { HttpRequest } from "./request.js";

export interface HttpResponse extends ReadResult {
  readonly status: number;
  readonly statusText: string;
  readonly headers: IncomingHttpHeaders;
  /** Where the answer came from, after redirects. */
  readonly url: string;
}

/** PEM texts for mutual TLS. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface ExchangeOptions extends ReadOptions {
  readonly certificate?: ClientCertificate | undefined;
}

/** Sends a request and gives the answer, whatever its status; throws when there is none. Does not follow redirects. */
export type Exchange = (
  request: HttpRequest,
  options: ExchangeOptions,
) => Promise<HttpResponse>;

/**
 * Makes a client with connections of its own.
 *
 * @param env where Node >= 24.5 finds HTTP_PROXY and its kin; an older one connects directly
 */
export function createHttpClient(env: {
  readonly [name: string]: string | undefined;
}): Exchange {
  // The types of Node 20 do not have proxyEnv.
  const options = { keepAlive: true, proxyEnv: env } as http.AgentOptions;
  const agents = {
    "http:": new http.Agent(options),
    // Keeps connections with different certificates apart.
    "https:": new https.Agent(options),
  };
  return (request, { certificate, ...reading }) =>
    new Promise((resolve, reject) => {
      const late = reading.deadline.reason();
      if (late !== undefined) {
        reject(late);
        return;
      }
      const url = new URL(request.url);
      const secure = url.protocol === "https:";
      const outgoing = (secure ? https : http).request({
        hostname: url.hostname.replace(/^\[|\]$/g, ""),
        port: url.port,
        path: targetOf(request.url, url),
        method: request.method,
        headers: headersOf(request),
        agent: secure ? agents["https:"] : agents["http:"],
        ...certificate,
      });
      let answered = false;
      const forget = reading.deadline.onEnd((reason) => {
        outgoing.destroy(reason);
      });
      const fail = (error: unknown, sent: boolean) => {
        forget();
        reject(networkError(url.host, error, sent));
      };
      outgoing.on("error", (error) => {
        // An answer that has begun ends in readBody.
        if (!answered) fail(error, outgoing.writableFinished);
      });
      outgoing.on("response", (incoming) => {
        answered = true;
        readBody(incoming, request.method, reading).then(
          (read) => {
            forget();
            resolve({
              ...read,
              status: incoming.statusCode ?? 0,
              statusText: incoming.statusMessage ?? "",
              headers: incoming.headers,
              url: request.url,
            });
          },
          (error: unknown) => fail(error, true),
        );
      });
      outgoing.end(request.body);
    });
}

/** The path and query as they were built: the URL parser would encode some characters once more. */
function targetOf(text: string, url: URL): string {
  const target = text.slice(url.origin.length);
  return text.startsWith(url.origin) && /^\/[!-~]*$/.test(target)
    ? target.split("#", 1)[0]!
    : url.pathname + url.search;
}

function headersOf(request: HttpRequest): http.OutgoingHttpHeaders {
  const { body, method } = request;
  const hasBody = body !== undefined || /^(POST|PUT|PATCH)$/.test(method);
  return {
    ...(!request.ownEncoding && { "accept-encoding": acceptedEncodings }),
    ...request.headers,
    // Node leaves it out for methods that usually have no body.
    ...(hasBody && { "content-length": Buffer.byteLength(body ?? "") }),
  };
}
