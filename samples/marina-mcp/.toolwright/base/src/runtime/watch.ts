import { watch } from "node:fs";
import path from "node:path";

/** Calls back shortly after a file changed, appeared or was replaced. Editors write in several steps, and some put a new file in its place: the folder is watched. */
export function watchFile(file: string, changed: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  watch(path.dirname(file), { persistent: false }, (_event, name) => {
    if (name !== null && name !== path.basename(file)) return;
    clearTimeout(timer);
    timer = setTimeout(changed, 100);
  });
}
