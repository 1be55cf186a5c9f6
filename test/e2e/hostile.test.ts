import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run, type Outcome } from "../harness/process.js";
import { freshFolder, loadTools } from "../harness/project.js";
import { root } from "../harness/root.js";
import { describeShared } from "../shared.js";

/** Documents that are refused as a whole; every other one becomes a project. */
const refused = new Set(["34-yaml-alias-bomb.yaml"]);

/** Documents whose message has to name what is wrong. */
const messages: { readonly [file: string]: readonly RegExp[] } = {
  "05-server-url-template-break.json": [/server/i],
  "10-pattern-breaks-regex-literal.json": [/pattern/i],
  "24-ref-through-prototype.json": [
    /#\/constructor\/prototype/,
    /#\/__proto__\/toString/,
  ],
  "28-ref-local-absolute-file.yaml": [/\/etc\/hostname/],
  "29-ref-metadata-ssrf.json": [/169\.254\.169\.254/],
  "30-ref-self-and-alias-loops.yaml": [/#\/components\/schemas\/[ABC]/],
  "34-yaml-alias-bomb.yaml": [/alias/i],
  "35-deeply-nested-schema.json": [/deeper than/],
  "36-redos-pattern.yaml": [/pattern/i],
  "42-operation-server-sends-credentials-elsewhere.yaml": [
    /collector\.example\.net/,
  ],
  "50-tool-poisoning-description.yaml": [/instruction/i],
  "51-invisible-unicode-in-text-and-names.json": [/invisible/i],
};

const isolated =
  spawnSync("unshare", ["-rn", "true"]).status === 0 ? ["unshare", "-rn"] : [];

/** Generates as the folder's README says: without a network, in 512 MB and 30 seconds. */
function generate(document: string, folder: string): Promise<Outcome> {
  const [command = process.execPath, ...args] = [
    ...isolated,
    process.execPath,
    "--max-old-space-size=512",
    path.join(root, "dist/cli.js"),
    "generate",
    document,
    folder,
  ];
  return run(command, args, { timeout: 30 });
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) =>
      path.relative(folder, path.join(entry.parentPath, entry.name)),
    )
    .filter((name) => !name.startsWith("node_modules"));
}

const forbidden =
  // Zero width, bidirectional, tag and other invisible characters.
  /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/u;
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

describeShared("hostile documents", (shared) => {
  const folder = path.join(shared, "hostile");
  const names = readdirSync(folder).filter((name) => /^\d\d-/.test(name));
  const outcomes = new Map<string, Outcome>();
  const projects = new Map<string, string>();
  let parent: string;
  let checked: string;
  const canaries = path.join(tmpdir());
  const before = readdirSync(canaries).filter((name) =>
    name.includes("HOSTILE_CANARY"),
  );

  beforeAll(async () => {
    parent = await freshFolder("hostile");
    for (const name of names) {
      const project = path.join(parent, name.slice(0, 2));
      projects.set(name, project);
      outcomes.set(name, await generate(path.join(folder, name), project));
    }
    checked = spawnSync(
      process.execPath,
      [
        path.join(folder, "check-canary.mjs"),
        parent,
        "--typescript",
        `${root}/`,
      ],
      { encoding: "utf8" },
    ).stdout;
  }, 300_000);

  afterAll(() => {
    rmSync(parent, { recursive: true, force: true });
  }, 60_000);

  /** Whether a document's `x-checks` name a check. */
  function asksFor(name: string, check: string): boolean {
    const text = readFileSync(path.join(folder, name), "utf8");
    return text.slice(0, 5000).includes(check);
  }

  const accepted = names.filter((name) => !refused.has(name));

  test.each(names)("%s: ends in time, with one clear outcome", (name) => {
    const { status, stderr, seconds } = outcomes.get(name)!;
    expect(status, stderr.slice(0, 2000)).toBe(refused.has(name) ? 1 : 0);
    expect(seconds).toBeLessThan(30);
    expect(stderr).not.toMatch(/^\s+at .*:\d+:\d+/m);
    expect(stderr).not.toMatch(control);
    for (const message of messages[name] ?? []) expect(stderr).toMatch(message);
    if (refused.has(name)) expect(existsSync(projects.get(name)!)).toBe(false);
  });

  test.each(accepted)(
    "%s: no text became code, no file left the folder",
    (name) => {
      const project = projects.get(name)!;
      expect(checked).toMatch(/\d+ code files, \d+ problems/);
      const problems = checked
        .split("\n")
        .filter((line) => line.startsWith(`${name.slice(0, 2)}/`));
      // A property may be named like a canary, and is a name then: documents that ask for the check have none such.
      if (asksFor(name, "no-canary-code")) expect(problems).toEqual([]);
      expect(problems.join("\n")).not.toMatch(
        /does not parse|leaves the output|script|active line/,
      );
      const files = filesOf(project);
      expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(
        files.length,
      );
      for (const file of files) expect(file).toMatch(/^[\w./-]+$/);
      const after = readdirSync(canaries).filter((found) =>
        found.includes("HOSTILE_CANARY"),
      );
      expect(after).toEqual(before);
    },
  );

  test.each(accepted)(
    "%s: names, hints and texts are fit to be listed",
    async (name) => {
      const tools = await loadTools(projects.get(name)!);
      expect(tools.length).toBeGreaterThan(0);
      expect(new Set(tools.map((tool) => tool.name)).size).toBe(tools.length);
      for (const tool of tools) {
        expect(tool.name).toMatch(/^[a-z][a-z0-9_]{0,39}$/);
        const shown = JSON.stringify([
          tool.title,
          tool.description,
          tool.input,
          tool.listed,
        ]);
        expect(shown).not.toMatch(forbidden);
        expect([tool.title, tool.description].join()).not.toMatch(control);
      }
      const env = readFileSync(
        path.join(projects.get(name)!, ".env.example"),
        "utf8",
      );
      for (const line of env.split("\n"))
        expect(line).toMatch(/^(#.*|[A-Z][A-Z0-9_]*=|)$/);
    },
  );

  test("all of them compile", () => {
    const compiler = mkdtempSync(path.join(parent, "compile-"));
    const settings = JSON.parse(
      readFileSync(path.join(root, "templates/project/tsconfig.json"), "utf8"),
    ) as { include: string[] };
    // The runtime is the same in all: one project compiles it, the others only what came from their document.
    const [first, ...others] = accepted.map((name) => projects.get(name)!);
    settings.include = [
      `${first!}/src`,
      ...others.flatMap((project) => [
        `${project}/src/tools`,
        `${project}/src/api.ts`,
      ]),
    ];
    writeFileSync(
      path.join(compiler, "tsconfig.json"),
      JSON.stringify(settings),
    );
    const { status, stdout } = spawnSync(
      process.execPath,
      [path.join(root, "node_modules/typescript-7/bin/tsc"), "-p", compiler],
      { encoding: "utf8" },
    );
    rmSync(compiler, { recursive: true, force: true });
    expect(status, stdout).toBe(0);
  }, 120_000);
});

describe("the checks of this file", () => {
  test("find what they look for", () => {
    expect("a\u202eb").toMatch(forbidden);
    expect("a\u{e0041}b").toMatch(forbidden);
    expect("a\u001b[31mb").toMatch(control);
    expect("a\tb\nc").not.toMatch(control);
  });
});
