import type { Arguments, Call, Dispatch, Outcome } from "./dispatch.js";
import { failure } from "./dispatch.js";
import type { Catalogue } from "./exposure.js";
import { isRecord } from "./json.js";
import { nearest } from "./nearest.js";
import { signature } from "./signature.js";
import type { AnyTool, ToolResult } from "./tool.js";
import type { Entry } from "./view.js";

const readOnly = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** The four tools of search mode. Two of them call, so that a host can still let reading pass and ask before writing. */
export function metaTools(
  catalogue: Catalogue,
  dispatch: Dispatch,
): readonly Entry[] {
  const tools = new Map(
    [...catalogue.values()].flat().map((tool) => [tool.name, tool]),
  );
  const search = once(async () =>
    (await import("./search.js")).createSearch(catalogue),
  );

  const call =
    (mayWrite: boolean) =>
    async (args: Arguments, context: Call): Promise<Outcome> => {
      const name = args["name"];
      const tool = typeof name === "string" ? tools.get(name) : undefined;
      if (tool === undefined) return { result: unknownTool(name, tools) };
      if (!mayWrite && !tool.annotations.readOnlyHint)
        return {
          result: failure(
            `${tool.name} changes data: call it through call_write_tool.`,
          ),
        };
      const given = args["arguments"] ?? {};
      if (!isRecord(given))
        return {
          result: failure(`"arguments" must be an object: ${signature(tool)}`),
        };
      return dispatch.run(tool, given, context);
    };

  return [
    {
      definition: {
        name: "search_tools",
        title: "Search tools",
        description:
          "Find tools by what you want to do. Returns signatures of the best matches. Start here.",
        inputSchema: {
          type: "object",
          properties: {
            query: {
              type: "string",
              description: "The task in words: verb, thing, details.",
            },
            limit: {
              type: "integer",
              minimum: 1,
              maximum: 50,
              description: "Default 10.",
            },
          },
          required: ["query"],
          additionalProperties: false,
        },
        annotations: readOnly,
      },
      async run(args) {
        const { query, limit } = args;
        if (typeof query !== "string" || query.trim() === "")
          return {
            result: failure(
              '"query" must be a text that says what you want to do.',
            ),
          };
        const most =
          typeof limit === "number"
            ? Math.min(Math.max(Math.trunc(limit), 1), 50)
            : 10;
        const found = (await search()).find(query, most);
        if (found.length === 0)
          return {
            result: text(
              `No tool matches. Toolsets: ${[...catalogue.keys()].join(", ")}. Search again with other words.`,
            ),
          };
        return {
          result: text(
            found
              .map((tool) => `${signature(tool)}${summary(tool)}`)
              .join("\n"),
          ),
        };
      },
    },
    {
      definition: {
        name: "describe_tools",
        title: "Describe tools",
        description:
          "Get descriptions and full argument schemas of tools found by search_tools.",
        inputSchema: {
          type: "object",
          properties: {
            names: {
              type: "array",
              items: { type: "string" },
              minItems: 1,
              maxItems: 20,
            },
          },
          required: ["names"],
          additionalProperties: false,
        },
        annotations: readOnly,
      },
      async run(args) {
        const names = args["names"];
        if (!Array.isArray(names) || names.length === 0)
          return { result: failure('"names" must be a list of tool names.') };
        const found = [...new Set<unknown>(names.slice(0, 20))].map((name) => {
          const tool = tools.get(name as string);
          return tool === undefined
            ? { missing: noTool(name, tools) }
            : { line: JSON.stringify(describe(tool)) };
        });
        const lines = found.map(({ line, missing }) => line ?? missing);
        if (names.length > 20)
          lines.push(`The first 20 of ${names.length} names are answered.`);
        const none = found.every(({ missing }) => missing !== undefined);
        return { result: (none ? failure : text)(lines.join("\n")) };
      },
    },
    {
      definition: {
        name: "call_read_tool",
        title: "Call a reading tool",
        description: "Call a tool that is marked read.",
        inputSchema: callSchema,
        annotations: { ...readOnly, openWorldHint: true },
      },
      run: call(false),
    },
    {
      definition: {
        name: "call_write_tool",
        title: "Call a writing tool",
        description: "Call a tool that is marked write or destructive.",
        inputSchema: callSchema,
        annotations: {
          readOnlyHint: false,
          destructiveHint: true,
          idempotentHint: false,
          openWorldHint: true,
        },
      },
      run: call(true),
    },
  ];
}

const callSchema = {
  type: "object",
  properties: {
    name: { type: "string" },
    arguments: { type: "object", properties: {} },
  },
  required: ["name"],
  additionalProperties: false,
};

function text(value: string): ToolResult {
  return { content: [{ type: "text", text: value }] };
}

function unknownTool(
  name: unknown,
  tools: ReadonlyMap<string, AnyTool>,
): ToolResult {
  return failure(noTool(name, tools));
}

function noTool(name: unknown, tools: ReadonlyMap<string, AnyTool>): string {
  const near =
    typeof name === "string" ? nearest(name, tools.keys()) : undefined;
  return `There is no tool ${JSON.stringify(name)}${near === undefined ? "; find its name with search_tools." : `; did you mean ${near}?`}`;
}

function describe(tool: AnyTool): object {
  return {
    name: tool.name,
    hint: hintOf(tool),
    description: tool.description,
    inputSchema: tool.input,
  };
}

function hintOf(tool: AnyTool): string {
  if (tool.annotations.readOnlyHint) return "read";
  return tool.annotations.destructiveHint ? "destructive" : "write";
}

function summary(tool: AnyTool): string {
  return ` // ${hintOf(tool)}: ${tool.title}`;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
