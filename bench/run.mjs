// node bench/run.mjs NAME [arguments]: runs bench/NAME.ts, bundled first, since Node 20 runs no TypeScript.
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);

const [name, ...args] = process.argv.slice(2);
const outfile = path.join(root, ".cache", "bench", `${name}.mjs`);
await build({
  entryPoints: [path.join(root, "bench", `${name}.ts`)],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  sourcemap: "inline",
  logLevel: "warning",
});
process.argv = [process.execPath, outfile, ...args];
await import(pathToFileURL(outfile).href);
