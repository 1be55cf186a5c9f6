import type { ProjectFiles } from "./files.js";
import type { Lock, LockedTool } from "./lock.js";
import { readTool } from "./slots.js";

/**
 * A lock made from the tool files of a project that lost its own: each states its tool's name, method and path.
 * Undefined where there are none.
 */
export async function rebuildLock(
  files: ProjectFiles,
): Promise<Lock | undefined> {
  const tools = new Map<string, LockedTool>();
  for (const toolset of files.list("src/tools")) {
    if (!toolset.isDirectory()) continue;
    for (const entry of files.list(`src/tools/${toolset.name}`)) {
      if (!entry.name.endsWith(".ts")) continue;
      const file = `src/tools/${toolset.name}/${entry.name}`;
      const found = await readTool(file, files.read(file) ?? "");
      if (!found) continue;
      tools.set(`${found.method} ${found.path.replace(/\{[^{}]*\}/g, "{}")}`, {
        name: found.name,
        toolset: toolset.name,
        file,
        annotations: "",
        auth: [],
        input: {},
      });
    }
  }
  if (tools.size === 0) return undefined;
  return {
    lockVersion: 1,
    generator: "",
    spec: { source: "", title: "", version: "", hash: "" },
    tools: Object.fromEntries(tools),
    retired: {},
    seeded: [],
  };
}
