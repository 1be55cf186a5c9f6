import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freshFolder } from "../../test/harness/project.js";

/** An API in a process of its own: in this one it would share the thread with the client. */
export async function startApi(): Promise<{
  url: string;
  process: ChildProcess;
}> {
  const main = path.join(await freshFolder("bench-api"), "api.mjs");
  writeFileSync(
    main,
    `import { createServer } from "node:http";
const body = JSON.stringify({ id: "a", fielda: "text", fieldb: 12 });
const server = createServer((request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => process.send(server.address().port));
`,
  );
  const child = fork(main);
  const [port] = (await once(child, "message")) as [number];
  return { url: `http://127.0.0.1:${port}`, process: child };
}

/** Resident memory of another process in MB; NaN where the system does not say. */
export function resident(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** User and system time of another process in seconds; NaN where the system does not say. */
export function cpuSeconds(pid: number | undefined): number {
  try {
    // The name of the program, in brackets, may hold anything. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!;
    const [user, system] = stat.split(" ").slice(11, 13).map(Number);
    return (user! + system!) / 100;
  } catch {
    return Number.NaN;
  }
}
