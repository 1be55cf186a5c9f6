// npm run generate: brings this project up to date with its document. Flags are passed on: npm run generate -- --check
//
// The generator is looked for in this order: the file that TOOLWRIGHT names (the dist/cli.js of a checkout), the package that is
// installed here, and the registry, in the version that tools.lock.json names.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const name = "create-toolwright";

const generate = fromEnvironment() ?? installed() ?? fromRegistry();
process.exitCode =
  generate?.(["generate", ...process.argv.slice(2)], "inherit").status ?? 1;

function fromEnvironment() {
  const file = process.env.TOOLWRIGHT;
  if (!file) return undefined;
  const cli = path.resolve(file);
  if (existsSync(cli)) return node(cli);
  return () => complain(`TOOLWRIGHT names ${file}, which is not there.`);
}

function installed() {
  for (let folder = root; ; folder = path.dirname(folder)) {
    const cli = path.join(folder, "node_modules", name, "dist", "cli.js");
    if (existsSync(cli)) return node(cli);
    if (path.dirname(folder) === folder) return undefined;
  }
}

function fromRegistry() {
  const version = lockedVersion();
  const spec = version === undefined ? name : `${name}@${version}`;
  const run = npm("exec", "--yes", `--package=${spec}`, "--", "toolwright");
  // Asked first, and quietly, so that an unreachable generator is told from one that found something to say.
  if (run(["--version"], "ignore").status === 0) return run;
  return () =>
    complain(
      `The generator ${spec} is neither installed here nor to be had from the registry.`,
      `Install it (npm install -D ${spec}), or say where it is: TOOLWRIGHT=/path/to/toolwright/dist/cli.js npm run generate`,
    );
}

/** The version of the generator that made this project. */
function lockedVersion() {
  try {
    const lock = readFileSync(path.join(root, "tools.lock.json"), "utf8");
    return /"generator":\s*"([\w.+-]+)"/.exec(lock)?.[1];
  } catch {
    return undefined;
  }
}

function node(cli) {
  return (args, stdio) =>
    spawnSync(process.execPath, [cli, ...args], { cwd: root, stdio });
}

function npm(...first) {
  // Under "npm run" npm says where it is; by its name only a shell finds it on Windows.
  const cli = process.env.npm_execpath;
  if (cli && /npm-cli\.c?js$/.test(cli)) {
    return (args, stdio) => node(cli)([...first, ...args], stdio);
  }
  return (args, stdio) =>
    spawnSync("npm", [...first, ...args], {
      cwd: root,
      stdio,
      shell: process.platform === "win32",
    });
}

function complain(...lines) {
  process.stderr.write(`${lines.join("\n")}\n`);
  return { status: 1 };
}
