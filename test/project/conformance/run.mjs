// Runs the official conformance scenarios that apply to a server with tools only against a fixture build of the template.
// Needs the package registry: the suite, and Node 24 to run it (it does not start on Node 20).
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const calls = [
  "simple-text",
  "image",
  "audio",
  "embedded-resource",
  "mixed-content",
  "error",
  "with-progress",
].map((name) => `tools-call-${name}`);
const suites = [
  {
    version: "2026-07-28",
    suite: "0.2.0-alpha.12",
    scenarios: [
      "server-stateless",
      "tools-list",
      ...calls,
      "json-schema-2020-12",
      "server-sse-multiple-streams",
      "dns-rebinding-protection",
      "http-header-validation",
    ],
  },
  {
    version: "2025-11-25",
    suite: "0.1.16",
    scenarios: [
      "server-initialize",
      "ping",
      "tools-list",
      ...calls,
      "json-schema-2020-12",
      "server-sse-multiple-streams",
      "dns-rebinding-protection",
    ],
  },
];

const here = path.dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), "toolwright-conformance-"));
let failed = 0;
let server;
try {
  await build({
    entryPoints: [path.join(here, "main.ts")],
    outfile: path.join(folder, "main.mjs"),
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    logLevel: "error",
  });
  server = spawn(process.execPath, [path.join(folder, "main.mjs")], {
    env: { PATH: process.env.PATH },
  });
  const url = await listening(server);
  for (const { version, suite, scenarios } of suites) {
    const place = path.join(folder, suite);
    install(place, ["node@24", `@modelcontextprotocol/conformance@${suite}`]);
    for (const scenario of scenarios) {
      const result = spawnSync(
        path.join(place, "node_modules/node/bin/node"),
        [
          path.join(
            place,
            "node_modules/@modelcontextprotocol/conformance/dist/index.js",
          ),
          "server",
          "--url",
          url,
          "--scenario",
          scenario,
          ...(suite.startsWith("0.1") ? [] : ["--spec-version", version]),
          "-o",
          path.join(folder, "results"),
        ],
        { encoding: "utf8" },
      );
      console.log(
        `${result.status === 0 ? "pass" : "FAIL"}  ${version}  ${scenario}`,
      );
      if (result.status === 0) continue;
      failed += 1;
      console.log(result.stdout + result.stderr);
    }
  }
} finally {
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);

function install(place, packages) {
  const result = spawnSync(
    "npm",
    ["install", "--no-audit", "--no-fund", "--prefix", place, ...packages],
    { encoding: "utf8", shell: process.platform === "win32" },
  );
  if (result.status !== 0)
    throw new Error(`npm install ${packages.join(" ")}: ${result.stderr}`);
}

function listening(child) {
  return new Promise((resolve, reject) => {
    let log = "";
    child.stderr.on("data", (chunk) => {
      log += chunk;
      const url = /"event":"listening","url":"([^"]+)"/.exec(log)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once("exit", (code) =>
      reject(new Error(`the server ended with ${code}: ${log}`)),
    );
  });
}
