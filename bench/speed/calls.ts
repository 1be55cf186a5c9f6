import { readFileSync } from "node:fs";
import { connectStdio, textOf } from "../../test/harness/client.js";
import { loadTools } from "../../test/harness/project.js";
import { startRecorder } from "../../test/harness/recorder.js";
import { median, table } from "../report/table.js";
import { generated } from "./projects.js";

/** Prints what a tool call over stdio costs beside a bare `fetch` of the same endpoint, and whether memory stays flat. */
export async function calls(count: number): Promise<void> {
  const body = JSON.stringify({ id: "a", fielda: "text", fieldb: 12 });
  await using api = await startRecorder(() => ({
    headers: { "content-type": "application/json" },
    body,
  }));
  const folder = await generated(50);
  const tool = (await loadTools(folder)).find(
    ({ request }) => request.method === "GET" && request.path.endsWith("/{id}"),
  )!;
  const args = { tenant: "t", id: "a" };
  const url = `${api.url}/v1/t/${tool.request.path.split("/")[3]}/a`;
  await using server = await connectStdio(folder, {
    args: ["--mode", "all", "--base-url", api.url],
    env: { MACHINE_MADE_KEY: "key" },
  });
  const call = async (): Promise<void> => {
    const answer = await server.call(tool.name, args);
    if (answer.isError) throw new Error(textOf(answer));
  };
  const bare = async (): Promise<void> => {
    const answer = await fetch(url, { headers: { "X-Key": "key" } });
    await answer.json();
  };
  const times = { call: [] as number[], bare: [] as number[] };
  let memory = 0;
  for (let round = 0; round < count * 1.2; round += 1) {
    const taken = { call: await time(call), bare: await time(bare) };
    api.requests.length = 0;
    // The first fifth warms up.
    if (round === Math.floor(count * 0.2)) memory = resident(server.pid());
    if (round < count * 0.2) continue;
    times.call.push(taken.call);
    times.bare.push(taken.bare);
  }
  const after = resident(server.pid());
  console.log(
    table(
      ["one call", "median ms", "× fetch"],
      [
        ["bare fetch", median(times.bare).toFixed(3), "1.00"],
        [
          "tool call over stdio",
          median(times.call).toFixed(3),
          (median(times.call) / median(times.bare)).toFixed(2),
        ],
      ],
    ),
  );
  console.log(
    `server memory over ${count} calls: ${memory.toFixed(0)} MB before, ${after.toFixed(0)} MB after\n`,
  );
}

async function time(action: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}

/** Resident memory of another process in MB; NaN where the system does not say. */
function resident(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
