// node bench/run.mjs inspector: the MCP inspector's command line, as strict as it is, against the server of the sample, over both
// transports and in both protocol eras. Ends with status 1 when it finds fault with anything.
import { rmSync } from "node:fs";
import path from "node:path";
import { run } from "../test/harness/process.js";
import { installed } from "../test/harness/toolbox.js";
import { inspector } from "./corpus/schemas.js";
import { listen, makeServer, serverCommand } from "./hosts/servers.js";

const command = path.join(
  await installed("inspector", inspector),
  "node_modules/.bin/mcp-inspector",
);

/** Asks with the inspector: it ends with another status than 0 when a schema is not portable, or a call fails. */
async function inspect(
  name: string,
  target: readonly string[],
  method: readonly string[],
  wanted: RegExp,
): Promise<boolean> {
  const { status, stdout, stderr } = await run(command, [
    "--cli",
    ...target,
    "--method",
    ...method,
    "--format",
    "json",
  ]);
  const found = stdout.match(wanted)?.length ?? 0;
  const right = status === 0 && found > 0 && !/warning/i.test(stderr);
  console.log(
    `${right ? "pass" : "FAIL"}  ${name}: status ${status}, ${found} × ${wanted.source}`,
  );
  if (!right) console.log(stdout.slice(0, 2000) + stderr.slice(0, 4000));
  return right;
}

const project = await makeServer("inspected");
try {
  using server = await listen(project);
  const passed: boolean[] = [];
  for (const era of ["legacy", "modern"]) {
    const targets = {
      stdio: [process.execPath, ...serverCommand(project)],
      HTTP: [server.url, "--transport", "http"],
    };
    for (const [transport, target] of Object.entries(targets)) {
      const reached = [...target, "--protocol-era", era];
      passed.push(
        await inspect(
          `${transport}, ${era}, list`,
          reached,
          ["tools/list", "--strict"],
          /"inputSchema"/g,
        ),
        await inspect(
          `${transport}, ${era}, call`,
          reached,
          [
            "tools/call",
            "--tool-name",
            "get_berth",
            "--tool-args-json",
            '{"berthId":"B12"}',
          ],
          /nightlyRate/,
        ),
      );
    }
  }
  process.exitCode = passed.every(Boolean) ? 0 : 1;
} finally {
  rmSync(project, { recursive: true, force: true });
}
