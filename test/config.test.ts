import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../src/config.js";
import { UserError } from "../src/diagnostics.js";
import { flags } from "../templates/project/src/runtime/options.js";
import { root } from "./harness/root.js";

async function problems(config: unknown): Promise<string[]> {
  try {
    await parseConfig(
      typeof config === "string" ? config : JSON.stringify(config),
    );
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    const { diagnostics } = error as UserError;
    for (const { code } of diagnostics) expect(code).toBe("config-invalid");
    return diagnostics.map(({ message }) => message);
  }
  return [];
}

describe("a right config", () => {
  it.each([
    [{}],
    [
      {
        $schema: "./.toolwright/config.schema.json",
        document: "../openapi.yaml",
        tools: {},
      },
    ],
    [
      {
        document: "https://api.example.com/openapi.json",
        overlays: ["../overlay.yaml"],
        allowRemote: ["schemas.example.com"],
        include: ["tag:pets", "path:/v1/**"],
        exclude: ["method:delete"],
        deprecated: "exclude",
        name: "pets",
        envPrefix: "PETS",
        template: "http",
        transport: "stdio",
        output: "structured",
        clients: ["gemini"],
        openWorld: false,
        freeNames: ["old_tool"],
        exposure: {
          mode: "all",
          toolsets: ["pets"],
          tools: ["x"],
          exclude: ["y"],
          readOnly: true,
        },
        budgets: {
          timeout: 60,
          retries: 0,
          maxConcurrent: 1,
          maxAnswer: 1,
          maxAnswerBytes: 1,
          maxUploadBytes: 0,
        },
        confirm: "destructive",
        trustedOrigins: ["https://uploads.example.com"],
        tools: {
          "GET /pets/{}": {
            enabled: true,
            name: "find_pet",
            title: "Find a pet",
            description: "By its id.",
            toolset: "pets",
            mediaType: "application/json",
            annotations: {
              readOnlyHint: true,
              destructiveHint: false,
              idempotentHint: true,
              openWorldHint: false,
            },
            arguments: {
              account: {
                name: "acct",
                description: "Whose",
                value: "${ACCOUNT}",
                hidden: true,
              },
            },
          },
        },
      },
    ],
  ])("is accepted: %#", async (config) => {
    expect(await problems(config)).toEqual([]);
  });

  it("may begin with a byte order mark and end its lines with CRLF", async () => {
    expect(await parseConfig('\uFEFF{\r\n  "name": "pets"\r\n}\r\n')).toEqual({
      name: "pets",
    });
  });
});

describe("a wrong config is refused, with the nearest right word", () => {
  it.each([
    [
      { documnet: "x" },
      /"documnet" at the top level is not a key; did you mean "document"\?/,
    ],
    [
      { exposure: { tolsets: [] } },
      /"tolsets" at exposure is not a key; did you mean "toolsets"\?/,
    ],
    [{ tools: { "GET /x": { titel: "x" } } }, /did you mean "title"\?/],
    [
      { tools: { "GET /x": { annotations: { readOnly: true } } } },
      /at tools\["GET \/x"\].annotations is .* did you mean "readOnlyHint"\?/,
    ],
    [
      { deprecated: "exlude" },
      /^toolwright.config.json: deprecated must be one of "keep", "exclude"; did you mean "exclude"\?/,
    ],
    [{ exposure: { mode: "serch" } }, /did you mean "search"\?/],
    [{ include: "tag:pets" }, / include must be array/],
    [{ name: "My Server" }, / name must match pattern/],
    [{ zzzzzzzzzz: 1 }, /not a key; the keys there are/],
    [[], /the top level must be object/],
    ["{ name: 1 }", /toolwright.config.json is not JSON/],
    ['{ "__proto__": {} }', /"__proto__" at the top level is not a key/],
  ])("%j", async (config, message) => {
    expect((await problems(config)).join("\n")).toMatch(message);
  });

  it("names every mistake at once", async () => {
    expect(
      await problems({ documnet: "x", nmae: "y", openWorld: "no" }),
    ).toHaveLength(3);
  });
});

interface Integer {
  readonly minimum: number;
  readonly maximum?: number;
  readonly description: string;
}

describe("the schema", () => {
  const schema = JSON.parse(
    readFileSync(path.join(root, "templates/config.schema.json"), "utf8"),
  ) as {
    properties: Record<string, { properties?: object; description?: string }>;
  };

  it("knows what the running server reads", () => {
    const keys = flags.flatMap(({ config }) => (config ? [config] : []));
    expect(keys.length).toBeGreaterThan(3);
    const unknown = keys.filter(
      ([first, second]) =>
        !Object.hasOwn(schema.properties, first!) ||
        (second !== undefined &&
          !Object.hasOwn(schema.properties[first!]!.properties ?? {}, second)),
    );
    expect(unknown).toEqual([]);
  });

  it("allows the numbers that the running server takes, and names the same defaults", () => {
    const { properties } = schema.properties["budgets"]!;
    const numbers = flags.filter(({ config }) => config?.[0] === "budgets");
    expect(numbers.map(({ config }) => config![1])).toEqual(
      Object.keys(properties!),
    );
    for (const { config, range = [0, Infinity], help } of numbers) {
      const {
        minimum,
        maximum = Infinity,
        description,
      } = (properties as { [key: string]: Integer })[config![1]!]!;
      expect([minimum, maximum]).toEqual(range);
      expect(/default (\d+)/.exec(description)?.[1]).toBe(
        /\((\d+)\)/.exec(help)?.[1],
      );
    }
  });

  it("describes every key", () => {
    const bare = Object.entries(schema.properties)
      .filter(([key, { description }]) => key !== "$schema" && !description)
      .map(([key]) => key);
    expect(bare).toEqual([]);
  });
});
