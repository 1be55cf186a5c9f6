// Under --mock nothing has to be set: not one variable of any kind.
import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import type { SecurityScheme } from "../../../templates/project/src/runtime/api-description.js";
import { callTool } from "../../../templates/project/src/runtime/call.js";
import { createMockApi } from "../../../templates/project/src/runtime/mock.js";
import type { RequestDescription } from "../../../templates/project/src/runtime/tool.js";
import { describeApi, textOf, tool } from "./harness.js";

const get = { method: "GET", path: "/a" } as const;
const constant = { name: "pontoon", env: "HOME_PONTOON" } as const;
const schemes: Record<string, SecurityScheme> = {
  key: { type: "apiKey", in: "query", name: "k", env: "SHOP_KEY" },
  basic: { type: "basic", env: "SHOP_BASIC" },
  bearer: { type: "bearer", env: "SHOP_BEARER" },
  oauth: { type: "oauth2", env: "SHOP_OAUTH" },
  tls: { type: "mutualTLS", env: "SHOP_TLS" },
};
const locked = (...names: string[]): RequestDescription => ({
  ...get,
  security: [Object.fromEntries(names.map((name) => [name, []]))],
});

it.each<[what: string, request: RequestDescription]>([
  ["in the query", { ...get, parameters: [{ ...constant, in: "query" }] }],
  ["in a header", { ...get, parameters: [{ ...constant, in: "header" }] }],
  [
    "in the path",
    {
      method: "GET",
      path: "/{pontoon}",
      parameters: [{ ...constant, in: "path" }],
    },
  ],
  [
    "in the body",
    {
      method: "POST",
      path: "/a",
      body: { contentType: "application/json", fields: [constant] },
    },
  ],
  [
    "in a header of a part",
    {
      method: "POST",
      path: "/a",
      body: {
        contentType: "multipart/form-data",
        fields: [{ name: "f", value: "x", headers: [constant] }],
      },
    },
  ],
  [
    "in the server",
    {
      ...get,
      servers: [
        {
          url: "https://{region}.example.com",
          variables: {
            region: { default: "eu", enum: ["us"], env: "SHOP_SERVER_REGION" },
          },
        },
      ],
    },
  ],
  ...Object.keys(schemes).map((name): [string, RequestDescription] => [
    `of the scheme ${name}`,
    locked(name),
  ]),
  ["of several schemes", locked("key", "basic")],
  ["of a scheme that the server cannot use", locked("unknown")],
])("a value %s is made up", async (_, request) => {
  const one = tool(request);
  const runtime = createMockApi(
    describeApi("https://api.example.com", { securitySchemes: schemes }),
    { env: {}, transport: "stdio", tools: [one] },
    tmpdir(),
  );
  const result = await callTool(one, {}, runtime, {});
  expect([result.isError ?? false, textOf(result)]).toEqual([
    false,
    "Done (204).",
  ]);
});

it("a value that is set is used, and callers need no credentials of their own", async () => {
  const one = tool({
    ...locked("key"),
    parameters: [{ ...constant, in: "query" }],
  });
  let url = "";
  const runtime = createMockApi(
    describeApi("https://api.example.com", { securitySchemes: schemes }),
    {
      env: { HOME_PONTOON: "B7" },
      transport: "http",
      tools: [one],
      hooks: {
        beforeRequest: (request) => {
          ({ url } = request);
          return request;
        },
      },
    },
    tmpdir(),
  );
  const result = await callTool(one, {}, runtime, { credentials: { key: "" } });
  expect(textOf(result)).toBe("Done (204).");
  expect(url).toContain("pontoon=B7");
});
