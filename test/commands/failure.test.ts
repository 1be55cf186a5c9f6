import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { run } from "../harness/process.js";
import { root } from "../harness/root.js";
import { folderOf, ok, withPaths } from "../spec/documents.js";

const cli = path.join(root, "dist", "cli.js");
const document = withPaths({
  "/pets": { get: { operationId: "listPets", responses: ok } },
});

/** Runs `toolwright inspect` on the document. */
function inspect(...flags: string[]) {
  const folder = folderOf({ "a.json": document });
  return run(process.execPath, [cli, "inspect", "a.json", ...flags], {
    cwd: folder,
  });
}

describe("a run that ends with nothing", () => {
  test("says which selector is to blame", async () => {
    const { status, stderr } = await inspect("--include", "tool:listpets");
    expect(status).toBe(1);
    expect(stderr).toContain('is "list_pets" meant?');
  });

  test("gives its findings as JSON to whoever asked for JSON", async () => {
    const { status, stdout } = await inspect("--json", "--include", "tag:none");
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      exitCode: 1,
      diagnostics: [{ code: "no-operations" }, { code: "selector-unmatched" }],
    });
  });
});

test("output that nobody reads to its end is no failure", async () => {
  const folder = folderOf({});
  const file = path.join(folder, "a.json");
  writeFileSync(file, JSON.stringify(document));
  const child = spawn(process.execPath, [cli, "inspect", file], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy();
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += String(chunk)));
  const status = await new Promise((resolve) => child.on("close", resolve));
  expect(stderr).not.toContain("EPIPE");
  expect(status).toBe(0);
});
