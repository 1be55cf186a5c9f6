// What an operator relies on: limits to what a URL shows, lists that may be kept, watching, metrics, logs.
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  buildFixture,
  connectHttp,
  run,
  startHttp,
  until,
  writeConfig,
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

test("says why it cannot listen", async () => {
  const { port } = new URL(server.url);
  expect(await run(folder, ["--http", port])).toMatchObject({
    code: 1,
    stderr: `petshop: Cannot listen on 127.0.0.1:${port}: the port is in use\n`,
  });
});
