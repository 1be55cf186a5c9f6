import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { run } from "./process.js";
import { cache } from "./root.js";

/** Packages by name, with the version or range to install. */
export type Packages = { readonly [name: string]: string };

/**
 * A folder below `.cache` in which these packages are installed, once: others' tools that judge ours, and what generated
 * projects depend on. Several processes may ask at once.
 *
 * @param overrides versions of their dependencies, where a registry lacks what they ask for
 * @throws when the package registry gives none
 */
export async function installed(
  label: string,
  packages: Packages,
  overrides?: Packages,
): Promise<string> {
  const text = JSON.stringify(
    { private: true, type: "module", dependencies: packages, overrides },
    null,
    2,
  );
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 8);
  const folder = path.join(cache, `${label}-${digest}`);
  const done = path.join(folder, ".installed");
  if (existsSync(done)) return folder;
  mkdirSync(folder, { recursive: true });
  const release = await lock(path.join(folder, ".installing"));
  try {
    if (existsSync(done)) return folder;
    writeFileSync(path.join(folder, "package.json"), text);
    const { status, stderr } = await run(
      "npm",
      ["install", "--prefer-offline", "--no-audit", "--no-fund", "--silent"],
      { cwd: folder, timeout: 600 },
    );
    if (status !== 0) {
      throw new Error(`npm install of ${label} failed:\n${stderr}`);
    }
    writeFileSync(done, "");
    return folder;
  } finally {
    release();
  }
}

/** A folder that only one process can make; one that was left by a process that died is taken over. */
async function lock(folder: string): Promise<() => void> {
  const stale = 10 * 60_000;
  for (;;) {
    try {
      mkdirSync(folder);
      return () => rmSync(folder, { recursive: true, force: true });
    } catch {
      const age =
        Date.now() -
        (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0);
      if (age > stale) rmSync(folder, { recursive: true, force: true });
      else await sleep(250);
    }
  }
}
