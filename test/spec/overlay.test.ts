import path from "node:path";
import { describe, expect, test } from "vitest";
import { UserError } from "../../src/diagnostics.js";
import type { Json } from "../../src/json.js";
import { loadSpec } from "../../src/spec/load.js";
import { applyOverlays } from "../../src/spec/overlay.js";
import { folderOf, withPaths } from "./documents.js";

function apply(document: unknown, actions: unknown, overlay = "1.1.0") {
  const root = structuredClone(document) as Json;
  const diagnostics = applyOverlays(root, [
    { name: "o.yaml", value: { overlay, info: {}, actions } as Json },
  ]);
  return { root, codes: diagnostics.map(({ code }) => code) };
}

// https://spec.openapis.org/overlay/v1.1.0.html#action-object
describe("actions", () => {
  test.each<[string, unknown, unknown[], unknown]>([
    [
      "objects are merged deeply, lists concatenated",
      { a: { b: 1, c: [1], d: { e: 1 } } },
      [{ target: "$.a", update: { b: 2, c: [2], d: { f: 2 }, g: 3 } }],
      { a: { b: 2, c: [1, 2], d: { e: 1, f: 2 }, g: 3 } },
    ],
    ["the root", { a: 1 }, [{ target: "$", update: { b: 2 } }], { a: 1, b: 2 }],
    [
      "a list takes a value",
      { a: [1] },
      [{ target: "$.a", update: { x: 1 } }],
      { a: [1, { x: 1 }] },
    ],
    [
      "a list takes a list",
      { a: [1] },
      [{ target: "$.a", update: [2, 3] }],
      { a: [1, 2, 3] },
    ],
    [
      "a primitive is replaced",
      { a: { b: "x" } },
      [{ target: "$.a.b", update: "y" }],
      { a: { b: "y" } },
    ],
    [
      "a primitive in a list",
      { a: ["x", "z"] },
      [{ target: "$.a[?@ == 'x']", update: "y" }],
      { a: ["y", "z"] },
    ],
    [
      "several nodes, each with a copy of its own",
      { a: [{}, {}] },
      [
        { target: "$.a[*]", update: { b: { c: 1 } } },
        { target: "$.a[0].b", update: { c: 2 } },
      ],
      { a: [{ b: { c: 2 } }, { b: { c: 1 } }] },
    ],
    [
      "removal",
      { a: { b: 1, c: 2 } },
      [{ target: "$.a.b", remove: true }],
      { a: { c: 2 } },
    ],
    [
      "removal from a list",
      { a: [{ n: 1 }, { n: 2 }, { n: 1 }, { n: 3 }] },
      [{ target: "$.a[?@.n == 1]", remove: true }],
      { a: [{ n: 2 }, { n: 3 }] },
    ],
    [
      "removal goes before update",
      { a: { b: 1 } },
      [{ target: "$.a", remove: true, update: { c: 1 } }],
      {},
    ],
    [
      "remove and make anew",
      { a: { b: 1 } },
      [
        { target: "$.a", remove: true },
        { target: "$", update: { a: { c: 1 } } },
      ],
      { a: { c: 1 } },
    ],
    [
      "wildcards",
      { paths: { "/a": { get: {}, put: {} }, "/b": { get: {} } } },
      [{ target: "$.paths.*.get", update: { "x-safe": true } }],
      {
        paths: {
          "/a": { get: { "x-safe": true }, put: {} },
          "/b": { get: { "x-safe": true } },
        },
      },
    ],
    [
      "names with quotes and line breaks",
      { "it's\n\\": { a: 1 } },
      [{ target: "$['it\\'s\\n\\\\'].a", remove: true }],
      { "it's\n\\": {} },
    ],
    [
      "copy",
      { a: { x: 1 }, b: { y: 2 } },
      [{ target: "$.b", copy: "$.a" }],
      { a: { x: 1 }, b: { y: 2, x: 1 } },
    ],
    [
      "move",
      { paths: { "/a": { get: {} } } },
      [
        { target: "$.paths", update: { "/b": {} } },
        { target: "$.paths['/b']", copy: "$.paths['/a']" },
        { target: "$.paths['/a']", remove: true },
      ],
      { paths: { "/b": { get: {} } } },
    ],
    [
      "a name of JavaScript's own",
      { a: {} },
      [{ target: "$.a", update: JSON.parse('{"__proto__": {"b": 1}}') }],
      { a: JSON.parse('{"__proto__": {"b": 1}}') },
    ],
  ])("%s", (_, document, actions, want) => {
    const { root, codes } = apply(document, actions);
    expect(JSON.stringify(root)).toBe(JSON.stringify(want));
    expect(codes).toEqual([]);
  });

  test("a target that matches nothing is told, and the others are applied", () => {
    const { root, codes } = apply(
      { a: {} },
      [
        { target: "$.b", update: {} },
        { target: "$.a", update: { c: 1 } },
      ],
      "1.0.0",
    );
    expect(root).toEqual({ a: { c: 1 } });
    expect(codes).toEqual(["overlay-no-match"]);
  });

  test.each<[string, unknown, RegExp]>([
    [
      "a path that is none",
      [{ target: "$.a[", update: {} }],
      /actions\[0\]\.target: \$\.a\[ is no JSONPath/,
    ],
    ["no target", [{ update: {} }], /actions\[0\] has no `target`/],
    ["nothing to do", [{ target: "$" }], /actions\[0\] has neither/],
    [
      "two things to do",
      [{ target: "$", update: {}, copy: "$" }],
      /both `update` and `copy`/,
    ],
    [
      "kinds that do not fit",
      [{ target: "$.a", update: { b: [1] } }],
      /"b" is primitive in the document and array in the overlay/,
    ],
    [
      "mixed nodes",
      [{ target: "$.*", update: {} }],
      /matches array and object nodes at once/,
    ],
    [
      "a value for an object",
      [{ target: "$.a", update: 1 }],
      /only be updated with an object/,
    ],
    [
      "an object for a value",
      [{ target: "$.a.b", update: {} }],
      /only be updated with a text/,
    ],
    ["removing everything", [{ target: "$", remove: true }], /whole document/],
    ["copying several", [{ target: "$.a", copy: "$.*" }], /matches 2/],
    ["no list", {}, /no list of `actions`/],
  ])("refused: %s", (_, actions, message) => {
    expect(() => apply({ a: { b: 1 }, c: [] }, actions)).toThrow(message);
    expect(() => apply({ a: { b: 1 }, c: [] }, actions)).toThrow(UserError);
  });

  test("what is no overlay is refused", () => {
    expect(() => apply({}, [], "2.0.0")).toThrow(/version "2.0.0"/);
    expect(() =>
      applyOverlays({}, [{ name: "o", value: { openapi: "3.0.0" } }]),
    ).toThrow(/no Overlay document/);
  });
});

test("overlays are applied in order, before references are followed", async () => {
  const folder = folderOf({
    "openapi.json": withPaths({ "/a": { get: { responses: {} } } }),
    "one.yaml":
      "overlay: 1.0.0\nactions:\n  - target: $.paths['/a'].get\n    update: {operationId: one, tags: [a], requestBody: {$ref: '#/x-body'}}\n",
    "two.json": {
      overlay: "1.1.0",
      actions: [
        { target: "$.paths['/a'].get.operationId", update: "two" },
        { target: "$", update: { "x-body": { content: {} } } },
      ],
    },
  });
  const { spec, diagnostics } = await loadSpec("openapi.json", {
    cwd: folder,
    overlays: ["one.yaml", path.join(folder, "two.json")],
    validate: "never",
  });
  expect(spec.root["paths"]).toMatchObject({
    "/a": { get: { operationId: "two", tags: ["a"] } },
  });
  expect(diagnostics).toEqual([]);
});
