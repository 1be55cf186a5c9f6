import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { Diagnostic } from "../../src/diagnostics.js";
import { loadSpec, type LoadOptions } from "../../src/spec/load.js";
import { listOperations } from "../../src/spec/operations.js";

/** Writes files (objects as JSON) into a folder that is gone after the test. */
export function folderOf(files: { readonly [name: string]: unknown }): string {
  const folder = mkdtempSync(path.join(tmpdir(), "toolwright-spec-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(
      file,
      typeof content === "string" ? content : JSON.stringify(content),
    );
  }
  return folder;
}

/** Loads a document, given as a value or a text; not validated unless asked, for that takes longer than all the rest. */
export async function load(document: unknown, options: LoadOptions = {}) {
  const folder = folderOf({ "openapi.yaml": document });
  return loadSpec(path.join(folder, "openapi.yaml"), {
    validate: "never",
    ...options,
  });
}

/** A document with these `paths`. */
export function withPaths(paths: unknown, rest: object = {}): object {
  return {
    openapi: "3.0.3",
    info: { title: "Test", version: "1" },
    servers: [{ url: "https://api.example.test" }],
    paths,
    ...rest,
  };
}

/** Lists the operations of a document's `paths`, with the diagnostics of all stages. */
export async function list(document: unknown, options: LoadOptions = {}) {
  const { spec, diagnostics } = await load(document, options);
  const listed = listOperations(spec);
  return {
    spec,
    ...listed,
    diagnostics: [...diagnostics, ...listed.diagnostics],
  };
}

export function codesOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code }) => code);
}

export const ok = { "200": { description: "OK" } };
