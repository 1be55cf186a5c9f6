import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import type { AnyTool } from "../../templates/project/src/runtime/tool.js";
import { toolwright } from "../harness/process.js";
import { describeShared } from "../shared.js";
import { lab, type Lab } from "./lab.js";

// What single documents of the hostile folder ask for, beside what holds for all of them (hostile.test.ts).

function wireNames(tool: AnyTool): string[] {
  const { parameters = [], body } = tool.request;
  return [...parameters, ...(body?.fields ?? [])].map((one) => one.name);
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(folder, path.join(entry.parentPath, entry.name)),
    )
    .filter((name) => !name.startsWith("node_modules"));
}

describeShared("single hostile documents", (shared) => {
  const folder = path.join(shared, "hostile");
  const made: string[] = [];

  afterAll(() => {
    for (const project of made)
      rmSync(project, { recursive: true, force: true });
  }, 60_000);

  function documentOf(number: string): string {
    const name = readdirSync(folder).find((one) => one.startsWith(number))!;
    return path.join(folder, name);
  }

  /** The project of the document whose name starts so. */
  async function projectOf(number: string): Promise<Lab> {
    const project = await lab(documentOf(number));
    made.push(project.folder);
    return project;
  }

  async function toolsOf(number: string): Promise<readonly AnyTool[]> {
    return (await projectOf(number)).tools;
  }

  test("06: property names keep their wire form", async () => {
    const [tool] = await toolsOf("06");
    expect(wireNames(tool!)).toEqual(
      expect.arrayContaining([
        'a":[globalThis.HOSTILE_CANARY_06=1],"b',
        "q'];globalThis.HOSTILE_CANARY_06=2;['",
        "a",
      ]),
    );
  });

  test("07: enum values are what the document says", async () => {
    const [tool] = await toolsOf("07");
    const { properties } = tool!.input as {
      properties: { [name: string]: { enum: string[] } };
    };
    expect(properties["sort"]!.enum).toEqual([
      "asc",
      "desc'];globalThis.HOSTILE_CANARY_07=1;['",
      "back\\slash\\",
      '"];globalThis.HOSTILE_CANARY_07=2;["',
      "*/globalThis.HOSTILE_CANARY_07=3;/*",
    ]);
  });

  test("08: defaults are what the document says", async () => {
    const text =
      "v${globalThis.HOSTILE_CANARY_08=1}`+(globalThis.HOSTILE_CANARY_08=2)+`w";
    const [tool] = await toolsOf("08");
    const { properties } = tool!.input as {
      properties: { [name: string]: { default: unknown } };
    };
    expect(properties["q"]!.default).toBe(text);
    expect(properties["e"]!.default).toBe(text);
    expect(properties["l"]!.default).toEqual([text]);
  });

  test("14: package.json has this generator's scripts and a legal name", async () => {
    const packageOf = async (
      number: string,
    ): Promise<{ name: string; version: string; scripts: object }> =>
      JSON.parse(
        readFileSync(
          path.join((await projectOf(number)).folder, "package.json"),
          "utf8",
        ),
      ) as { name: string; version: string; scripts: object };
    const hostile = await packageOf("14");
    expect(hostile.scripts).toEqual((await packageOf("03")).scripts);
    expect(hostile.name).toMatch(/^[a-z0-9][a-z0-9-]*$/);
    expect(hostile.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test("21: tags are folders inside the project", async () => {
    const files = filesOf((await projectOf("21")).folder);
    const tools = files.filter((file) => file.startsWith("src/tools/"));
    for (const file of tools)
      expect(file).toMatch(
        /^src\/tools\/([a-z0-9-]+\/[a-z][a-z0-9_]*|index)\.ts$/,
      );
  });

  test("23: names of Object.prototype are ordinary names", async () => {
    const tools = await toolsOf("23");
    expect(Object.keys(Object.prototype)).toEqual([]);
    const post = tools.find(({ request }) => request.method === "POST")!;
    expect(wireNames(post).sort()).toEqual(
      [
        "__proto__",
        "__proto__",
        "constructor",
        "constructor",
        "hasOwnProperty",
        "toString",
      ].sort(),
    );
    const { properties } = post.input as { properties: object };
    for (const one of [
      ...(post.request.parameters ?? []),
      ...(post.request.body?.fields ?? []),
    ])
      expect(Object.hasOwn(properties, one.argument!), one.name).toBe(true);
  });

  test("24: a pointer through a prototype names nothing", async () => {
    const [tool] = await toolsOf("24");
    expect(JSON.stringify(tool!.input)).not.toContain("function");
  });

  test("25: the one that deletes is never taken for another", async () => {
    const deleting = (await toolsOf("25")).filter(
      ({ request }) => request.method === "DELETE",
    );
    expect(deleting.length).toBeGreaterThan(0);
    for (const { annotations } of deleting)
      expect(annotations.destructiveHint).toBe(true);
  });

  test("28: nothing of a file outside is in the project", async () => {
    const outside = [
      readFileSync("/etc/passwd", "utf8").split("\n")[0]!,
      ...(existsSync("/etc/hostname")
        ? [readFileSync("/etc/hostname", "utf8").trim()]
        : []),
    ].filter((text) => text.length > 5);
    const project = (await projectOf("28")).folder;
    for (const file of filesOf(project)) {
      const text = readFileSync(path.join(project, file), "utf8");
      for (const secret of outside) expect(text).not.toContain(secret);
    }
  });

  test("31: nothing is inlined without an end", async () => {
    const started = performance.now();
    const project = (await projectOf("31")).folder;
    expect(performance.now() - started).toBeLessThan(10_000);
    for (const file of filesOf(project))
      expect(statSync(path.join(project, file)).size).toBeLessThan(200_000);
  });

  test("44: headers that are not a caller's are no arguments", async () => {
    const [tool] = await toolsOf("44");
    const names = wireNames(tool!).map((one) => one.toLowerCase());
    for (const name of [
      "authorization",
      "accept",
      "content-type",
      "host",
      "content-length",
      "transfer-encoding",
      "connection",
      "cookie",
      "proxy-authorization",
    ]) {
      expect(names).not.toContain(name);
    }
    expect(names).toEqual(expect.arrayContaining(["id", "x-trace"]));
  });

  test("52: what destroys is not called harmless, whatever the document claims", async () => {
    const byPath = new Map(
      (await toolsOf("52")).map((tool) => [
        `${tool.request.method} ${tool.request.path}`,
        tool,
      ]),
    );
    const hints = (key: string): object => {
      const { readOnlyHint, destructiveHint } = byPath.get(key)!.annotations;
      return { readOnlyHint, destructiveHint };
    };
    const destructive = { readOnlyHint: false, destructiveHint: true };
    expect(hints("GET /users/{id}/delete")).toEqual(destructive);
    expect(hints("DELETE /users/{id}")).toEqual(destructive);
    expect(hints("GET /mail/send")).toEqual(destructive);
    expect(hints("POST /users/{id}")).toMatchObject({ readOnlyHint: false });
    const { stdout } = await toolwright(["inspect", documentOf("52")]);
    const [, review = ""] = stdout.split("Hints to confirm");
    for (const key of ["GET /users/{id}/delete", "GET /mail/send"])
      expect(review).toContain(byPath.get(key)!.name);
  });
});
