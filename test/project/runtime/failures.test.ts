import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  caller,
  describeApi,
  serve,
  textOf,
  tool,
  type TestServer,
} from "./harness.js";

let server: TestServer;
let reply: { status: number; body: string; type: string; headers: object };

beforeAll(async () => {
  server = await serve((_, response) => {
    response.writeHead(reply.status, {
      "content-type": reply.type,
      ...reply.headers,
    });
    response.end(reply.body);
  });
});

afterAll(() => server.close());

const path = (name: string) => ({
  argument: name,
  name,
  in: "path" as const,
});
const named = (
  name: string,
  method: string,
  where: string,
  more: object = {},
) => tool({ method, path: where, ...more }, { name });

const getPet = named("get_pet", "GET", "/pets/{petId}", {
  parameters: [path("petId")],
});
const updatePet = tool(
  {
    method: "PUT",
    path: "/pets/{petId}",
    parameters: [path("petId")],
    body: {
      contentType: "application/json",
      fields: [
        { argument: "label_list", name: "labels" },
        { argument: "status", name: "status" },
      ],
    },
  },
  {
    name: "update_pet",
    properties: {
      label_list: { type: "array", items: { type: "string" } },
      status: { type: "string", enum: ["sold", "there"] },
    },
  },
);
const createPet = named("create_pet", "POST", "/pets");
const siblings = [
  getPet,
  updatePet,
  createPet,
  named("list_pets", "GET", "/pets"),
  named("list_users", "GET", "/users"),
];

async function fail(
  one: (typeof siblings)[number],
  status: number,
  body: unknown,
  type = "application/json",
  headers: object = {},
): Promise<string> {
  reply = {
    status,
    type,
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
  const call = caller(
    describeApi(server.url, {
      security: [{ Token: ["pets:write"] }],
      securitySchemes: { Token: { type: "bearer", env: "SHOP_TOKEN_VAR" } },
    }),
    { env: { SHOP_TOKEN_VAR_TOKEN: "t-123456" }, tools: siblings, retries: 0 },
  );
  const args = one.request.path.includes("{") ? { petId: 7 } : {};
  const result = await call(one, args);
  expect(result.isError).toBe(true);
  expect(textOf(result).length).toBeLessThanOrEqual(1_500);
  return textOf(result);
}

describe("what the API says went wrong", () => {
  it.each<[what: string, body: unknown, says: string, type?: string]>([
    [
      "problem details",
      {
        type: "about:blank",
        title: "Out of stock",
        detail: "No pets left",
        status: 409,
        errors: [{ detail: "is 0", pointer: "#/count" }],
      },
      "Out of stock: No pets left\n#/count: is 0",
      "application/problem+json",
    ],
    [
      "GitHub",
      {
        message: "Validation Failed",
        errors: [{ resource: "Issue", field: "labels", code: "invalid" }],
        documentation_url: "x",
      },
      "Validation Failed\nlabels: invalid",
    ],
    [
      "Stripe",
      {
        error: {
          message: "No such customer",
          type: "invalid_request_error",
          param: "customer",
        },
      },
      "No such customer",
    ],
    [
      "Google",
      {
        error: {
          code: 400,
          message: "Bad field",
          status: "X",
          details: [{ fieldViolations: [] }],
        },
      },
      "Bad field",
    ],
    [
      "JSON:API",
      {
        errors: [
          {
            title: "Invalid",
            detail: "must be set",
            source: { pointer: "/data/name" },
          },
        ],
      },
      "/data/name: Invalid: must be set",
    ],
    [
      "FastAPI",
      {
        detail: [
          { loc: ["body", "price"], msg: "field required", type: "missing" },
        ],
      },
      "body.price: field required",
    ],
    [
      "Rails",
      { errors: { name: ["is too long", "is odd"] } },
      "name: is too long\nname: is odd",
    ],
    [
      "OAuth",
      { error: "invalid_grant", error_description: "Code expired" },
      "Code expired",
    ],
    ["Jira", { errorMessages: ["Nothing there"], errors: {} }, "Nothing there"],
    [
      "Spring",
      { timestamp: "t", status: 400, error: "Bad Request", path: "/x" },
      "Bad Request",
    ],
    ["a shape of its own", { fehler: 7 }, '{"fehler":7}'],
    ["a text", "it broke", "it broke", "text/plain"],
    [
      "a page",
      "<html><head><title>Oops</title></head><body><p>It &amp; broke</p><script>x</script></body></html>",
      "Oops. It & broke",
      "text/html",
    ],
    [
      "XML",
      "<Error><Code>NoSuchKey</Code><Message>Gone</Message></Error>",
      "NoSuchKey Gone",
      "application/xml",
    ],
  ])("%s", async (_, body, says, type) => {
    const text = await fail(getPet, 409, body, type);
    expect(text.split("\n").slice(1, -1).join("\n")).toContain(says);
    expect(text).toMatch(
      /^HTTP 409 Conflict from GET \/pets\/\{petId\} \(get_pet\)\n/,
    );
  });

  it("stays short, and keeps what to try", async () => {
    const text = await fail(createPet, 500, { message: "x".repeat(100_000) });
    expect(text).toMatch(
      /x…\nTry: the fault is the API's; it may have carried/,
    );
    const many = {
      errors: Array.from({ length: 1_000 }, (_, i) => ({
        field: `f${i}`,
        message: "bad",
      })),
    };
    expect(await fail(createPet, 500, many)).toMatch(/\nTry: /);
  });
});

describe("what to try", () => {
  it.each<[(typeof siblings)[number], number, unknown, RegExp, object?]>([
    [getPet, 404, {}, /Try: check petId=7; list_pets finds what there is\.$/],
    [
      updatePet,
      409,
      {},
      /Try: read the current state with get_pet first, then decide again\.$/,
    ],
    [createPet, 409, {}, /Try: read the current state with list_pets first/],
    [
      updatePet,
      422,
      { message: "labels must be strings" },
      /Try: correct what the API names: label_list is array of string\.$/,
    ],
    [
      updatePet,
      400,
      { message: "status is wrong" },
      /status is one of "sold", "there"\.$/,
    ],
    [updatePet, 400, { message: "no" }, /not given were label_list, status\.$/],
    [
      getPet,
      401,
      {},
      /Try: the credentials are wrong or expired: .* SHOP_TOKEN_VAR_TOKEN\. Do not ask/,
    ],
    [getPet, 403, {}, /Try: do not repeat the call; .*\(it needs pets:write\)/],
    [getPet, 429, {}, /Try: wait 7 s, then call again/, { "retry-after": "7" }],
    [getPet, 503, {}, /call again in a minute/],
    [getPet, 500, {}, /can be repeated without harm/],
    [createPet, 500, {}, /may have carried the call out/],
  ])("%# %o", async (one, status, body, says, headers) => {
    expect(await fail(one, status, body, "application/json", headers)).toMatch(
      says,
    );
  });
});

describe("a handler that throws", () => {
  it("gives its message and no stack", async () => {
    const broken = {
      ...getPet,
      handler: () => Promise.reject(new Error("oops")),
    };
    const result = await caller(describeApi(server.url))(broken, { petId: 1 });
    expect(textOf(result)).toBe("get_pet failed inside this server: oops");
    expect(result.isError).toBe(true);
  });
});
