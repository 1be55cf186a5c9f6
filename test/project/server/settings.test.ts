import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import {
  catalogueOf,
  decideMode,
  expose,
} from "../../../templates/project/src/runtime/exposure.js";
import { flags } from "../../../templates/project/src/runtime/options.js";
import {
  readSettings,
  type Settings,
} from "../../../templates/project/src/runtime/settings.js";
import type { AnyTool } from "../../../templates/project/src/runtime/tool.js";
import { toolsets } from "./fixture/tools.js";
import { buildFixture, run } from "./harness.js";

const api = {
  name: "petshop",
  title: "Pet shop",
  version: "1.2.3",
  envPrefix: "PETSHOP",
  servers: [{ url: "https://api.petshop.example/v1" }],
};

function read(
  args: string[],
  env: Record<string, string> = {},
  config?: string,
): Settings {
  const root = mkdtempSync(path.join(tmpdir(), "toolwright-settings-"));
  if (config !== undefined)
    writeFileSync(path.join(root, "toolwright.config.json"), config);
  const invocation = readSettings({ args, env, root, api });
  if ("print" in invocation) throw new Error("printed");
  return invocation.run;
}

describe("settings", () => {
  test("a flag wins over its variable, that over the config, that over the default", () => {
    const config =
      '{"exposure":{"mode":"all","toolsets":["a"],"readOnly":true},"confirm":"destructive"}';
    const given = [
      [read([]), ["auto", undefined, false, "never"]],
      [read([], {}, config), ["all", ["a"], true, "destructive"]],
      [
        read(
          [],
          {
            PETSHOP_MODE: "search",
            PETSHOP_TOOLSETS: "b, c",
            PETSHOP_READ_ONLY: "false",
          },
          config,
        ),
        ["search", ["b", "c"], false, "destructive"],
      ],
      [
        read(
          [
            "--mode",
            "auto",
            "--toolsets=d",
            "--toolsets",
            "e,f",
            "--confirm",
            "never",
          ],
          { PETSHOP_MODE: "search", PETSHOP_TOOLSETS: "b" },
          config,
        ),
        ["auto", ["d", "e", "f"], true, "never"],
      ],
      [
        read([], { PETSHOP_MODE: "", PETSHOP_TOOLSETS: " " }),
        ["auto", undefined, false, "never"],
      ],
    ] as const;
    for (const [settings, want] of given) {
      const { mode, toolsets: sets, readOnly } = settings.exposure;
      expect([mode, sets, readOnly, settings.confirm]).toEqual(want);
    }
  });

  test("budgets, too, and what is spent unless something is said", () => {
    const config = JSON.stringify({
      budgets: {
        timeout: 5,
        retries: 0,
        maxConcurrent: 3,
        maxAnswer: 1000,
        maxAnswerBytes: 2000,
        maxUploadBytes: 0,
      },
    });
    const env = { PETSHOP_RETRIES: "4", PETSHOP_TIMEOUT: "6" };
    const given = [
      [read([]), [30_000, 2, 10, 40_000, 20_000_000, 25_000_000]],
      [read([], {}, config), [5000, 0, 3, 1000, 2000, 0]],
      [read([], env, config), [6000, 4, 3, 1000, 2000, 0]],
      [read(["--timeout", "7"], env, config), [7000, 4, 3, 1000, 2000, 0]],
    ] as const;
    for (const [{ api: spent }, want] of given) {
      expect([
        spent.timeoutMs,
        spent.retries,
        spent.maxConcurrent,
        spent.maxAnswerCharacters,
        spent.maxAnswerBytes,
        spent.maxUploadBytes,
      ]).toEqual(want);
    }
  });

  test.each([
    [[], undefined],
    [["--http"], 3000],
    [["--http", "8080"], 8080],
    [["--http=0"], 0],
    [["--http", "--read-only"], 3000],
  ])("%j listens on %j", (args, port) => {
    expect(read(args).http?.port).toBe(port);
    expect(
      read([], { PETSHOP_HTTP: args.length === 0 ? "false" : String(port) })
        .http?.port,
    ).toBe(port);
  });

  test.each([
    [["--red-only"], /There is no flag --red-only; did you mean --read-only\?/],
    [["-read-only"], /There is no flag -read-only; did you mean --read-only\?/],
    [["pets"], /"pets" is not understood/],
    [["--toolsets"], /--toolsets needs a value: --toolsets NAME,…/],
    [
      ["--mode", "serach"],
      /--mode is "serach", and must be one of all, search, auto \(did you mean search\?\)/,
    ],
    [["--http=70000"], /--http is "70000", and must be a port number/],
    [
      ["--read-only=maybe"],
      /--read-only is "maybe", and must be true or false/,
    ],
    [
      ["--base-url", "api.example.com"],
      /--base-url api.example.com: not an http\(s\) URL/,
    ],
    [["--base-url", "file:///etc/passwd"], /not an http\(s\) URL/],
    [["--server", "https://a.example"], /write ORIGIN=URL/],
    [
      ["--base-url", "http://x/v1?key=secret"],
      /^--base-url http:\/\/x\/v1: give the URL without what follows its "\?"$/,
    ],
    [["--base-url", "http://x/v1#top"], /without what follows its "#"/],
    [
      ["--server", "https://a.example=http://x/?a=1"],
      /^--server http:\/\/x\/: give the URL without/,
    ],
    [["--http", "3996", "--http", "3995"], /^--http is given twice/],
    [["--http", "--http=3995"], /^--http is given twice/],
    [["--mode=all", "--mode", "search"], /^--mode is given twice/],
    [["--timeout", "5", "--timeout", "6"], /^--timeout is given twice/],
    [["--read-only", "--read-only=false"], /^--read-only is given twice/],
    [["--timeout", "1s"], /must be a whole number/],
    // Either would let no request through: the one waits for a place that never comes, the other's timer goes off at once.
    [["--max-concurrent", "0"], /must be a whole number of at least 1/],
    [["--timeout", "2147484"], /must be a whole number, 1 to 2147483/],
    [["--config", "/no/such/file.json"], /There is no config file/],
  ])("%j is a mistake", (args, message) => {
    expect(() => read(args)).toThrow(message);
  });

  test.each([
    ["{", /is not JSON/],
    [
      '{"exposure":{"toolsets":"pets"}}',
      /"exposure.toolsets" in toolwright.config.json must be a list of strings/,
    ],
    ['{"exposure":{"readOnly":"yes"}}', /must be true or false/],
    ['{"confirm":"always"}', /must be one of destructive, never/],
    [
      '{"budgets":{"timeout":"30"}}',
      /"budgets.timeout" in toolwright.config.json must be a number/,
    ],
    ['{"budgets":{"retries":0.5}}', /must be a whole number/],
    ['{"budgets":{"maxConcurrent":0}}', /must be a whole number of at least 1/],
  ])("the config %s is a mistake", (config, message) => {
    expect(() => read([], {}, config)).toThrow(message);
  });

  test("what else the config holds is none of the server's business", () => {
    expect(
      read([], {}, '\uFEFF{"document":"api.yaml","tools":{},"http":5}').http,
    ).toBeUndefined();
  });

  test("what is said twice and the same is no mistake", () => {
    expect(read(["--read-only", "--read-only"]).exposure.readOnly).toBe(true);
  });

  test("a base URL has a query where the document's server has one", () => {
    const servers = [{ url: "https://api.petshop.example/?version=1" }];
    const args = ["--base-url", "http://x/?version=2"];
    const invocation = readSettings({
      args,
      env: {},
      root: tmpdir(),
      api: { ...api, servers },
    });
    expect(invocation).toMatchObject({ run: { api: { baseUrl: args[1] } } });
  });

  test("servers are told apart by their origin", () => {
    expect([
      ...read(["--server", "https://api.example.com/v1=http://127.0.0.1:9/v2"])
        .api.servers,
    ]).toEqual([["https://api.example.com", "http://127.0.0.1:9/v2"]]);
  });
});

describe("the command", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await buildFixture();
  });

  test("--help names every flag and variable, on standard output", async () => {
    const { code, stdout } = await run(folder, ["--help"]);
    expect(code).toBe(0);
    for (const { name } of flags) {
      expect(stdout).toContain(`--${name}`);
      expect(stdout).toContain(
        `[PETSHOP_${name.toUpperCase().replaceAll("-", "_")}]`,
      );
    }
    expect(stdout).toContain("PETSHOP_INBOUND_TOKENS");
    expect(await run(folder, ["--version"])).toEqual({
      code: 0,
      stdout: "1.2.3\n",
      stderr: "",
    });
  });

  test("a mistake is one line on standard error and status 1", async () => {
    expect(await run(folder, ["--toolset", "pets"])).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "petshop: There is no flag --toolset; did you mean --toolsets? (see --help)\n",
    });
    expect(await run(folder, ["--toolsets", "pet"])).toEqual({
      code: 1,
      stdout: "",
      stderr: 'petshop: There is no toolset "pet"; did you mean pets?\n',
    });
  });

  test("a misspelt variable is one line on standard error that names the right one", async () => {
    const { code, stdout, stderr } = await run(folder, [], {
      PETSHOP_SHOPKEY: "top-secret",
      PETSHOP_COLOUR: "red",
    });
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(JSON.parse(stderr)).toMatchObject({
      level: "warn",
      message: "PETSHOP_SHOPKEY is not read; did you mean PETSHOP_SHOP_KEY?",
    });
  });

  test(".env beside package.json is read, and loses against the environment", async () => {
    writeFileSync(path.join(folder, ".env"), "PETSHOP_TOOLSETS=nowhere\n");
    expect((await run(folder, [])).stderr).toContain('no toolset "nowhere"');
    expect((await run(folder, [], { PETSHOP_TOOLSETS: "pets" })).code).toBe(0);
  });
});

describe("exposure", () => {
  const catalogue = catalogueOf(toolsets, []);
  const names = (exposure: Partial<Parameters<typeof expose>[1]>): string[] =>
    [...expose(catalogue, { readOnly: false, ...exposure }).values()]
      .flat()
      .map((tool) => tool.name);

  test.each([
    [{}, 8],
    [{ toolsets: ["pets"] }, ["list_pets", "create_pet", "delete_pet"]],
    [{ tools: ["delete_pet", "list_tags"] }, ["delete_pet", "list_tags"]],
    [
      { toolsets: ["misc"], tools: ["delete_pet"] },
      ["delete_pet", "print_noise", "list_tags"],
    ],
    [
      { toolsets: ["pets"], exclude: ["delete_*"] },
      ["list_pets", "create_pet"],
    ],
    [{ tools: ["delete_pet"], exclude: ["pets"] }, []],
    [{ tools: ["*_pet"], readOnly: true }, []],
    [{ toolsets: ["pets"], readOnly: true }, ["list_pets"]],
    [{ tools: ["*pet*"] }, ["list_pets", "create_pet", "delete_pet"]],
    [{ tools: ["l*t*s"] }, ["list_pets", "list_tags"]],
  ] as const)("%j leaves %j", (exposure, want) => {
    expect(
      typeof want === "number" ? names(exposure).length : names(exposure),
    ).toEqual(want);
  });

  test.each([
    [
      { tools: ["list_pet"] },
      /There is no tool "list_pet"; did you mean list_pets\?/,
    ],
    [{ toolsets: ["petz"] }, /There is no toolset "petz"; did you mean pets\?/],
    [
      { exclude: ["zzz"] },
      /There is no tool or toolset "zzz"; there are list_pets, /,
    ],
    [{ tools: ["x*y"] }, /There is no tool "x\*y"/],
    [{ tools: ["constructor"] }, /There is no tool "constructor"/],
  ] as const)("%j is a mistake", (exposure, message) => {
    expect(() => names(exposure)).toThrow(message);
  });

  test("a pattern full of stars takes no time", () => {
    const start = performance.now();
    expect(() => names({ tools: [`${"*a".repeat(5_000)}`] })).toThrow();
    expect(performance.now() - start).toBeLessThan(500);
  });

  test("a tool of the project's own takes the place of a generated one", () => {
    const own: AnyTool = { ...toolsets["pets"]![0]!, title: "Mine" };
    const joined = catalogueOf(toolsets, [own]);
    expect(
      [...joined.values()].flat().filter((tool) => tool.name === "list_pets"),
    ).toEqual([own]);
    expect([...joined.keys()].at(-1)).toBe("custom");
  });

  test("auto lists all up to 128 tools and 40,000 tokens", () => {
    const tool = toolsets["pets"]![0]!;
    const many = (count: number, description: string): AnyTool[] =>
      Array.from({ length: count }, () => ({ ...tool, description }));
    expect(decideMode("auto", many(128, "short"))).toBe("all");
    expect(decideMode("auto", many(129, "short"))).toBe("search");
    expect(decideMode("auto", many(100, "x".repeat(1_600)))).toBe("search");
    expect(decideMode("all", many(500, "short"))).toBe("all");
    expect(decideMode("search", many(1, "short"))).toBe("search");
  });
});
