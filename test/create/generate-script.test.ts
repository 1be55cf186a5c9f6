import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { run } from "../harness/process.js";
import { root } from "../harness/root.js";

let project: string;
beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), "generate-script-"));
  mkdirSync(path.join(project, "scripts"));
  cpSync(
    path.join(root, "templates/project/scripts/generate.mjs"),
    path.join(project, "scripts/generate.mjs"),
  );
  writeFileSync(path.join(project, "package.json"), '{ "type": "module" }');
  writeFileSync(
    path.join(project, "tools.lock.json"),
    '{\n  "lockVersion": 1,\n  "generator": "0.1.7",\n  "tools": {}\n}\n',
  );
});

/** A generator that says how it was called, and where. */
const fake = `console.log(JSON.stringify([process.argv.slice(2), process.cwd()])); process.exitCode = 2;`;

function generate(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return run(process.execPath, ["scripts/generate.mjs", ...args], {
    cwd: project,
    env: {
      ...process.env,
      TOOLWRIGHT: "",
      // Nothing listens there, and nothing was fetched before.
      npm_config_registry: "http://127.0.0.1:9/",
      npm_config_fetch_retries: "0",
      npm_config_cache: path.join(project, "cache"),
      npm_config_userconfig: path.join(project, "npmrc"),
      ...env,
    },
  });
}

describe("npm run generate", () => {
  it("runs the generator that TOOLWRIGHT names, in the project, and ends as it does", async () => {
    writeFileSync(path.join(project, "other.mjs"), fake);
    const { stdout, status } = await generate(["--check"], {
      TOOLWRIGHT: path.join(project, "other.mjs"),
    });
    expect(JSON.parse(stdout)).toEqual([["generate", "--check"], project]);
    expect(status).toBe(2);
  });

  it("runs the generator that is installed", async () => {
    const home = path.join(project, "node_modules/create-toolwright/dist");
    mkdirSync(home, { recursive: true });
    writeFileSync(path.join(home, "cli.js"), fake.replaceAll("import", ""));
    const { stdout } = await generate([]);
    expect(JSON.parse(stdout)).toEqual([["generate"], project]);
  });

  it("says what to install when it is to be had nowhere", async () => {
    const { stderr, status } = await generate([]);
    expect(status).toBe(1);
    expect(stderr).toContain("npm install -D create-toolwright@0.1.7");
    expect(stderr).toContain("TOOLWRIGHT=");
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it("says so when TOOLWRIGHT names nothing", async () => {
    const { stderr, status } = await generate([], {
      TOOLWRIGHT: "/no/such/cli.js",
    });
    expect(status).toBe(1);
    expect(stderr).toBe(
      "TOOLWRIGHT names /no/such/cli.js, which is not there.\n",
    );
  });

  it("takes no command from the lock", async () => {
    writeFileSync(
      path.join(project, "tools.lock.json"),
      '{ "generator": "1.0.0 && echo owned" }',
    );
    const { stdout, stderr } = await generate([]);
    expect(stdout + stderr).not.toContain("owned");
  });
});
