import { writeFileSync } from "node:fs";
import path from "node:path";
import { toolwright } from "../../test/harness/process.js";
import { buildProject, freshFolder } from "../../test/harness/project.js";
import { machineMade } from "./machine-made.js";

const made = new Map<number, Promise<string>>();

/** The folder of a built project with so many tools; made once per run. */
export function generated(tools: number): Promise<string> {
  let project = made.get(tools);
  if (project === undefined) made.set(tools, (project = make(tools)));
  return project;
}

async function make(tools: number): Promise<string> {
  const folder = await freshFolder(`bench-${tools}`);
  const document = path.join(path.dirname(folder), `bench-${tools}.json`);
  writeFileSync(document, JSON.stringify(machineMade(tools)));
  const { status, stderr } = await toolwright(["generate", document, folder]);
  if (status !== 0) throw new Error(stderr);
  const built = await buildProject(folder);
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
  return folder;
}
