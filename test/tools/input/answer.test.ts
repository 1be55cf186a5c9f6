import { describe, expect, test } from "vitest";
import { build, query, type Given } from "./build.js";

describe("the answer", () => {
  const item = (count: number) => ({
    type: "object",
    properties: Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`p${i}`, { type: "string" }]),
    ),
  });
  const items = { type: "array", items: item(3) } as const;
  test.each<{ title: string; given: Given; want: number | undefined }>([
    {
      title: "no default",
      given: { parameters: [query("limit", { type: "integer" })] },
      want: 20,
    },
    {
      title: "a large default",
      given: {
        parameters: [query("per_page", { type: "integer", default: 100 })],
      },
      want: 20,
    },
    {
      title: "a small default",
      given: { parameters: [query("limit", { type: "integer", default: 10 })] },
      want: undefined,
    },
    {
      title: "a small default in words",
      given: {
        parameters: [
          query(
            "limit",
            { type: "integer" },
            { description: "Between 1 and 100, and the default is 10." },
          ),
        ],
      },
      want: undefined,
    },
    {
      title: "not within the bounds",
      given: { parameters: [query("limit", { type: "integer", maximum: 10 })] },
      want: undefined,
    },
    {
      title: "required",
      given: {
        parameters: [query("limit", { type: "integer" }, { required: true })],
      },
      want: undefined,
    },
    {
      title: "not a number",
      given: { parameters: [query("limit", { type: "string" })] },
      want: undefined,
    },
    {
      title: "a vague name alone",
      given: { parameters: [query("size", { type: "integer" })] },
      want: undefined,
    },
    {
      title: "a vague name beside a page",
      given: {
        parameters: [
          query("size", { type: "integer" }),
          query("page", { type: "integer" }),
        ],
      },
      want: 20,
    },
    {
      title: "not a list",
      given: {
        parameters: [query("limit", { type: "integer" })],
        answer: item(2),
      },
      want: undefined,
    },
  ])("page size: $title", async ({ given, want }) => {
    const { request } = await build({ method: "get", answer: items, ...given });
    expect(request.pageSize?.value).toBe(want);
  });

  test.each<{ title: string; given: Given; want: string | undefined }>([
    { title: "many properties", given: { answer: item(16) }, want: "fields" },
    {
      title: "many in each item",
      given: {
        answer: {
          type: "object",
          properties: { data: { type: "array", items: item(16) } },
        },
      },
      want: "fields",
    },
    { title: "few", given: { answer: item(15) }, want: undefined },
    {
      title: "the API's own choice",
      given: { answer: item(16), parameters: [query("$select")] },
      want: undefined,
    },
    {
      title: "a write",
      given: { answer: item(16), method: "post" },
      want: undefined,
    },
  ])("fields: $title", async ({ given, want }) => {
    const { request, input } = await build({ method: "get", ...given });
    expect(request.fieldsArgument).toBe(want);
    if (want)
      expect(input.properties[want]).toMatchObject({
        type: "array",
        items: { type: "string" },
      });
  });

  test("Accept where there is no JSON, and the header that makes a retry safe", async () => {
    const { request } = await build({
      parameters: [
        { name: "Idempotency-Key", in: "header", schema: { type: "string" } },
      ],
      responses: {
        200: {
          description: "OK",
          content: { "application/pdf": {}, "text/csv": {} },
        },
      },
    });
    expect(request.accept).toBe("application/pdf, text/csv");
    expect(request.idempotencyHeader).toBe("Idempotency-Key");
  });

  test.each<[string, object, string | undefined]>([
    [
      "a choice",
      { enum: ["application/xml", "application/json"] },
      "application/json",
    ],
    [
      "a version",
      { default: "application/vnd.kennel.v2+json" },
      "application/vnd.kennel.v2+json",
    ],
    ["one other", { enum: ["text/csv"] }, "text/csv"],
    ["no media type", { default: "json\r\nX-Evil: 1" }, undefined],
    ["any text", {}, undefined],
  ])("Accept as the document describes it: %s", async (_, schema, want) => {
    const { input, request } = await build({
      parameters: [
        {
          name: "Accept",
          in: "header",
          required: true,
          schema: { type: "string", ...schema },
        },
      ],
      answer: { type: "object" },
    });
    expect(input.properties).toEqual({});
    expect(request.accept).toBe(want);
  });
});
