import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root: found upward from this module, which may have been bundled into a folder of its own. */
export const root: string = (() => {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, "package-lock.json"))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error("not inside the repository");
    folder = parent;
  }
  return folder;
})();

/** Where downloads and generated projects go; not part of the repository, safe to delete. */
export const cache: string = path.join(root, ".cache");
