import { describe, expect, it } from "vitest";
import type { Operation } from "../../src/spec/operation.js";
import { nameTools } from "../../src/tools/names.js";
import { assignToolsets } from "../../src/tools/toolsets.js";
import { sketch } from "./operations.js";

function setsOf(
  operations: readonly Operation[],
  locked: ReadonlyMap<string, string> = new Map(),
  tags: readonly string[] = [],
): Map<string, string> {
  const { names } = nameTools(operations, {
    locked: new Map(),
    retired: new Map(),
    overrides: new Map(),
  });
  return assignToolsets(
    operations,
    { tags: tags.map((name) => ({ name })) },
    names,
    locked,
  );
}

function sizes(sets: ReadonlyMap<string, string>): Map<string, number> {
  const found = new Map<string, number>();
  for (const set of sets.values()) found.set(set, (found.get(set) ?? 0) + 1);
  return found;
}

describe("a toolset", () => {
  it.each<[string, readonly string[], string]>([
    ["GET /pets", ["Pet Store"], "pet-store"],
    ["GET /pets/{id}", [], "pets"],
    ["GET /api/v1/pets", [], "pets"],
    ["GET /", [], "general"],
    ["GET /x", ["../../../../../../tmp/out"], "tmp-out"],
    ["GET /x", ["."], "x"],
    ["GET /x", ["CON"], "con-tools"],
    ["GET /x", ["a\u0000b"], "ab"],
    ["GET /x", ["取得"], "x"],
    ["GET /x", ["__proto__"], "proto"],
    ["GET /x", ["UsersAPI"], "users"],
  ])("%s tagged %j: %s", (call, tags, want) => {
    expect([...setsOf([sketch(call, { tags })]).values()]).toEqual([want]);
  });

  it("is the tag that the document lists, before others", () => {
    const operation = sketch("GET /x", { tags: ["internal-mark", "Pets"] });
    expect([...setsOf([operation], new Map(), ["Pets"]).values()]).toEqual([
      "pets",
    ]);
  });

  it("stays where the lock has it", () => {
    const operation = sketch("GET /pets", { tags: ["Pets"] });
    expect(
      setsOf([operation], new Map([["GET /pets", "animals"]])).get("GET /pets"),
    ).toBe("animals");
  });

  const many = (
    count: number,
    path: (n: number) => string,
    tags: readonly string[],
  ): Operation[] =>
    Array.from({ length: count }, (_, n) => sketch(`GET ${path(n)}`, { tags }));

  it.each<[string, Operation[]]>([
    [
      "by what paths name next",
      [
        ...many(
          30,
          (n) => `/repos/{repo}/hooks/${"abcdefgh"[n % 8]}${"xyzw"[n >> 3]}`,
          ["repos"],
        ),
        ...many(
          30,
          (n) => `/repos/{repo}/pulls/${"abcdefgh"[n % 8]}${"xyzw"[n >> 3]}`,
          ["repos"],
        ),
      ],
    ],
    [
      "where all is alike",
      many(
        205,
        (n) =>
          `/pets/{id}/${"abcdefghijklmnopqrstuvwxyz"[n % 26]}${"abcdefghijklmnopqrstuvwxyz"[Math.floor(n / 26)]}`,
        ["pets"],
      ),
    ],
    [
      "where nothing tells anything",
      many(90, (n) => `/${"{a}/".repeat(n + 1)}`, ["pets"]),
    ],
  ])("never has more than 40: split %s", (_, operations) => {
    const sets = setsOf(operations);
    for (const [set, size] of sizes(sets)) {
      expect(size).toBeLessThanOrEqual(40);
      expect(set).toMatch(/^[a-z0-9][a-z0-9-]*$/);
    }
    expect(setsOf(operations.toReversed())).toEqual(
      new Map([...sets].toReversed()),
    );
  });

  it("is split into parts that say what they are", () => {
    const found = sizes(
      setsOf([
        ...many(30, (n) => `/repos/{repo}/hooks/h${n}`, ["repos"]),
        ...many(30, (n) => `/repos/{repo}/pulls/p${n}`, ["repos"]),
      ]),
    );
    expect([...found.keys()].toSorted()).toEqual([
      "repos-hooks",
      "repos-pulls",
    ]);
  });
});
