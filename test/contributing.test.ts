import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./harness/root.js";

const sources = readdirSync(path.join(root, "src"), {
  recursive: true,
  encoding: "utf8",
})
  .map((file) => file.split(path.sep).join("/"))
  .filter((file) => file.endsWith(".ts") || file.startsWith("tools/clients"));

describe("CONTRIBUTING.md", () => {
  const text = readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8");
  const map = text.slice(
    text.indexOf("### `src/`, file by file"),
    text.indexOf("## How to add"),
  );
  const named = [...map.matchAll(/`([\w./-]+\.(?:ts|json))`/g)].map(
    ([, file]) => file!,
  );

  it("has every file of src/ in its map", () => {
    expect(sources.filter((file) => !named.includes(file))).toEqual([]);
  });

  it("has no other in it", () => {
    const known = new Set([
      ...sources,
      "toolwright.config.json",
      "tools.lock.json",
      "package.json",
    ]);
    expect(
      named.filter((file) => !known.has(file) && !file.startsWith("test/")),
    ).toEqual([]);
  });
});

describe.each(["README.md", "CONTRIBUTING.md"])("%s", (file) => {
  const text = readFileSync(path.join(root, file), "utf8");

  it("runs scripts that there are", () => {
    const { scripts } = JSON.parse(
      readFileSync(path.join(root, "package.json"), "utf8"),
    ) as { scripts: Record<string, string> };
    // Of a generated project.
    const theirs = ["generate", "build", "start", "test", "pack:mcpb"];
    const named = [...text.matchAll(/`?npm run (?:--silent )?([\w:]+)/g)].map(
      ([, name]) => name!,
    );
    expect(named.length).toBeGreaterThan(3);
    expect(
      named.filter((name) => !scripts[name] && !theirs.includes(name)),
    ).toEqual([]);
  });

  it("links to headings and files that there are", () => {
    const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\w\s-]/g, "")
        .trim()
        .replaceAll(" ", "-"),
    );
    const files = readdirSync(root);
    const targets = [...text.matchAll(/\]\(([^)]+)\)/g)].map(
      ([, target]) => target!,
    );
    const broken = targets.filter((target) => {
      if (target.startsWith("http")) return false;
      if (target.startsWith("#")) return !anchors.includes(target.slice(1));
      return !files.includes(target.split("/")[0]!);
    });
    expect(broken).toEqual([]);
  });
});
