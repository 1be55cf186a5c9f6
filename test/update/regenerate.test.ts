import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { generate } from "../../src/generate.js";
import { planToJson, reportLines } from "../../src/update/report.js";
import { describeShared } from "../shared.js";
import { snapshot, times } from "./projects.js";

const work = mkdtempSync(path.join(tmpdir(), "toolwright-regenerate-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));
let count = 0;
const newDir = (): string => path.join(work, `project${(count += 1)}`);

function edit(
  dir: string,
  file: string,
  from: string | RegExp,
  to: string,
): void {
  const text = readFileSync(path.join(dir, file), "utf8");
  const edited = text.replace(from, () => to);
  if (edited === text) throw new Error(`nothing to edit in ${file}: ${from}`);
  writeFileSync(path.join(dir, file), edited);
}

function write(document: object): string {
  const file = path.join(work, `document${(count += 1)}.json`);
  writeFileSync(file, JSON.stringify(document));
  return file;
}

const responses = { "200": { description: "OK" } };
const page = (required: boolean) => ({
  name: "page",
  in: "query",
  required,
  schema: { type: "integer" },
});
const boats = (paths: object, version = "1.0.0") => ({
  openapi: "3.0.3",
  info: { title: "Boats", version },
  servers: [{ url: "https://boats.example" }],
  paths,
});
const before = boats({
  "/boats": {
    get: {
      operationId: "listBoats",
      summary: "List boats",
      parameters: [page(false)],
      responses,
    },
  },
  "/boats/{id}/scrap": {
    post: {
      operationId: "scrapBoat",
      summary: "Scrap a boat",
      parameters: [
        { name: "id", in: "path", required: true, schema: { type: "string" } },
      ],
      responses,
    },
  },
});
const after = (summary = "List boats") =>
  boats(
    {
      "/boats/{id}/paint": {
        post: {
          operationId: "paintBoat",
          summary: "Paint a boat",
          parameters: [
            {
              name: "id",
              in: "path",
              required: true,
              schema: { type: "string" },
            },
          ],
          responses,
        },
      },
      "/boats": {
        get: {
          operationId: "listAllBoats",
          summary,
          parameters: [
            page(true),
            {
              name: "state",
              in: "query",
              schema: { type: "string", enum: ["afloat", "sunk"] },
            },
          ],
          responses,
        },
      },
    },
    "1.1.0",
  );

const list = "src/tools/boats/list_boats.ts";

async function editedProject(document: string): Promise<string> {
  const dir = newDir();
  await generate({ document, dir });
  edit(
    dir,
    list,
    /description: "[^"]*"/,
    `description: "Every boat that we rent out."`,
  );
  edit(
    dir,
    list,
    "(input, api) => api.send(input)",
    `(input, api) => {\n    console.error("listing");\n    return api.send(input);\n  }`,
  );
  writeFileSync(
    path.join(dir, "src/custom-tools.ts"),
    `${readFileSync(path.join(dir, "src/custom-tools.ts"), "utf8")}// my own tool\n`,
  );
  return dir;
}

describe("a document that changes under an edited project", () => {
  test("edits stay, the rest follows, names are pinned, and the report says what clients feel", async () => {
    const dir = await editedProject(write(before));
    const document = write(after());
    const dry = await generate({ document, dir, dryRun: true });
    expect(dry.plan.writes.length).toBeGreaterThan(0);
    const result = await generate({ document, dir });
    const files = snapshot(dir);
    expect(files[list]).toContain("Every boat that we rent out.");
    expect(files[list]).toContain(`console.error("listing")`);
    expect(files[list]).toContain(`name: "list_boats"`);
    expect(files[list]).toContain("page: number;");
    expect(files[list]).toContain(`enum: ["afloat", "sunk"]`);
    expect(files["src/custom-tools.ts"]).toContain("// my own tool");
    expect(files["src/tools/index.ts"]).toContain("paintBoat");
    expect(files["src/tools/index.ts"]).not.toContain("scrapBoat");
    expect(Object.keys(files)).not.toContain("src/tools/boats/scrap_boat.ts");
    expect(result.plan.conflicts).toEqual([]);
    expect(result.surface.tools).toEqual({
      added: ["paint_boat"],
      removed: ["scrap_boat"],
      changed: ["list_boats"],
      renamed: [],
    });
    expect(result.surface.changes).toContainEqual({
      level: "breaking",
      area: "input",
      tool: "list_boats",
      message: "page: is now required",
    });
    const lines = reportLines(result, 0);
    expect(lines).toContain(
      "tools: +1 added (paint_boat), -1 removed (scrap_boat), ~1 changed (list_boats), 0 renamed",
    );
    expect(lines.join("\n")).toMatch(
      /what clients see in: listBoats\.description/,
    );
    expect(
      JSON.parse(readFileSync(path.join(dir, "tools.lock.json"), "utf8")),
    ).toMatchObject({ retired: { scrap_boat: "POST /boats/{}/scrap" } });

    const was = times(dir);
    const again = await generate({ document, dir });
    expect(reportLines(again, 0)).toEqual([
      expect.stringMatching(/^Up to date: nothing changed/),
    ]);
    expect(times(dir)).toEqual(was);
    expect(JSON.stringify(planToJson(again, 0))).not.toContain(work);
  });

  test("a description that both changed is asked about, and nothing else", async () => {
    const dir = await editedProject(write(before));
    const result = await generate({
      document: write(after("List all boats")),
      dir,
    });
    expect(result.plan.conflicts).toEqual([
      { path: list, slot: "listBoats.description" },
    ]);
    const text = readFileSync(path.join(dir, list), "utf8");
    expect(text).toMatch(
      /\n<<<<<<< yours\n {2}description: "Every boat that we rent out\.",\n=======\n {2}description: "List all boats[^\n]*",\n>>>>>>> generated\n/,
    );
    expect(text).toContain(`title: "List all boats"`);
    await expect(generate({ document: write(after()), dir })).rejects.toThrow(
      /list_boats\.ts:\d+ still has conflict markers/,
    );
  });

  test("a tool that is renamed in the config takes its edits along", async () => {
    const document = write(before);
    const dir = await editedProject(document);
    const config = JSON.parse(
      readFileSync(path.join(dir, "toolwright.config.json"), "utf8"),
    );
    writeFileSync(
      path.join(dir, "toolwright.config.json"),
      JSON.stringify({
        ...config,
        tools: { "GET /boats": { name: "find_boats" } },
      }),
    );
    const result = await generate({ document, dir });
    const files = snapshot(dir);
    expect(files["src/tools/boats/find_boats.ts"]).toContain(
      `name: "find_boats"`,
    );
    expect(files["src/tools/boats/find_boats.ts"]).toContain(
      "Every boat that we rent out.",
    );
    expect(
      Object.keys(files).filter((file) => file.includes("list_boats")),
    ).toEqual([]);
    expect(files["src/tools/index.ts"]).toContain("./boats/find_boats.js");
    expect(result.surface.changes).toContainEqual({
      level: "breaking",
      area: "tool",
      tool: "list_boats",
      message: "renamed to find_boats",
    });
    expect((await generate({ document, dir })).plan.writes).toEqual([]);
  });

  test("a tool whose file was deleted is named nowhere any more, and comes back with its file", async () => {
    const dir = newDir();
    const document = write(before);
    await generate({ document, dir });
    const whole = snapshot(dir);
    const file = "src/tools/boats/scrap_boat.ts";
    rmSync(path.join(dir, file));
    await generate({ document, dir });
    const speaking = Object.entries(snapshot(dir))
      .filter(
        ([name, text]) =>
          !/^(?:\.toolwright\/base\/src\/tools\/boats\/|tools\.lock\.json)/.test(
            name,
          ) && text.includes("scrap_boat"),
      )
      .map(([name]) => name);
    expect(speaking).toEqual([]);
    expect((await generate({ document, dir })).plan.writes).toEqual([]);
    writeFileSync(path.join(dir, file), whole[file]!);
    await generate({ document, dir });
    expect(snapshot(dir)).toEqual(whole);
  });

  test("a name that was retired is not given to another operation", async () => {
    const dir = newDir();
    await generate({ document: write(before), dir });
    const without = boats({
      "/boats": before.paths["/boats" as keyof typeof before.paths],
    });
    await generate({ document: write(without), dir });
    const other = boats({
      ...without.paths,
      "/boat/{id}/scrap": {
        post: {
          operationId: "scrapBoat",
          summary: "Scrap a boat",
          parameters: [
            {
              name: "id",
              in: "path",
              required: true,
              schema: { type: "string" },
            },
          ],
          responses,
        },
      },
    });
    const result = await generate({ document: write(other), dir });
    expect(result.surface.tools.added).toHaveLength(1);
    expect(result.surface.tools.added).not.toContain("scrap_boat");
  });

  test("an operation that comes back gets its name back", async () => {
    const dir = newDir();
    const without = boats({
      "/boats": before.paths["/boats" as keyof typeof before.paths],
    });
    for (const document of [before, without, before])
      await generate({ document: write(document), dir });
    const lock = JSON.parse(
      readFileSync(path.join(dir, "tools.lock.json"), "utf8"),
    );
    expect(lock.tools["POST /boats/{}/scrap"].name).toBe("scrap_boat");
    expect(lock.retired).toEqual({});
  });
});

describeShared("an edited project of the shared cases", (shared) => {
  test("34: edits kept, one tool added, one removed, one changed", async () => {
    const cases = path.join(shared, "cases");
    const dir = newDir();
    await generate({
      document: path.join(cases, "34-regeneration-before.yaml"),
      dir,
    });
    edit(
      dir,
      "src/tools/orders/list_orders.ts",
      /description: "[^"]*"/,
      `description: "Mine."`,
    );
    edit(
      dir,
      "src/tools/orders/list_orders.ts",
      "api.send(input)",
      "(console.error(1), api.send(input))",
    );
    const result = await generate({
      document: path.join(cases, "34-regeneration-after.yaml"),
      dir,
    });
    expect(result.plan.conflicts).toEqual([]);
    expect(result.surface.tools).toEqual({
      added: ["refund_order"],
      removed: ["cancel_order"],
      changed: ["list_orders"],
      renamed: [],
    });
    expect(result.surface.level).toBe("breaking");
    const text = readFileSync(
      path.join(dir, "src/tools/orders/list_orders.ts"),
      "utf8",
    );
    expect(text).toContain(`description: "Mine."`);
    expect(text).toContain("console.error(1)");
    expect(text).toContain("page: number;");
  });
});
