import path from "node:path";
import { loadTools } from "../../test/harness/project.js";
import { median, table } from "../report/table.js";
import { connectBare } from "./bare-client.js";
import { floorServer } from "./floor-server.js";
import { resident, startApi } from "./processes.js";
import { generated } from "./projects.js";

/** Calls of one kind before the other has its turn, so that a busy moment of the machine falls on both. */
const turn = 100;

/**
 * Prints what a tool call over stdio costs beside a bare `fetch` of the same endpoint, and beside the least that a server of the
 * same SDK does, while all are new and when they have run for a while; and whether memory stays flat.
 */
export async function calls(count: number): Promise<void> {
  const api = await startApi();
  const folder = await generated(50);
  const tool = (await loadTools(folder)).find(
    ({ request }) => request.method === "GET" && request.path.endsWith("/{id}"),
  )!;
  const args = { tenant: "t", id: "a" };
  const url = `${api.url}/v1/t/${tool.request.path.split("/")[3]}/a`;
  const server = await connectBare(
    [path.join(folder, "dist/main.js"), "--mode", "all", "--base-url", api.url],
    { MACHINE_MADE_KEY: "key" },
  );
  const floor = await connectBare([await floorServer()], {});
  const kinds: { readonly [kind: string]: () => Promise<unknown> } = {
    fetch: async () => {
      const answer = await fetch(url, { headers: { "X-Key": "key" } });
      await answer.json();
    },
    floor: () =>
      floor.request("tools/call", { name: "get", arguments: { url } }),
    tool: async () => {
      const params = { name: tool.name, arguments: args };
      const answer = (await server.request("tools/call", params)) as {
        isError?: boolean;
      };
      if (answer.isError) throw new Error(JSON.stringify(answer));
    },
  };
  const rows: string[][] = [];
  const memory: number[] = [];
  for (const [stage, calls] of [
    ["first", count],
    ["in between", 3 * count],
    ["later", 2 * count],
  ] as const) {
    const times: { [kind: string]: number[] } = {};
    for (let done = 0; done < calls; done += turn) {
      for (const [kind, action] of Object.entries(kinds)) {
        for (let i = 0; i < turn; i += 1)
          (times[kind] ??= []).push(await time(action));
      }
    }
    memory.push(resident(server.pid));
    const ms = (kind: string): number => median(times[kind]!);
    rows.push([
      `${calls} ${stage}`,
      ...Object.keys(kinds).map((kind) => ms(kind).toFixed(3)),
      (ms("tool") / ms("fetch")).toFixed(2),
      (ms("tool") / ms("floor")).toFixed(2),
    ]);
  }
  console.log(
    table(
      [
        "calls over stdio",
        "fetch ms",
        "SDK floor ms",
        "tool ms",
        "× fetch",
        "× floor",
      ],
      rows,
    ),
  );
  console.log(
    `server memory after each: ${memory.map((mb) => `${mb.toFixed(0)} MB`).join(", ")}\n`,
  );
  await server.close();
  await floor.close();
  api.process.kill();
}

async function time(action: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}
