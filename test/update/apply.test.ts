import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { UserError } from "../../src/diagnostics.js";
import type { File } from "../../src/render/file.js";
import { applyPlan } from "../../src/update/apply.js";
import {
  newDir,
  planSamples,
  run,
  snapshot,
  times,
  type Sample,
} from "./projects.js";

/** Mutating calls that still succeed before the process "stops", or before the disk "is full"; undefined: all of them. */
const faults = vi.hoisted(() => ({
  callsLeft: undefined as number | undefined,
  once: undefined as string | undefined,
  calls: 0,
}));

vi.mock("node:fs", async (original) => {
  const real = await original<typeof import("node:fs")>();
  const mutating = [
    "writeFileSync",
    "renameSync",
    "unlinkSync",
    "rmSync",
    "mkdirSync",
    "openSync",
    "fsyncSync",
    "chmodSync",
  ] as const;
  const guarded = Object.fromEntries(
    mutating.map((name) => [
      name,
      (...args: unknown[]) => {
        faults.calls += 1;
        if (faults.callsLeft !== undefined) {
          faults.callsLeft -= 1;
          if (faults.callsLeft < 0) {
            const code = faults.once ?? "STOPPED";
            // A full disk refuses what needs room, and nothing else; a process that was stopped does nothing any more.
            const needsRoom = [
              "writeFileSync",
              "mkdirSync",
              "openSync",
            ].includes(name);
            if (
              faults.once === undefined ||
              (needsRoom && faults.once === "ENOSPC")
            ) {
              throw Object.assign(new Error(code), {
                code,
                // What the system answers has it.
                ...(faults.once !== undefined && { syscall: "write" }),
              });
            }
          }
        }
        return (real[name] as (...args: unknown[]) => unknown)(...args);
      },
    ]),
  );
  return { ...real, ...guarded };
});

beforeEach(() => {
  faults.callsLeft = undefined;
  faults.once = undefined;
});

const before: readonly Sample[] = [
  { name: "get_pet", key: "GET /pets/{}", operationId: "getPet" },
  { name: "list_pets", key: "GET /pets", operationId: "listPets" },
  { name: "delete_pet", key: "DELETE /pets/{}", operationId: "deletePet" },
  { name: "move_pet", key: "POST /pets/{}/move", operationId: "movePet" },
];
/** One updated, one unchanged, one removed, one renamed, one new. */
const after: readonly Sample[] = [
  {
    name: "get_pet",
    key: "GET /pets/{}",
    operationId: "getPet",
    description: "New words",
  },
  {
    name: "list_pets",
    key: "GET /pets",
    operationId: "listPets",
    description: "More words",
  },
  { name: "carry_pet", key: "POST /pets/{}/move", operationId: "movePet" },
  { name: "add_pet", key: "POST /pets", operationId: "addPet" },
];
const more: readonly File[] = [
  { path: "src/hooks.ts", text: "export {};\n", ownership: "seeded" },
];

/** A project with an edited tool, one with edits that move, and a file that its owner deleted. */
async function editedProject(): Promise<string> {
  const dir = newDir();
  await run(dir, before);
  edit(
    dir,
    "src/tools/pets/get_pet.ts",
    "api.send(input)",
    "api.send({ ...input })",
  );
  edit(dir, "src/tools/pets/move_pet.ts", "id: string;", "id: string; // mine");
  rmSync(path.join(dir, ".env.example"));
  return dir;
}

function edit(dir: string, file: string, from: string, to: string): void {
  const text = readFileSync(path.join(dir, file), "utf8");
  if (!text.includes(from)) throw new Error(`nothing to edit: ${from}`);
  writeFileSync(path.join(dir, file), text.replace(from, to));
}

/** All but what a run that died leaves for the next one that has something to write: that one clears it away. */
function settled(dir: string): { readonly [path: string]: string } {
  return Object.fromEntries(
    Object.entries(snapshot(dir)).filter(
      ([file]) => !/^\.toolwright\/(?:run\.lock|tmp-)/.test(file),
    ),
  );
}

describe("a new project", () => {
  test("appears as a whole", async () => {
    const dir = newDir();
    const plan = await run(dir, before);
    expect(plan.kind).toBe("new");
    expect(Object.keys(snapshot(dir))).toEqual(
      expect.arrayContaining([
        ".toolwright/base/src/tools/pets/get_pet.ts",
        "README.md",
        "src/tools/index.ts",
        "tools.lock.json",
      ]),
    );
    expect(existsSync(path.join(dir, ".toolwright/base/README.md"))).toBe(
      false,
    );
    expect(readdirSync(path.dirname(dir))).toEqual(["project"]);
  });
  test("leaves nothing when it fails", async () => {
    const dir = newDir();
    const plan = await planSamples(dir, before);
    faults.callsLeft = 6;
    faults.once = "ENOSPC";
    expect(() => applyPlan(plan)).toThrow(/the disk is full/);
    faults.callsLeft = undefined;
    expect(readdirSync(path.dirname(dir))).toEqual([]);
  });
  test("may be made where version control has begun, or in an empty folder", async () => {
    const dir = newDir();
    mkdirSync(path.join(dir, ".git"), { recursive: true });
    writeFileSync(path.join(dir, ".git/HEAD"), "x");
    await run(dir, before);
    expect(existsSync(path.join(dir, "tools.lock.json"))).toBe(true);
    expect((await planSamples(dir, before)).writes).toEqual([]);
  });
  test("is refused in a folder that holds something else", async () => {
    const dir = newDir();
    mkdirSync(dir);
    writeFileSync(path.join(dir, "thesis.txt"), "years of work");
    await expect(planSamples(dir, before)).rejects.toThrow(/thesis\.txt/);
  });
});

describe("an update", () => {
  test("of an unchanged project writes nothing and changes no time", async () => {
    const dir = newDir();
    await run(dir, before);
    const was = times(dir);
    const plan = await run(dir, before);
    expect(plan.writes).toEqual([]);
    expect(plan.changes).toEqual([]);
    expect(times(dir)).toEqual(was);
  });
  test("writes only what differs, and a second run nothing", async () => {
    const dir = await editedProject();
    const was = times(dir);
    await run(dir, after, { more });
    const is = times(dir);
    expect(is["package.json"]).toBe(was["package.json"]);
    const files = snapshot(dir);
    expect(files["src/tools/pets/get_pet.ts"]).toContain("New words");
    expect(files["src/tools/pets/get_pet.ts"]).toContain("{ ...input }");
    expect(files["src/tools/pets/carry_pet.ts"]).toContain("// mine");
    expect(files["src/tools/pets/carry_pet.ts"]).toContain("carryPet");
    expect(files["src/hooks.ts"]).toBe("export {};\n");
    for (const gone of [
      "src/tools/pets/delete_pet.ts",
      "src/tools/pets/move_pet.ts",
      ".env.example",
    ]) {
      expect(files).not.toHaveProperty([gone]);
    }
    expect((await planSamples(dir, after, { more })).writes).toEqual([]);
  });
  test("that stops after any write is finished by the next run", async () => {
    const origin = await editedProject();
    const whole = newDir();
    cpSync(origin, whole, { recursive: true });
    faults.calls = 0;
    await run(whole, after, { more });
    const { calls } = faults;
    const wanted = settled(whole);
    expect(calls).toBeGreaterThan(40);
    for (let stop = 0; stop < calls; stop += 1) {
      const dir = newDir();
      cpSync(origin, dir, { recursive: true });
      const plan = await planSamples(dir, after, { more });
      faults.callsLeft = stop;
      expect(() => applyPlan(plan), `stop at call ${stop}`).toThrow("STOPPED");
      faults.callsLeft = undefined;
      // The process that held the project is gone.
      if (existsSync(path.join(dir, ".toolwright/run.lock")))
        writeFileSync(
          path.join(dir, ".toolwright/run.lock"),
          `{"pid":999999999,"host":${JSON.stringify(hostname())}}`,
        );
      await run(dir, after, { more });
      expect(settled(dir), `stop at call ${stop}`).toEqual(wanted);
      expect((await planSamples(dir, after, { more })).writes).toEqual([]);
    }
  }, 60_000);
  test("on a full disk changes nothing", async () => {
    const dir = await editedProject();
    const was = snapshot(dir);
    for (const room of [0, 1, 3, 8]) {
      const plan = await planSamples(dir, after, { more });
      faults.callsLeft = room;
      faults.once = "ENOSPC";
      expect(() => applyPlan(plan)).toThrow(/the disk is full/);
      faults.callsLeft = undefined;
      expect(snapshot(dir)).toEqual(was);
    }
  });
  test("with a read-only file changes nothing and names it", async () => {
    const dir = await editedProject();
    chmodSync(path.join(dir, "src/tools/pets/list_pets.ts"), 0o444);
    const was = snapshot(dir);
    const plan = await planSamples(dir, after, { more });
    expect(() => applyPlan(plan)).toThrow(/list_pets\.ts is read-only/);
    expect(snapshot(dir)).toEqual(was);
  });
  test("keeps the mode of a file", async () => {
    const dir = await editedProject();
    chmodSync(path.join(dir, "src/tools/pets/list_pets.ts"), 0o750);
    await run(dir, after, { more });
    expect(
      statSync(path.join(dir, "src/tools/pets/list_pets.ts")).mode & 0o777,
    ).toBe(0o750);
  });
  test("keeps CRLF line ends and a byte order mark", async () => {
    const dir = newDir();
    await run(dir, before);
    const file = path.join(dir, "src/tools/pets/get_pet.ts");
    const other = path.join(dir, "src/tools/pets/list_pets.ts");
    for (const each of [file, other])
      writeFileSync(
        each,
        `\uFEFF${readFileSync(each, "utf8").replaceAll("\n", "\r\n")}`,
      );
    edit(
      dir,
      "src/tools/pets/get_pet.ts",
      "api.send(input)",
      "api.send({ ...input })",
    );
    expect((await planSamples(dir, before)).writes).toEqual([]);
    await run(dir, after, { more });
    for (const each of [file, other]) {
      const text = readFileSync(each, "utf8");
      expect(text.startsWith("\uFEFF//")).toBe(true);
      expect(text.replaceAll("\r\n", "")).not.toContain("\n");
      expect(text).toContain("words");
    }
    expect((await planSamples(dir, after, { more })).writes).toEqual([]);
  });
  test("refuses a symbolic link that leaves the project", async () => {
    const dir = await editedProject();
    const outside = path.join(path.dirname(dir), "outside");
    mkdirSync(outside);
    writeFileSync(path.join(outside, "list_pets.ts"), "not ours");
    rmSync(path.join(dir, "src/tools/pets/list_pets.ts"));
    symlinkSync(
      path.join(outside, "list_pets.ts"),
      path.join(dir, "src/tools/pets/list_pets.ts"),
    );
    await expect(planSamples(dir, after, { more })).rejects.toThrow(
      /leads out of the project/,
    );
    expect(readFileSync(path.join(outside, "list_pets.ts"), "utf8")).toBe(
      "not ours",
    );
  });
  test("follows a symbolic link within the project", async () => {
    const dir = newDir();
    await run(dir, before);
    mkdirSync(path.join(dir, "elsewhere"));
    const real = path.join(dir, "elsewhere/list.ts");
    writeFileSync(
      real,
      readFileSync(path.join(dir, "src/tools/pets/list_pets.ts")),
    );
    rmSync(path.join(dir, "src/tools/pets/list_pets.ts"));
    symlinkSync(real, path.join(dir, "src/tools/pets/list_pets.ts"));
    await run(dir, after, { more });
    expect(readFileSync(real, "utf8")).toContain("More words");
  });
  test("is refused while another run is at work, and when files changed since the plan", async () => {
    const dir = await editedProject();
    const plan = await planSamples(dir, after, { more });
    writeFileSync(
      path.join(dir, ".toolwright/run.lock"),
      JSON.stringify({
        pid: process.pid,
        host: hostname(),
      }),
    );
    expect(() => applyPlan(plan)).toThrow(/Another run is at work/);
    rmSync(path.join(dir, ".toolwright/run.lock"));
    edit(dir, "src/tools/pets/list_pets.ts", "api.send(input)", "api.send({})");
    expect(() => applyPlan(plan)).toThrow(/changed while this run was at work/);
    expect(() => applyPlan(plan)).toThrow(UserError);
    expect(existsSync(path.join(dir, ".toolwright/run.lock"))).toBe(false);
  });
});
