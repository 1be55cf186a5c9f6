import { spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../test/harness/ports.js";
import { toolwright } from "../../test/harness/process.js";
import { buildProject, freshFolder } from "../../test/harness/project.js";
import { root } from "../../test/harness/root.js";

/** Generates the sample's server and builds it as its owner would. Gives the project's folder. */
export async function makeServer(label: string): Promise<string> {
  const project = await freshFolder(label);
  const sample = path.join(root, "samples/marina.yaml");
  const generated = await toolwright(["generate", sample, project]);
  if (generated.status !== 0) throw new Error(generated.stderr);
  const built = await buildProject(project);
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
  return project;
}

/** The arguments with which Node starts a project's server; it answers from the document's examples. */
export function serverCommand(project: string): readonly string[] {
  return [path.join(project, "dist/main.js"), "--mock"];
}

export interface Listening extends Disposable {
  readonly url: string;
}

/** Starts a project's server over HTTP on a free port, and waits until it is ready. */
export async function listen(
  project: string,
  env: { readonly [name: string]: string } = {},
): Promise<Listening> {
  const port = await freePort();
  const server = spawn(
    process.execPath,
    [...serverCommand(project), "--http", String(port)],
    { stdio: "ignore", env: { PATH: process.env["PATH"], ...env } },
  );
  const origin = `http://127.0.0.1:${port}`;
  const ready = (): Promise<boolean> =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await ready())) {
    if (server.exitCode !== null) throw new Error("the server ended");
    await sleep(100);
  }
  return {
    url: `${origin}/mcp`,
    [Symbol.dispose]: () => void server.kill(),
  };
}
