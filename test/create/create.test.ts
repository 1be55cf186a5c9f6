import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { run } from "../harness/process.js";
import { root } from "../harness/root.js";

const program = path.join(root, "dist/create.js");

const document = `openapi: 3.1.0
info: { title: Bakery API, version: 1.0.0 }
servers: [{ url: https://bakery.example }]
paths:
  /loaves:
    get:
      tags: [loaves]
      summary: List loaves
      responses: { "200": { description: Loaves } }
  /ovens/{ovenId}:
    get:
      tags: [ovens]
      summary: Get an oven
      parameters: [{ name: ovenId, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: An oven } }
`;

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), "create-"));
  writeFileSync(path.join(cwd, "openapi.yaml"), document);
});

/** Nothing listens there, and nothing was fetched before: npm cannot install. */
const offline = {
  npm_config_registry: "http://127.0.0.1:9/",
  npm_config_fetch_retries: "0",
};

function create(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return run(process.execPath, [program, ...args], {
    cwd,
    env: {
      ...process.env,
      npm_config_user_agent: "npm/10.8.2 node/v20.19.0",
      npm_config_cache: path.join(cwd, ".cache"),
      NO_COLOR: "1",
      ...env,
    },
  });
}

function left(): string[] {
  return readdirSync(cwd).filter((name) => name !== ".cache");
}

function json(...file: string[]): Record<string, unknown> {
  return JSON.parse(
    readFileSync(path.join(cwd, "server", ...file), "utf8"),
  ) as Record<string, unknown>;
}

const spec = ["--spec", "openapi.yaml"];
const sources = ["server", ...spec, "--no-install"];

describe("without a terminal nothing is asked", () => {
  it("and a document that is not named is an error that says how to name it", async () => {
    const { status, stdout, stderr } = await create(["server"]);
    expect(status).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toContain("--spec");
    expect(stderr).toContain("npm create toolwright@latest");
    expect(left()).toEqual(["openapi.yaml"]);
  });

  it("and a document that is not there is an error that names it", async () => {
    const { status, stderr } = await create([
      "server",
      "--spec",
      "nowhere.yaml",
    ]);
    expect(status).toBe(1);
    expect(stderr).toContain("nowhere.yaml");
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it("and the sources are made with defaults", async () => {
    const { status, stdout, stderr } = await create(sources);
    expect(stderr).toContain("2 operations: 2 tools");
    expect(status).toBe(0);
    expect(stdout).toContain("npm install && npm run build");
    expect(stdout).toContain("claude mcp add bakery -- node ");
    expect(json("toolwright.config.json")).toMatchObject({
      document: "../openapi.yaml",
    });
    expect(
      existsSync(path.join(cwd, "server/src/tools/ovens/get_oven.ts")),
    ).toBe(true);
  });

  it("and the document may come by standard input", async () => {
    const { status } = await run(
      process.execPath,
      [program, "server", "--spec", "-", "--no-install"],
      { cwd, input: document },
    );
    expect(status).toBe(0);
    expect(json("toolwright.config.json")).toMatchObject({ document: "-" });
  });

  it("and the folder is called after the server", async () => {
    await create([...spec, "--no-install"]);
    expect(left().sort()).toEqual(["bakery-mcp", "openapi.yaml"]);
  });
});

describe("a folder that holds something else", () => {
  it("is refused before the document is looked at", async () => {
    mkdirSync(path.join(cwd, "full"));
    writeFileSync(path.join(cwd, "full/notes.txt"), "mine");
    const { status, stderr } = await create([
      "full",
      "--spec",
      "no-such-document.yaml",
      "--yes",
    ]);
    expect(status).toBe(1);
    expect(stderr).toContain("notes.txt");
    expect(stderr).not.toContain("no-such-document");
  });
});

describe("what is chosen", () => {
  it.each([
    [
      "minimal",
      "node dist/main.js",
      [],
      ["Dockerfile", "server.json", "manifest.json", "compose.yaml"],
    ],
    [
      "standard",
      "node dist/main.js",
      ["Dockerfile", "server.json", "manifest.json"],
      ["compose.yaml"],
    ],
    [
      "http",
      "node dist/main.js --http",
      ["Dockerfile", "server.json", "compose.yaml"],
      [],
    ],
  ])("--template %s", async (template, start, there, absent) => {
    const { status, stderr, stdout } = await create([
      ...sources,
      "--template",
      template,
    ]);
    expect(status, stderr).toBe(0);
    // What is told to connect a client fits how it is started.
    expect(/mcp add --transport http/.test(stdout)).toBe(template === "http");
    expect(json("package.json")).toMatchObject({ scripts: { start } });
    for (const file of there)
      expect(existsSync(path.join(cwd, "server", file)), file).toBe(true);
    for (const file of absent)
      expect(existsSync(path.join(cwd, "server", file)), file).toBe(false);
    // It is remembered: the next run changes nothing.
    const again = await run(
      process.execPath,
      [path.join(root, "dist/cli.js"), "generate", "--check"],
      { cwd: path.join(cwd, "server") },
    );
    expect(again.status, again.stderr).toBe(0);
  });

  it("--transport http, --name and --toolsets", async () => {
    const { stdout } = await create([
      ...sources,
      "--transport",
      "http",
      "--name",
      "bread",
      "--toolsets",
      "ovens",
    ]);
    expect(json("package.json")).toMatchObject({
      name: "bread-mcp",
      scripts: { start: "node dist/main.js --http" },
    });
    expect(json("toolwright.config.json")).toMatchObject({
      name: "bread",
      transport: "http",
      exposure: { toolsets: ["ovens"] },
    });
    expect(stdout).toContain(
      "--transport http bread http://127.0.0.1:3000/mcp",
    );
  });

  it.each([
    [["--toolsets", "oven"], /did you mean ovens\?/],
    [["--toolsets", "zebras"], /toolsets are loaves, ovens/],
    [["--name", "My Server"], /did you mean my-server\?/],
    [["--template", "fancy"], /minimal/],
    [["--spec", "nowhere.yaml"], /--spec can be given only once/],
    [["--speck", "a"], /did you mean --spec\?/],
  ])("%j is refused, and nothing is made", async (args, message) => {
    const { status, stderr } = await create([
      "server",
      ...spec,
      "--no-install",
      ...args,
    ]);
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(left()).toEqual(["openapi.yaml"]);
  });
});

describe("a run that fails leaves nothing behind", () => {
  it("where the packages cannot be installed", async () => {
    const { status, stderr } = await create(
      ["deep/er/server", ...spec],
      offline,
    );
    expect(status).toBe(1);
    expect(stderr).toContain("[create-install-failed]");
    expect(stderr).toContain("--no-install");
    expect(left()).toEqual(["openapi.yaml"]);
  });

  it("where the folder was there, what was in it stays", async () => {
    mkdirSync(path.join(cwd, "server/.git"), { recursive: true });
    writeFileSync(path.join(cwd, "server/openapi.yaml"), document);
    const { status } = await create(
      ["server", "--spec", "server/openapi.yaml"],
      offline,
    );
    expect(status).toBe(1);
    expect(readdirSync(path.join(cwd, "server")).sort()).toEqual([
      ".git",
      "openapi.yaml",
    ]);
  });

  it("where there is no such package manager", async () => {
    const { status, stderr } = await create(["server", ...spec], {
      npm_config_user_agent: "bun/1.2.5",
      PATH: path.dirname(process.execPath).includes("bun") ? "" : "/nowhere",
    });
    expect(status).toBe(1);
    expect(stderr).toContain("bun install failed");
    expect(left()).toEqual(["openapi.yaml"]);
  });

  it.skipIf(process.platform === "win32")(
    "where it is stopped while it installs",
    async () => {
      // A package manager that never ends.
      const bin = path.join(cwd, ".cache");
      mkdirSync(bin);
      writeFileSync(
        path.join(bin, "npm"),
        "#!/bin/sh\ntouch node_modules\nexec sleep 60\n",
        { mode: 0o755 },
      );
      const child = spawn(process.execPath, [program, "server", ...spec], {
        cwd,
        env: {
          ...process.env,
          npm_config_user_agent: "npm/10",
          PATH: `${bin}:${process.env["PATH"]}`,
        },
        stdio: ["ignore", "ignore", "pipe"],
      });
      let stderr = "";
      child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
      const ended = new Promise<number | null>((resolve) =>
        child.on("close", resolve),
      );
      while (!existsSync(path.join(cwd, "server/node_modules")))
        await sleep(50);
      child.kill("SIGINT");
      expect(await ended).toBe(130);
      expect(stderr).toContain("nothing was left behind");
      expect(left()).toEqual(["openapi.yaml"]);
    },
  );
});

describe("a folder that is not empty", () => {
  it("is refused when it holds something else", async () => {
    mkdirSync(path.join(cwd, "server"));
    writeFileSync(path.join(cwd, "server/letter.txt"), "Dear");
    const { status, stderr } = await create(sources);
    expect(status).toBe(1);
    expect(stderr).toContain("letter.txt");
    expect(readdirSync(path.join(cwd, "server"))).toEqual(["letter.txt"]);
  });

  it("is updated when it is a project, from its own document", async () => {
    await create(sources);
    writeFileSync(
      path.join(cwd, "openapi.yaml"),
      document.replace("Get an oven", "Look at an oven"),
    );
    const { status, stderr } = await create(["server", "--no-install"]);
    expect(status, stderr).toBe(0);
    expect(
      readFileSync(
        path.join(cwd, "server/src/tools/ovens/get_oven.ts"),
        "utf8",
      ),
    ).toContain("Look at an oven");
  });

  it("keeps its project when the update cannot be installed", async () => {
    await create(sources);
    const { status, stderr } = await create(["server"], offline);
    expect(status).toBe(1);
    expect(stderr).toContain("create-install-failed");
    expect(existsSync(path.join(cwd, "server/tools.lock.json"))).toBe(true);
  });

  it("settles its own name", async () => {
    await create(sources);
    const { status, stderr } = await create(["server", "--name", "other"]);
    expect(status).toBe(1);
    expect(stderr).toContain("toolwright.config.json");
  });
});
