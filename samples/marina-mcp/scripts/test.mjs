// Bundles the server and each test into a temporary folder and runs them there with Node's own test runner, far from .env and
// the config: tests need no network and no credentials.
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { bundle } from "./bundle.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "mcp-server-test-"));
let status = 1;
try {
  const tests = readdirSync("test", { recursive: true })
    .map(String)
    .filter((file) => file.endsWith(".test.ts"))
    .sort();
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  mkdirSync(path.join(folder, "dist"));
  await build({
    ...bundle,
    entryPoints: {
      "dist/main": "src/main.ts",
      ...Object.fromEntries(
        tests.map((file) => [
          `test/${file.slice(0, -3)}`,
          path.join("test", file),
        ]),
      ),
    },
    outdir: folder,
  });
  if (existsSync("examples.json"))
    copyFileSync("examples.json", path.join(folder, "dist/examples.json"));
  const files = tests.map((file) =>
    path.join(folder, "test", `${file.slice(0, -3)}.js`),
  );
  status =
    spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit" })
      .status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(status);
