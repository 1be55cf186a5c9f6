// What of a call reaches the API, and what does not: a loopback API tells what it was sent.
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  buildFixture,
  connectHttp,
  connectStdio,
  eras,
  run,
  startHttp,
  textOf,
  until,
} from "./harness.js";

let folder: string;
let shop: Server;
let env: Record<string, string>;
let sent: IncomingHttpHeaders[] = [];

beforeAll(async () => {
  folder = await buildFixture();
  shop = createServer((request, response) => {
    sent.push(request.headers);
    response
      .writeHead(200, { "content-type": "application/json" })
      .end('{"hamsters":3}');
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  env = {
    PETSHOP_BASE_URL: `http://127.0.0.1:${(shop.address() as AddressInfo).port}`,
  };
});
afterEach(() => void (sent = []));
afterAll(() => shop.close());

const call = { name: "get_stock", arguments: { shop: "north" } };
const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const trace = { traceparent, tracestate: "rojo=00f067aa", baggage: "user=ann" };

test.each(eras)(
  "over stdio the server's own credential is used, and the caller's trace passed on, era %s",
  async (era) => {
    await using connection = await connectStdio(folder, era, {
      env: { ...env, PETSHOP_SHOP_KEY: "own-key" },
    });
    const result = await connection.client.callTool({
      ...call,
      _meta: trace,
    });
    expect(textOf(result)).toBe('{"hamsters":3}');
    expect(sent).toMatchObject([{ "x-shop-key": "own-key", ...trace }]);
    await until(
      () => connection.log().includes(`"traceparent":"${traceparent}"`),
      "the line",
    );
    expect(connection.log()).not.toContain("own-key");
  },
);

test("a malformed trace is not passed on", async () => {
  await using connection = await connectStdio(folder, "2026", {
    env: { ...env, PETSHOP_SHOP_KEY: "own-key" },
  });
  await connection.client.callTool({
    ...call,
    _meta: { ...trace, traceparent: "00-zz\r\nx-evil: 1" },
  });
  expect(sent).toHaveLength(1);
  expect(sent[0]).not.toHaveProperty("traceparent");
  expect(sent[0]).not.toHaveProperty("tracestate");
});

describe("over HTTP", () => {
  test("the token that admits a caller never reaches the API", async () => {
    await using server = await startHttp(folder, {
      env: {
        ...env,
        PETSHOP_SHOP_KEY: "own-key",
        PETSHOP_INBOUND_TOKENS: "inbound-token",
      },
    });
    await using connection = await connectHttp(server.url, "2026", {
      headers: {
        authorization: "Bearer inbound-token",
        "x-shop-key": "not-taken",
        ...trace,
      },
    });
    await connection.client.callTool(call);
    expect(JSON.stringify(sent)).not.toContain("inbound-token");
    expect(sent).toMatchObject([{ "x-shop-key": "own-key", ...trace }]);
    const other = traceparent.replace("b7ad", "c7ad");
    await connection.client.callTool({
      ...call,
      _meta: { traceparent: other },
    });
    expect(sent[1]).toMatchObject({ traceparent: other });
    expect(sent[1]).not.toHaveProperty("tracestate");
  });

  test("callers' own credentials are kept apart, and never replaced by the server's", async () => {
    await using server = await startHttp(folder, {
      args: ["--caller-credentials", "shop_key=X-Caller-Key"],
      env: { ...env, PETSHOP_SHOP_KEY: "own-key" },
    });
    const callers = await Promise.all(
      ["key-a", "key-b", undefined].map(async (key) => ({
        key,
        connection: await connectHttp(server.url, "2026", {
          headers: key === undefined ? {} : { "x-caller-key": key },
        }),
      })),
    );
    for (let round = 0; round < 3; round++) {
      for (const { key, connection } of callers) {
        sent = [];
        const result = await connection.client.callTool(call);
        expect(sent.map((headers) => headers["x-shop-key"])).toEqual(
          key === undefined ? [] : [key],
        );
        expect(result.isError).toBe(key === undefined ? true : undefined);
      }
    }
    for (const { connection } of callers) await connection.client.close();
    expect(server.log()).not.toMatch(/key-a|key-b|own-key/);
  });

  test("a scheme that the API does not have is a mistake", async () => {
    const result = await run(folder, [
      "--http",
      "0",
      "--caller-credentials",
      "shopkey=X-Caller-Key",
    ]);
    expect(result).toMatchObject({ code: 1 });
    expect(result.stderr).toContain(
      "no security scheme of that name; there are shop_key",
    );
  });
});

test("--mock answers from the examples, with no network and no credentials, and checks arguments as ever", async () => {
  const own = await buildFixture();
  mkdirSync(path.join(own, "dist"), { recursive: true });
  writeFileSync(
    path.join(own, "dist/examples.json"),
    JSON.stringify({
      get_stock: {
        status: 200,
        contentType: "application/json",
        body: { hamsters: 99 },
      },
    }),
  );
  for (const era of eras) {
    await using connection = await connectStdio(own, era, {
      args: ["--mock"],
      env,
    });
    expect(textOf(await connection.client.callTool(call))).toBe(
      '{"hamsters":99}',
    );
    expect(
      await connection.client.callTool({ name: "get_stock", arguments: {} }),
    ).toMatchObject({ isError: true });
  }
  expect(sent).toHaveLength(0);
});
