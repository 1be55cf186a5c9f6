import { readFileSync } from "node:fs";
import path from "node:path";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { readSurface } from "../../../src/read.js";
import type { Catalogue } from "../../../templates/project/src/runtime/exposure.js";
import { createDispatch } from "../../../templates/project/src/runtime/dispatch.js";
import { createLog } from "../../../templates/project/src/runtime/log.js";
import { createMetrics } from "../../../templates/project/src/runtime/metrics.js";
import { createSearch } from "../../../templates/project/src/runtime/search.js";
import { metaTools } from "../../../templates/project/src/runtime/search-tools.js";
import type {
  AnyTool,
  ToolResult,
} from "../../../templates/project/src/runtime/tool.js";
import { describeShared } from "../../shared.js";
import { toolsets } from "../server/fixture/tools.js";

interface Question {
  readonly query: string;
  /** Operation keys. */
  readonly wanted: readonly string[];
}

/** The tools of a document, and the operation that each came from. */
async function toolsOf(
  document: string,
): Promise<{ catalogue: Catalogue; keys: Map<string, string> }> {
  const { tools } = await readSurface(document, {
    cwd: process.cwd(),
    config: {},
  });
  const catalogue = new Map<string, AnyTool[]>();
  for (const tool of tools) {
    const served: AnyTool = {
      ...tool,
      handler: () => Promise.reject(new Error("never called")),
    };
    catalogue.set(tool.toolset, [
      ...(catalogue.get(tool.toolset) ?? []),
      served,
    ]);
  }
  return {
    catalogue,
    keys: new Map(tools.map((tool) => [tool.name, tool.operation.key])),
  };
}

/** How much of what is wanted is among the first five, on average over the questions, in per cent. */
async function recall(
  document: string,
  questions: readonly Question[],
): Promise<number> {
  const { catalogue, keys } = await toolsOf(document);
  const search = createSearch(catalogue);
  let sum = 0;
  for (const { query, wanted } of questions) {
    for (const key of wanted) expect([...keys.values()]).toContain(key);
    const found = search.find(query, 5).map((tool) => keys.get(tool.name));
    sum += wanted.filter((key) => found.includes(key)).length / wanted.length;
  }
  return (100 * sum) / questions.length;
}

function readRows(file: string): string[][] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));
}

const blank = (operations: string): string[] =>
  operations.split(" ; ").map((one) => one.trim().replace(/\{[^}]*\}/g, "{}"));

describeShared("search quality", (shared) => {
  test("finds 60 % of the steps that 53 questions to a movie database take", async () => {
    const rows = readRows(path.join(shared, "queries/tmdb-queries.tsv"));
    const questions = rows.map(([, , query, operations]) => ({
      query: query!,
      wanted: blank(operations!),
    }));
    expect(
      await recall(path.join(shared, "queries/tmdb_oas.json"), questions),
    ).toBeGreaterThanOrEqual(60);
  });

  test("finds 85 % of the operations that 46 tasks on GitHub take", async () => {
    const rows = readRows(
      path.join(import.meta.dirname, "github-questions.tsv"),
    );
    const questions = rows.map(([query, operations]) => ({
      query: query!,
      wanted: blank(operations!),
    }));
    expect(
      await recall(
        path.join(shared, "corpus/github-com-api-github-com.json"),
        questions,
      ),
    ).toBeGreaterThanOrEqual(85);
  }, 180_000);
});

const catalogue: Catalogue = new Map(Object.entries(toolsets));
const called: unknown[] = [];
const entries = metaTools(
  catalogue,
  createDispatch({
    callTool: async (tool, args) => {
      called.push([tool.name, args]);
      return { content: [] };
    },
    confirm: "never",
    logArguments: false,
    log: createLog("silent"),
    metrics: createMetrics(),
  }),
);
const call = async (
  name: string,
  args: Record<string, unknown>,
): Promise<ToolResult> => {
  const outcome = await entries
    .find((entry) => entry.definition.name === name)!
    .run(args, {});
  if ("ask" in outcome) throw new Error(outcome.ask);
  return outcome.result;
};
const textOf = (result: ToolResult): string =>
  result.content.map((block) => ("text" in block ? block.text : "")).join("");

describe("search mode", () => {
  test("costs at most 450 tokens, and states every hint", () => {
    const definitions = entries.map((entry) => entry.definition);
    expect(encode(JSON.stringify(definitions)).length).toBeLessThanOrEqual(450);
    expect(definitions.map(({ annotations }) => annotations)).toEqual([
      {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
      {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
      {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
      {
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: true,
      },
    ]);
  });

  test("answers with signatures", async () => {
    expect(
      textOf(
        await call("search_tools", {
          query: "remove an animal: delete a pet",
          limit: 1,
        }),
      ),
    ).toBe("delete_pet(petId: integer) // destructive: Delete a pet");
    expect(
      textOf(await call("search_tools", { query: "list the pets", limit: 1 })),
    ).toBe('list_pets(status?: "available"|"sold") // read: List pets');
    expect(textOf(await call("search_tools", { query: "zzzz" }))).toMatch(
      /No tool matches. Toolsets: pets, reports/,
    );
    expect(await call("search_tools", { query: " " })).toMatchObject({
      isError: true,
    });
  });

  test("describes tools in full", async () => {
    const described = textOf(
      await call("describe_tools", { names: ["list_pets", "delete_pet"] }),
    )
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(described).toMatchObject([
      {
        name: "list_pets",
        hint: "read",
        inputSchema: {
          properties: { status: { enum: ["available", "sold"] } },
        },
      },
      { name: "delete_pet", hint: "destructive" },
    ]);
    expect(
      textOf(await call("describe_tools", { names: ["list_pet"] })),
    ).toMatch(/did you mean list_pets\?/);
  });

  test.each([
    [
      ["list_pets", "nope"],
      ["list_pets"],
      ['no tool "nope"; find its name'],
      false,
    ],
    [
      ["list_pet", "delete_pet", 5],
      ["delete_pet"],
      ['no tool "list_pet"; did you mean list_pets?', "no tool 5"],
      false,
    ],
    [["list_pets", "list_pets"], ["list_pets"], [], false],
    [["nope", "neither"], [], ['no tool "nope"', 'no tool "neither"'], true],
    [
      Array.from({ length: 21 }, (_, index) =>
        index < 20 ? "list_pets" : "delete_pet",
      ),
      ["list_pets"],
      ["first 20 of 21 names"],
      false,
    ],
  ])("describes what there is of %j", async (names, there, told, isError) => {
    const result = await call("describe_tools", { names });
    const lines = textOf(result).split("\n");
    const described = lines.filter((line) => line.startsWith("{"));
    expect(
      described.map((line) => (JSON.parse(line) as { name: string }).name),
    ).toEqual(there);
    const rest = lines.filter((line) => !line.startsWith("{"));
    expect(rest).toHaveLength(told.length);
    told.forEach((words) => expect(rest.join("\n")).toContain(words));
    expect(result.isError ?? false).toBe(isError);
  });

  test("reads through one tool and writes through the other", async () => {
    called.length = 0;
    await call("call_read_tool", {
      name: "list_pets",
      arguments: { status: "sold" },
    });
    await call("call_write_tool", {
      name: "create_pet",
      arguments: { name: "Rex" },
    });
    await call("call_read_tool", { name: "list_pets" });
    expect(called).toEqual([
      ["list_pets", { status: "sold" }],
      ["create_pet", { name: "Rex" }],
      ["list_pets", {}],
    ]);
    for (const [tool, args, message] of [
      [
        "call_read_tool",
        { name: "delete_pet", arguments: { petId: 1 } },
        /call_write_tool/,
      ],
      ["call_write_tool", { name: "delete_pets" }, /did you mean delete_pet\?/],
      ["call_write_tool", {}, /no tool undefined/i],
      [
        "call_read_tool",
        { name: "list_pets", arguments: [1] },
        /must be an object/,
      ],
      [
        "call_read_tool",
        { name: "constructor" },
        /There is no tool "constructor"/,
      ],
    ] as const) {
      const result = await call(tool, args);
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(message);
    }
    expect(called).toHaveLength(3);
  });
});
