import { writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { freshFolder } from "../../test/harness/project.js";

/**
 * The least that a server does: the SDK, bundled as a project's build bundles, with an empty table, and a call that sends one
 * request to the URL in its arguments over a connection that is kept, with nothing checked. What is left is what the SDK costs.
 *
 * @returns the bundle's path
 */
export async function floorServer(): Promise<string> {
  const folder = await freshFolder("floor");
  const source = path.join(folder, "main.ts");
  writeFileSync(
    source,
    `import http from "node:http";
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const agent = new http.Agent({ keepAlive: true });

function get(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    http.get(url, { agent, headers: { "X-Key": "key" } }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part) => (text += part)).on("end", () => resolve(text));
    }).on("error", reject);
  });
}

serveStdio(() => {
  const server = new Server({ name: "floor", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools: [] }));
  server.setRequestHandler("tools/call", async ({ params }) => ({
    content: [{ type: "text", text: await get(String(params.arguments?.url)) }],
  }));
  return server;
});
`,
  );
  const outfile = path.join(folder, "main.mjs");
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
  return outfile;
}
