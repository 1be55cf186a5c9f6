import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { run } from "../harness/process.js";
import { installed } from "../harness/toolbox.js";
import { nodeFolder } from "./node.js";

/** A package registry on this machine, which gives what it has been given and hands on the rest of the machine's own. */
export interface Registry {
  readonly url: string;
  /** Lines of an npmrc that let npm fetch from it and publish to it. */
  readonly settings: string;
  readonly stop: () => void;
}

/**
 * Starts an empty registry (https://verdaccio.org) on loopback.
 *
 * @param folder where it keeps what it is given
 */
export async function startRegistry(folder: string): Promise<Registry> {
  const home = await installed(
    "verdaccio",
    { verdaccio: "6.10.4" },
    // It asks for a tag, "cjs", that mirrors of the public registry may not have.
    { "node-fetch": "2.7.0" },
  );
  const upstream = (await run("npm", ["config", "get", "registry"])).stdout;
  mkdirSync(folder, { recursive: true });
  const config = path.join(folder, "config.yaml");
  // JSON is YAML.
  writeFileSync(
    config,
    JSON.stringify({
      storage: "./storage",
      auth: { htpasswd: { file: "./htpasswd" } },
      uplinks: {
        machine: { url: upstream.trim(), timeout: "60s", max_fails: 20 },
      },
      packages: {
        // Never asked for elsewhere: what is published here is what is tested.
        "create-toolwright": { access: "$all", publish: "$all" },
        "**": { access: "$all", proxy: "machine" },
      },
      max_body_size: "100mb",
      log: { type: "stdout", format: "pretty", level: "warn" },
    }),
  );
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const child = spawn(
    // It does not run on Node 20.
    path.join(await nodeFolder(24), "node"),
    [
      path.join(home, "node_modules/verdaccio/bin/verdaccio"),
      "--config",
      config,
      "--listen",
      `127.0.0.1:${port}`,
    ],
    { cwd: folder, stdio: ["ignore", "pipe", "pipe"] },
  );
  await answering(url, child);
  return {
    url,
    // npm publishes to nobody without some token; this registry looks at none.
    settings: `registry=${url}\n//127.0.0.1:${port}/:_authToken=none\n`,
    stop: () => void child.kill(),
  };
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  for (let attempt = 0; attempt < 150; attempt += 1) {
    if (child.exitCode !== null) break;
    try {
      if ((await fetch(`${url}-/ping`)).ok) return;
    } catch {
      // Not yet.
    }
    await sleep(200);
  }
  child.kill();
  throw new Error(`The registry did not start:\n${output}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        resolve(typeof address === "object" && address ? address.port : 0),
      );
    });
  });
}
