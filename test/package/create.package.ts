import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run, type Outcome } from "../harness/process.js";
import { root } from "../harness/root.js";
import { installed } from "../harness/toolbox.js";
import { nodeFolder } from "./node.js";
import { startRegistry, type Registry } from "./registry.js";

const credentials = { apiKey: "test-key", adminToken: "test-admin-token" };

let folder: string;
/** A copy of the repository without what it ignores: packing builds anew. */
let copy: string;
let registry: Registry;
let api: { readonly url: string; readonly close: () => Promise<void> };

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "toolwright-package-"));
  const { startMarinaApi } = (await import(
    pathToFileURL(path.join(root, "samples/demo/marina-api.mjs")).href
  )) as { startMarinaApi: (from: typeof credentials) => Promise<typeof api> };
  [registry, api] = await Promise.all([
    startRegistry(path.join(folder, "registry")),
    startMarinaApi(credentials),
  ]);
  writeFileSync(path.join(folder, "npmrc"), registry.settings);
  copy = await copyRepository(path.join(folder, "repository"));
});

afterAll(async () => {
  registry?.stop();
  await api?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** An environment in which npm knows this registry alone, and has fetched nothing before. */
function environment(label: string, bin?: string): NodeJS.ProcessEnv {
  const own = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_|^INIT_CWD$|^NODE_OPTIONS$|^VITEST/i.test(name),
    ),
  );
  return {
    ...own,
    ...(bin && { PATH: [bin, process.env["PATH"]].join(path.delimiter) }),
    HOME: path.join(folder, label, "home"),
    npm_config_userconfig: path.join(folder, "npmrc"),
    npm_config_cache: path.join(folder, label, "cache"),
    npm_config_update_notifier: "false",
    NO_COLOR: "1",
  };
}

function succeeded(what: string, outcome: Outcome): Outcome {
  console.log(`${what}: ${outcome.seconds.toFixed(1)} s`);
  if (outcome.status !== 0)
    throw new Error(
      `${what} ended with ${outcome.status}:\n${outcome.stdout}\n${outcome.stderr}`,
    );
  return outcome;
}

describe.sequential("the package", () => {
  it("has what it needs, and nothing else", async () => {
    const { stdout } = succeeded(
      "npm pack",
      await run("npm", ["pack", "--json", "--foreground-scripts=false"], {
        cwd: copy,
      }),
    );
    const [{ files, filename, size }] = JSON.parse(stdout) as [
      {
        filename: string;
        size: number;
        files: readonly { path: string }[];
      },
    ];
    console.log(`${filename}: ${files.length} files, ${size} bytes`);
    const paths = files.map((file) => file.path);
    expect(paths).toEqual(
      expect.arrayContaining([
        "package.json",
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "dist/cli.js",
        "dist/create.js",
        "dist/generate.js",
        "dist/types/src/generate.d.ts",
        "templates/config.schema.json",
        "templates/tool.ts.hbs",
        "templates/project/_gitignore",
        "templates/project/_gitattributes",
        "templates/project/_dockerignore",
        "templates/project/src/main.ts",
        "templates/project/scripts/generate.mjs",
      ]),
    );
    expect(
      paths.filter(
        (file) =>
          !/^(package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/[\w-]+\.js|dist\/types\/.+\.d\.ts|templates\/.+)$/.test(
            file,
          ) || /^templates\/project\/src\/(api\.ts|tools\/)/.test(file),
      ),
    ).toEqual([]);
  });

  it("is published", async () => {
    succeeded(
      "npm publish",
      await run("npm", ["publish", "--ignore-scripts"], {
        cwd: copy,
        env: environment("publish"),
      }),
    );
  });

  it("describes its one export to TypeScript", async () => {
    const user = path.join(folder, "user");
    mkdirSync(user);
    writeFileSync(path.join(user, "package.json"), '{ "type": "module" }');
    writeFileSync(
      path.join(user, "use.ts"),
      `import { generate, type GenerateResult } from "create-toolwright";
       const result: GenerateResult = await generate({ document: "a.yaml", dryRun: true });
       // @ts-expect-error no such option
       await generate({ documnet: "a.yaml" });
       console.log(result.tools.length);`,
    );
    const env = environment("user");
    succeeded(
      "npm install create-toolwright",
      await run("npm", ["install", "create-toolwright"], { cwd: user, env }),
    );
    const tsc = path.join(root, "node_modules/typescript/bin/tsc");
    const { status, stdout } = await run(
      process.execPath,
      [
        tsc,
        "--noEmit",
        "--strict",
        "--skipLibCheck",
        "--target",
        "es2022",
        "--module",
        "nodenext",
        "use.ts",
      ],
      { cwd: user, env },
    );
    expect(stdout).toBe("");
    expect(status).toBe(0);
  });
});

describe.sequential.each([20, 22, 24])("on Node %i", (version) => {
  const label = `node-${version}`;
  let env: NodeJS.ProcessEnv;
  let home: string;
  let server: string;
  const scripts = (command: string, ...args: readonly string[]) =>
    run("npm", ["run", command, "--silent", "--", ...args], {
      cwd: server,
      env,
    });

  beforeAll(async () => {
    env = environment(label, await nodeFolder(version));
    home = path.join(folder, label, "work");
    mkdirSync(home, { recursive: true });
    cpSync(path.join(root, "samples"), path.join(home, "samples"), {
      recursive: true,
      filter: (file) => !/marina-mcp|demo$/.test(file),
    });
    server = path.join(home, "my-server");
    const { stdout } = await run("node", ["--version"], { env });
    expect(stdout).toMatch(new RegExp(`^v${version}\\.`));
  });

  it("npm create makes a server that answers", async () => {
    const { stdout, stderr } = succeeded(
      `npm create, Node ${version}, empty cache`,
      await run(
        "npm",
        [
          "create",
          "--yes",
          "toolwright@latest",
          "my-server",
          "--",
          "--spec",
          "samples/marina.yaml",
        ],
        { cwd: home, env },
      ),
    );
    expect(stderr).toMatch(/answers with \d+ tools/);
    expect(stdout).toContain("claude mcp add marina -- node ");
    expect(stdout).toContain("MARINA_API_KEY=");
    for (const file of [".gitignore", ".gitattributes", ".dockerignore"])
      expect(existsSync(path.join(server, file)), file).toBe(true);
    expect(readdirSync(home).sort()).toEqual(["my-server", "samples"]);
  });

  it("a client calls a tool", async () => {
    const started = performance.now();
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(
      new StdioClientTransport({
        command: "node",
        args: [path.join(server, "dist/main.js"), "--base-url", api.url],
        env: { PATH: env["PATH"]!, MARINA_API_KEY: credentials.apiKey },
        stderr: "ignore",
      }),
    );
    try {
      const result = await client.callTool({
        name: "list_berths",
        arguments: { minLength: 10 },
      });
      expect(result.isError ?? false).toBe(false);
      expect(JSON.stringify(result.content)).toContain("B12");
    } finally {
      await client.close();
    }
    console.log(
      `first call, Node ${version}: ${((performance.now() - started) / 1000).toFixed(1)} s`,
    );
  });

  it("its own tests pass", async () => {
    succeeded(`npm test, Node ${version}`, await scripts("test"));
  });

  it("npm run generate follows the document and keeps an edit", async () => {
    const document = path.join(home, "samples/marina.yaml");
    const before = readFileSync(document, "utf8");
    const edited = before
      .replace("summary: Get a berth", "summary: Look a berth up")
      .replace("summary: List berths", "summary: Show berths");
    expect(edited).not.toBe(before);
    writeFileSync(document, edited);
    const tool = (name: string): string => toolFile(server, name);
    const mine = readFileSync(tool("list_berths"), "utf8").replace(
      /title: "[^"]*"/,
      'title: "My own words"',
    );
    writeFileSync(tool("list_berths"), mine);

    const check = await scripts("generate", "--check");
    expect(check.status, check.stderr).toBe(2);
    const { status, stderr } = await scripts("generate", "--conflict", "yours");
    expect(status, stderr).toBe(0);
    expect(readFileSync(tool("get_berth"), "utf8")).toContain(
      'title: "Look a berth up"',
    );
    expect(readFileSync(tool("list_berths"), "utf8")).toContain(
      'title: "My own words"',
    );
    succeeded(`npm run build, Node ${version}`, await scripts("build"));
    expect((await scripts("generate", "--check")).status).toBe(0);
  });

  it("npm run generate says what to install where the generator is not to be had", async () => {
    const { status, stderr } = await run("npm", ["run", "generate"], {
      cwd: server,
      env: {
        ...env,
        npm_config_registry: "http://127.0.0.1:9/",
        npm_config_fetch_retries: "0",
        npm_config_cache: path.join(folder, label, "another-cache"),
      },
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/npm install -D create-toolwright@\d/);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

describe.sequential.each([
  ["pnpm", "pnpm", "10.34.9"],
  ["pnpm", "pnpm", "12.21.0"],
  ["yarn", "yarn", "1.22.22"],
  ["yarn", "@yarnpkg/cli-dist", "4.18.1"],
  ["bun", "bun", "1.4.5"],
])("with %s (%s %s)", (name, packageName, version) => {
  it("a server is made that answers", async () => {
    const label = `${name}-${version}`;
    const tools = await installed(label, { [packageName]: version });
    const work = path.join(folder, label, "work");
    mkdirSync(work, { recursive: true });
    const bin = [
      path.join(tools, "node_modules/.bin"),
      await nodeFolder(24),
    ].join(path.delimiter);
    const env = environment(label, bin);
    const { stderr } = succeeded(
      `create-toolwright with ${name} ${version}`,
      await run(
        "node",
        [
          path.join(copy, "dist/create.js"),
          "my-server",
          "--spec",
          path.join(root, "samples/marina.yaml"),
        ],
        {
          cwd: work,
          env: {
            ...env,
            npm_config_user_agent: `${name}/${version}`,
            XDG_CACHE_HOME: path.join(folder, label, "xdg"),
            XDG_DATA_HOME: path.join(folder, label, "xdg"),
          },
        },
      ),
    );
    expect(stderr).toMatch(/answers with \d+ tools/);
  });
});

async function copyRepository(to: string): Promise<string> {
  const listed = await run("git", [
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
  ]);
  for (const file of listed.stdout.split("\0").filter(Boolean)) {
    const from = path.join(root, file);
    if (existsSync(from)) cpSync(from, path.join(to, file));
  }
  symlinkSync(
    path.join(root, "node_modules"),
    path.join(to, "node_modules"),
    "junction",
  );
  return to;
}

function toolFile(server: string, name: string): string {
  const tools = path.join(server, "src/tools");
  const found = readdirSync(tools, { recursive: true, encoding: "utf8" }).find(
    (file) => path.basename(file) === `${name}.ts`,
  );
  if (found === undefined) throw new Error(`no ${name} in ${tools}`);
  return path.join(tools, found);
}
