import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../../src/json.js";
import { build, query } from "./build.js";

describe("what is not an argument", () => {
  test("credentials and constants of parameters", async () => {
    const { input, request } = await build({
      method: "get",
      parameters: [
        {
          name: "X-Api-Key",
          in: "header",
          required: true,
          schema: { type: "string" },
        },
        query(
          "api-version",
          { type: "string", enum: ["2024-01-01"] },
          { required: true },
        ),
        query("mode", { type: "string", enum: ["full"] }),
      ],
      credentials: ["header:x-api-key"],
    });
    expect(Object.keys(input.properties)).toEqual(["mode"]);
    expect(request.parameters).toEqual([
      { value: "2024-01-01", name: "api-version", in: "query" },
      { argument: "mode", name: "mode", in: "query" },
    ]);
  });

  test("required, where the server has a credential of its own", async () => {
    const { input, request } = await build({
      method: "get",
      parameters: [
        query(
          "api_key",
          { type: "string", description: "Your key of the kennel." },
          { required: true },
        ),
      ],
      undeclared: { "query:api_key": "kennel" },
    });
    expect(input.required).toBeUndefined();
    expect(input.properties["api_key"]).toEqual({
      type: "string",
      description:
        "Your key of the kennel. Leave it out: the server sends its own.",
    });
    expect(request.parameters).toEqual([
      {
        argument: "api_key",
        name: "api_key",
        in: "query",
        scheme: "kennel",
      },
    ]);
  });

  test("what the owner fixes, hides, renames and describes", async () => {
    const { input, request, diagnostics } = await build({
      path: "/{account}/x",
      parameters: [
        {
          name: "account",
          in: "path",
          required: true,
          schema: { type: "string" },
        },
        query("q"),
        query("page"),
        query("version"),
        { name: "version", in: "header", schema: { type: "string" } },
      ],
      body: {
        type: "object",
        required: ["source"],
        properties: { source: { type: "string" }, note: { type: "string" } },
      },
      override: {
        arguments: {
          account: { value: "${ACCOUNT}" },
          q: { name: "text", description: "What to look for." },
          page: { hidden: true },
          "header:VERSION": { value: 2 },
          source: { hidden: true },
          nothing: { hidden: true },
          note: { name: "not legal" },
        },
      },
    });
    expect(Object.keys(input.properties)).toEqual([
      "text",
      "version",
      "source",
      "note",
    ]);
    expect(input.properties["text"]).toEqual({
      type: "string",
      description: "What to look for.",
    });
    expect(request.parameters).toEqual([
      { env: "ACCOUNT", name: "account", in: "path" },
      { argument: "text", name: "q", in: "query" },
      { argument: "version", name: "version", in: "query" },
      { value: 2, name: "version", in: "header" },
    ]);
    expect(diagnostics.map(({ code }) => code).toSorted()).toEqual([
      "argument-override-impossible",
      "argument-override-impossible",
      "argument-override-unknown",
    ]);
  });
});

describe("texts", () => {
  test.each<{ title: string; parameter: object; want: string | undefined }>([
    {
      title: "the parameter's, then the schema's",
      parameter: query(
        "state",
        { type: "string", description: "Lifecycle state" },
        { description: "Which to show" },
      ),
      want: "Which to show. Lifecycle state.",
    },
    {
      title: "once where both say the same",
      parameter: query(
        "state",
        { type: "string", description: "Which to show." },
        { description: "Which to show" },
      ),
      want: "Which to show.",
    },
    {
      title: "nothing that the name says",
      parameter: query(
        "secret_name",
        { type: "string" },
        { description: "The name of the secret." },
      ),
      want: undefined,
    },
    {
      title: "no word for want of one",
      parameter: query(
        "left",
        { type: "string" },
        { description: "undefined" },
      ),
      want: undefined,
    },
    {
      title: "no filler in the place of one",
      parameter: query("left", { type: "string" }, { description: "XXXXXXXX" }),
      want: undefined,
    },
    {
      title: "an article less, a capital more",
      parameter: query(
        "q",
        { type: "string" },
        { description: "the words to look for" },
      ),
      want: "Words to look for.",
    },
    {
      title: "markup gone",
      parameter: query(
        "q",
        { type: "string" },
        { description: "Search for **all** [words](https://example.test)." },
      ),
      want: "Search for all words.",
    },
    {
      title: "an example where nothing tells the form",
      parameter: query(
        "q",
        { type: "string" },
        { description: "What to find", example: "cats" },
      ),
      want: "What to find. Example: cats.",
    },
    {
      title: "deprecated ones say so",
      parameter: query(
        "q",
        { type: "string" },
        { description: "What to find", deprecated: true },
      ),
      want: "What to find. Deprecated.",
    },
    {
      title: "what values mean",
      parameter: query("q", {
        type: "string",
        enum: ["a", "b"],
        "x-enum-descriptions": ["Up", "Down"],
      }),
      want: "a: Up; b: Down.",
    },
  ])("$title", async ({ parameter, want }) => {
    const { input } = await build({ method: "get", parameters: [parameter] });
    expect(Object.values(input.properties)[0]!["description"]).toBe(want);
  });

  test("at most 140 characters, 70 inside, three examples", async () => {
    const { input } = await build({
      parameters: ["a", "b", "c", "d"].map((name) =>
        query(name, { type: "string" }, { example: "v" }),
      ),
      body: {
        type: "object",
        properties: {
          text: { type: "string", description: "word ".repeat(100) },
          inner: {
            type: "object",
            properties: {
              deep: { type: "string", description: "word ".repeat(100) },
            },
          },
        },
      },
    });
    const told = (name: string) =>
      String(input.properties[name]!["description"]);
    expect(
      ["a", "b", "c", "d"].filter((name) => told(name).includes("Example")),
    ).toHaveLength(3);
    expect(told("text").length).toBeLessThanOrEqual(140);
    const inner = input.properties["inner"]!["properties"] as {
      deep: JsonSchema;
    };
    expect(String(inner.deep["description"]).length).toBeLessThanOrEqual(70);
  });
});

test("which fields must come together is told by the first of them", async () => {
  const { input } = await build({
    body: {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    },
  });
  expect(input.properties["a"]!["description"]).toBe(
    "Give at least one of: a; b.",
  );
  expect(input.properties["b"]).not.toHaveProperty("description");
});
