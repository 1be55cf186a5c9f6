import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { freePort } from "../harness/ports.js";
import { toolwright } from "../harness/process.js";

const folder = mkdtempSync(path.join(tmpdir(), "toolwright-bad-input-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const good = `openapi: 3.0.3
info: { title: Good, version: "1" }
paths:
  /things:
    get: { operationId: listThings, responses: { "200": { description: OK } } }
`;

interface Case {
  readonly name: string;
  /** Text of the document; absent: there is no such file. */
  readonly text?: string;
  /** What is named on the command line in place of the document's path. */
  readonly source?: string;
  readonly input?: string;
  /** Each must be in the message. */
  readonly says: readonly (string | RegExp)[];
  readonly flags?: readonly string[];
}

const cases: readonly Case[] = [
  { name: "a missing file", says: ["a-missing-file.yaml"] },
  {
    name: "a folder in place of a file",
    source: tmpdir(),
    says: [tmpdir()],
  },
  {
    name: "JSON that is not OpenAPI",
    text: '{"name": "package", "version": "1.0.0"}',
    says: [/openapi|swagger/i],
  },
  {
    name: "a text that is neither JSON nor YAML",
    text: "\u0000\u0001\u0002 binary",
    says: ["neither-json-nor-yaml.yaml"],
  },
  { name: "an empty file", text: "", says: [/empty|OpenAPI/i] },
  { name: "a YAML list", text: "- openapi: 3.0.0\n", says: [/OpenAPI/i] },
  {
    name: "a broken YAML line",
    text: `${good}  /broken:\n    get: { operationId: "unclosed\n`,
    says: [/[67]/],
  },
  {
    name: "broken JSON",
    text: '{\n  "openapi": "3.0.3",\n  "info": {,}\n}',
    says: ["3"],
  },
  {
    name: "an OpenAPI version that is not known",
    text: good.replace("3.0.3", "4.0.0"),
    says: ["4.0.0"],
  },
  {
    name: "paths that are null",
    text: good.replace(/paths:[\s\S]*/, "paths: null\n"),
    says: ["paths"],
  },
  {
    name: "paths that are empty",
    text: good.replace(/paths:[\s\S]*/, "paths: {}\n"),
    says: ["paths"],
  },
  {
    name: "no paths",
    text: good.replace(/paths:[\s\S]*/, ""),
    says: ["paths"],
  },
  {
    name: "a selection that leaves nothing",
    text: good,
    flags: ["--include", "tag:nothing"],
    says: ["not included", "selectors"],
  },
  {
    name: "an overlay that is missing",
    text: good,
    flags: ["--overlay", "no-such-overlay.yaml"],
    says: ["no-such-overlay.yaml"],
  },
  {
    name: "a flag without its value",
    text: good,
    flags: ["--name"],
    says: ["--name needs a value"],
  },
  {
    name: "a list flag without its value",
    text: good,
    flags: ["--include"],
    says: ["--include needs a value"],
  },
  {
    name: "a word too many",
    text: good,
    flags: ["--include", "tag:a", "surplus"],
    says: ['no place for "surplus"'],
  },
  {
    name: "an unknown flag",
    text: good,
    flags: ["--frobnicate"],
    says: ["frobnicate"],
  },
  {
    name: "empty standard input",
    source: "-",
    input: "",
    says: [/input|empty|OpenAPI/i],
  },
];

/** One clear message for a mistake of the user: on standard error, without a stack, and nothing written. */
function expectRefusal(
  outcome: { status: number | null; stdout: string; stderr: string },
  says: readonly (string | RegExp)[],
): void {
  expect(outcome.status, outcome.stderr).toBe(1);
  expect(outcome.stdout).toBe("");
  expect(outcome.stderr).not.toMatch(/^\s+at /m);
  expect(outcome.stderr.trim()).not.toBe("");
  expect(outcome.stderr.split("\n").length).toBeLessThan(12);
  for (const part of says) expect(outcome.stderr).toMatch(part);
}

describe("a mistake is answered with what, where and what to do, status 1, and nothing is written", () => {
  test.each(cases)(
    "$name",
    async ({ name, text, source, input, says, flags = [] }) => {
      const home = path.join(folder, name.replaceAll(" ", "-"));
      mkdirSync(home);
      const document = path.join(
        home,
        `${name.toLowerCase().replaceAll(" ", "-").replace("a-text-that-is-", "")}.yaml`,
      );
      if (text !== undefined) writeFileSync(document, text);
      const before = readdirSync(home);
      const outcome = await toolwright(
        ["generate", source ?? document, "out", ...flags],
        { cwd: home, ...(input !== undefined && { input }) },
      );
      expectRefusal(outcome, says);
      expect(readdirSync(home)).toEqual(before);
    },
  );

  test("a URL where nobody listens", async () => {
    const url = `http://127.0.0.1:${await freePort()}/openapi.yaml`;
    expectRefusal(
      await toolwright(["generate", url, "out-url"], { cwd: folder }),
      [url],
    );
    expect(existsSync(path.join(folder, "out-url"))).toBe(false);
  });

  test("a folder that holds something else", async () => {
    const foreign = path.join(folder, "foreign");
    mkdirSync(foreign);
    writeFileSync(path.join(foreign, "diary.txt"), "mine");
    writeFileSync(path.join(folder, "good.yaml"), good);
    expectRefusal(
      await toolwright(["generate", "good.yaml", "foreign"], { cwd: folder }),
      ["foreign"],
    );
    expect(readdirSync(foreign)).toEqual(["diary.txt"]);
  });

  test("a file in the folder's place", async () => {
    writeFileSync(path.join(folder, "a-file"), "mine");
    writeFileSync(path.join(folder, "good.yaml"), good);
    expectRefusal(
      await toolwright(["generate", "good.yaml", "a-file"], { cwd: folder }),
      ["a-file"],
    );
  });

  // Root may write everywhere but where nothing can be written.
  const unwritable =
    process.getuid?.() === 0 ? "/proc" : path.join(folder, "locked");
  test("a folder that may not be written", async () => {
    if (!existsSync(unwritable)) {
      mkdirSync(unwritable);
      chmodSync(unwritable, 0o500);
    }
    writeFileSync(path.join(folder, "good.yaml"), good);
    expectRefusal(
      await toolwright(
        ["generate", "good.yaml", path.join(unwritable, "out")],
        { cwd: folder },
      ),
      [unwritable],
    );
  });

  test("a project's config with a key that is not known", async () => {
    const project = path.join(folder, "configured");
    mkdirSync(project);
    writeFileSync(path.join(folder, "good.yaml"), good);
    writeFileSync(
      path.join(project, "toolwright.config.json"),
      '{ "document": "../good.yaml", "exlude": ["tag:x"] }',
    );
    expectRefusal(await toolwright(["generate"], { cwd: project }), ["exlude"]);
    expect(readdirSync(project)).toEqual(["toolwright.config.json"]);
  });
});
