// Makes <name>.mcpb, which desktop hosts install with one click: https://github.com/modelcontextprotocol/mcpb
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const mcpb = "@anthropic-ai/mcpb@2.1.2";

if (!existsSync("dist/main.js")) {
  console.error("There is no dist/main.js: run npm run build first.");
  process.exit(1);
}
const { name } = JSON.parse(readFileSync("package.json", "utf8"));
const folder = mkdtempSync(path.join(tmpdir(), "mcpb-"));
try {
  mkdirSync(path.join(folder, "server"));
  copyFileSync("manifest.json", path.join(folder, "manifest.json"));
  copyFileSync("dist/main.js", path.join(folder, "server/main.js"));
  for (const file of ["examples.json", "toolwright.config.json"]) {
    if (existsSync(file)) copyFileSync(file, path.join(folder, file));
  }
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }\n');
  for (const args of [
    ["validate", path.join(folder, "manifest.json")],
    ["pack", folder, path.resolve(`${name.replace(/^.*\//, "")}.mcpb`)],
  ]) {
    // One command line, because npx is a script that Windows starts through its shell only; no argument comes from a document.
    const command = [
      "npx",
      "--yes",
      mcpb,
      ...args.map((arg) => JSON.stringify(arg)),
    ].join(" ");
    const { status } = spawnSync(command, { stdio: "inherit", shell: true });
    if (status !== 0) process.exit(status ?? 1);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
