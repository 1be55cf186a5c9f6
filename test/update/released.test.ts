import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { generate } from "../../src/generate.js";
import { generatorVersion } from "../../src/render/package.js";
import { snapshot } from "./projects.js";

/**
 * One file per released version: the project that it made of samples/marina.yaml. Add one when a version is released:
 * `TOOLWRIGHT_RECORD=1 npm run vitest -- test/update/released.test.ts`
 */
const fixtures = path.join(import.meta.dirname, "../fixtures/projects");
const work = mkdtempSync(path.join(tmpdir(), "toolwright-released-"));
// Beside the projects, so that no path of this machine is in them.
const document = path.join(work, "marina.yaml");
copyFileSync(
  path.join(import.meta.dirname, "../../samples/marina.yaml"),
  document,
);
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Every file of a project; the texts that the base repeats are kept once. */
interface Fixture {
  readonly base: { readonly [path: string]: string };
  readonly other: { readonly [path: string]: string };
}
const prefix = ".toolwright/base/";

if (process.env["TOOLWRIGHT_RECORD"] === "1") {
  const dir = path.join(work, "recorded");
  await generate({ document, dir });
  const files = Object.entries(snapshot(dir));
  const base = Object.fromEntries(
    files
      .filter(([file]) => file.startsWith(prefix))
      .map(([file, text]) => [file.slice(prefix.length), text]),
  );
  const other = Object.fromEntries(
    files.filter(
      ([file]) => !file.startsWith(prefix) && base[file] === undefined,
    ),
  );
  mkdirSync(fixtures, { recursive: true });
  writeFileSync(
    path.join(fixtures, `${generatorVersion}.json`),
    `${JSON.stringify({ base, other } satisfies Fixture, null, 1)}\n`,
  );
}

test.each(readdirSync(fixtures))(
  "a project made by %s, and edited, regenerates cleanly",
  async (name) => {
    const { base, other } = JSON.parse(
      readFileSync(path.join(fixtures, name), "utf8"),
    ) as Fixture;
    const dir = path.join(work, name);
    const tools = Object.keys(base).filter((file) =>
      /^src\/tools\/.*\//.test(file),
    );
    const edited = tools
      .slice(0, 3)
      .map((file) => [
        file,
        base[file]!.replace(
          "api.send(input)",
          "api.send({ ...input })",
        ).replace(/description: "[^"\\]*"/, `description: "My own words."`),
      ]);
    const project = { ...base, ...other, ...Object.fromEntries(edited) };
    const copies = Object.fromEntries(
      Object.entries(base).map(([file, text]) => [prefix + file, text]),
    );
    for (const [file, text] of Object.entries<string>({
      ...project,
      ...copies,
    })) {
      mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
      writeFileSync(path.join(dir, file), text);
    }
    const names = (lock: string): string[] =>
      Object.values(
        (JSON.parse(lock) as { tools: { [key: string]: { name: string } } })
          .tools,
      ).map((tool) => tool.name);

    const result = await generate({ document, dir });
    const files = snapshot(dir);
    // Where a later version writes a description otherwise, it meets the edited one: that is a question, and the only one.
    for (const { slot } of result.plan.conflicts)
      expect(slot).toMatch(/\.description$/);
    for (const [file] of edited) {
      expect(files[file!]).toContain("api.send({ ...input })");
      expect(files[file!]).toContain("My own words.");
    }
    expect(names(files["tools.lock.json"]!)).toEqual(
      names(other["tools.lock.json"]!),
    );
    expect(
      result.surface.changes.filter(({ level }) => level === "breaking"),
    ).toEqual([]);
    const untouched = Object.keys(base).filter(
      (file) => !edited.some(([one]) => one === file),
    );
    for (const file of untouched)
      expect(files[file]).toBe(files[prefix + file]);
    if (result.plan.conflicts.length === 0)
      expect((await generate({ document, dir })).plan.writes).toEqual([]);
  },
);
