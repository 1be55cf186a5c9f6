import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe } from "vitest";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder =
  process.env["TOOLWRIGHT_SHARED"] ?? path.join(root, "..", "shared");

/** The folder with the documents of others that tests read and that are not part of this repository; undefined when it is not there. */
export const shared: string | undefined = existsSync(folder)
  ? folder
  : undefined;

/** Declares tests that need the shared documents; without them they are skipped, and the run says so. */
export function describeShared(
  name: string,
  tests: (folder: string) => void,
): void {
  if (shared === undefined) {
    console.warn(`SKIPPED: ${name}: no shared documents at ${folder}`);
    describe.skip(`${name} (shared documents are absent)`, () => undefined);
    return;
  }
  describe(name, () => tests(folder));
}
