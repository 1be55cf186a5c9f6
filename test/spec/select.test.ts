import { describe, expect, test } from "vitest";
import {
  matchesTool,
  selectOperations,
  selectTools,
  type Selection,
} from "../../src/spec/select.js";
import { readOverride } from "../../src/spec/x-mcp.js";
import { codesOf, list, ok, withPaths } from "./documents.js";

const operation = (operationId: string, rest: object = {}) => ({
  operationId,
  responses: ok,
  ...rest,
});
const document = withPaths({
  "/pets": {
    get: operation("listPets", { tags: ["pets"] }),
    post: operation("createPet", { tags: ["pets", "Write API"] }),
  },
  "/pets/{petId}": {
    get: operation("getPet", { tags: ["pets"] }),
    delete: operation("deletePet", { tags: ["pets"], deprecated: true }),
  },
  "/pets/{petId}/photos/{photoId}": { get: operation("getPhoto") },
  "/stores": { get: operation("listStores", { tags: ["stores"] }) },
  "/users('{id}')": { get: operation("getUser") },
});

async function select(selection: Selection, of: object = document) {
  const { operations, spec } = await list(of);
  const result = selectOperations(operations, selection, spec);
  return {
    ...result,
    ids: result.selected.map(({ operationId }) => operationId),
    operations,
  };
}

const all = [
  "listPets",
  "createPet",
  "getPet",
  "deletePet",
  "getPhoto",
  "listStores",
  "getUser",
];

describe("selectors", () => {
  test.each<[string, Selection, string[]]>([
    ["nothing said", {}, all],
    ["empty lists", { include: [], exclude: [] }, all],
    ["tag", { include: ["tag:stores"] }, ["listStores"]],
    [
      "tag with spaces and other capitals",
      { include: ["tag:write api"] },
      ["createPet"],
    ],
    ["method", { include: ["method:DELETE"] }, ["deletePet"]],
    ["operationId", { include: ["id:getPet"] }, ["getPet"]],
    [
      "operationId with a star",
      { include: ["operationId:get*"] },
      ["getPet", "getPhoto", "getUser"],
    ],
    ["path", { include: ["path:/pets"] }, ["listPets", "createPet"]],
    ["one segment", { include: ["path:/pets/*"] }, ["getPet", "deletePet"]],
    [
      "any segments",
      { include: ["/pets/**"] },
      ["listPets", "createPet", "getPet", "deletePet", "getPhoto"],
    ],
    [
      "a variable by its name",
      { include: ["/pets/{petId}"] },
      ["getPet", "deletePet"],
    ],
    [
      "a variable whatever its name",
      { include: ["/pets/{}"] },
      ["getPet", "deletePet"],
    ],
    ["parentheses are no glob", { include: ["/users('{id}')"] }, ["getUser"]],
    ["an operation's key", { include: ["GET /pets/{}"] }, ["getPet"]],
    [
      "a method and a glob",
      { include: ["get /pets/**"] },
      ["listPets", "getPet", "getPhoto"],
    ],
    [
      "deny wins",
      { include: ["tag:pets"], exclude: ["method:post", "id:getPet"] },
      ["listPets", "deletePet"],
    ],
    [
      "several",
      { include: ["tag:stores", "id:getPhoto"] },
      ["getPhoto", "listStores"],
    ],
    [
      "deprecated",
      { deprecated: "exclude" },
      all.filter((id) => id !== "deletePet"),
    ],
    ["deprecated kept", { deprecated: "keep" }, all],
    [
      "the config",
      { enabled: new Map([["GET /stores", false]]) },
      all.filter((id) => id !== "listStores"),
    ],
    [
      "what may be a tool's name stays for later",
      { include: ["tool:find_*"] },
      all,
    ],
    [
      "a bare word is a tag or operationId at once when it excludes",
      { exclude: ["pets"] },
      ["getPhoto", "listStores", "getUser"],
    ],
  ])("%s", async (_, selection, want) => {
    const { ids, selected, excluded, operations } = await select(selection);
    expect(ids).toEqual(want);
    expect(selected.length + excluded.length).toBe(operations.length);
  });

  test("every exclusion has its reason", async () => {
    const { excluded } = await select({
      include: ["tag:pets"],
      exclude: ["method:post"],
      deprecated: "exclude",
    });
    expect(
      excluded.map(({ operation: { operationId }, reason }) => [
        operationId,
        reason,
      ]),
    ).toEqual([
      ["createPet", 'excluded by "method:post"'],
      ["deletePet", "deprecated"],
      ["getPhoto", "not included"],
      ["listStores", "not included"],
      ["getUser", "not included"],
    ]);
  });

  test("what may be meant is of the kind that the selector asks for", async () => {
    const { operations } = await list(document);
    const { diagnostics } = selectTools(
      operations,
      { include: ["tool:getphoto", "tool:*"] },
      new Map(operations.map(({ key }) => [key, "get_photo"])),
    );
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'The selector "tool:getphoto" matches nothing; is "get_photo" meant?',
    ]);
  });

  test("a selector that matches nothing is told, with what may be meant", async () => {
    const { diagnostics } = await select({
      include: ["tag:petz", "tag:pets"],
      exclude: ["path:/none"],
    });
    expect(codesOf(diagnostics)).toEqual([
      "selector-unmatched",
      "selector-unmatched",
    ]);
    expect(diagnostics[0]!.message).toBe(
      'The selector "tag:petz" matches nothing; is "pets" meant?',
    );
  });

  test("tool names are decided once they are known", async () => {
    const selection = {
      include: ["tool:list_*", "getPet"],
      exclude: ["list_stores", "tool:none"],
    };
    const { selected } = await select(selection);
    const names = new Map(
      selected.map(({ key, operationId }) => [
        key,
        operationId!.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      ]),
    );
    const result = selectTools(selected, selection, names);
    expect(result.selected.map(({ operationId }) => operationId)).toEqual([
      "listPets",
      "getPet",
    ]);
    expect(
      result.excluded.find(
        ({ operation: { operationId } }) => operationId === "listStores",
      )?.reason,
    ).toBe('excluded by "list_stores"');
    expect(result.diagnostics.map(({ message }) => message)).toEqual([
      'The selector "tool:none" matches nothing',
    ]);
  });

  test.each<[string, string, boolean]>([
    ["tool:get_pet", "get_pet", true],
    ["tool:get_*", "get_pet", true],
    ["get_pet", "get_pet", true],
    ["tool:get_.et", "get_pet", false],
    ["tag:get_pet", "get_pet", false],
    ["/get_pet", "get_pet", false],
  ])("%s names the tool %s: %s", (selector, name, want) => {
    expect(matchesTool(selector, name)).toBe(want);
  });
});

describe("x-mcp", () => {
  const switched = (
    root: unknown,
    path: unknown,
    own: unknown,
    kin: object = {},
  ) => {
    const part = (value: unknown) =>
      value === undefined ? {} : { "x-mcp": value };
    return withPaths(
      {
        "/a": {
          ...part(path),
          get: { ...operation("a"), ...part(own), ...kin },
        },
      },
      part(root),
    );
  };
  test.each<[string, object, boolean]>([
    ["nothing", switched(undefined, undefined, undefined), true],
    ["false on the operation", switched(undefined, undefined, false), false],
    ["false on the path", switched(undefined, false, undefined), false],
    ["false on the root", switched(false, undefined, undefined), false],
    ["true nearer than false", switched(false, undefined, true), true],
    [
      "the path nearer than the root",
      switched(false, { enabled: true }, { name: "x" }),
      true,
    ],
    [
      "an object with enabled: false",
      switched(true, true, { enabled: false }),
      false,
    ],
    [
      "x-mcp wins over its kin",
      switched(undefined, undefined, true, { "x-speakeasy-mcp": false }),
      true,
    ],
    [
      "x-speakeasy-mcp",
      switched(undefined, undefined, undefined, {
        "x-speakeasy-mcp": { disabled: true },
      }),
      false,
    ],
    [
      "x-mint",
      switched(undefined, undefined, undefined, {
        "x-mint": { mcp: { enabled: false } },
      }),
      false,
    ],
  ])("%s", async (_, of, want) => {
    expect((await select({}, of)).ids).toEqual(want ? ["a"] : []);
  });

  test("what is internal elsewhere is a tool, is told, and can be left out", async () => {
    const internal = switched(undefined, undefined, undefined, {
      "x-internal": true,
    });
    const kept = await select({}, internal);
    expect(kept.ids).toEqual(["a"]);
    expect(kept.diagnostics).toMatchObject([
      { code: "operation-internal", severity: "info", at: "#/paths/~1a/get" },
    ]);
    const left = await select({ exclude: ["extension:x-internal"] }, internal);
    expect([left.ids, codesOf(left.diagnostics)]).toEqual([[], []]);
    expect(
      codesOf(
        (
          await select(
            {},
            switched(undefined, undefined, true, { "x-internal": true }),
          )
        ).diagnostics,
      ),
    ).toEqual([]);
  });

  test("the config wins over the document", async () => {
    const { ids } = await select(
      { enabled: new Map([["GET /a", true]]) },
      switched(undefined, undefined, false),
    );
    expect(ids).toEqual(["a"]);
  });

  test("levels are joined key by key; a name is the operation's own", async () => {
    const { operations } = await select(
      {},
      switched(
        { toolset: "root", name: "no", annotations: { openWorldHint: false } },
        { toolset: "path", title: "no" },
        { description: "d" },
      ),
    );
    expect(readOverride(operations[0]!.extensions, "#").override).toEqual({
      toolset: "path",
      annotations: { openWorldHint: false },
      description: "d",
    });
  });

  test("an override is read, and what is wrong in it is told with the nearest right key", () => {
    const { override, diagnostics } = readOverride(
      {
        "x-mcp": {
          enabled: true,
          name: "get_it",
          title: "Get it",
          descripton: "typo",
          annotations: {
            readOnlyHint: true,
            readonly: true,
            destructiveHint: "no",
          },
          arguments: {
            id: {
              name: "key",
              description: "d",
              value: "${ID}",
              hidden: true,
              secret: 1,
            },
            bad: 1,
            __proto__: {},
          },
          "x-note": "kept out",
          mediaType: 3,
        },
      },
      "#/paths/~1a/get",
    );
    expect(override).toEqual({
      enabled: true,
      name: "get_it",
      title: "Get it",
      annotations: { readOnlyHint: true },
      arguments: {
        id: { name: "key", description: "d", value: "${ID}", hidden: true },
      },
    });
    expect(diagnostics.map(({ at, message }) => [at, message])).toEqual([
      [
        "#/paths/~1a/get/x-mcp/descripton",
        '"descripton" is no key of `x-mcp`; is "description" meant?',
      ],
      [
        "#/paths/~1a/get/x-mcp/annotations/readonly",
        '"readonly" is no key of `x-mcp`',
      ],
      [
        "#/paths/~1a/get/x-mcp/annotations/destructiveHint",
        '"destructiveHint" in `x-mcp` is a string, which it cannot be',
      ],
      [
        "#/paths/~1a/get/x-mcp/arguments/id/secret",
        '"secret" is no key of `x-mcp`',
      ],
      [
        "#/paths/~1a/get/x-mcp/arguments/bad",
        'The argument "bad" in `x-mcp` is a number, not an object',
      ],
      [
        "#/paths/~1a/get/x-mcp/mediaType",
        '"mediaType" in `x-mcp` is a number, which it cannot be',
      ],
    ]);
  });

  test.each<[object, object]>([
    [
      { "x-openai-isConsequential": true },
      { annotations: { readOnlyHint: false, destructiveHint: true } },
    ],
    [{ "x-openai-isConsequential": false }, {}],
    [
      {
        "x-openai-isConsequential": true,
        "x-mcp": { annotations: { destructiveHint: false } },
      },
      { annotations: { readOnlyHint: false, destructiveHint: false } },
    ],
    [
      { "x-speakeasy-mcp": { name: "n", description: "d", disabled: false } },
      { enabled: true, name: "n", description: "d" },
    ],
    [{ "x-gram": { name: "n" }, "x-mcp": { name: "m" } }, { name: "m" }],
    [{ "x-mcp": "yes" }, {}],
    [{ "x-mcp": null }, {}],
  ])("%j", (extensions, want) => {
    expect(readOverride(extensions as never, "#").override).toEqual(want);
  });
});
