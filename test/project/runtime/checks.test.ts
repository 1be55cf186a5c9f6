// What is told at start of variables and tokens. https://spec.openapis.org/oas/v3.2.0.html#server-variable-object
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { checkSettings } from "../../../templates/project/src/runtime/checks.js";
import { readSettings } from "../../../templates/project/src/runtime/settings.js";
import type { Server } from "../../../templates/project/src/runtime/tool.js";
import { describeApi, tool } from "./harness.js";

const region = (values?: string[], env = "SHOP_SERVER_REGION"): Server => ({
  url: "https://{region}.example.com",
  variables: {
    region: {
      default: "eu",
      env,
      ...(values !== undefined && { enum: values }),
    },
  },
});
const api = describeApi("", {
  servers: [region(["eu", "us"])],
  securitySchemes: {
    key: { type: "apiKey", in: "header", name: "X-Key", env: "SHOP_API_KEY" },
    sign: { type: "oauth2", env: "SHOP_SIGN" },
  },
});
const tools = [
  tool({
    method: "POST",
    path: "/a",
    parameters: [{ name: "h", in: "query", env: "SHOP_HOME_PONTOON" }],
    body: {
      contentType: "multipart/form-data",
      fields: [
        {
          name: "f",
          argument: "f",
          headers: [{ name: "X-P", env: "SHOP_PIECE" }],
        },
      ],
    },
  }),
];

function check(
  env: Record<string, string>,
  args: string[] = [],
  from = { api, tools },
): readonly string[] {
  const invocation = readSettings({ args, env, root: tmpdir(), api: from.api });
  if ("print" in invocation) throw new Error("printed");
  return checkSettings(invocation.run, from.api, from.tools, env);
}

describe("a variable that begins as the server's own do", () => {
  it.each([
    ["SHOP_APIKEY", "SHOP_API_KEY"],
    ["SHOP_API_KYE", "SHOP_API_KEY"],
    ["SHOP_api_key", "SHOP_API_KEY"],
    ["SHOP_MODEE", "SHOP_MODE"],
    ["SHOP_BASEURL", "SHOP_BASE_URL"],
    ["SHOP_INBOUND_TOKEN", "SHOP_INBOUND_TOKENS"],
    ["SHOP_SERVER_REGOIN", "SHOP_SERVER_REGION"],
    ["SHOP_SIGN_CLIENTID", "SHOP_SIGN_CLIENT_ID"],
    ["SHOP_HOME_PONTON", "SHOP_HOME_PONTOON"],
    ["SHOP_PIECES", "SHOP_PIECE"],
  ])("%s is told to be %s", (name, near) => {
    expect(check({ [name]: "top-secret" })).toEqual([
      `${name} is not read; did you mean ${near}?`,
    ]);
  });

  it.each([
    // Read.
    "SHOP_API_KEY",
    "SHOP_CONFIRM",
    "SHOP_SIGN_TOKEN_URL",
    "SHOP_SIGN_CLIENT_SECRET",
    "SHOP_HOME_PONTOON",
    "SHOP_PIECE",
    // Near to none.
    "SHOP_PORT",
    "SHOP_DATABASE",
    "SHOP_OWN_SETTING",
    // Another program's.
    "SHOPS_API_KEYS",
    "APIKEY",
  ])("nothing is told of %s", (name) => {
    expect(check({ [name]: name === "SHOP_CONFIRM" ? "never" : "x" })).toEqual(
      [],
    );
  });
});

describe("a server variable", () => {
  const more = (...servers: Server[]) => ({
    api,
    tools: servers.map((server) =>
      tool({ method: "GET", path: "/b", servers: [server] }),
    ),
  });

  it.each([
    ["none", {}, [], { api, tools }],
    ["listed", { SHOP_SERVER_REGION: "us" }, [], { api, tools }],
    ["empty", { SHOP_SERVER_REGION: "" }, [], { api, tools }],
    [
      "free",
      { SHOP_SERVER_REGION: "asia" },
      [],
      { api: describeApi("", { servers: [region()] }), tools },
    ],
    [
      "of a server without a host",
      { SHOP_SERVER_REGION: "v2" },
      [],
      {
        api: describeApi("", { servers: [{ ...region(), url: "/{region}" }] }),
        tools,
      },
    ],
    [
      "listed elsewhere",
      { SHOP_SERVER_REGION: "asia" },
      [],
      more(region(["asia"])),
    ],
    [
      "free elsewhere",
      { SHOP_SERVER_REGION: "asia" },
      [],
      more(region(), region(["x"])),
    ],
    [
      "of no use",
      { SHOP_SERVER_REGION: "asia" },
      ["--base-url", "http://127.0.0.1:1"],
      { api, tools },
    ],
    [
      "of no use to a mock",
      { SHOP_SERVER_REGION: "asia" },
      ["--mock"],
      { api, tools },
    ],
  ])("that is %s is right", (_, env, args, from) => {
    expect(check(env, args, from)).toEqual([]);
  });

  it.each([
    [
      { SHOP_SERVER_REGION: "asia" },
      { api, tools },
      'SHOP_SERVER_REGION is "asia", and must be one of eu, us',
    ],
    [
      { SHOP_SERVER_REGION: "uss" },
      { api, tools },
      'SHOP_SERVER_REGION is "uss", and must be one of eu, us (did you mean us?)',
    ],
    [
      { SHOP_SERVER_ZONE: "c" },
      more(region(["a"], "SHOP_SERVER_ZONE")),
      'SHOP_SERVER_ZONE is "c", and must be one of a',
    ],
    [
      { SHOP_SERVER_REGION: "a b" },
      { api: describeApi("", { servers: [region()] }), tools },
      "SHOP_SERVER_REGION: The API's server is not a usable http or https URL",
    ],
  ])("%j is a mistake", (env, from, message) => {
    expect(() => check(env, [], from)).toThrow(message);
  });
});

it.each([
  [[], "short", 0],
  [["--http"], "0123456789abcdef", 0],
  [["--http"], "0123456789abcde", 1],
  [["--http", "--host", "localhost"], "0123456789abcdef,short", 1],
  [["--http", "--host", "0.0.0.0"], "0123456789abcdef", 0],
])("%j with the tokens %s warns %i times", (args, tokens, count) => {
  const warnings = check({ SHOP_INBOUND_TOKENS: tokens }, args);
  expect(warnings).toHaveLength(count);
  for (const warning of warnings) {
    expect(warning).toContain("SHOP_INBOUND_TOKENS");
    for (const token of tokens.split(",")) expect(warning).not.toContain(token);
  }
});
