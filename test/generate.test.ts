import { mkdtempSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { generate } from "../src/generate.js";
import { root } from "./harness/root.js";

const marina = readFileSync(path.join(root, "samples/marina.yaml"), "utf8");
const timeZone = process.env["TZ"];

afterEach(() => {
  if (timeZone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = timeZone;
});

/** What would be written for the sample, by path, in a folder of that name. */
async function filesIn(folder: string, text = marina) {
  const cwd = path.join(mkdtempSync(path.join(tmpdir(), "generate-")), folder);
  mkdirSync(cwd);
  writeFileSync(path.join(cwd, "openapi.yaml"), text);
  const { plan } = await generate({
    document: "openapi.yaml",
    dir: "server",
    cwd,
    dryRun: true,
  });
  expect(plan.writes.length).toBeGreaterThan(50);
  return plan.writes.map((write) => [
    write.path,
    write.kind === "write" ? write.text : undefined,
  ]);
}

describe("the same document gives the same bytes", () => {
  it("wherever and whenever it is generated", async () => {
    process.env["TZ"] = "Pacific/Auckland";
    const first = await filesIn("a");
    process.env["TZ"] = "America/Caracas";
    expect(await filesIn("somewhere else, with ünusual characters")).toEqual(
      first,
    );
  });

  it("with the line ends of Windows", async () => {
    expect(await filesIn("a", marina.replaceAll("\n", "\r\n"))).toEqual(
      await filesIn("a"),
    );
  });

  it("and names no place of this machine in them", async () => {
    const places = [tmpdir() + path.sep, root, process.execPath];
    const telling = (await filesIn("a")).filter(([, text]) =>
      places.some((place) => text?.includes(place)),
    );
    expect(telling).toEqual([]);
  });
});
