import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listOperations } from "../../src/spec/operations.js";
import { loadSpec } from "../../src/spec/load.js";
import type { Operation } from "../../src/spec/operation.js";
import { nameTools, type NameOptions } from "../../src/tools/names.js";
import { describeShared } from "../shared.js";
import { sketch } from "./operations.js";

const free: NameOptions = {
  locked: new Map(),
  retired: new Map(),
  overrides: new Map(),
};

function namesOf(
  operations: readonly Operation[],
  options: Partial<NameOptions> = {},
): { [key: string]: string } {
  const { names } = nameTools(operations, { ...free, ...options });
  return Object.fromEntries(
    Array.from(names, ([key, { name }]) => [key, name]),
  );
}

const codes = (
  operations: readonly Operation[],
  options: Partial<NameOptions> = {},
): string[] =>
  nameTools(operations, { ...free, ...options }).diagnostics.map(
    ({ code }) => code,
  );

const pets = [
  sketch("GET /pets", { operationId: "listPets" }),
  sketch("POST /pets", { operationId: "createPet" }),
  sketch("GET /pets/{id}", { operationId: "getPet" }),
  sketch("DELETE /pets/{id}", { operationId: "deletePet" }),
];

describe("words longer than a name", () => {
  const long = "customercustompropertyselectionitems";
  it.each([
    ["paths", [`GET /${long}/{id}`, `DELETE /${long}/{id}`, `GET /${long}x`]],
    ["two alike", [`GET /${long}aa/{id}`, `GET /${long}ab/{id}`]],
    ["a word of 200 letters", [`POST /a/${"verylong".repeat(25)}`]],
  ])("give legal names that differ: %s", (_, calls) => {
    const names = Object.values(namesOf(calls.map((call) => sketch(call))));
    expect(new Set(names).size).toBe(calls.length);
    for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_]{2,39}$/);
  });
});

describe("several operations that want one name", () => {
  it.each<[string, readonly Operation[], readonly string[]]>([
    [
      "the shortest path keeps the plain name",
      [
        sketch("GET /issues"),
        sketch("GET /repos/{repo}/issues"),
        sketch("GET /orgs/{org}/issues"),
        sketch("GET /orgs/{org}/repos/{repo}/issues"),
      ],
      [
        "list_issues",
        "list_repo_issues",
        "list_org_issues",
        "list_org_repo_issues",
      ],
    ],
    [
      "versions are told apart by their version",
      [sketch("GET /v1/pets"), sketch("GET /v2/pets")],
      ["list_pets_v1", "list_pets_v2"],
    ],
    [
      "a group that was dropped comes back",
      [
        sketch("GET /a/cache", { operationId: "Left_getCacheSize" }),
        sketch("GET /b/cache", { operationId: "Right_getCacheSize" }),
      ],
      ["get_left_cache_size", "get_right_cache_size"],
    ],
    [
      "long twins keep what differs",
      [
        sketch("POST /sheets/{id}/values/a", {
          operationId: "batchClearSpreadsheetValuesByDataFilterForMembers",
        }),
        sketch("POST /sheets/{id}/values/b", {
          operationId: "batchClearSpreadsheetValuesByDataFilterForOwners",
        }),
      ],
      [
        "batch_clear_values_by_filter_for_members",
        "batch_clear_values_by_filter_for_owners",
      ],
    ],
  ])("%s", (_, operations, want) => {
    expect(Object.values(namesOf(operations))).toEqual(want);
  });

  it("uses a hash, never a number, when the words run out", () => {
    const twins = [sketch("GET /"), sketch("GET /{id}"), sketch("GET /{id}/")];
    const found = Object.values(namesOf(twins));
    expect(new Set(found).size).toBe(3);
    for (const name of found) expect(name).not.toMatch(/_\d$/);
  });
});

describe("whoever decides on a name", () => {
  it("the lock wins over the rules", () => {
    const locked = new Map([["GET /pets", "fetch_all_the_pets"]]);
    expect(namesOf(pets, { locked })["GET /pets"]).toBe("fetch_all_the_pets");
  });

  it("no other operation takes a locked name", () => {
    const locked = new Map([["POST /pets", "list_pets"]]);
    const found = namesOf(pets, { locked });
    expect(found["POST /pets"]).toBe("list_pets");
    expect(found["GET /pets"]).not.toBe("list_pets");
  });

  it("a retired name goes to no other operation, and back to its own", () => {
    const retired = new Map([["list_pets", "GET /animals"]]);
    expect(namesOf(pets, { retired })["GET /pets"]).not.toBe("list_pets");
    const animals = [...pets, sketch("GET /animals")];
    expect(namesOf(animals, { retired })["GET /animals"]).toBe("list_pets");
  });

  it("the owner wins over the lock, and what the lock held gets a new name", () => {
    const locked = new Map([
      ["GET /pets", "list_pets"],
      ["POST /pets", "create_pet"],
    ]);
    const overrides = new Map([["POST /pets", "list_pets"]]);
    const found = namesOf(pets, { locked, overrides });
    expect(found["POST /pets"]).toBe("list_pets");
    expect(found["GET /pets"]).not.toBe("list_pets");
    expect(codes(pets, { locked, overrides })).toContain("name-taken");
  });

  it.each(["", "a b", "a.b", "x".repeat(65), "päts"])(
    "refuses %j from the owner",
    (name) => {
      const overrides = new Map([["GET /pets", name]]);
      expect(namesOf(pets, { overrides })["GET /pets"]).toBe("list_pets");
      expect(codes(pets, { overrides })).toContain("name-illegal");
    },
  );

  it("a list by something else's id is a list", () => {
    const operation = sketch("GET /appointments/by-doctor/{doctorId}", {
      operationId: "Appointments_GetByDoctor",
      answer: { type: "array", items: { type: "object" } },
    });
    expect(namesOf([operation])[operation.key]).toBe(
      "list_appointments_by_doctor",
    );
  });

  it("a table is one thing, whatever its rows are called", () => {
    const tides = sketch("GET /tides", { operationId: "getTides" });
    const of = (mediaType: string): string =>
      namesOf([
        {
          ...tides,
          responses: tides.responses.map((response) => ({
            ...response,
            content: [{ mediaType, schema: {}, encoding: {}, at: "#" }],
          })),
        },
      ])[tides.key]!;
    expect(of("text/csv")).toBe("get_tides");
    expect(of("application/json")).toBe("list_tides");
  });

  it("takes legal names of other shapes from the owner, told apart without case", () => {
    const overrides = new Map([
      ["GET /pets", "Get-Pet"],
      ["POST /pets", "get-pet"],
    ]);
    const found = namesOf(pets, { overrides });
    expect(found["GET /pets"]).toBe("Get-Pet");
    expect(found["POST /pets"]).toBe("create_pet");
    expect(codes(pets, { overrides })).toContain("name-taken");
  });
});

describe("any document", () => {
  const word = fc.constantFrom(
    "pets",
    "orders",
    "user",
    "a",
    "status",
    "search",
    "cancel",
    "v1",
    "items",
    "取得",
    "__proto__",
    "constructor",
    "x-y",
    "Größe",
    "delete",
    "list",
  );
  const segment = fc.oneof(
    word,
    word.map((name) => `{${name}}`),
    word.map((name) => `${name}.json`),
  );
  const id = fc.option(
    fc.oneof(
      fc
        .array(word, { minLength: 1, maxLength: 4 })
        .map((list) => list.join("_")),
      fc
        .array(word, { minLength: 1, maxLength: 12 })
        .map((list) =>
          list.map((one) => one[0]!.toUpperCase() + one.slice(1)).join(""),
        ),
      fc.string({ unit: "grapheme", maxLength: 120 }),
    ),
    { nil: undefined },
  );
  const operation = fc
    .record({
      method: fc.constantFrom(
        "GET",
        "POST",
        "PUT",
        "PATCH",
        "DELETE",
        "HEAD",
        "OPTIONS",
        "QUERY",
        "COPY",
      ),
      path: fc
        .array(segment, { maxLength: 5 })
        .map((list) => `/${list.join("/")}`),
      operationId: id,
    })
    .map(({ method, path: where, operationId }) =>
      sketch(
        `${method} ${where}`,
        operationId === undefined ? {} : { operationId },
      ),
    );
  const document = fc.uniqueArray(operation, {
    maxLength: 40,
    selector: ({ key }) => key,
  });

  it("has legal, short, unique names, whatever their order", () => {
    fc.assert(
      fc.property(document, fc.integer(), (operations, seed) => {
        const found = namesOf(operations);
        const list = Object.values(found);
        expect(new Set(list).size).toBe(operations.length);
        for (const name of list) {
          expect(name).toMatch(/^[a-z][a-z0-9_]{0,39}$/);
          expect(name).not.toMatch(/__|_$/);
        }
        const shuffled = operations.toSorted(
          (a, b) =>
            ((a.key.length * 31 + seed) % 7) - ((b.key.length * 31 + seed) % 7),
        );
        expect(namesOf(shuffled)).toEqual(found);
        expect(namesOf(operations.toReversed())).toEqual(found);
      }),
      { numRuns: 60 },
    );
  });

  it("moves no locked name when operations are added", () => {
    fc.assert(
      fc.property(document, document, (before, more) => {
        const found = namesOf(before);
        const keys = new Set(before.map(({ key }) => key));
        const all = [...before, ...more.filter(({ key }) => !keys.has(key))];
        const locked = new Map(Object.entries(found));
        const after = namesOf(all, { locked });
        for (const key of keys) expect(after[key]).toBe(found[key]);
        expect(new Set(Object.values(after)).size).toBe(all.length);
      }),
      { numRuns: 40 },
    );
  });
});

describeShared("names of the cases", (folder) => {
  const read = async (file: string): Promise<readonly Operation[]> => {
    const { spec } = await loadSpec(path.join(folder, file), {});
    return listOperations(spec).operations;
  };

  it("makes up names from paths that tell", async () => {
    const operations = await read(
      "cases/07-missing-and-clashing-operation-ids.yaml",
    );
    expect(namesOf(operations)).toEqual({
      "GET /people": "list_people",
      "GET /places": "list_places",
      "GET /people/{}": "get_person",
      "GET /a": "list_foo_a",
      "GET /b": "list_foo_b",
    });
    expect(namesOf(operations.toReversed())).toEqual(namesOf(operations));
    expect(
      codes(operations).filter((code) => code === "name-made"),
    ).toHaveLength(3);
  });

  it("shortens long names to what tells them apart", async () => {
    const operations = await read("cases/08-long-operation-ids.yaml");
    const found = namesOf(operations);
    expect(found["GET /requests"]).toBe("list_requests");
    const [members, owners] = [
      found["POST /sheets/{}/values/clear"]!,
      found["POST /sheets/{}/values/clear-owners"]!,
    ];
    expect(members).not.toBe(owners);
    for (const name of [members, owners]) {
      expect(name.length).toBeLessThanOrEqual(40);
      expect(name).toMatch(/clear/);
      expect(name).toMatch(/value/);
    }
  });

  it.each([
    "hostile/03-operationid-quote-break.json",
    "hostile/22-operationid-path-traversal.json",
    "hostile/23-prototype-names-everywhere.json",
    "hostile/25-names-collide-after-normalising.yaml",
    "hostile/51-invisible-unicode-in-text-and-names.json",
    "hostile/53-terminal-escapes-in-cli-output.json",
  ])("%s: legal, unique, verb first", async (file) => {
    const operations = await read(file);
    const list = Object.values(namesOf(operations));
    expect(new Set(list).size).toBe(operations.length);
    for (const name of list)
      expect(name).toMatch(
        /^(?:get|list|create|update|replace|delete|set)_[a-z0-9_]+$/,
      );
  });

  it("a method is never hidden behind an identifier that says another", async () => {
    const found = namesOf(
      await read("hostile/25-names-collide-after-normalising.yaml"),
    );
    for (const [key, name] of Object.entries(found))
      if (key.startsWith("DELETE")) expect(name).toMatch(/^delete_/);
  });
});
