import { afterEach, expect, test, vi } from "vitest";
import { printDiagnostics } from "../../src/commands/print.js";
import { diagnostic } from "../../src/diagnostics.js";

afterEach(() => vi.restoreAllMocks());

function printed(...findings: Parameters<typeof printDiagnostics>[0]): string {
  let text = "";
  vi.spyOn(process.stderr, "write").mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  printDiagnostics(findings);
  return text;
}

test.each([
  [
    "a pointer with its place in the text",
    { at: "#/paths/~1a", line: 3, column: 5 },
    "It is so (#/paths/~1a, line 3:5) [override-unused]",
  ],
  ["a file", { at: "a.json" }, "It is so (a.json) [override-unused]"],
  ["a whole file", { at: "a.json#" }, "It is so (a.json) [override-unused]"],
  [
    "the whole document",
    { at: "#", line: 1, column: 1 },
    "It is so (line 1:1) [override-unused]",
  ],
  ["nothing", {}, "It is so [override-unused]"],
])("the place of a finding: %s", (_, place, want) => {
  expect(printed(diagnostic("override-unused", "It is so", place))).toContain(
    want,
  );
});

test("a place that the message names is not said again", () => {
  const finding = diagnostic("project-markers", "a.ts:10 has markers.", {
    at: "a.ts",
    line: 10,
  });
  expect(printed(finding)).toContain("a.ts:10 has markers. [project-markers]");
});
