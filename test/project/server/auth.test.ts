import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  buildFixture,
  connectHttp,
  eras,
  run,
  startHttp,
  type HttpServer,
} from "./harness.js";

let folder: string;
beforeAll(async () => {
  folder = await buildFixture();
});

const post = (token?: string): RequestInit => ({
  method: "POST",
  headers: {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(token !== undefined && { authorization: token }),
  },
  body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
});

test.each([
  [
    ["--host", "0.0.0.0"],
    {},
    /Refusing to listen on 0\.0\.0\.0.*PETSHOP_INBOUND_TOKENS or --oauth-issuer/,
  ],
  [["--host", "::"], {}, /Refusing to listen on ::/],
  [
    ["--host", "192.168.1.5"],
    { PETSHOP_INBOUND_TOKENS: " , " },
    /Refusing to listen/,
  ],
  [
    ["--host", "0.0.0.0"],
    { PETSHOP_INBOUND_TOKENS: "0123456789abcdef short" },
    /Refusing to listen on 0\.0\.0\.0: PETSHOP_INBOUND_TOKENS has a token of fewer than 16 characters/,
  ],
  [
    ["--oauth-issuer", "https://issuer.example"],
    {},
    /--oauth-issuer needs --public-url/,
  ],
  [
    ["--caller-credentials", "key=Authorization"],
    {},
    /use a header of its own, for example X-key/,
  ],
  [["--caller-credentials", "key=Mcp-Name"], {}, /use a header of its own/],
  [["--caller-credentials", "key"], {}, /write SCHEME=HEADER/],
])("does not start with %j", async (args, env, message) => {
  const result = await run(folder, ["--http", "0", ...args], env);
  expect(result).toMatchObject({ code: 1, stdout: "" });
  expect(result.stderr).toMatch(message);
  expect(result.stderr.trimEnd().split("\n")).toHaveLength(1);
});

test("listens beyond loopback with a token", async () => {
  await using server = await startHttp(folder, {
    args: ["--host", "0.0.0.0"],
    env: { PETSHOP_INBOUND_TOKENS: "0123456789abcdef" },
  });
  const url = server.url.replace("0.0.0.0", "127.0.0.1");
  expect((await fetch(url, post("Bearer 0123456789abcdef"))).status).toBe(200);
  expect((await fetch(url, post())).status).toBe(401);
});

describe("with inbound tokens", () => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await startHttp(folder, {
      env: { PETSHOP_INBOUND_TOKENS: "token-one, token-two" },
    });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test.each([
    [undefined, 401],
    ["Bearer ", 401],
    ["Bearer wrong", 401],
    ["Bearer token-on", 401],
    ["Bearer token-one2", 401],
    ["token-one", 401],
    ["Basic token-one", 401],
    ["Bearer token-one", 200],
    ["bearer token-two", 200],
  ])("answers Authorization %j with %i", async (token, status) => {
    const answer = await fetch(server.url, post(token));
    expect(answer.status).toBe(status);
    if (status === 401)
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer /);
    expect(server.log()).not.toContain("token-one");
  });

  test("guards the metrics, and not the probes", async () => {
    const at = (path: string) => server.url.replace("/mcp", path);
    expect((await fetch(at("/metrics"))).status).toBe(401);
    expect(
      (
        await fetch(at("/metrics"), {
          headers: { authorization: "Bearer token-two" },
        })
      ).status,
    ).toBe(200);
    expect((await fetch(at("/healthz"))).status).toBe(200);
  });

  test.each(eras)("lets the official client in, era %s", async (era) => {
    await using connection = await connectHttp(server.url, era, {
      headers: { authorization: "Bearer token-two" },
    });
    expect((await connection.client.listTools()).tools).toHaveLength(8);
  });
});

describe("as an OAuth resource server", () => {
  const audience = "https://tools.example.com/mcp";
  let issuer: Server;
  let issuerUrl: string;
  let keys: { readonly publicKey: CryptoKey; readonly privateKey: CryptoKey };
  let server: HttpServer;

  beforeAll(async () => {
    keys = await generateKeyPair("ES256");
    const jwk = {
      ...(await exportJWK(keys.publicKey)),
      kid: "k1",
      alg: "ES256",
      use: "sig",
    };
    issuer = createServer((request, response) => {
      const answers: { [path: string]: unknown } = {
        "/.well-known/oauth-authorization-server/tenant": {
          issuer: issuerUrl,
          jwks_uri: `${issuerUrl}/keys`,
        },
        "/tenant/keys": { keys: [jwk] },
      };
      const body = answers[request.url!];
      response
        .writeHead(body === undefined ? 404 : 200, {
          "content-type": "application/json",
        })
        .end(JSON.stringify(body ?? {}));
    });
    await new Promise<void>((resolve) =>
      issuer.listen(0, "127.0.0.1", resolve),
    );
    issuerUrl = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/tenant`;
    server = await startHttp(folder, {
      args: [
        "--oauth-issuer",
        issuerUrl,
        "--public-url",
        audience,
        "--oauth-scopes",
        "pets,reports",
      ],
    });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    issuer.close();
  });

  const sign = (
    claims: Record<string, unknown>,
    {
      key = keys.privateKey,
      header = {},
      expires = "5m" as string | null,
    }: {
      key?: CryptoKey | Uint8Array;
      header?: object;
      expires?: string | null;
    } = {},
  ): Promise<string> => {
    const jwt = new SignJWT({
      iss: issuerUrl,
      aud: audience,
      scope: "pets reports other",
      ...claims,
    }).setProtectedHeader({ alg: "ES256", kid: "k1", ...header });
    return (expires === null ? jwt : jwt.setExpirationTime(expires)).sign(key);
  };

  test("tells where to get a token (RFC 9728)", async () => {
    const challenge = (await fetch(server.url, post())).headers.get(
      "www-authenticate",
    )!;
    expect(challenge).toContain(
      'resource_metadata="https://tools.example.com/.well-known/oauth-protected-resource/mcp"',
    );
    const answer = await fetch(
      new URL("/.well-known/oauth-protected-resource/mcp", server.url),
    );
    expect(await answer.json()).toEqual({
      resource: audience,
      resource_name: "Pet shop",
      authorization_servers: [issuerUrl],
      scopes_supported: ["pets", "reports"],
      bearer_methods_supported: ["header"],
    });
  });

  test("lets in who has a good token, and nobody else", async () => {
    const foreign = (await generateKeyPair("ES256")).privateKey;
    const given: readonly (readonly [string, Promise<string>, number])[] = [
      ["good", sign({}), 200],
      [
        "good, scp list",
        sign({ scope: undefined, scp: ["reports", "pets"] }),
        200,
      ],
      [
        "good, several audiences",
        sign({ aud: ["https://other.example", audience] }),
        200,
      ],
      ["other audience", sign({ aud: "https://other.example/mcp" }), 401],
      ["no audience", sign({ aud: undefined }), 401],
      ["other issuer", sign({ iss: "https://issuer.example" }), 401],
      ["expired", sign({}, { expires: "-1m" }), 401],
      ["never expires", sign({}, { expires: null }), 401],
      [
        "not yet valid",
        sign({ nbf: Math.floor(Date.now() / 1000) + 600 }),
        401,
      ],
      ["foreign key", sign({}, { key: foreign }), 401],
      [
        "shared secret",
        sign(
          {},
          {
            key: new TextEncoder().encode("k".repeat(32)),
            header: { alg: "HS256" },
          },
        ),
        401,
      ],
      [
        "unsigned",
        Promise.resolve(
          `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ iss: issuerUrl, aud: audience }))}.`,
        ),
        401,
      ],
      ["a scope too few", sign({ scope: "pets" }), 403],
    ];
    for (const [what, token, status] of given) {
      const answer = await fetch(server.url, post(`Bearer ${await token}`));
      expect([what, answer.status]).toEqual([what, status]);
      if (status === 403)
        expect(answer.headers.get("www-authenticate")).toMatch(
          /error="insufficient_scope".*scope="pets reports"/,
        );
    }
  });

  test.each(eras)("lets the official client in, era %s", async (era) => {
    await using connection = await connectHttp(server.url, era, {
      headers: { authorization: `Bearer ${await sign({})}` },
    });
    expect((await connection.client.listTools()).tools).toHaveLength(8);
  });
});
