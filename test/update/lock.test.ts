import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { UserError } from "../../src/diagnostics.js";
import {
  matchLocked,
  type Lock,
  type LockedTool,
} from "../../src/update/lock.js";
import { parseLock, printLock } from "../../src/update/lock-text.js";
import { readProject } from "../../src/update/project.js";
import { signatures } from "../../src/update/signature.js";
import { newDir, planSamples, run, sampleLock, snapshot } from "./projects.js";

const tool = (name: string, operationId?: string): LockedTool => ({
  name,
  ...(operationId !== undefined && { operationId }),
  toolset: "pets",
  file: `src/tools/pets/${name}.ts`,
  annotations: "read idempotent",
  auth: ["key"],
  input: { petId: "integer required" },
});
const lockOf = (tools: Lock["tools"], more: Partial<Lock> = {}): Lock => ({
  ...sampleLock([], []),
  tools,
  ...more,
});

describe("the text of a lock", () => {
  test("is sorted, has a block per tool, and reads back", () => {
    const lock = lockOf({
      "GET /pets/{}": tool("get_pet", "getPet"),
      "DELETE /pets/{}": tool("delete_pet"),
    });
    const text = printLock(lock);
    expect(text).toContain(`    "GET /pets/{}": {
      "name": "get_pet",
      "operationId": "getPet",
      "toolset": "pets",
      "file": "src/tools/pets/get_pet.ts",
      "annotations": "read idempotent",
      "auth": ["key"],
      "input": {
        "petId": "integer required"
      }
    }`);
    expect(text.indexOf("DELETE")).toBeLessThan(text.indexOf("GET"));
    expect(printLock(parseLock(text))).toBe(text);
    expect(
      printLock(
        parseLock(
          text
            .replaceAll("\n", "\r\n")
            .replaceAll("src/tools/pets/", "src\\\\tools\\\\pets\\\\"),
        ),
      ),
    ).toBe(text);
  });
  test.each([
    ["{", /cannot be read/],
    ["[]", /cannot be read/],
    [`{"lockVersion": 2}`, /lockVersion 2/],
    [
      `{"lockVersion": 1, "tools": {"GET /": {"name": "../x"}}}`,
      /no usable name/,
    ],
  ])("%s is refused", (text, message) => {
    expect(() => parseLock(text)).toThrow(message);
    expect(() => parseLock(text)).toThrow(UserError);
  });
  test("in two versions, after a merge, is united", () => {
    const ours = printLock(
      lockOf({ "GET /a": tool("get_a") }, { retired: { old: "GET /old" } }),
    );
    const theirs = printLock(
      lockOf({ "GET /b": tool("get_b") }, { retired: { get_a: "GET /x" } }),
    );
    const united = parseLock(
      `<<<<<<< HEAD\n${ours}||||||| base\nx\n=======\n${theirs}>>>>>>> branch\n`,
    );
    expect(Object.keys(united.tools).sort()).toEqual(["GET /a", "GET /b"]);
    expect(united.retired).toEqual({ old: "GET /old" });
    const clash = printLock(lockOf({ "GET /b": tool("get_a") }));
    expect(() =>
      parseLock(`<<<<<<< HEAD\n${ours}=======\n${clash}>>>>>>> branch\n`),
    ).toThrow(/get_a to different operations/);
  });
});

describe("operations are found again", () => {
  const lock = lockOf({
    "GET /pets/{}": tool("get_pet", "getPet"),
    "GET /pets": tool("list_pets", "listPets"),
    "GET /twin/a": tool("a", "twin"),
    "GET /twin/b": tool("b", "twin"),
  });
  const rows: readonly (readonly [
    string,
    { key: string; operationId?: string },
    string | undefined,
  ])[] = [
    [
      "by key, whatever the operationId",
      { key: "GET /pets/{}", operationId: "fetchPet" },
      "get_pet",
    ],
    [
      "by operationId, when the path changed",
      { key: "GET /animals/{}", operationId: "getPet" },
      "get_pet",
    ],
    [
      "not when both changed",
      { key: "GET /animals/{}", operationId: "fetchPet" },
      undefined,
    ],
    [
      "not by an operationId that two had",
      { key: "GET /twins", operationId: "twin" },
      undefined,
    ],
  ];
  test.each(rows)("%s", (_, operation, name) => {
    expect(matchLocked([operation], lock).get(operation.key)?.name).toBe(name);
  });
  test("an operation that keeps its key keeps its name, though another takes its operationId", () => {
    const matched = matchLocked(
      [
        { key: "GET /pets/{}", operationId: "x" },
        { key: "GET /new", operationId: "getPet" },
      ],
      lock,
    );
    expect([...matched.keys()]).toEqual(["GET /pets/{}"]);
  });
});

test("signatures say what a caller must know", () => {
  expect(
    signatures({
      type: "object",
      properties: {
        petId: { type: "integer", minimum: 1, description: "x" },
        state: { type: "string", enum: ["open", "paid in full"] },
        tags: { type: "array", items: { type: "string" }, maxItems: 3 },
        note: { anyOf: [{ type: "string" }, { type: "null" }] },
        filter: {
          type: "object",
          properties: { status: { type: "string", format: "date" } },
          required: ["status"],
          additionalProperties: false,
        },
        node: { $ref: "#/$defs/Node" },
      },
      required: ["petId"],
      additionalProperties: false,
      $defs: {
        Node: {
          type: "object",
          properties: { next: { $ref: "#/$defs/Node" } },
        },
      },
    }),
  ).toEqual({
    petId: "integer required minimum=1",
    state: "string enum=open|paid%20in%20full",
    tags: "string[] maxItems=3",
    note: expect.stringMatching(/^null\|string shape=[0-9a-f]{8}$/),
    filter: "object closed",
    "filter.status": "string required format=date",
    node: "object",
    "node.next": expect.stringMatching(/^object shape=[0-9a-f]{8}$/),
  });
});

describe("a project that lost its state", () => {
  const samples = [
    { name: "get_pet", key: "GET /pets/{}" },
    { name: "list_pets", key: "GET /pets" },
  ];
  test("without its lock: names are read back from the tool files, however they are formatted", async () => {
    const dir = newDir();
    await run(dir, samples);
    rmSync(path.join(dir, "tools.lock.json"));
    const file = path.join(dir, "src/tools/pets/get_pet.ts");
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace(
        /"(get_pet|GET|\/pets\/\{\})"/g,
        "'$1'",
      ),
    );
    const state = await readProject(dir);
    expect(state?.surfaceKnown).toBe(false);
    expect(
      Object.entries(state!.lock!.tools).map(([key, { name }]) => [key, name]),
    ).toEqual([
      ["GET /pets/{}", "get_pet"],
      ["GET /pets", "list_pets"],
    ]);
    const was = snapshot(dir);
    await run(dir, samples);
    expect(snapshot(dir)).toEqual({
      ...was,
      "tools.lock.json": expect.any(String),
    });
  });
  test("without its base: what is as generated is adopted, what differs is asked about once", async () => {
    const dir = newDir();
    await run(dir, samples);
    rmSync(path.join(dir, ".toolwright"), { recursive: true });
    const file = path.join(dir, "src/tools/pets/get_pet.ts");
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace(
        `description: "get_pet"`,
        `description: "Mine"`,
      ),
    );
    const plan = await planSamples(dir, samples);
    expect(plan.conflicts).toEqual([
      { path: "src/tools/pets/get_pet.ts", slot: "getPet.description" },
    ]);
    await run(dir, samples, { conflict: "yours" });
    expect(readFileSync(file, "utf8")).toContain("Mine");
    expect((await planSamples(dir, samples)).writes).toEqual([]);
  });
  test("whose base met another in a merge takes the side that the file is from", async () => {
    const dir = newDir();
    await run(dir, samples);
    const base = path.join(dir, ".toolwright/base/src/tools/pets/get_pet.ts");
    const text = readFileSync(base, "utf8");
    writeFileSync(
      base,
      `<<<<<<< HEAD\nolder\n=======\n${text}>>>>>>> branch\n`,
    );
    const plan = await planSamples(dir, samples);
    expect(plan.changes.filter(({ action }) => action !== "kept")).toEqual([]);
    expect(plan.conflicts).toEqual([]);
  });
});

describe("files", () => {
  const samples = [{ name: "get_pet", key: "GET /pets/{}" }];
  test("with markers, or that do not parse, stop the run by name and line", async () => {
    const dir = newDir();
    await run(dir, samples);
    const file = path.join(dir, "src/tools/pets/get_pet.ts");
    const text = readFileSync(file, "utf8");
    writeFileSync(
      file,
      text.replace(
        "export interface",
        "<<<<<<< yours\n=======\n>>>>>>> generated\nexport interface",
      ),
    );
    await expect(planSamples(dir, samples)).rejects.toThrow(
      /get_pet\.ts:4 still has conflict markers/,
    );
    writeFileSync(file, text.replace("id: string", "id: : string"));
    await expect(
      planSamples(dir, [{ ...samples[0]!, description: "New" }]),
    ).rejects.toThrow(/get_pet\.ts:5:7 does not parse/);
  });
  test("in JSON never get markers: yours stays, and what is wanted is told", async () => {
    const dir = newDir();
    await run(dir, samples, {
      more: [
        {
          path: "server.json",
          text: `{\n  "version": "1",\n  "name": "a"\n}\n`,
          ownership: "tracked",
        },
      ],
    });
    const file = path.join(dir, "server.json");
    writeFileSync(file, `{"version": "mine",\n    "name":"a", "more": [1,2]}`);
    const plan = await run(dir, samples, {
      more: [
        {
          path: "server.json",
          text: `{\n  "version": "2",\n  "name": "b"\n}\n`,
          ownership: "tracked",
        },
      ],
    });
    expect(readFileSync(file, "utf8")).toBe(
      `{"version": "mine",\n    "name": "b", "more": [1,2]}`,
    );
    expect(plan.conflicts).toEqual([
      { path: "server.json", slot: "version", wanted: `"version": "2"` },
    ]);
  });
  test("that are the user's own are neither read nor written", async () => {
    const dir = newDir();
    await run(dir, samples);
    mkdirSync(path.join(dir, "custom"));
    writeFileSync(path.join(dir, "custom/x.ts"), "<<<<<<< not ours");
    writeFileSync(path.join(dir, "src/tools/pets/own.ts"), "syntax error here");
    expect((await planSamples(dir, samples)).writes).toEqual([]);
  });
  test("of a removed operation go when nobody edited them, and stay aside when somebody did", async () => {
    const dir = newDir();
    const two = [
      ...samples,
      { name: "list_pets", key: "GET /pets" },
      { name: "drop_pet", key: "DELETE /pets" },
    ];
    await run(dir, two);
    const file = path.join(dir, "src/tools/pets/list_pets.ts");
    writeFileSync(file, `${readFileSync(file, "utf8")}// mine\n`);
    const plan = await run(dir, samples);
    expect(
      Object.fromEntries(
        plan.changes.map(({ path, action }) => [path, action]),
      ),
    ).toMatchObject({
      "src/tools/pets/list_pets.ts": "kept-aside",
      "src/tools/pets/drop_pet.ts": "removed",
      "src/tools/index.ts": "updated",
    });
    const files = snapshot(dir);
    expect(files["src/tools/pets/list_pets.ts"]).toContain("// mine");
    expect(files["src/tools/index.ts"]).not.toContain("list_pets");
    expect(files).not.toHaveProperty([
      ".toolwright/base/src/tools/pets/list_pets.ts",
    ]);
    expect((await planSamples(dir, samples)).writes).toEqual([]);
  });
  test("that are seeded are written once", async () => {
    const dir = newDir();
    await run(dir, samples);
    rmSync(path.join(dir, "README.md"));
    const more = [
      {
        path: "src/hooks.ts",
        text: "export {};\n",
        ownership: "seeded" as const,
      },
    ];
    await run(dir, samples, { more });
    expect(Object.keys(snapshot(dir))).toContain("src/hooks.ts");
    expect(Object.keys(snapshot(dir))).not.toContain("README.md");
    writeFileSync(path.join(dir, "src/hooks.ts"), "mine");
    expect((await planSamples(dir, samples, { more })).writes).toEqual([]);
  });
  test("may swap places only one after the other", async () => {
    const dir = newDir();
    const two = [
      { name: "a", key: "GET /a" },
      { name: "b", key: "GET /b" },
    ];
    await run(dir, two);
    await expect(
      planSamples(dir, [
        { name: "b", key: "GET /a" },
        { name: "a", key: "GET /b" },
      ]),
    ).rejects.toThrow(/cannot become/);
  });
  test.each(["../x.ts", "/etc/x", "a/../../x", "a\\..\\x", "C:/x", ""])(
    "whose path is %j are refused",
    async (bad) => {
      const dir = newDir();
      const more = [{ path: bad, text: "x", ownership: "tracked" as const }];
      await expect(run(dir, samples, { more })).rejects.toThrow(
        /not a path inside the project/,
      );
      expect(snapshot(path.dirname(dir))).toEqual({});
    },
  );
});
