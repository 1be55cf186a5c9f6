import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../test/harness/ports.js";
import { loadTools } from "../../test/harness/project.js";
import { root } from "../../test/harness/root.js";
import { envelope, modern, post } from "../../test/project/server/requests.js";
import { table } from "../report/table.js";
import { cpuSeconds, resident, startApi } from "./processes.js";
import { generated } from "./projects.js";

const clients = 200;

interface Results {
  readonly [kind: string]: {
    /** In ms, of right answers. */
    readonly times: readonly number[];
    /** What came in place of one. */
    readonly errors: readonly string[];
  };
}

/**
 * Prints how one server over HTTP stands 200 clients at once that call a tool as fast as they are answered, half of them in each
 * era of the protocol: how many calls, what went wrong, how long the slow ones took beside the usual, and whether memory stays flat.
 */
export async function load(seconds: number): Promise<void> {
  const api = await startApi();
  const folder = await generated(50);
  const tool = (await loadTools(folder)).find(
    ({ request }) => request.method === "GET" && request.path.endsWith("/{id}"),
  )!;
  const host = "127.0.0.1";
  const port = await freePort();
  const server = spawn(
    process.execPath,
    [
      path.join(folder, "dist/main.js"),
      "--http",
      String(port),
      "--mode",
      "all",
      "--base-url",
      api.url,
    ],
    {
      env: { PATH: process.env["PATH"], MACHINE_MADE_KEY: "key" },
      stdio: "ignore",
    },
  );
  const ready = `http://${host}:${port}/readyz`;
  while (!(await fetch(ready).catch(() => undefined))?.ok) {
    if (server.exitCode !== null) throw new Error("the server ended");
    await sleep(50);
  }
  const call = { name: tool.name, arguments: { tenant: "t", id: "a" } };
  const told = String.raw`{\"id\":\"a\"`;
  const kinds = {
    "2026-07-28": {
      hello: message(
        "server/discover",
        { _meta: envelope },
        "tools",
        modern("server/discover"),
      ),
      call: message(
        "tools/call",
        { ...call, _meta: envelope },
        told,
        modern("tools/call", tool.name),
      ),
    },
    "2025-11-25": {
      hello: message("initialize", introduction, "tools", {}),
      call: message("tools/call", call, told, {
        "mcp-protocol-version": "2025-11-25",
      }),
    },
  };
  const memory = [`${resident(server.pid).toFixed(0)} MB before`];
  const burden = fork(path.join(root, "bench/speed/load-clients.mjs"), [
    JSON.stringify({ host, port, clients, kinds, seconds }),
  ]);
  const [{ greeted }] = (await once(burden, "message")) as [
    { greeted: number },
  ];
  const ended = once(burden, "message");
  const cpu = [server.pid, burden.pid, api.process.pid].map((pid) => ({
    pid,
    before: cpuSeconds(pid),
  }));
  const started = performance.now();
  for (const share of [1 / 6, 1 / 2, 0.98]) {
    await sleep(share * seconds * 1000 - (performance.now() - started));
    const at = `${(share * seconds).toFixed(0)} s`;
    memory.push(`${resident(server.pid).toFixed(0)} MB after ${at}`);
  }
  const shares = cpu.map(({ pid, before }) =>
    (
      ((cpuSeconds(pid) - before) / (performance.now() - started)) *
      100_000
    ).toFixed(0),
  );
  const [{ results }] = (await ended) as [{ results: Results }];
  report(results, seconds);
  console.log(
    `all clients greeted after ${greeted.toFixed(0)} ms\nserver memory: ${memory.join(", ")}\nCPU, % of a core: server ${shares[0]}, clients ${shares[1]}, API ${shares[2]}\n`,
  );
  server.kill();
  api.process.kill();
}

const introduction = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "1.0.0" },
};

/** A request over HTTP, and what its answer has to hold. */
function message(
  method: string,
  params: object,
  expected: string,
  headers: object,
): object {
  return {
    headers: { ...post.headers, ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    expected,
  };
}

function report(results: Results, seconds: number): void {
  const every = Object.values(results);
  const all = {
    times: every.flatMap(({ times }) => times),
    errors: every.flatMap(({ errors }) => errors),
  };
  console.log(
    table(
      [
        `${clients} clients, ${seconds} s`,
        "calls",
        "per second",
        "errors",
        "p50 ms",
        "p99 ms",
        "most ms",
        "p99 / p50",
      ],
      Object.entries({ ...results, together: all }).map(
        ([kind, { times, errors }]) => {
          const sorted = Float64Array.from(times).sort();
          const at = (share: number): number =>
            sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
          return [
            kind,
            times.length,
            Math.round(times.length / seconds),
            errors.length,
            at(0.5).toFixed(1),
            at(0.99).toFixed(1),
            at(1).toFixed(1),
            (at(0.99) / at(0.5)).toFixed(2),
          ];
        },
      ),
    ),
  );
  for (const error of new Set(all.errors.slice(0, 20)))
    console.log(`  ${error.replace(/\s+/g, " ")}`);
}
