import { describe, expect, it } from "vitest";
import type { JsonObject, ObjectSchema } from "../../src/json.js";
import {
  clientIds,
  composedName,
  lintTools,
  type LintedTool,
} from "../../src/tools/lint.js";

const tool = (
  more: Partial<LintedTool> = {},
  schema: JsonObject = {},
): LintedTool => ({
  name: "get_pet",
  title: "Get a pet",
  description: "Get a pet.",
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  input: {
    type: "object",
    properties: { id: { type: "integer" } },
    required: ["id"],
    additionalProperties: false,
    ...schema,
  } as ObjectSchema,
  ...more,
});

const property = (schema: JsonObject): JsonObject => ({
  properties: { value: schema },
});

describe("the client lint", () => {
  it("finds nothing in an ordinary tool", () => {
    expect(lintTools([tool()], { serverKey: "petstore" })).toEqual([]);
  });

  it("lets a name of 40 characters stand behind a server key of 17 everywhere", () => {
    const long = tool({ name: "g".repeat(40) });
    expect(lintTools([long], { serverKey: "s".repeat(17) })).toEqual([]);
  });

  // mcp__petstore__ and 50 characters are 65, mcp_petstore_ and 50 are 63.
  it.each<[string, LintedTool, readonly string[]]>([
    [
      "long names",
      tool({ name: "g".repeat(50) }),
      ["claude-code refuses name-length", "openai refuses name-length"],
    ],
    [
      "names with dots",
      tool({ name: "pets.get" }),
      [
        "claude refuses name-pattern",
        "claude-code refuses name-pattern",
        "openai refuses name-pattern",
        "chatgpt refuses name-pattern",
        "cursor refuses name-pattern",
        "vscode refuses name-pattern",
      ],
    ],
    [
      "long descriptions",
      tool({ description: "x".repeat(2049) }),
      [
        "claude-code shortens description-length",
        "gemini shortens description-length",
      ],
    ],
    [
      "root unions",
      tool({}, { anyOf: [] }),
      [
        "claude refuses root-keywords",
        "claude-code refuses root-keywords",
        "openai refuses root-keywords",
        "chatgpt refuses root-keywords",
      ],
    ],
    [
      "hints that are not stated",
      tool({ annotations: {} as LintedTool["annotations"] }),
      ["chatgpt refuses hints-stated"],
    ],
    [
      "dotted arguments",
      tool({}, { properties: { "a.b": { type: "string" } } }),
      ["gemini refuses argument-pattern"],
    ],
    ["const", tool({}, property({ const: 1 })), ["gemini refuses keywords"]],
    [
      "enums of numbers",
      tool({}, property({ enum: [1, 2] })),
      ["gemini refuses numeric-enums"],
    ],
    [
      "lists of types",
      tool({}, property({ type: ["string", "null"] })),
      ["gemini refuses type-lists"],
    ],
    [
      "arrays of anything",
      tool({}, property({ type: "array" })),
      [
        "openai refuses items-present",
        "chatgpt refuses items-present",
        "vscode refuses items-present",
      ],
    ],
    [
      "enums with repeats",
      tool({}, property({ enum: ["a", "a"] })),
      ["vscode refuses enum-unique"],
    ],
  ])("%s", (_, linted, want) => {
    expect(
      lintTools([linted], { serverKey: "petstore" }).map(
        ({ client, effect, rule }) => `${client} ${effect} ${rule}`,
      ),
    ).toEqual(want);
  });

  it("judges the schema that clients are shown", () => {
    const listed = {
      type: "object",
      properties: {},
    } as unknown as ObjectSchema;
    expect(
      lintTools([tool({ listed }, property({ const: 1 }))], { serverKey: "s" }),
    ).toEqual([]);
  });

  it("counts tools", () => {
    const many = Array.from({ length: 129 }, (_, n) =>
      tool({ name: `get_${"abcdefghij"[n % 10]}` }),
    );
    const found = lintTools(many, { serverKey: "s" }).filter(
      ({ tool: name }) => name === undefined,
    );
    expect(found.map(({ client, effect }) => `${client} ${effect}`)).toEqual([
      "openai refuses",
      "cursor ignores",
      "vscode ignores",
    ]);
  });

  it("composes names as clients do, and judges only the clients asked for", () => {
    expect(composedName("claude-code", "pets", "get_pet")).toBe(
      "mcp__pets__get_pet",
    );
    expect(composedName("gemini", "$&", "get_pet")).toBe("mcp_$&_get_pet");
    expect(
      lintTools([tool({ name: "a.b" })], {
        serverKey: "s",
        clients: ["gemini"],
      }),
    ).toEqual([]);
    expect(clientIds).toHaveLength(7);
  });
});
