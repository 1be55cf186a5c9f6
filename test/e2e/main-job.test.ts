import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  connectHttp,
  connectStdio,
  textOf,
  type Connection,
} from "../harness/client.js";
import {
  connectLegacyHttp,
  connectLegacyStdio,
} from "../harness/legacy-client.js";
import { freePort } from "../harness/ports.js";
import { run, toolwright, type Outcome } from "../harness/process.js";
import { root } from "../harness/root.js";

// The whole way that an owner goes: generate, install, build, test, start, call. Needs the package registry.

const folder = mkdtempSync(path.join(tmpdir(), "toolwright-main-job-"));
const project = path.join(folder, "marina-mcp");
const credentials = {
  apiKey: "key-of-the-test",
  adminToken: "admin-of-the-test",
};
const env = {
  PATH: process.env["PATH"] ?? "",
  MARINA_API_KEY: credentials.apiKey,
  MARINA_OAUTH_TOKEN: credentials.adminToken,
};

let api: { readonly url: string; readonly close: () => Promise<void> };
let generated: Outcome;
let http: ChildProcess;
let httpUrl: string;

async function npm(...args: string[]): Promise<void> {
  const { status, stdout, stderr } = await run("npm", args, { cwd: project });
  if (status !== 0)
    throw new Error(`npm ${args.join(" ")}:\n${stdout}${stderr}`);
}

beforeAll(async () => {
  const { startMarinaApi } = (await import(
    pathToFileURL(path.join(root, "samples/demo/marina-api.mjs")).href
  )) as { startMarinaApi: (from: typeof credentials) => Promise<typeof api> };
  api = await startMarinaApi(credentials);
  generated = await toolwright(["generate", "samples/marina.yaml", project]);
  await npm(
    "install",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    "--silent",
  );
  await npm("run", "build", "--silent");
  const port = await freePort();
  http = spawn(
    process.execPath,
    ["dist/main.js", "--http", String(port), "--base-url", api.url],
    { cwd: project, env, stdio: "ignore" },
  );
  httpUrl = `http://127.0.0.1:${port}`;
  for (let waited = 0; waited < 10_000; waited += 50) {
    if (
      await fetch(`${httpUrl}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await sleep(50);
  }
  throw new Error("the server does not listen");
}, 240_000);

afterAll(async () => {
  http?.kill();
  await api?.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

test("every operation of the document is accounted for", () => {
  expect(generated.status).toBe(0);
  expect(generated.stderr).toContain("14 operations: 14 tools, 0 skipped");
  expect(generated.stderr).toContain("1 webhook is not callable");
});

const clients: {
  readonly [name: string]: () => Promise<Connection>;
} = {
  "stdio, 2026": () =>
    connectStdio(project, { args: ["--base-url", api.url], env, era: "2026" }),
  "stdio, 2025": () =>
    connectStdio(project, { args: ["--base-url", api.url], env, era: "2025" }),
  "stdio, client version 1": () =>
    connectLegacyStdio(project, ["--base-url", api.url], env),
  "HTTP, 2026": () => connectHttp(`${httpUrl}/mcp`, { era: "2026" }),
  "HTTP, 2025": () => connectHttp(`${httpUrl}/mcp`, { era: "2025" }),
  "HTTP, client version 1": () => connectLegacyHttp(`${httpUrl}/mcp`),
};

describe.each(Object.entries(clients))("%s", (_, connect) => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await connect();
  });
  afterAll(() => connection?.[Symbol.asyncDispose]());

  test("lists one tool per operation, with all hints stated", async () => {
    const tools = await connection.list();
    expect(tools).toHaveLength(14);
    for (const { title, description, annotations, inputSchema } of tools) {
      expect(title).toBeTruthy();
      expect(description).toBeTruthy();
      expect(annotations).toEqual(
        expect.objectContaining({
          readOnlyHint: expect.any(Boolean),
          destructiveHint: expect.any(Boolean),
          idempotentHint: expect.any(Boolean),
          openWorldHint: expect.any(Boolean),
        }),
      );
      expect(inputSchema).toMatchObject({
        type: "object",
        additionalProperties: false,
      });
    }
  });

  test("reads", async () => {
    const answer = await connection.call("list_berths", { minLength: 10 });
    expect(answer.isError, textOf(answer)).not.toBe(true);
    expect(textOf(answer)).toContain('"id":"B12"');
    expect(textOf(answer)).not.toContain('"id":"A01"');
  });

  test("creates", async () => {
    const answer = await connection.call("create_booking", {
      berthId: "B12",
      vesselId: "V1",
      arrival: "2027-06-01",
      departure: "2027-06-04",
      skipper: { name: "Ada", phone: "+44 20 7946 0000" },
    });
    expect(answer.isError, textOf(answer)).not.toBe(true);
    expect(textOf(answer)).toContain('"status":"held"');
    expect(textOf(answer)).toContain('"name":"Ada"');
  });

  test("sends the credential that the operation asks for, and destroys only once", async () => {
    const first = await connection.call("remove_berth", { berthId: "A02" });
    const again = await connection.call("remove_berth", { berthId: "A02" });
    // Whichever client came first has removed it.
    expect(textOf(first)).toMatch(/204|no berth A02/i);
    expect(again.isError).toBe(true);
    expect(textOf(again)).toContain("There is no berth A02.");
  });

  test("answers bad arguments in-band, all of them, with the nearest name", async () => {
    const answer = await connection.call("list_berths", {
      minLenght: 10,
      pontoon: "Z",
    });
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toContain("minLenght");
    expect(textOf(answer)).toContain("minLength");
    expect(textOf(answer)).toContain("pontoon");
  });

  test("answers the API's errors in-band, with status and detail", async () => {
    const answer = await connection.call("get_berth", { berthId: "nowhere" });
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toContain("404");
    expect(textOf(answer)).toContain("There is no berth nowhere.");
    const invalid = await connection.call("create_booking", {
      berthId: "nowhere",
      vesselId: "V1",
      arrival: "2027-06-01",
      departure: "2027-06-04",
      skipper: { name: "Ada", phone: "1" },
    });
    expect(textOf(invalid)).toContain("unknown berth nowhere");
  });

  test("answers an unknown tool with a protocol error", async () => {
    await expect(connection.call("sink_marina")).rejects.toMatchObject({
      code: -32602,
    });
  });
});

test("without a credential, the call says which variable to set", async () => {
  await using connection = await connectStdio(project, {
    args: ["--base-url", api.url],
  });
  const answer = await connection.call("list_berths");
  expect(answer.isError).toBe(true);
  expect(textOf(answer)).toContain("MARINA_API_KEY");
});

test("the project's own tests pass, offline where the system can cut the network", async () => {
  const offline =
    spawnSync("unshare", ["-rn", "sh", "-c", "ip link set lo up"]).status === 0;
  const { status, stdout, stderr } = offline
    ? await run(
        "unshare",
        ["-rn", "sh", "-c", "ip link set lo up && npm test"],
        { cwd: project },
      )
    : await run("npm", ["test"], { cwd: project });
  expect(status, stdout + stderr).toBe(0);
}, 120_000);

test.each(["typescript-5", "typescript", "typescript-7"])(
  "the sources type-check under strict with %s",
  async (compiler) => {
    const { status, stdout } = await run(
      process.execPath,
      [
        path.join(root, "node_modules", compiler, "bin/tsc"),
        "--noEmit",
        "-p",
        project,
      ],
      { cwd: project },
    );
    expect(status, stdout).toBe(0);
  },
  120_000,
);
