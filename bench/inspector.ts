// npm run inspector: the MCP inspector's command line, as strict as it is, against the server of the sample, over both
// transports and in both protocol eras. Ends with status 1 when it finds fault with anything.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../test/harness/ports.js";
import { run, toolwright } from "../test/harness/process.js";
import { buildProject, freshFolder } from "../test/harness/project.js";
import { root } from "../test/harness/root.js";
import { installed } from "../test/harness/toolbox.js";
import { inspector } from "./corpus/schemas.js";

const command = path.join(
  await installed("inspector", inspector),
  "node_modules/.bin/mcp-inspector",
);

/** Generates and builds the sample's server. */
async function makeServer(): Promise<string> {
  const project = await freshFolder("inspected");
  const sample = path.join(root, "samples/marina.yaml");
  const generated = await toolwright(["generate", sample, project]);
  if (generated.status !== 0) throw new Error(generated.stderr);
  const built = await buildProject(project);
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
  return path.join(project, "dist/main.js");
}

/** Lists the tools with the inspector: it ends with another status than 0 when a schema is not portable or nothing is listed. */
async function inspect(
  name: string,
  target: readonly string[],
): Promise<boolean> {
  const { status, stdout, stderr } = await run(command, [
    "--cli",
    ...target,
    "--method",
    "tools/list",
    "--strict",
    "--format",
    "json",
  ]);
  const tools =
    status === 0 ? (stdout.match(/"inputSchema"/g)?.length ?? 0) : 0;
  console.log(`${name}: status ${status}, ${tools} tools`);
  if (status !== 0 || tools === 0 || /warning/i.test(stderr)) {
    console.log(stdout.slice(0, 2000) + stderr.slice(0, 4000));
    return false;
  }
  return true;
}

const main = await makeServer();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const server = spawn(process.execPath, [main, "--http", String(port)], {
  stdio: "ignore",
});
try {
  while (
    !(await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (server.exitCode !== null) throw new Error("the server ended");
    await sleep(100);
  }
  const passed: boolean[] = [];
  for (const era of ["legacy", "modern"]) {
    const eraFlags = ["--protocol-era", era];
    passed.push(
      await inspect(`stdio, ${era}`, [process.execPath, main, ...eraFlags]),
      await inspect(`HTTP, ${era}`, [
        `${url}/mcp`,
        "--transport",
        "http",
        ...eraFlags,
      ]),
    );
  }
  process.exitCode = passed.every(Boolean) ? 0 : 1;
} finally {
  server.kill();
  rmSync(path.dirname(path.dirname(main)), { recursive: true, force: true });
}
