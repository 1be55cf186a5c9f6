import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { rememberFolder } from "../../src/create/leftovers.js";

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), "leftovers-"));
});

function fill(dir: string): void {
  mkdirSync(path.join(dir, "src", "tools"), { recursive: true });
  writeFileSync(path.join(dir, "src", "tools", "a.ts"), "");
  writeFileSync(path.join(dir, "package.json"), "{}");
}

it("removes a folder that was not there", () => {
  const undo = rememberFolder(path.join(parent, "server"));
  fill(path.join(parent, "server"));
  undo();
  expect(readdirSync(parent)).toEqual([]);
});

it("removes the folders above it that were not there", () => {
  const undo = rememberFolder(path.join(parent, "a", "b", "server"));
  fill(path.join(parent, "a", "b", "server"));
  undo();
  expect(readdirSync(parent)).toEqual([]);
});

it("keeps what was in the folder before", () => {
  writeFileSync(path.join(parent, "openapi.yaml"), "openapi: 3.1.0");
  mkdirSync(path.join(parent, ".git"));
  const undo = rememberFolder(parent);
  fill(parent);
  undo();
  expect(readdirSync(parent).sort()).toEqual([".git", "openapi.yaml"]);
});

it("does nothing where nothing was made", () => {
  const dir = path.join(parent, "server");
  rememberFolder(dir)();
  expect(existsSync(dir)).toBe(false);
  expect(existsSync(parent)).toBe(true);
});
