import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { AnyTool } from "../../templates/project/src/runtime/tool.js";
import type { ApiDescription } from "../../templates/project/src/runtime/api-description.js";
import { run, toolwright, type Outcome } from "./process.js";
import { root } from "./root.js";
import { installed, type Packages } from "./toolbox.js";

let home: Promise<string> | undefined;

/**
 * A fresh folder for a project: its dependencies stand in a `node_modules` above it, installed once for all projects, so
 * that a project can be built and started without an install of its own.
 */
export async function freshFolder(label: string): Promise<string> {
  home ??= projectDependencies().then((packages) =>
    installed("projects", packages),
  );
  const work = path.join(await home, "work");
  mkdirSync(work, { recursive: true });
  return mkdtempSync(path.join(work, `${label.replace(/[^\w-]/g, "_")}-`));
}

/** What every generated project depends on, to run and to be built: as a project says that the generator makes. */
async function projectDependencies(): Promise<Packages> {
  const folder = mkdtempSync(path.join(tmpdir(), "toolwright-sample-"));
  try {
    const project = path.join(folder, "marina");
    const { status, stderr } = await toolwright([
      "generate",
      path.join(root, "samples/marina.yaml"),
      project,
    ]);
    if (status !== 0) throw new Error(`samples/marina.yaml: ${stderr}`);
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(path.join(project, "package.json"), "utf8"),
    ) as { dependencies: Packages; devDependencies: Packages };
    return { ...dependencies, ...devDependencies };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the project's own build: type-check and bundle. */
export function buildProject(folder: string): Promise<Outcome> {
  return run("npm", ["run", "build", "--silent"], { cwd: folder });
}

/** The tools of a project, by toolset, as its own `src/tools/index.ts` states them. */
export async function loadToolsets(
  folder: string,
): Promise<{ readonly [toolset: string]: readonly AnyTool[] }> {
  const loaded = await loadModule<{
    toolsets: { readonly [toolset: string]: readonly AnyTool[] };
  }>(folder, "src/tools/index.ts");
  return loaded.toolsets;
}

/** All tools of a project. */
export async function loadTools(folder: string): Promise<readonly AnyTool[]> {
  return Object.values(await loadToolsets(folder)).flat();
}

/** What all tools of a project share. */
export async function loadApi(folder: string): Promise<ApiDescription> {
  return (await loadModule<{ api: ApiDescription }>(folder, "src/api.ts")).api;
}

/** Bundles one TypeScript module of a project and imports it. */
export async function loadModule<Module>(
  folder: string,
  module: string,
): Promise<Module> {
  const outfile = path.join(
    folder,
    "node_modules/.loaded",
    `${module.replaceAll("/", "-")}.mjs`,
  );
  await build({
    entryPoints: [path.join(folder, module)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "silent",
  });
  return (await import(pathToFileURL(outfile).href)) as Module;
}
