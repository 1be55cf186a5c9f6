// Runs before `npm test`: a fresh clone has no packages yet.
import { execSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
if (!existsSync(new URL("../node_modules", import.meta.url))) {
  execSync("npm ci", { cwd: root, stdio: "inherit" });
}
