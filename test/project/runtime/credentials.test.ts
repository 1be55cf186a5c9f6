import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiDescription } from "../../../templates/project/src/runtime/api-description.js";
import {
  caller,
  describeApi,
  json,
  serve,
  textOf,
  tool,
  type TestServer,
} from "./harness.js";

let server: TestServer;
let tokens: TestServer;
let answer: (body: string) => [status: number, value: unknown];

beforeAll(async () => {
  server = await serve(({ headers, url }, response) =>
    headers.authorization === "Bearer old"
      ? json(response, { message: `token old is expired at ${url}` }, 401)
      : json(response, { ok: true }),
  );
  tokens = await serve(({ body }, response) => {
    const [status, value] = answer(body);
    json(response, value, status);
  });
});

afterAll(async () => {
  await server.close();
  await tokens.close();
});

const schemes: ApiDescription["securitySchemes"] = {
  Key: { type: "apiKey", in: "query", name: "api_key", env: "SHOP_KEY" },
  Again: { type: "apiKey", in: "query", name: "api_key", env: "SHOP_AGAIN" },
  Header: { type: "apiKey", in: "header", name: "X-Key", env: "SHOP_HEADER" },
  Session: { type: "apiKey", in: "cookie", name: "sid", env: "SHOP_SESSION" },
  Raw: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    env: "SHOP_RAW",
  },
  Basic: { type: "basic", env: "SHOP_BASIC" },
  Bearer: { type: "bearer", env: "SHOP_BEARER" },
  Other: { type: "bearer", env: "SHOP_OTHER", scheme: "Token" },
};

type Security = NonNullable<ApiDescription["security"]>;

async function send(
  security: Security,
  env: Record<string, string>,
  credentials?: Record<string, string>,
) {
  server.requests.length = 0;
  const call = caller(
    describeApi(server.url, { security, securitySchemes: schemes }),
    { env },
  );
  const result = await call(
    tool({ method: "GET", path: "/a" }),
    {},
    credentials ? { credentials } : {},
  );
  return { text: textOf(result), request: server.requests[0] };
}

describe("credentials", () => {
  it.each<{
    what: string;
    security: Security;
    env: Record<string, string>;
    own?: Record<string, string>;
    url?: string;
    headers?: Record<string, string | undefined>;
    says?: RegExp;
  }>([
    {
      what: "public",
      security: [],
      env: { SHOP_KEY: "k-1234" },
      url: "/a",
    },
    {
      what: "key in the query",
      security: [{ Key: [] }],
      env: { SHOP_KEY: "k&1234" },
      url: "/a?api_key=k%261234",
    },
    {
      what: "key in a header",
      security: [{ Header: [] }],
      env: { SHOP_HEADER: "k-1234" },
      headers: { "x-key": "k-1234" },
    },
    {
      what: "key in a cookie",
      security: [{ Session: [] }],
      env: { SHOP_SESSION: "s-1234" },
      headers: { cookie: "sid=s-1234" },
    },
    {
      what: "a key that two schemes put in one place",
      security: [{ Key: [], Again: [] }],
      env: { SHOP_KEY: "k-1234", SHOP_AGAIN: "k-5678" },
      url: "/a?api_key=k-1234",
    },
    {
      what: "basic without a password",
      security: [{ Basic: [] }],
      env: { SHOP_BASIC_USERNAME: "ann" },
      // https://www.rfc-editor.org/rfc/rfc7617: base64 of "ann:"
      headers: { authorization: "Basic YW5uOg==" },
    },
    {
      what: "bearer, pasted with its scheme",
      security: [{ Bearer: [] }],
      env: { SHOP_BEARER_TOKEN: "Bearer t-1234" },
      headers: { authorization: "Bearer t-1234" },
    },
    {
      what: "another http scheme",
      security: [{ Other: [] }],
      env: { SHOP_OTHER_TOKEN: "t-1234" },
      headers: { authorization: "Token t-1234" },
    },
    {
      what: "both of an alternative",
      security: [{ Key: [], Basic: [] }, { Bearer: [] }],
      env: {
        SHOP_KEY: "k-1234",
        SHOP_BASIC_USERNAME: "ann",
        SHOP_BEARER_TOKEN: "t-1234",
      },
      url: "/a?api_key=k-1234",
      headers: { authorization: "Basic YW5uOg==" },
    },
    ...[[{ Raw: [], Basic: [] }], [{ Basic: [], Raw: [] }]].map((security) => ({
      what: "both in one header: the scheme that says how it is written",
      security,
      env: { SHOP_RAW: "r-1234", SHOP_BASIC_USERNAME: "ann" },
      headers: { authorization: "Basic YW5uOg==" },
    })),
    {
      what: "the alternative that is complete",
      security: [{ Key: [], Basic: [] }, { Bearer: [] }],
      env: { SHOP_KEY: "k-1234", SHOP_BEARER_TOKEN: "t-1234" },
      url: "/a",
      headers: { authorization: "Bearer t-1234" },
    },
    {
      what: "optional and there",
      security: [{}, { Bearer: [] }],
      env: { SHOP_BEARER_TOKEN: "t-1234" },
      headers: { authorization: "Bearer t-1234" },
    },
    {
      what: "optional and not there",
      security: [{ Bearer: [] }, {}],
      env: {},
      headers: { authorization: undefined },
    },
    {
      what: "none set: exactly what to set",
      security: [{ Key: [], Basic: [] }, { Bearer: [] }],
      env: { SHOP_KEY: "" },
      says: /must set SHOP_KEY and SHOP_BASIC_USERNAME and SHOP_BASIC_PASSWORD, or SHOP_BEARER_TOKEN\./,
    },
    {
      what: "half set: only the rest",
      security: [{ Key: [], Basic: [] }],
      env: { SHOP_KEY: "k-1234" },
      says: /must set SHOP_BASIC_USERNAME and SHOP_BASIC_PASSWORD\./,
    },
    {
      what: "the caller's own",
      security: [{ Bearer: [] }],
      env: { SHOP_BEARER_TOKEN: "t-1234" },
      own: { Bearer: "own-1234" },
      headers: { authorization: "Bearer own-1234" },
    },
    {
      what: "never the operator's in place of the caller's own",
      security: [{ Bearer: [] }],
      env: { SHOP_BEARER_TOKEN: "t-1234" },
      own: { Bearer: "" },
      says: /the caller's own credential for "Bearer"/,
    },
    {
      what: "a value that would add a header",
      security: [{ Header: [] }],
      env: { SHOP_HEADER: "k\r\nX-Evil: 1" },
      says: /^SHOP_HEADER must not contain line breaks/,
    },
  ])("$what", async ({ security, env, own, url, headers, says }) => {
    const { text, request } = await send(security, env, own);
    if (says) {
      expect(text).toMatch(says);
      expect(request).toBeUndefined();
      return;
    }
    expect(text).toBe('{"ok":true}');
    if (url) expect(request?.url).toBe(url);
    for (const [name, value] of Object.entries(headers ?? {})) {
      expect(request?.headers[name]).toBe(value);
    }
  });

  describe("that the document describes as parameters alone", () => {
    const keyed = (more: object = {}) =>
      tool({
        method: "GET",
        path: "/a",
        parameters: [
          { argument: "api_key", name: "api_key", in: "query", scheme: "Key" },
        ],
        ...more,
      });
    const shop = { security: [{ Key: [] }], securitySchemes: schemes };
    const env = { SHOP_KEY: "k-1234" };

    it.each([
      ["the server's own, where a call has none", {}, env, "k-1234"],
      ["what the call gives", { api_key: "mine" }, env, "mine"],
      ["the same where nothing is set", { api_key: "mine" }, {}, "mine"],
    ])("%s", async (_, args, variables, want) => {
      server.requests.length = 0;
      const call = caller(describeApi(server.url, shop), { env: variables });
      expect(textOf(await call(keyed(), args))).toBe('{"ok":true}');
      expect(server.requests[0]?.url).toBe(`/a?api_key=${want}`);
    });

    it("neither: says what to set", async () => {
      const call = caller(describeApi(server.url, shop), { env: {} });
      expect(textOf(await call(keyed()))).toContain("must set SHOP_KEY.");
    });

    it("the server's own stays with the API, what the call gives does not", async () => {
      server.requests.length = 0;
      const call = caller(describeApi("https://api.example.test", shop), {
        env,
      });
      const elsewhere = keyed({ servers: [{ url: server.url }] });
      expect((await call(elsewhere)).isError).toBe(true);
      expect(server.requests).toEqual([]);
      await call(elsewhere, { api_key: "mine" });
      expect(server.requests[0]?.url).toBe("/a?api_key=mine");
    });
  });

  it("stay with the API's own origin", async () => {
    const description = describeApi("https://api.example.test", {
      security: [{ Bearer: [] }],
      securitySchemes: schemes,
    });
    const elsewhere = tool({
      method: "GET",
      path: "/a",
      servers: [{ url: server.url }],
    });
    const env = { SHOP_BEARER_TOKEN: "t-1234" };
    server.requests.length = 0;
    const refused = await caller(description, { env })(elsewhere);
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toContain(`add "${server.url}" to trustedOrigins`);
    expect(server.requests).toEqual([]);
    await caller(description, { env, trustedOrigins: [server.url] })(elsewhere);
    expect(server.requests[0]?.headers.authorization).toBe("Bearer t-1234");
    const open = tool({ ...elsewhere.request, security: [] });
    await caller(description, { env })(open);
    expect(server.requests[1]?.headers.authorization).toBeUndefined();
  });

  it("are in no message, however the API echoes them", async () => {
    const echo = await serve(({ url, headers }, response) =>
      json(
        response,
        { message: `${url} ${headers.authorization}: ${"x".repeat(850)}` },
        400,
      ),
    );
    const env = {
      SHOP_KEY: "s3cr3t&key",
      SHOP_BASIC_USERNAME: "ann",
      SHOP_BASIC_PASSWORD: "hunter22",
    };
    const logged: string[] = [];
    const log = (event: string, fields: object = {}) =>
      void logged.push(event + JSON.stringify(fields));
    const call = caller(
      describeApi(echo.url, {
        security: [{ Key: [], Basic: [] }],
        securitySchemes: schemes,
      }),
      { env, log: { debug: log, info: log, warn: log, error: log } },
    );
    const text = textOf(await call(tool({ method: "GET", path: "/a" })));
    expect(text).toContain("/a?api_key=[redacted] Basic [redacted]");
    expect(text + logged.join("\n")).not.toMatch(/s3cr3t|hunter|YW5u/);
    await echo.close();
  });
});

describe("OAuth 2", () => {
  const scheme = (more: object = {}) => ({
    securitySchemes: {
      OAuth: {
        type: "oauth2" as const,
        env: "SHOP_OAUTH",
        flow: "clientCredentials" as const,
        tokenUrl: `${tokens.url}/token`,
        ...more,
      },
    },
    security: [{ OAuth: ["read", "write"] }],
  });
  const client = {
    SHOP_OAUTH_CLIENT_ID: "id",
    SHOP_OAUTH_CLIENT_SECRET: "s:cret",
  };
  const get = tool({ method: "GET", path: "/a" });

  it("fetches one token for calls at the same time, and keeps it", async () => {
    answer = () => [200, { access_token: "new-1234", expires_in: 3600 }];
    server.requests.length = tokens.requests.length = 0;
    const call = caller(describeApi(server.url, scheme()), { env: client });
    await Promise.all([call(get), call(get), call(get)]);
    await call(get);
    expect(tokens.requests.map(({ body }) => body)).toEqual([
      "grant_type=client_credentials&scope=read+write",
    ]);
    // https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1: base64 of "id:s%3Acret"
    expect(tokens.requests[0]?.headers.authorization).toBe(
      "Basic aWQ6cyUzQWNyZXQ=",
    );
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(
      Array(4).fill("Bearer new-1234"),
    );
  });

  it("renews a token that was refused, once", async () => {
    let given = 0;
    answer = () => [
      200,
      { access_token: ["old", "fresh-1234"][given++] ?? "old" },
    ];
    const call = caller(describeApi(server.url, scheme()), { env: client });
    expect(textOf(await call(get))).toMatch(/^\{"ok":true\}$/);
    expect(given).toBe(2);
  });

  it("gives up when the new token is refused too", async () => {
    answer = () => [200, { access_token: "old" }];
    tokens.requests.length = 0;
    const call = caller(describeApi(server.url, scheme()), { env: client });
    const text = textOf(await call(get));
    expect(text).toMatch(/^HTTP 401 Unauthorized from GET \/a/);
    expect(text).toMatch(/must check SHOP_OAUTH_CLIENT_SECRET/);
    expect(tokens.requests.length).toBe(2);
  });

  it("fetches before the token expires", async () => {
    let given = 0;
    // A tenth of its life before the end: at once, here.
    answer = () => [200, { access_token: `t-${given++}`, expires_in: 0.001 }];
    const call = caller(describeApi(server.url, scheme()), { env: client });
    await call(get);
    await new Promise((resolve) => setTimeout(resolve, 10));
    await call(get);
    expect(given).toBe(2);
  });

  it("takes the client's secret in the body where the endpoint wants it so", async () => {
    answer = (body) =>
      body.includes("client_secret=s%3Acret")
        ? [200, { access_token: "new-1234" }]
        : [401, { error: "invalid_client" }];
    const call = caller(describeApi(server.url, scheme()), { env: client });
    expect(textOf(await call(get))).toBe('{"ok":true}');
  });

  it("exchanges a refresh token, and the one that replaces it", async () => {
    let given = 0;
    answer = () => [
      200,
      {
        access_token: `a-${given}`,
        refresh_token: `r-${++given}`,
        expires_in: 0.001,
      },
    ];
    tokens.requests.length = 0;
    const call = caller(
      describeApi(server.url, scheme({ flow: "authorizationCode" })),
      {
        env: { SHOP_OAUTH_CLIENT_ID: "id", SHOP_OAUTH_REFRESH_TOKEN: "r-0" },
      },
    );
    await call(get);
    await new Promise((resolve) => setTimeout(resolve, 10));
    await call(get);
    expect(tokens.requests.map(({ body }) => body)).toEqual([
      "grant_type=refresh_token&refresh_token=r-0&scope=read+write&client_id=id",
      "grant_type=refresh_token&refresh_token=r-1&scope=read+write&client_id=id",
    ]);
  });

  it("uses the password grant where the document has it", async () => {
    answer = () => [200, { access_token: "new-1234" }];
    tokens.requests.length = 0;
    const call = caller(describeApi(server.url, scheme({ flow: "password" })), {
      env: { SHOP_OAUTH_USERNAME: "ann", SHOP_OAUTH_PASSWORD: "pw" },
    });
    await call(get);
    expect(tokens.requests[0]?.body).toBe(
      "grant_type=password&username=ann&password=pw&scope=read+write",
    );
  });

  it("fetches nothing when a token is set", async () => {
    tokens.requests.length = server.requests.length = 0;
    const call = caller(describeApi(server.url, scheme()), {
      env: { ...client, SHOP_OAUTH_TOKEN: "set-1234" },
    });
    await call(get);
    expect(tokens.requests).toEqual([]);
    expect(server.requests[0]?.headers.authorization).toBe("Bearer set-1234");
  });

  it("says why there is no token, without the secret", async () => {
    answer = () => [
      400,
      { error: "invalid_scope", error_description: "no s:cret" },
    ];
    const call = caller(describeApi(server.url, scheme()), { env: client });
    const text = textOf(await call(get));
    expect(text).toMatch(
      /No access token: 127\.0\.0\.1:\d+ answered 400 \(invalid_scope: no \[redacted\]\)/,
    );
    expect(text).toMatch(/SHOP_OAUTH_CLIENT_ID/);
  });

  it("says what to set", async () => {
    const call = caller(describeApi(server.url, scheme()), { env: {} });
    expect(textOf(await call(get))).toMatch(
      /must set SHOP_OAUTH_TOKEN \(or SHOP_OAUTH_CLIENT_ID and SHOP_OAUTH_CLIENT_SECRET\)\./,
    );
  });
});
