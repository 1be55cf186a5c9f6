// A model has no credentials to give, however a document describes them.
import { describe, expect, it } from "vitest";
import type { Operation } from "../../src/spec/operation.js";
import type { Spec } from "../../src/spec/spec.js";
import { readAuth } from "../../src/tools/auth.js";
import { securityOf } from "../../src/tools/credentials.js";
import { sketch, type Sketch } from "./operations.js";

type Parameters = NonNullable<Sketch["parameters"]>;

const specOf = (schemes: object, security: object[] = []): Spec =>
  ({ servers: [], security, securitySchemes: schemes }) as unknown as Spec;

const calls = ["GET /dogs", "GET /cats", "GET /birds", "POST /dogs", "GET /"];

/** The parameters that the server has a value for when `count` of five operations have them. */
function known(parameters: Parameters, count = 5): readonly string[] {
  const operations = calls.map((call, at) =>
    sketch(call, at < count ? { parameters } : {}),
  );
  return [...readAuth(specOf({}), operations, "KENNEL").undeclared.keys()];
}

const string = { type: "string" };
const bearer = { auth: { type: "http", scheme: "bearer" } };

describe("a parameter of every operation", () => {
  it.each<[string, Parameters[number], boolean]>([
    ["a key in a header", { name: "X-API-Key", in: "header" }, true],
    ["a key in the query", { name: "api_key" }, true],
    ["a vendor's", { name: "X-KennelAPI-Key", in: "header" }, true],
    ["a token", { name: "ev-access-token", in: "header" }, true],
    ["said to be one", { name: "key", description: "Your API key." }, true],
    [
      "a key of something else",
      { name: "key", description: "Sort key" },
      false,
    ],
    [
      "said to be one in few words",
      { name: "kennel-auth", description: "Kennel Auth Token" },
      true,
    ],
    ["a page's", { name: "page_token" }, false],
    [
      "a page's, whatever is said",
      { name: "page_token", description: "API token of the page" },
      false,
    ],
    ["of a retry", { name: "Idempotency-Key", in: "header" }, false],
    ["in the path", { name: "apiKey", in: "path" }, false],
    ["no text", { name: "api_key", schema: { type: "integer" } }, false],
  ])("%s", (_, parameter, want) => {
    expect(known([{ schema: string, ...parameter }]).length).toBe(want ? 1 : 0);
  });

  it("and of four in five, but not of three", () => {
    expect(known([{ name: "api_key" }], 4)).toHaveLength(1);
    expect(known([{ name: "api_key" }], 3)).toHaveLength(0);
  });
});

describe("a credential that the document describes as a parameter alone", () => {
  const operations = (required: boolean) =>
    calls.map((call) =>
      sketch(call, {
        parameters: [{ name: "api_key", schema: string, required }],
      }),
    );

  it.each([
    [true, [{ api_key: [] }]],
    [false, [{ api_key: [] }, {}]],
  ])("is a scheme of its own (required: %s)", (required, want) => {
    const all = operations(required);
    const auth = readAuth(specOf({}), all, "KENNEL");
    expect(auth.schemes).toEqual({
      api_key: {
        type: "apiKey",
        in: "query",
        name: "api_key",
        env: "KENNEL_API_KEY",
      },
    });
    expect(securityOf(specOf({}), all[0]!, auth)).toEqual(want);
    expect(auth.diagnostics.map(({ code }) => code)).toEqual([
      "credential-undeclared",
    ]);
  });

  it("goes by the name of the scheme that nothing asks for", () => {
    const spec = specOf({
      kennelKey: { type: "apiKey", in: "query", name: "api_key" },
    });
    expect(readAuth(spec, operations(true), "KENNEL").schemes).toHaveProperty(
      "kennelKey",
    );
  });

  it("shares the variable of the scheme whose token it is", () => {
    const all = calls.map((call, at) =>
      sketch(call, {
        parameters:
          at < 3
            ? [
                {
                  name: "token",
                  description: "Authentication token. Requires scope: `dogs`",
                  required: true,
                  schema: string,
                },
              ]
            : [],
      }),
    );
    const auth = readAuth(specOf(bearer, [{ auth: [] }]), all, "KENNEL");
    expect(auth.schemes["token"]).toMatchObject({ env: "KENNEL_AUTH_TOKEN" });
    expect([...auth.undeclared]).toEqual([["query:token", "token"]]);
  });
});

describe("an Authorization header that the document describes as a parameter", () => {
  const header = (more: object = {}): Operation["clientHeaders"][number] => ({
    ...sketch("GET /", {
      parameters: [{ name: "Authorization", in: "header" }],
    }).parameters[0]!,
    required: true,
    ...more,
  });
  const operations = (more: object = {}) =>
    calls.map((call) => sketch(call, { clientHeaders: [header(more)] }));
  const env = "KENNEL_AUTHORIZATION";

  it.each<[string, Spec, object, object]>([
    [
      "as it is",
      specOf({}),
      {},
      {
        Authorization: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          env,
        },
      },
    ],
    [
      "by its text",
      specOf({}),
      { description: "Bearer token of the kennel" },
      { Authorization: { type: "bearer", env } },
    ],
    [
      "by its example",
      specOf({}),
      { example: "Basic YW5uOg==" },
      { Authorization: { type: "basic", env } },
    ],
    [
      "by the scheme that nothing requires",
      specOf(bearer),
      { description: "Basic or not" },
      { auth: { type: "bearer", env: "KENNEL_AUTH" } },
    ],
  ])("%s", (_, spec, more, want) => {
    const all = operations(more);
    const auth = readAuth(spec, all, "KENNEL");
    expect(auth.schemes).toEqual(want);
    // A call may do without: https://spec.openapis.org/oas/v3.2.0.html#parameter-object
    expect(securityOf(spec, all[0]!, auth)).toEqual([
      { [Object.keys(want)[0]!]: [] },
      {},
    ]);
    expect(auth.diagnostics.map(({ code }) => code)).toEqual([
      "credential-undeclared",
    ]);
  });

  it("is what a scheme sends already", () => {
    const spec = specOf(bearer, [{ auth: [] }]);
    const all = operations();
    const auth = readAuth(spec, all, "KENNEL");
    expect(auth.diagnostics).toEqual([]);
    expect(securityOf(spec, all[0]!, auth)).toBeUndefined();
  });

  it("goes beside a key of another name", () => {
    const spec = specOf(
      { key: { type: "apiKey", in: "header", name: "X-Key" } },
      [{ key: [] }],
    );
    const all = operations();
    expect(securityOf(spec, all[0]!, readAuth(spec, all, "KENNEL"))).toEqual([
      { key: [], Authorization: [] },
      { key: [] },
    ]);
  });
});
