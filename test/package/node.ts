import path from "node:path";
import { installed } from "../harness/toolbox.js";

/** The folder with this version of Node: the running one's, or from the registry's `node-<system>` packages, which need no install script. */
export async function nodeFolder(version: number): Promise<string> {
  if (Number(process.versions.node.split(".")[0]) === version)
    return path.dirname(process.execPath);
  const system = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${system}-${process.arch}`;
  const home = await installed(`node-${version}`, {
    [name]: `^${version}.0.0`,
  });
  return path.join(home, "node_modules", name, "bin");
}
