import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { root } from "../../test/harness/root.js";
import { freshFolder } from "../../test/harness/project.js";
import { median, table } from "../report/table.js";
import { generated } from "./projects.js";

interface Start {
  /** From the spawn to the complete list. */
  readonly seconds: number;
  /** User and system time of the whole process. */
  readonly cpu: number;
  readonly megabytes: number;
  readonly tools: number;
}

/** Prints what it costs to start a server and get its first list, beside the same SDK server with an empty table. */
export async function startup(runs: number): Promise<void> {
  const empty = await emptyServer();
  const servers = [
    { name: "empty table, same SDK", main: empty, args: [] },
    ...(await Promise.all(
      [50, 1000].map(async (tools) => ({
        name: `${tools} tools`,
        main: path.join(await generated(tools), "dist/main.js"),
        args: ["--mode", "all"],
      })),
    )),
    {
      name: "1000 tools, search mode",
      main: path.join(await generated(1000), "dist/main.js"),
      args: ["--mode", "search"],
    },
  ];
  const starts = new Map(servers.map(({ name }) => [name, [] as Start[]]));
  // In turns, so that a busy moment of the machine falls on all alike.
  for (let run = 0; run < runs; run += 1) {
    for (const { name, main, args } of servers) {
      starts.get(name)!.push(await start(main, args));
    }
  }
  const base = starts.get(servers[0]!.name)!;
  const of = (list: readonly Start[], key: keyof Start): number =>
    median(list.map((one) => one[key]));
  console.log(
    table(
      [
        "start to the first list",
        "tools",
        "wall ms",
        "CPU ms",
        "MB",
        "× wall",
        "× CPU",
      ],
      servers.map(({ name }) => {
        const list = starts.get(name)!;
        return [
          name,
          of(list, "tools"),
          (of(list, "seconds") * 1000).toFixed(0),
          (of(list, "cpu") * 1000).toFixed(0),
          of(list, "megabytes").toFixed(0),
          (of(list, "seconds") / of(base, "seconds")).toFixed(2),
          (of(list, "cpu") / of(base, "cpu")).toFixed(2),
        ];
      }),
    ),
  );
  console.log();
  rmSync(path.dirname(empty), { recursive: true, force: true });
}

/** The SDK alone, bundled as a project's build bundles: what is left is what the SDK costs. */
async function emptyServer(): Promise<string> {
  const folder = await freshFolder("empty");
  const source = path.join(folder, "main.ts");
  writeFileSync(
    source,
    `import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

serveStdio(() => {
  const server = new Server({ name: "empty", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools: [] }));
  return server;
});
`,
  );
  const outfile = path.join(folder, "main.mjs");
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
  return outfile;
}

/** Speaks just enough of the protocol to get the list, so that no client's cost is measured. */
function start(main: string, args: readonly string[]): Promise<Start> {
  const usage = path.join(path.dirname(main), `usage-${process.pid}.json`);
  const started = performance.now();
  const child = spawn(
    process.execPath,
    ["--require", path.join(root, "test/harness/usage.cjs"), main, ...args],
    {
      stdio: ["pipe", "pipe", "ignore"],
      env: { PATH: process.env["PATH"], USAGE_FILE: usage },
    },
  );
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  return new Promise((resolve, reject) => {
    let listed = { seconds: 0, tools: 0 };
    createInterface({ input: child.stdout }).on("line", (line) => {
      const { id, result } = JSON.parse(line) as {
        id?: number;
        result?: { tools?: unknown[] };
      };
      if (id === 1) {
        send({ method: "notifications/initialized" });
        send({ id: 2, method: "tools/list" });
      } else if (id === 2) {
        listed = {
          seconds: (performance.now() - started) / 1000,
          tools: result?.tools?.length ?? 0,
        };
        child.stdin.end();
      }
    });
    child.on("close", () => {
      try {
        const cost = JSON.parse(readFileSync(usage, "utf8")) as {
          cpu: number;
          megabytes: number;
        };
        rmSync(usage, { force: true });
        resolve({ ...listed, ...cost });
      } catch (error) {
        reject(error as Error);
      }
    });
    send({
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "bench", version: "1.0.0" },
      },
    });
  });
}
