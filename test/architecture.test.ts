import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** The stages in the order of the pipeline: a file imports from its own stage and from those before it. */
const stages = [
  ["json.ts", "diagnostics.ts", "nearest.ts"],
  ["spec/"],
  ["tools/"],
  ["render/"],
  ["update/"],
  ["config.ts", "read.ts", "document-name.ts"],
  ["generate.ts"],
  ["commands/", "create/"],
  ["cli.ts", "create.ts"],
];

function stageOf(file: string): number {
  return stages.findIndex((prefixes) =>
    prefixes.some(
      (prefix) =>
        file === prefix || (prefix.endsWith("/") && file.startsWith(prefix)),
    ),
  );
}

function sources(folder: string): string[] {
  return readdirSync(path.join(root, folder), {
    recursive: true,
    encoding: "utf8",
  })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => file.endsWith(".ts"));
}

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

/** Every import of a file of the folder, relative ones as paths in it. */
function imports(folder: string): Import[] {
  return sources(folder).flatMap((from) => {
    const text = readFileSync(path.join(root, folder, from), "utf8");
    const pattern =
      /^\s*(?:import|export)\s+(type\s)?[^;"]*?from\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm;
    return [...text.matchAll(pattern)].map((match) => {
      const target = match[2] ?? match[3]!;
      const to = target.startsWith(".")
        ? path.posix
            .normalize(path.posix.join(path.posix.dirname(from), target))
            .replace(/\.js$/, ".ts")
        : target;
      return { from, to, typeOnly: match[1] !== undefined };
    });
  });
}

describe("src", () => {
  const all = imports("src");

  it("has every file in a stage", () => {
    expect(sources("src").filter((file) => stageOf(file) < 0)).toEqual([]);
    expect(all.length).toBeGreaterThan(100);
  });

  it("imports one way along the pipeline", () => {
    const backwards = all.filter(
      ({ from, to }) =>
        to.endsWith(".ts") &&
        !to.startsWith("..") &&
        stageOf(to) > stageOf(from),
    );
    expect(backwards).toEqual([]);
  });

  it("takes nothing but types from the template of the project", () => {
    const values = all.filter(
      ({ to, typeOnly }) => to.startsWith("../templates") && !typeOnly,
    );
    expect(values).toEqual([]);
  });

  it.each([
    ["ts-morph", /^update\/slots/],
    ["handlebars", /^render\/templates\.ts$/],
    ["yargs", /^(cli|create)\.ts$|^(commands|create)\//],
    ["@apidevtools/swagger-parser", /^spec\//],
  ])("uses %s in its one place", (name, place) => {
    const users = all
      .filter(({ to }) => to === name || to.startsWith(`${name}/`))
      .map(({ from }) => from);
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter((file) => !place.test(file))).toEqual([]);
  });

  it("writes projects to disk in update/apply.ts alone, and reports in one place", () => {
    const writers = sources("src").filter((file) =>
      /\b(writeFileSync|renameSync|rmSync|unlinkSync|mkdirSync)\b/.test(
        readFileSync(path.join(root, "src", file), "utf8"),
      ),
    );
    expect(
      writers.filter(
        (file) =>
          !/^update\/(apply|run-lock)|^commands\/write-report\.ts$/.test(
            file,
          ) && !file.startsWith("create/"),
      ),
    ).toEqual([]);
  });
});

describe("templates/project/src", () => {
  it("imports nothing of the generator", () => {
    const outside = imports("templates/project/src").filter(({ to }) =>
      to.startsWith(".."),
    );
    expect(outside).toEqual([]);
  });
});
