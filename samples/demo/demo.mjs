// npm run demo: the main job from end to end. An API is started, a server is generated for it and built, and the official MCP
// client lists its tools and makes five calls. Everything happens on this machine and in a temporary folder.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startMarinaApi } from "./marina-api.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const started = performance.now();

function step(text) {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`\n── ${text} (${seconds} s)`);
}

function run(folder, ...command) {
  console.log(`$ ${command.join(" ")}`);
  execFileSync(command[0], command.slice(1), {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
}

step("Setting up");
if (!existsSync(path.join(root, "node_modules"))) run(root, "npm", "ci", "--silent");
run(root, "npm", "run", "build", "--silent");

const folder = mkdtempSync(path.join(tmpdir(), "toolwright-demo-"));
const project = path.join(folder, "marina-mcp");
const credentials = { apiKey: "demo-key", adminToken: "demo-admin-token" };
const api = await startMarinaApi(credentials);
let client;
try {
  step("Generating a server from samples/marina.yaml");
  run(root, "node", "dist/cli.js", "generate", "samples/marina.yaml", project);

  step("Building it");
  run(project, "npm", "install", "--silent");
  run(project, "npm", "run", "build", "--silent");

  step("Connecting the official MCP client over stdio");
  const { Client } = await import("@modelcontextprotocol/client");
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  client = new Client({ name: "demo", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [path.join(project, "dist/main.js"), "--base-url", api.url],
      env: {
        PATH: process.env.PATH,
        MARINA_API_KEY: credentials.apiKey,
        MARINA_OAUTH_TOKEN: credentials.adminToken,
      },
      stderr: "ignore",
    }),
  );
  const { tools } = await client.listTools();
  printTools(tools);

  await call("A read", "list_berths", { minLength: 10 });
  await call("A create", "create_booking", {
    berthId: "B12",
    vesselId: "V1",
    arrival: "2027-06-01",
    departure: "2027-06-04",
    skipper: { name: "Ada", phone: "+44 20 7946 0000" },
  });
  await call("A destructive one", "remove_berth", { berthId: "A01" });
  await call("A bad argument", "list_berths", { minLenght: 10, pontoon: "Z" });
  await call("An error of the API", "get_berth", { berthId: "A01" });
  step("Done");
} finally {
  await client?.close();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
}

function printTools(tools) {
  const rows = tools.map(({ name, annotations, inputSchema }) => [
    name,
    [
      annotations.readOnlyHint ? "reads" : annotations.destructiveHint ? "may destroy" : "writes",
      annotations.idempotentHint && !annotations.readOnlyHint ? "repeatable" : "",
    ]
      .filter(Boolean)
      .join(", "),
    Object.keys(inputSchema.properties)
      .map((key) => (inputSchema.required?.includes(key) ? key : `${key}?`))
      .join(" "),
  ]);
  const widths = [0, 1].map((i) => Math.max(...rows.map((row) => row[i].length)));
  for (const [name, hints, args] of rows) {
    console.log(`${name.padEnd(widths[0])}  ${hints.padEnd(widths[1])}  ${args}`);
  }
}

async function call(title, name, args) {
  step(`${title}: ${name} ${JSON.stringify(args)}`);
  const result = await client.callTool({ name, arguments: args });
  console.log(result.isError ? "isError: true" : "ok");
  for (const block of result.content) console.log(block.text ?? `[${block.type}]`);
}
