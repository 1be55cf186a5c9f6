import { expect, test } from "vitest";
import type { Lock, LockedTool } from "../../src/update/lock.js";
import { compareSurface } from "../../src/update/surface.js";

const tool = (more: Partial<LockedTool> = {}): LockedTool => ({
  name: "get_pet",
  toolset: "pets",
  file: "src/tools/pets/get_pet.ts",
  annotations: "read idempotent",
  auth: ["key"],
  input: {},
  text: "0",
  ...more,
});
const lock = (...tools: readonly (readonly [string, LockedTool])[]): Lock => ({
  lockVersion: 1,
  generator: "",
  spec: { source: "", title: "", version: "", hash: "" },
  tools: Object.fromEntries(tools),
  retired: {},
  seeded: [],
});
const key = "GET /pets/{}";

/** https://modelcontextprotocol.io clients approve calls by hints and validate arguments by schema: what of a change they feel. */
const rows: readonly (readonly [
  string,
  Partial<LockedTool>,
  Partial<LockedTool>,
  string,
  RegExp,
])[] = [
  [
    "a structured answer appears",
    {},
    { output: "1" },
    "compatible",
    /answer was added/,
  ],
  [
    "a structured answer disappears",
    { output: "1" },
    {},
    "notable",
    /answer was removed/,
  ],
  [
    "read becomes destructive",
    { annotations: "read idempotent" },
    { annotations: "destructive idempotent" },
    "breaking",
    /was read, is destructive/,
  ],
  [
    "read becomes write",
    {},
    { annotations: "write idempotent" },
    "breaking",
    /was read, is write/,
  ],
  [
    "write becomes destructive",
    { annotations: "write" },
    { annotations: "destructive" },
    "breaking",
    /destructive/,
  ],
  [
    "destructive becomes read",
    { annotations: "destructive" },
    { annotations: "read" },
    "notable",
    /is read/,
  ],
  [
    "no longer idempotent",
    {},
    { annotations: "read" },
    "notable",
    /no longer idempotent/,
  ],
  [
    "authentication is asked for",
    { auth: [] },
    { auth: ["key"] },
    "breaking",
    /was none, is key/,
  ],
  ["another scheme", {}, { auth: ["token"] }, "breaking", /is token/],
  ["one more way", {}, { auth: ["key", "token"] }, "notable", /key or token/],
  ["no authentication any more", {}, { auth: [] }, "notable", /is none/],
  [
    "a required argument",
    {},
    { input: { a: "string required" } },
    "breaking",
    /a: new required/,
  ],
  [
    "an optional argument",
    {},
    { input: { a: "string" } },
    "compatible",
    /a: new optional/,
  ],
  [
    "an argument goes",
    { input: { a: "string" } },
    {},
    "breaking",
    /a: argument removed/,
  ],
  [
    "optional becomes required",
    { input: { a: "string" } },
    { input: { a: "string required" } },
    "breaking",
    /now required/,
  ],
  [
    "required becomes optional",
    { input: { a: "string required" } },
    { input: { a: "string" } },
    "compatible",
    /now optional/,
  ],
  [
    "another type",
    { input: { a: "string" } },
    { input: { a: "integer" } },
    "breaking",
    /was string, is integer/,
  ],
  [
    "a wider type",
    { input: { a: "integer" } },
    { input: { a: "number" } },
    "compatible",
    /is number/,
  ],
  [
    "null allowed",
    { input: { a: "string" } },
    { input: { a: "null|string" } },
    "compatible",
    /null/,
  ],
  [
    "enum grows",
    { input: { a: "string enum=x" } },
    { input: { a: "string enum=x|y" } },
    "compatible",
    /new values: y/,
  ],
  [
    "enum shrinks",
    { input: { a: "string enum=x|y" } },
    { input: { a: "string enum=x" } },
    "breaking",
    /no longer taken: y/,
  ],
  [
    "enum appears",
    { input: { a: "string" } },
    { input: { a: "string enum=x" } },
    "breaking",
    /only these values/,
  ],
  [
    "limit tightened",
    { input: { a: "integer maximum=9" } },
    { input: { a: "integer maximum=5" } },
    "breaking",
    /maximum was 9, is 5/,
  ],
  [
    "limit relaxed",
    { input: { a: "integer minimum=5" } },
    { input: { a: "integer minimum=1" } },
    "compatible",
    /minimum was 5, is 1/,
  ],
  [
    "limit added",
    { input: { a: "string" } },
    { input: { a: "string pattern=^x" } },
    "breaking",
    /now limited/,
  ],
  [
    "limit removed",
    { input: { a: "string maxLength=3" } },
    { input: { a: "string" } },
    "compatible",
    /no longer limited/,
  ],
  [
    "strictness within",
    { input: { a: "object" } },
    { input: { a: "object closed" } },
    "breaking",
    /closed/,
  ],
  [
    "a required field within",
    { input: { a: "object" } },
    { input: { a: "object", "a.b": "string required" } },
    "breaking",
    /a\.b: new required/,
  ],
  [
    "fields of a new argument are told by the argument",
    {},
    { input: { a: "object", "a.b": "string required" } },
    "compatible",
    /^a: new optional/,
  ],
  [
    "fields of a lost argument likewise",
    { input: { a: "object[]", "a[]": "object", "a[].b": "string" } },
    {},
    "breaking",
    /^a: argument removed/,
  ],
  ["texts", {}, { text: "1" }, "text", /texts/],
  ["renamed", {}, { name: "fetch_pet" }, "breaking", /renamed to fetch_pet/],
];
test.each(rows)("%s", (_, before, after, level, message) => {
  const report = compareSurface(
    lock([key, tool(before)]),
    lock([key, tool(after)]),
  );
  expect(report.changes).toEqual([
    {
      level,
      area: expect.any(String),
      tool: "get_pet",
      message: expect.stringMatching(message),
    },
  ]);
  expect(report.level).toBe(level);
});

test("tools come and go; effects are told first; the bump follows the gravest", () => {
  const before = lock([key, tool()], ["DELETE /x", tool({ name: "delete_x" })]);
  const after = lock(
    [key, tool({ annotations: "destructive" })],
    ["POST /y", tool({ name: "add_y" })],
  );
  const report = compareSurface(before, after);
  expect(
    report.changes.map(
      ({ area, tool, message }) => `${area} ${tool} ${message}`,
    ),
  ).toEqual([
    "effect get_pet was read, is destructive",
    "effect get_pet is no longer idempotent",
    "tool delete_x removed: DELETE /x",
    "tool add_y added: POST /y",
  ]);
  expect(report.suggestedBump).toBe("major");
  expect(report.tools).toEqual({
    added: ["add_y"],
    removed: ["delete_x"],
    changed: ["get_pet"],
    renamed: [],
  });
  expect(compareSurface(before, before)).toMatchObject({
    changes: [],
    level: "none",
    suggestedBump: "none",
  });
  expect(compareSurface(undefined, after)).toMatchObject({
    changes: [],
    level: "none",
  });
});
