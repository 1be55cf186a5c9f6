import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { customTools } from "../../../templates/project/src/custom-tools.js";
import { hooks as seeded } from "../../../templates/project/src/hooks.js";
import { ToolError } from "../../../templates/project/src/runtime/errors.js";
import { defineHooks } from "../../../templates/project/src/runtime/hooks.js";
import { defineTool } from "../../../templates/project/src/runtime/tool.js";
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
const pets = [
  { id: 1, name: "Rex" },
  { id: 2, name: "Tom" },
];

beforeAll(async () => {
  server = await serve(({ url }, response) => {
    const id = /^\/pets\/(\d+)$/.exec(url)?.[1];
    if (url === "/pets") json(response, pets);
    else if (id === "2") json(response, { ...pets[1], tags: ["cat"] });
    else json(response, { message: "no such pet" }, 404);
  });
});
beforeEach(() => void (server.requests.length = 0));
afterAll(() => server.close());

const listPets = defineTool<object>({
  ...tool({ method: "GET", path: "/pets" }, { name: "list_pets" }),
  handler: (input, api) => api.send(input),
});
const getPet = defineTool<{ petId: number }>({
  ...tool(
    {
      method: "GET",
      path: "/pets/{petId}",
      parameters: [{ argument: "petId", name: "petId", in: "path" }],
    },
    { name: "get_pet" },
  ),
  handler: (input, api) => api.send(input),
});
const createPet = tool(
  {
    method: "POST",
    path: "/pets",
    body: { contentType: "application/json", argument: "body" },
  },
  { name: "create_pet" },
);

describe("hooks", () => {
  it("do nothing as they are delivered", () => {
    expect(seeded).toEqual({});
    expect(customTools).toEqual([]);
  });

  it("change requests, for all tools and then for one", async () => {
    const hooks = defineHooks({
      beforeRequest: (request, { env }) => ({
        ...request,
        headers: {
          ...request.headers,
          "x-signature": createHmac("sha256", env["SIGNING_KEY"] ?? "")
            .update(request.body ?? "")
            .digest("hex"),
        },
      }),
      tools: {
        create_pet: {
          beforeRequest: async (request, { args }) => ({
            ...request,
            url: `${request.url}?n=${Object.keys(args).length}`,
          }),
        },
      },
    });
    const call = caller(describeApi(server.url), {
      hooks,
      env: { SIGNING_KEY: "k" },
    });
    await call(createPet, { body: { a: 1 } });
    await call(listPets);
    const [first, second] = server.requests;
    expect(first?.url).toBe("/pets?n=1");
    // printf '{"a":1}' | openssl dgst -sha256 -hmac k
    expect(first?.headers["x-signature"]).toBe(
      "c3a92ff9e274cdcce27a58c15a78ec6dcbbdbd0038a87e7a11baef2028fd8bff",
    );
    expect(second?.url).toBe("/pets");
    expect(second?.headers["x-signature"]).toMatch(/^[0-9a-f]{64}$/);
  });

  it("change answers", async () => {
    const hooks = defineHooks({
      afterResponse: (response) => ({
        ...response,
        body: Buffer.from('{"changed":true}'),
      }),
    });
    const call = caller(describeApi(server.url), { hooks });
    expect(textOf(await call(listPets))).toBe('{"changed":true}');
  });

  it("turn a failure into other words, and see which tool and arguments it was", async () => {
    const hooks = defineHooks({
      tools: {
        get_pet: {
          onError: (error, { tool: one, args }) =>
            `${one.name} ${JSON.stringify(args)}: ${error instanceof Error ? error.name : ""}`,
        },
      },
    });
    const call = caller(describeApi(server.url), { hooks });
    const result = await call(getPet, { petId: 7 });
    expect(textOf(result)).toBe('get_pet {"petId":7}: ApiError');
    expect(result.isError).toBe(true);
  });

  it("end a call with a message, and never break the server", async () => {
    const refusing = defineHooks({
      beforeRequest: () => {
        throw new ToolError("Not on Sundays.");
      },
    });
    const refused = await caller(describeApi(server.url), { hooks: refusing })(
      listPets,
    );
    expect(textOf(refused)).toBe("Not on Sundays.");
    expect(server.requests).toEqual([]);
    const broken = defineHooks({
      onError: () => {
        throw new Error("in the hook");
      },
    });
    const result = await caller(describeApi(server.url), { hooks: broken })(
      getPet,
      { petId: 7 },
    );
    expect(textOf(result)).toMatch(/in the hook/);
  });
});

describe("a tool of one's own", () => {
  const byName = defineTool<{ name: string }>({
    ...tool(
      { method: "GET", path: "/pets" },
      { name: "get_pet_by_name", properties: { name: { type: "string" } } },
    ),
    handler: async ({ name }, api) => {
      const all = (await api.call(listPets, {})).json() as typeof pets;
      const pet = all.find((one) => one.name === name);
      if (pet === undefined) return api.result(`No pet is called ${name}.`);
      return api.result((await api.call(getPet, { petId: pet.id })).json());
    },
  });

  it("makes several requests, with all that a call has", async () => {
    const call = caller(
      describeApi(server.url, {
        security: [{ Token: [] }],
        securitySchemes: { Token: { type: "bearer", env: "SHOP" } },
      }),
      { env: { SHOP_TOKEN: "t-123456" } },
    );
    expect(textOf(await call(byName, { name: "Tom" }))).toBe(
      '{"id":2,"name":"Tom","tags":["cat"]}',
    );
    expect(
      server.requests.map(({ url, headers }) => [url, headers.authorization]),
    ).toEqual([
      ["/pets", "Bearer t-123456"],
      ["/pets/2", "Bearer t-123456"],
    ]);
    expect(textOf(await call(byName, { name: "Max" }))).toBe(
      "No pet is called Max.",
    );
  });

  it("fails as the request in it does", async () => {
    const result = await caller(describeApi(server.url))(byName, {
      name: "Rex",
    });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(
      /^HTTP 404 Not Found from GET \/pets\/\{petId\} \(get_pet\)\nno such pet/,
    );
  });
});
