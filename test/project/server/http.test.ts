import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
} from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  buildFixture,
  connectHttp,
  eras,
  run,
  startHttp,
  textOf,
  until,
  writeConfig,
  type HttpServer,
} from "./harness.js";

let folder: string;
let server: HttpServer;
beforeAll(async () => {
  folder = await buildFixture();
  server = await startHttp(folder);
});
afterAll(() => server[Symbol.asyncDispose]());

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A request with any Host header, which fetch does not allow. */
function send(
  url: string,
  {
    method = "GET",
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          body: text,
        }),
      );
    });
    request.on("error", reject);
    request.end(body);
  });
}

const post = {
  method: "POST",
  headers: {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  },
  body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
};

const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** The headers that 2026-07-28 asks for: https://modelcontextprotocol.io/specification/2026-07-28/basic/transports#standard-request-headers */
function modern(method: string, name?: string): Record<string, string> {
  return {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(name !== undefined && { "mcp-name": name }),
  };
}

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

test("a URL shows nothing beyond what the operator allows", async () => {
  await using own = await startHttp(folder, {
    args: ["--toolsets", "pets", "--read-only"],
  });
  expect((await send(`${own.url}?tools=delete_pet`, post)).status).toBe(400);
  expect((await send(`${own.url}?toolsets=reports`, post)).status).toBe(400);
  await using connection = await connectHttp(
    `${own.url}?read-only=false`,
    "2026",
  );
  expect(
    (await connection.client.listTools()).tools.map((tool) => tool.name),
  ).toEqual(["list_pets"]);
});

test("lists carry the hints to keep them, unless they may change", async () => {
  const list = async (url: string) => {
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/list",
      params: { _meta: envelope },
    });
    const answer = await send(url, {
      ...post,
      headers: { ...post.headers, ...modern("tools/list") },
      body,
    });
    return (
      JSON.parse(answer.body) as {
        result: { ttlMs: number; cacheScope: string };
      }
    ).result;
  };
  expect(await list(server.url)).toMatchObject({
    ttlMs: 3_600_000,
    cacheScope: "public",
  });
  const own = await buildFixture(undefined, {
    exposure: { toolsets: ["pets"] },
  });
  await using watched = await startHttp(own, { args: ["--watch"] });
  expect(await list(watched.url)).toMatchObject({ ttlMs: 0 });
});

test("tells listening clients when the config changes what is shown", async () => {
  const own = await buildFixture(undefined, {
    exposure: { toolsets: ["pets"] },
  });
  await using watched = await startHttp(own, { args: ["--watch"] });
  let changes = 0;
  await using connection = await connectHttp(watched.url, "2026", {
    options: {
      listChanged: { tools: { onChanged: () => void (changes += 1) } },
    },
  });
  expect((await connection.client.listTools()).tools).toHaveLength(3);
  writeConfig(own, { exposure: { toolsets: ["reports"] } });
  await until(() => changes > 0, "the notice");
  await using second = await connectHttp(watched.url, "2025");
  expect((await second.client.listTools()).tools).toHaveLength(2);
  // An open stream of notices does not hold the stop.
  watched.process.kill("SIGTERM");
  expect(await watched.ended).toBe(0);
});

test("counts calls and requests for Prometheus", async () => {
  await using own = await startHttp(folder);
  await using connection = await connectHttp(own.url, "2026");
  await connection.client.callTool({ name: "list_pets" });
  await connection.client.callTool({ name: "get_failure" });
  const text = (await send(own.url.replace("/mcp", "/metrics"))).body;
  expect(text).toContain(
    'mcp_tool_calls_total{tool="list_pets",outcome="ok"} 1',
  );
  expect(text).toContain(
    'mcp_tool_calls_total{tool="get_failure",outcome="error"} 1',
  );
  expect(text).toMatch(/^mcp_tool_call_duration_seconds_count 2$/m);
  expect(text).toMatch(/^mcp_http_requests_total\{status="200"\} \d+$/m);
  for (const line of text.trimEnd().split("\n"))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? [\d.e+-]+)$/);
});

test("logs calls as JSON lines without arguments, unless asked", async () => {
  const secret = "argument-4711";
  for (const [args, logged] of [
    [[], false],
    [["--log-arguments"], true],
    [["--log-level", "warn"], false],
  ] as const) {
    await using own = await startHttp(folder, {
      args: args[0] === "--log-level" ? [] : [...args],
    });
    await using connection = await connectHttp(own.url, "2026");
    await connection.client.callTool({
      name: "create_pet",
      arguments: { name: secret },
    });
    await until(() => own.log().includes('"tool":"create_pet"'), "the line");
    const line = own
      .log()
      .split("\n")
      .map((text) => (text === "" ? {} : (JSON.parse(text) as object)))
      .find((entry) => "tool" in entry);
    expect(line).toMatchObject({
      level: "info",
      event: "call",
      outcome: "ok",
      ms: expect.any(Number),
      bytes: expect.any(Number),
    });
    expect(own.log().includes(secret)).toBe(logged);
  }
});

test(
  "ten processes behind a round-robin proxy answer one client as one does",
  { timeout: 240_000 },
  async () => {
    const servers = await Promise.all(
      Array.from({ length: 10 }, () => startHttp(folder)),
    );
    const urls = servers.map((each) => each.url);
    let turn = 0;
    const used = new Set<number>();
    const proxy = createServer((incoming, outgoing) => {
      used.add(turn % urls.length);
      const target = httpRequest(
        urls[turn++ % urls.length]!,
        {
          method: incoming.method,
          headers: incoming.headers,
          path: incoming.url,
        },
        (answer) => {
          outgoing.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(outgoing);
        },
      );
      target.on("error", () => outgoing.destroy());
      incoming.on("error", () => target.destroy());
      outgoing.on("error", () => target.destroy());
      incoming.pipe(target);
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
    for (const era of eras) {
      await using connection = await connectHttp(url, era);
      const lists = await Promise.all(
        Array.from({ length: 10 }, async () =>
          JSON.stringify(
            (
              await connection.client.listTools(undefined, {
                cacheMode: "refresh",
              })
            ).tools,
          ),
        ),
      );
      expect(new Set(lists).size).toBe(1);
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          connection.client.callTool({
            name: "create_pet",
            arguments: { name: `pet ${i}` },
          }),
        ),
      );
      expect(results.map((result) => result.structuredContent)).toEqual(
        Array.from({ length: 20 }, (_, i) => ({ name: `pet ${i}` })),
      );
    }
    expect(used.size).toBe(10);
    proxy.close();
    proxy.closeAllConnections();
    for (const each of servers) await each[Symbol.asyncDispose]();
  },
);

test("says why it cannot listen", async () => {
  const { port } = new URL(server.url);
  expect(await run(folder, ["--http", port])).toMatchObject({
    code: 1,
    stderr: `petshop: Cannot listen on 127.0.0.1:${port}: the port is in use\n`,
  });
});
