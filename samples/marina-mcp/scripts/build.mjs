// Bundles the server into dist/main.js: one file starts several times faster than hundreds of modules.
import { chmodSync, copyFileSync, existsSync, rmSync } from "node:fs";
import { build } from "esbuild";
import { bundle } from "./bundle.mjs";

rmSync("dist", { recursive: true, force: true });
await build({
  ...bundle,
  entryPoints: ["src/main.ts"],
  outfile: "dist/main.js",
});
if (existsSync("examples.json"))
  copyFileSync("examples.json", "dist/examples.json");
// What `bin` names is run directly.
chmodSync("dist/main.js", 0o755);
