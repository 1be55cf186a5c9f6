// An API that misbehaves: each way must give the model a useful result within the limits, and leave the next call working.
import type http from "node:http";
import zlib from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  caller,
  describeApi,
  json,
  serve,
  textOf,
  tool,
  type TestServer,
} from "./harness.js";

const bomb = zlib.gzipSync(Buffer.alloc(100_000_000, " "), { level: 1 });

let server: TestServer;
let other: TestServer;
const attempts = new Map<string, number>();

const behaviours: Record<
  string,
  (response: http.ServerResponse, attempt: number) => void
> = {
  "/well": (response) => json(response, { well: true }),
  "/slow": () => undefined,
  "/slow-body": (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"a":');
  },
  "/cut-off": (response) => {
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": "1000",
    });
    response.write('{"a":1,');
    setTimeout(() => response.destroy(), 20);
  },
  "/reset": (response) => response.destroy(),
  "/endless": (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write("[1");
    const timer = setInterval(() => response.write(",1".repeat(50_000)), 1);
    response.on("close", () => clearInterval(timer));
  },
  "/events": (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const timer = setInterval(
      () => response.write('event: tick\ndata: {"n":1}\n\n'),
      20,
    );
    response.on("close", () => clearInterval(timer));
  },
  "/watch": (response) => {
    // As gRPC gateways do: one value per line, under the type of a single one.
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"result":{"created":true}}\n');
    response.write('{"result":{"events":[1]}}\n');
  },
  "/busy": (response, attempt) =>
    attempt < 2
      ? json(response, { message: "slow down" }, 429, { "retry-after": "0" })
      : json(response, { attempt }),
  "/always-busy": (response) =>
    json(response, { message: "slow down" }, 429, { "retry-after": "120" }),
  "/elsewhere": (response) => {
    response.writeHead(307, { location: `${other.url}/steal` });
    response.end();
  },
  "/moved": (response) => {
    response.writeHead(302, { location: "/well" });
    response.end();
  },
  "/circle": (response) => {
    response.writeHead(302, { location: "/circle" });
    response.end();
  },
  "/wrong-type": (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end("<html><body>Hello</body></html>");
  },
  "/not-an-image": (response) => {
    response.writeHead(200, { "content-type": "image/png" });
    response.end("no such picture");
  },
  "/html-error": (response) => {
    response.writeHead(502, { "content-type": "text/html" });
    response.end(
      "<html><head><title>502</title><style>p{}</style></head><body><h1>Bad gateway</h1><script>x()</script></body></html>",
    );
  },
  "/broken-gzip": (response) => {
    response.writeHead(200, {
      "content-type": "application/json",
      "content-encoding": "gzip",
    });
    response.end("this is not gzip");
  },
  "/cut-gzip": (response) => {
    response.writeHead(200, {
      "content-type": "application/json",
      "content-encoding": "gzip",
    });
    response.end(
      zlib.gzipSync(JSON.stringify({ a: "x".repeat(9) })).subarray(0, 20),
    );
  },
  "/bomb": (response) => {
    response.writeHead(200, {
      "content-type": "application/json",
      "content-encoding": "gzip",
    });
    response.end(bomb);
  },
  "/huge": (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const item = `{"id":1,"name":"${"n".repeat(1000)}"},`.repeat(1000);
    let sent = 0;
    const write = (): void => {
      while (sent < 100 && !response.destroyed) {
        sent += 1;
        if (!response.write(sent === 1 ? `{"items":[${item}` : item)) {
          response.once("drain", write);
          return;
        }
      }
      if (sent === 100) response.end("null]}");
    };
    write();
  },
};

beforeAll(async () => {
  other = await serve((_, response) => json(response, { stolen: true }));
  server = await serve(({ url }, response) => {
    const attempt = attempts.get(url) ?? 0;
    attempts.set(url, attempt + 1);
    const path = new URL(url, "http://x").pathname;
    behaviours[path]!(response, attempt);
  });
});

afterAll(async () => {
  await server.close();
  await other.close();
});

const get = (path: string) => tool({ method: "GET", path });

describe("an API that misbehaves", () => {
  const cases: readonly {
    readonly path: string;
    readonly says: RegExp;
    readonly isError: boolean;
  }[] = [
    {
      path: "/slow",
      says: /GET \/slow \(do_it\): no answer within 1.5 s/,
      isError: true,
    },
    { path: "/slow-body", says: /no answer within 1.5 s/, isError: true },
    {
      path: "/cut-off",
      says: /127\.0\.0\.1:\d+: the connection was cut/,
      isError: true,
    },
    { path: "/reset", says: /the connection was cut/, isError: true },
    {
      path: "/endless",
      says: /larger than this server reads[^]*truncated: [\d,]+ of [\d,]+ items/,
      isError: false,
    },
    {
      path: "/events",
      says: /^\[stream: \d+ received; reading ended at the time limit\]\ntick: \{"n":1\}\ntick/,
      isError: false,
    },
    {
      path: "/watch",
      says: /reading ended[^\n]*\]\n\{"result":\{"created":true\}\}\n\{"result":\{"events":\[1\]\}\}$/,
      isError: false,
    },
    { path: "/busy", says: /^\{"attempt":2\}$/, isError: false },
    {
      path: "/always-busy",
      says: /HTTP 429[^]*slow down[^]*Try: wait 120 s/,
      isError: true,
    },
    {
      path: "/elsewhere",
      says: /redirects \(307\) to another place, http:\/\/127\.0\.0\.1:\d+\/steal/,
      isError: true,
    },
    { path: "/moved", says: /^\{"well":true\}$/, isError: false },
    { path: "/circle", says: /redirected more than 5 times/, isError: true },
    { path: "/wrong-type", says: /<html><body>Hello/, isError: false },
    { path: "/not-an-image", says: /^no such picture$/, isError: false },
    {
      path: "/html-error",
      says: /HTTP 502 Bad Gateway from GET \/html-error \(do_it\)\n502\. Bad gateway\nTry: /,
      isError: true,
    },
    {
      path: "/broken-gzip",
      says: /its answer is not compressed as it says/,
      isError: true,
    },
    {
      path: "/cut-gzip",
      says: /compressed answer ended too early/,
      isError: true,
    },
    { path: "/bomb", says: /larger than this server reads/, isError: false },
    {
      path: "/huge",
      says: /larger than this server reads[^]*of items, the first/,
      isError: false,
    },
  ];

  it.each(cases)("$path", async ({ path, says, isError }) => {
    const call = caller(describeApi(server.url), {
      timeoutMs: 1_500,
      retries: path === "/busy" ? 2 : 0,
      ...(path === "/endless" && { maxAnswerBytes: 500_000 }),
    });
    const result = await call(get(path));
    expect(textOf(result)).toMatch(says);
    expect(result.isError ?? false).toBe(isError);
    expect(textOf(result).length).toBeLessThanOrEqual(isError ? 1_500 : 40_000);
    expect(textOf(await call(get("/well")))).toBe('{"well":true}');
  });

  it("never reaches the place that a redirect names", () => {
    expect(other.requests).toEqual([]);
  });

  it("tries again what is repeatable, and that alone", async () => {
    const call = caller(describeApi(server.url), { timeoutMs: 5_000 });
    const post = tool({ method: "POST", path: "/reset?post" });
    const text = textOf(await call(post));
    expect(text).toMatch(/may have carried it out all the same/);
    expect(attempts.get("/reset?post")).toBe(1);
    await call(tool({ method: "DELETE", path: "/reset?delete" }));
    expect(attempts.get("/reset?delete")).toBe(3);
    const keyed = tool({
      method: "POST",
      path: "/reset?keyed",
      idempotencyHeader: "Idempotency-Key",
    });
    await call(keyed);
    const keys = server.requests
      .filter(({ url }) => url === "/reset?keyed")
      .map(({ headers }) => headers["idempotency-key"]);
    expect(keys.length).toBe(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("names the cause of what never reached the API", async () => {
    const refused = await caller(describeApi("http://127.0.0.1:1"), {
      retries: 0,
    })(get("/x"));
    expect(textOf(refused)).toMatch(
      /no answer from 127\.0\.0\.1:1: connection refused; nothing listens there \(ECONNREFUSED\)\.\nTry: nothing was carried out/,
    );
    const unknown = await caller(describeApi("http://nowhere.invalid"), {
      retries: 0,
    })(get("/x"));
    expect(textOf(unknown)).toMatch(
      /nowhere\.invalid: (there is no host|its name could not)/,
    );
  });

  it("stops when the caller cancels", async () => {
    const controller = new AbortController();
    const call = caller(describeApi(server.url));
    setTimeout(() => controller.abort(), 50);
    const result = await call(get("/slow"), {}, { signal: controller.signal });
    expect(textOf(result)).toBe("do_it was cancelled.");
  });

  it("sends no more than so many requests at once", async () => {
    let running = 0;
    let most = 0;
    const busy = await serve(async (_, response) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      json(response, {});
    });
    const call = caller(describeApi(busy.url), { maxConcurrent: 3 });
    await Promise.all(Array.from({ length: 12 }, () => call(get("/x"))));
    expect(most).toBe(3);
    await busy.close();
  });
});
