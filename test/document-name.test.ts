import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  chooseDocument,
  documentPath,
  nameFromProject,
} from "../src/document-name.js";

describe("the document as a project names it", () => {
  it.each([
    ["openapi.yaml", "/home/me", "/home/me/server", "../openapi.yaml"],
    [
      "./api/openapi.yaml",
      "/home/me",
      "/home/me/server",
      "../api/openapi.yaml",
    ],
    ["openapi.yaml", "/home/me/server", "/home/me/server", "openapi.yaml"],
    [
      "/srv/openapi.yaml",
      "/home/me",
      "/home/me/server",
      "../../../srv/openapi.yaml",
    ],
    [
      "https://api.example.com/openapi.json",
      "/home/me",
      "/home/me/server",
      "https://api.example.com/openapi.json",
    ],
    ["-", "/home/me", "/home/me/server", "-"],
  ])("%s in %s for %s is %s", (source, relativeTo, dir, want) => {
    expect(nameFromProject({ source, relativeTo }, dir, path.posix)).toBe(want);
  });

  it.each([
    ["openapi.yaml", "C:\\work", "C:\\work\\server", "../openapi.yaml"],
    [
      "api\\openapi.yaml",
      "C:\\work",
      "C:\\work\\server",
      "../api/openapi.yaml",
    ],
    ["api/openapi.yaml", "C:\\work", "C:\\work\\server", "../api/openapi.yaml"],
    [
      "C:\\specs\\openapi.yaml",
      "C:\\work",
      "c:\\work\\server",
      "../../specs/openapi.yaml",
    ],
    [
      "D:\\specs\\openapi.yaml",
      "C:\\work",
      "C:\\work\\server",
      "D:/specs/openapi.yaml",
    ],
    [
      "\\\\host\\share\\openapi.yaml",
      "C:\\work",
      "C:\\work\\server",
      "//host/share/openapi.yaml",
    ],
    [
      "HTTPS://api.example.com/openapi.json",
      "C:\\work",
      "C:\\work\\server",
      "HTTPS://api.example.com/openapi.json",
    ],
  ])("on Windows, %s in %s for %s is %s", (source, relativeTo, dir, want) => {
    expect(nameFromProject({ source, relativeTo }, dir, path.win32)).toBe(want);
  });
});

describe("the document of a run", () => {
  const where = { cwd: "/here", dir: "/project" };

  it("is the one that is named, relative to where the command runs", () => {
    expect(chooseDocument("a.yaml", "b.yaml", where)).toEqual({
      source: "a.yaml",
      relativeTo: "/here",
    });
  });

  it.each([
    ["../openapi.yaml", "../openapi.yaml"],
    ["..\\api\\openapi.yaml", "../api/openapi.yaml"],
    ["https://api.example.com/a\\b.json", "https://api.example.com/a\\b.json"],
  ])("is what the config says otherwise: %s", (configured, source) => {
    expect(chooseDocument(undefined, configured, where)).toEqual({
      source,
      relativeTo: "/project",
    });
  });

  it.each([[undefined], ["-"]])(
    "has to be named where the config says %s",
    (configured) => {
      expect(() => chooseDocument(undefined, configured, where)).toThrow(
        expect.objectContaining({ name: "UserError" }),
      );
    },
  );
});

it.each([
  ["openapi.yaml", "C:\\work\\openapi.yaml"],
  ["D:\\specs\\a.yaml", "D:\\specs\\a.yaml"],
  ["https://example.com/a.yaml", undefined],
  ["-", undefined],
  [undefined, undefined],
])("the file of %s on Windows is %s", (source, want) => {
  expect(documentPath(source, "C:\\work", path.win32)).toBe(want);
});
