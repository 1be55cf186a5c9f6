// Calls as OpenTelemetry sees them, with its own packages, and without them.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRecorder, type Recorder } from "../../harness/recorder.js";
import { installed } from "../../harness/toolbox.js";
import {
  buildFixture,
  connectHttp,
  connectStdio,
  eras,
  startHttp,
  until,
} from "./harness.js";

const packages = {
  "@opentelemetry/api": "1.9.1",
  "@opentelemetry/sdk-trace-node": "2.12.1",
};

const trace = "0af7651916cd43dd8448eb211c80319c";
const caller = "b7ad6b7169203331";
const traceparent = `00-${trace}-${caller}-01`;
const call = { name: "get_stock", arguments: { shop: "north" } };

interface Span {
  readonly name: string;
  readonly kind: number;
  readonly trace: string;
  readonly id: string;
  readonly parent?: string;
  readonly links: readonly string[];
  readonly status: number;
  readonly attributes: { readonly [name: string]: unknown };
}

/** As an owner sets it up; the exporter writes lines into a file, and requests over HTTP get a span of their own where asked. */
const setUp = `
import { appendFileSync } from "node:fs";
import http from "node:http";
import { context, trace } from "@opentelemetry/api";
import { NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
const exporter = {
  export(spans, done) {
    for (const span of spans) {
      const { traceId, spanId } = span.spanContext();
      appendFileSync(process.env.SPANS, JSON.stringify({
        name: span.name, kind: span.kind, trace: traceId, id: spanId, parent: span.parentSpanContext?.spanId,
        links: span.links.map((link) => link.context.spanId), status: span.status.code, attributes: span.attributes,
      }) + "\\n");
    }
    done({ code: 0 });
  },
  shutdown: async () => {},
};
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
if (process.env.TRACE_HTTP) {
  const { emit } = http.Server.prototype;
  http.Server.prototype.emit = function (event, ...rest) {
    if (event !== "request") return emit.call(this, event, ...rest);
    const span = trace.getTracer("http").startSpan("http");
    rest[1].once("close", () => span.end());
    return context.with(trace.setSpan(context.active(), span), () => emit.call(this, event, ...rest));
  };
}
`;

let api: Recorder;
let env: { [name: string]: string };
beforeAll(async () => {
  api = await startRecorder(({ url }) =>
    url.endsWith("/none") ? { status: 404 } : {},
  );
  env = { PETSHOP_BASE_URL: api.url, PETSHOP_SHOP_KEY: "key" };
});
afterAll(() => api[Symbol.asyncDispose]());

const tracesSent = (): unknown[] =>
  api.requests.splice(0).map(({ headers }) => headers["traceparent"]);

describe("where its packages are installed", () => {
  let folder: string;
  let file: string;
  let traced: { [name: string]: string };
  beforeAll(async () => {
    folder = await buildFixture();
    const home = await installed("opentelemetry", packages);
    mkdirSync(path.join(folder, "node_modules"));
    symlinkSync(
      path.join(home, "node_modules/@opentelemetry"),
      path.join(folder, "node_modules/@opentelemetry"),
    );
    writeFileSync(path.join(folder, "telemetry.mjs"), setUp);
    file = path.join(folder, "spans.jsonl");
    traced = {
      ...env,
      SPANS: file,
      NODE_OPTIONS: `--import ${path.join(folder, "telemetry.mjs")}`,
    };
  }, 240_000);

  /** The spans since the last look, when there are so many. */
  async function spans(count: number): Promise<readonly Span[]> {
    const read = (): Span[] =>
      readFileSync(file, { encoding: "utf8", flag: "a+" })
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Span);
    await until(() => read().length >= count, "the spans");
    const found = read();
    writeFileSync(file, "");
    return found;
  }

  // https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/mcp.md#server
  test.each(eras)(
    "a call is a span below the caller's, and the API is told of it, era %s",
    async (era) => {
      await using connection = await connectStdio(folder, era, { env: traced });
      await connection.client.callTool({
        ...call,
        _meta: { traceparent, tracestate: "rojo=1", baggage: "user=ann" },
      });
      const [span, ...others] = await spans(1);
      expect(others).toEqual([]);
      expect(span).toMatchObject({
        name: "tools/call get_stock",
        kind: 1,
        trace,
        parent: caller,
        links: [],
        status: 0,
        attributes: {
          "mcp.method.name": "tools/call",
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": "get_stock",
        },
      });
      expect(api.requests[0]?.headers).toMatchObject({
        tracestate: "rojo=1",
        baggage: "user=ann",
      });
      expect(tracesSent()).toEqual([`00-${trace}-${span!.id}-01`]);
    },
  );

  test("a call without a trace begins one", async () => {
    await using connection = await connectStdio(folder, "2026", {
      env: traced,
    });
    await connection.client.callTool(call);
    const [span] = await spans(1);
    expect(span).not.toHaveProperty("parent");
    expect(tracesSent()).toEqual([`00-${span!.trace}-${span!.id}-01`]);
  });

  test("a failure is marked", async () => {
    await using connection = await connectStdio(folder, "2026", {
      env: traced,
    });
    await connection.client.callTool({ ...call, arguments: { shop: "none" } });
    expect(await spans(1)).toMatchObject([
      { status: 2, attributes: { "error.type": "tool_error" } },
    ]);
    tracesSent();
  });

  test("calls at once over HTTP are linked to their own requests", async () => {
    await using server = await startHttp(folder, {
      env: { ...traced, TRACE_HTTP: "1" },
    });
    await using connection = await connectHttp(server.url, "2026");
    await spans(1);
    const callers = Array.from(
      { length: 8 },
      (_, i) => `${caller.slice(1)}${i}`,
    );
    await Promise.all(
      callers.map((id) =>
        connection.client.callTool({
          ...call,
          _meta: { traceparent: `00-${trace}-${id}-01` },
        }),
      ),
    );
    const found = await spans(2 * callers.length);
    const calls = found.filter(({ name }) => name.startsWith("tools/call"));
    const requests = found.filter(({ name }) => name === "http");
    expect(calls.map(({ parent }) => parent).sort()).toEqual(callers);
    expect(calls.flatMap(({ links }) => links).sort()).toEqual(
      requests.map(({ id }) => id).sort(),
    );
    expect(tracesSent().sort()).toEqual(
      calls.map(({ id }) => `00-${trace}-${id}-01`).sort(),
    );
  });

  test("with nothing set up, the caller's trace goes on as it is", async () => {
    await using connection = await connectStdio(folder, "2026", { env });
    await connection.client.callTool({ ...call, _meta: { traceparent } });
    expect(tracesSent()).toEqual([traceparent]);
  });
});

test("where they are not, nothing of them is loaded, and the caller's trace goes on as it is", async () => {
  const folder = await buildFixture();
  const file = path.join(folder, "loaded.txt");
  writeFileSync(
    path.join(folder, "hooks.mjs"),
    `import { appendFileSync } from "node:fs";
export async function load(url, context, next) {
  appendFileSync(${JSON.stringify(file)}, url + "\\n");
  return next(url, context);
}
`,
  );
  const register = `import { register } from "node:module"; register(${JSON.stringify(pathToFileURL(path.join(folder, "hooks.mjs")))});`;
  await using connection = await connectStdio(folder, "2026", {
    env: {
      ...env,
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(register)}`,
    },
  });
  await connection.client.callTool({ ...call, _meta: { traceparent } });
  expect(tracesSent()).toEqual([traceparent]);
  const loaded = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(loaded).toContainEqual(expect.stringMatching(/dist\/main\.js$/));
  expect(
    loaded.filter(
      (url) => !url.startsWith("node:") && !url.endsWith("/dist/main.js"),
    ),
  ).toEqual([]);
});
