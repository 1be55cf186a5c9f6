import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { root } from "../../test/harness/root.js";
import { median, table } from "../report/table.js";
import { connectBare } from "./bare-client.js";
import { floorServer } from "./floor-server.js";
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
  const empty = await floorServer();
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

async function start(main: string, args: readonly string[]): Promise<Start> {
  const usage = path.join(path.dirname(main), `usage-${process.pid}.json`);
  const started = performance.now();
  const client = await connectBare(
    ["--require", path.join(root, "test/harness/usage.cjs"), main, ...args],
    { USAGE_FILE: usage },
  );
  const { tools } = (await client.request("tools/list", {})) as {
    tools: unknown[];
  };
  const seconds = (performance.now() - started) / 1000;
  await client.close();
  const cost = JSON.parse(readFileSync(usage, "utf8")) as {
    cpu: number;
    megabytes: number;
  };
  rmSync(usage, { force: true });
  return { seconds, tools: tools.length, ...cost };
}
