import { expect, test } from "vitest";
import { byOperation } from "../../src/spec/config-keys.js";
import type { Operation } from "../../src/spec/operation.js";

const operations = [
  { key: "GET /pets/{}", operationId: "getPet" },
  { key: "DELETE /pets/{}" },
  { key: "GET /pets/{}/toys/{}" },
  // Two paths that differ in the names of their variables alone keep them.
  { key: "GET /a/{x}" },
  { key: "GET /a/{y}" },
] as Operation[];

test.each([
  ["its own key", "GET /pets/{}", "GET /pets/{}"],
  ["as the path is written", "GET /pets/{petId}", "GET /pets/{}"],
  ["in small letters", "delete  /pets/{id}", "DELETE /pets/{}"],
  [
    "with several variables",
    "GET /pets/{id}/toys/{toy}",
    "GET /pets/{}/toys/{}",
  ],
  ["a key that keeps its names", "GET /a/{x}", "GET /a/{x}"],
])("an operation is found by %s", (_, given, want) => {
  expect(byOperation(operations, { [given]: 1 })).toEqual({
    said: { [want]: 1 },
    diagnostics: [],
  });
});

test.each([
  ["a wrong path", "GET /pet/{id}", '; did you mean "GET /pets/{}"?'],
  ["an operationId", "getPet", '; did you mean "GET /pets/{}"?'],
  ["one of two", "GET /a/{}", ""],
  ["something else", "frobnicate", ""],
  ["a prototype's name", "__proto__", ""],
])("a key is no operation's: %s", (_, given, help) => {
  const { said, diagnostics } = byOperation(
    operations,
    JSON.parse(`{${JSON.stringify(given)}: {"enabled": false}}`) as object as {
      [key: string]: object;
    },
  );
  expect(Object.keys(said)).toEqual([]);
  expect(diagnostics).toMatchObject([{ code: "override-unused" }]);
  if (help !== "") expect(diagnostics[0]!.message).toContain(help);
});

test("an operation that is described twice keeps what stands first", () => {
  const { said, diagnostics } = byOperation(operations, {
    "GET /pets/{}": 1,
    "GET /pets/{id}": 2,
  });
  expect(said).toEqual({ "GET /pets/{}": 1 });
  expect(diagnostics).toMatchObject([{ code: "override-unused" }]);
});
