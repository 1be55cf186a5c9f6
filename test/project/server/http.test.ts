import { Agent, request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  buildFixture,
  connectHttp,
  eras,
  startHttp,
  textOf,
  until,
  type HttpServer,
} from "./harness.js";
import { envelope, modern, post, send } from "./requests.js";

let folder: string;
let server: HttpServer;
beforeAll(async () => {
  folder = await buildFixture();
  server = await startHttp(folder);
});
afterAll(() => server[Symbol.asyncDispose]());

describe.each(eras)("over HTTP, era %s", (era) => {
  test("lists and calls", async () => {
    await using connection = await connectHttp(server.url, era);
    expect((await connection.client.listTools()).tools).toHaveLength(8);
    expect(
      textOf(await connection.client.callTool({ name: "list_pets" })),
    ).toBe("pets any");
    await expect(
      connection.client.callTool({ name: "no_such_tool" }),
    ).rejects.toMatchObject({ code: -32602 });
    const told: number[] = [];
    await connection.client.callTool(
      { name: "make_slow_report", arguments: { ms: 10 } },
      { onprogress: ({ progress }) => told.push(progress) },
    );
    await until(() => told.length > 1, "both notices");
    expect(told).toEqual([0.5, 1]);
  });

  test.each([
    ["toolsets=reports", ["make_slow_report", "get_failure"]],
    ["tools=delete_pet", ["delete_pet"]],
    ["toolsets=pets&read-only=true", ["list_pets"]],
    ["toolsets=pets&readonly", ["list_pets"]],
    ["toolsets=pets&exclude=*_pet", ["list_pets"]],
    [
      "mode=search",
      ["search_tools", "describe_tools", "call_read_tool", "call_write_tool"],
    ],
  ])("shows what the URL asks for: %s", async (query, names) => {
    await using connection = await connectHttp(`${server.url}?${query}`, era);
    expect(
      (await connection.client.listTools()).tools.map((tool) => tool.name),
    ).toEqual(names);
  });

  test("aborts the call of a client that goes away", async () => {
    await using own = await startHttp(folder);
    const gone = httpRequest(own.url, {
      method: "POST",
      headers: {
        ...post.headers,
        ...(era === "2026" && modern("tools/call", "make_slow_report")),
      },
    });
    gone.on("error", () => undefined);
    gone.end(
      JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name: "make_slow_report",
          arguments: { ms: 30_000 },
          ...(era === "2026" && { _meta: envelope }),
        },
      }),
    );
    setTimeout(() => gone.destroy(), 300);
    await until(
      () => own.log().includes("ABORTED"),
      "the call was told to stop",
    );
    expect((await send(own.url.replace("/mcp", "/healthz"))).status).toBe(200);
  });

  test("lets running calls end after SIGTERM, takes no new ones, and ends with 0", async () => {
    await using own = await startHttp(folder);
    await using connection = await connectHttp(own.url, era);
    const call = connection.client.callTool(
      { name: "make_slow_report", arguments: { ms: 600 } },
      {
        onprogress: ({ progress }) =>
          void (progress === 1 && own.process.kill("SIGTERM")),
      },
    );
    expect(textOf(await call)).toBe("report after 600");
    expect(await own.ended).toBe(0);
    await expect(fetch(own.url)).rejects.toThrow();
  });
});

// https://nginx.org/en/docs/http/ngx_http_upstream_module.html#keepalive_timeout
test("keeps idle connections for longer than a proxy does, which gives them up after 60 s", async () => {
  const { headers } = await send(server.url.replace("/mcp", "/healthz"), {
    // Otherwise Node's client asks for the connection to be closed.
    headers: { connection: "keep-alive" },
  });
  expect(headers["connection"]).toBe("keep-alive");
  const seconds = /timeout=(\d+)/.exec(String(headers["keep-alive"]))?.[1];
  expect(Number(seconds)).toBeGreaterThan(60);
});

test("answers what was under way when SIGTERM came", async () => {
  await using own = await startHttp(folder);
  const agent = new Agent({ keepAlive: true });
  const many = (): Promise<number | string>[] =>
    Array.from(
      { length: 50 },
      () =>
        new Promise((resolve) => {
          const request = httpRequest(own.url, { ...post, agent });
          request.on("response", (response) => {
            response.resume().on("end", () => resolve(response.statusCode!));
          });
          request.on("error", (error) => resolve(String(error)));
          request.end(post.body);
        }),
    );
  // Once for the connections, which are kept.
  await Promise.all(many());
  const answers = many();
  own.process.kill("SIGTERM");
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
  expect(await own.ended).toBe(0);
});

test("refuses foreign hosts and origins before anything else", async () => {
  const given = [
    [{ host: "evil.example" }, 403],
    [{ host: "evil.example:3000" }, 403],
    [{ origin: "http://evil.example" }, 403],
    [{ origin: "null" }, 403],
    [{ host: "localhost" }, 200],
    [{ host: "[::1]:1" }, 200],
    [{ origin: "http://localhost:6274" }, 200],
  ] as const;
  for (const [headers, status] of given) {
    const answer = await send(server.url, {
      ...post,
      headers: { ...post.headers, ...headers },
    });
    expect([headers, answer.status]).toEqual([headers, status]);
  }
  // A page of another site may not even read a preflight.
  expect(
    (
      await send(server.url, {
        method: "OPTIONS",
        headers: { origin: "http://localhost:1" },
      })
    ).headers["access-control-allow-origin"],
  ).toBeUndefined();
});

test("accepts the hosts and origins that the operator names, and lets their pages read", async () => {
  await using own = await startHttp(folder, {
    args: [
      "--allowed-hosts",
      "tools.example.com",
      "--allowed-origins",
      "app.example.com",
    ],
  });
  const headers = {
    ...post.headers,
    host: "tools.example.com",
    origin: "https://app.example.com",
  };
  const answer = await send(own.url, { ...post, headers });
  expect(answer.status).toBe(200);
  expect(answer.headers["access-control-allow-origin"]).toBe(
    "https://app.example.com",
  );
  const preflight = await send(own.url, {
    method: "OPTIONS",
    headers: { ...headers, "access-control-request-headers": "mcp-method" },
  });
  expect(preflight).toMatchObject({
    status: 204,
    headers: { "access-control-allow-headers": "mcp-method" },
  });
  expect(
    (
      await send(own.url, {
        ...post,
        headers: { ...headers, origin: "https://other.example.com" },
      })
    ).status,
  ).toBe(403);
});

test("has no sessions, limits bodies, and names its endpoint", async () => {
  const given = [
    ["/mcp", { method: "GET", headers: { accept: "text/event-stream" } }, 405],
    ["/mcp", { method: "DELETE" }, 405],
    [
      "/mcp",
      { ...post, headers: { ...post.headers, "content-type": "text/plain" } },
      415,
    ],
    ["/mcp", { ...post, body: "x".repeat(5 * 1024 * 1024) }, 413],
    ["/other", {}, 404],
    ["/", {}, 404],
    ["//[", {}, 404],
    ["/healthz", { headers: { host: "10.0.0.7" } }, 200],
    ["/readyz", { headers: { host: "10.0.0.7" } }, 200],
  ] as const;
  for (const [path, request, status] of given) {
    const url = new URL(server.url);
    const answer = await new Promise<number>((resolve, reject) => {
      const sent = httpRequest(
        { host: url.hostname, port: url.port, path, method: "GET", ...request },
        (response) => {
          response.resume();
          resolve(response.statusCode!);
        },
      );
      sent.on("error", reject);
      sent.end("body" in request ? request.body : undefined);
    });
    expect([
      path,
      "method" in request ? request.method : "GET",
      answer,
    ]).toEqual([path, "method" in request ? request.method : "GET", status]);
  }
});

test("says what is wrong with the parameters of a URL", async () => {
  const given = [
    ["toolsets=pet", /no toolset "pet"; did you mean pets\?/],
    ["tools=list_pet", /no tool "list_pet"; did you mean list_pets\?/],
    ["toolset=pets", /no parameter "toolset"; did you mean toolsets\?/],
    ["mode=some", /mode is "some"/],
  ] as const;
  for (const [query, message] of given) {
    const answer = await send(`${server.url}?${query}`, post);
    expect(answer.status).toBe(400);
    expect(
      (JSON.parse(answer.body) as { error: { message: string } }).error.message,
    ).toMatch(message);
  }
});
