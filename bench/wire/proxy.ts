import http from "node:http";
import { text } from "node:stream/consumers";
import { listen, record, type Recorded } from "../../test/harness/recorder.js";
import { problemsOf, type Answer } from "./prism.js";

/** A request that came by, and what the mock behind thought of it. */
export interface Judged {
  readonly request: Recorded;
  /** Why it was refused; empty: it was accepted; undefined: the mock is gone. */
  readonly problems: readonly string[] | undefined;
}

export interface Proxy extends AsyncDisposable {
  readonly url: string;
  /** The requests since the last time. */
  readonly take: () => readonly Judged[];
  /** Passes on to another mock from now on. */
  readonly use: (mock: string) => void;
}

/** Stands between a server and the mock, keeps every request as it came and passes it on as it is. */
export async function startProxy(first: string): Promise<Proxy> {
  let mock = first;
  let judged: Judged[] = [];
  const { url, close } = await listen((incoming, response) => {
    void (async () => {
      const request = await record(incoming);
      try {
        const answer = await forward(mock, request);
        judged.push({ request, problems: problemsOf(answer) });
        const { "content-type": type = "application/json" } = answer.headers;
        response.writeHead(answer.status, { "content-type": type });
        response.end(answer.status === 204 ? undefined : answer.body);
      } catch {
        judged.push({ request, problems: undefined });
        // A status that nobody tries again.
        response.writeHead(400).end();
      }
    })();
  });
  return {
    url,
    take: () => {
      const taken = judged;
      judged = [];
      return taken;
    },
    use: (other) => {
      mock = other;
    },
    [Symbol.asyncDispose]: close,
  };
}

/** Sends the request on, byte for byte as far as HTTP lets it: `fetch` would refuse a GET with a body and rewrite the URL. */
function forward(mock: string, request: Recorded): Promise<Answer> {
  const { hostname, port } = new URL(mock);
  const { method, url, rawHeaders, body } = request;
  return new Promise((resolve, reject) => {
    const outgoing = http.request(
      { hostname, port, method, path: url, headers: [...rawHeaders] },
      (incoming) => {
        text(incoming).then(
          (received) =>
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              body: received,
            }),
          reject,
        );
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
