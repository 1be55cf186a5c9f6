// Certificates: a client's own, and an authority of one's own. In a process of its own, for Node reads NODE_EXTRA_CA_CERTS
// once; with openssl, for Node makes no certificates.
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeApi } from "./harness.js";

const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), "tls-"));
const file = (name: string) => path.join(folder, name);
const hasOpenssl = (() => {
  try {
    execFileSync("openssl", ["version"]);
    return true;
  } catch {
    console.warn("SKIPPED: TLS tests: there is no openssl");
    return false;
  }
})();

function certificate(name: string, ...more: string[]): void {
  execFileSync(
    "openssl",
    [
      ..."req -x509 -nodes -days 2 -newkey ec -pkeyopt ec_paramgen_curve:P-256".split(
        " ",
      ),
      "-subj",
      `/CN=${name}`,
      "-keyout",
      file(`${name}.key`),
      "-out",
      file(`${name}.crt`),
      ...more,
    ],
    { stdio: "ignore" },
  );
}

describe.skipIf(!hasOpenssl)("an API behind TLS", () => {
  let server: https.Server;
  let url: string;

  beforeAll(async () => {
    certificate("server", "-addext", "subjectAltName=IP:127.0.0.1");
    certificate("client");
    server = https.createServer(
      {
        cert: readFileSync(file("server.crt")),
        key: readFileSync(file("server.key")),
        ca: readFileSync(file("client.crt")),
        requestCert: true,
        rejectUnauthorized: true,
      },
      (_, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.end('{"ok":true}');
      },
    );
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const harness = fileURLToPath(new URL("harness.ts", import.meta.url));
    await build({
      stdin: {
        contents: `
          import { caller, textOf, tool } from ${JSON.stringify(harness)};
          const call = caller(JSON.parse(process.argv[2]), { env: process.env, retries: 0 });
          const get = tool({ method: "GET", path: "/x" });
          console.log(textOf(await call(get)));`,
        resolveDir: path.dirname(harness),
      },
      bundle: true,
      platform: "node",
      format: "esm",
      outfile: file("call.mjs"),
      logLevel: "error",
    });
  });

  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  async function call(env: Record<string, string>): Promise<string> {
    const api = describeApi(url, {
      security: [{ Certificate: [] }],
      securitySchemes: { Certificate: { type: "mutualTLS", env: "SHOP_MTLS" } },
    });
    const { stdout } = await run(
      process.execPath,
      [file("call.mjs"), JSON.stringify(api)],
      { env: { PATH: process.env["PATH"], ...env } },
    );
    return stdout.trim();
  }

  const client = {
    SHOP_MTLS_CERT: file("client.crt"),
    SHOP_MTLS_KEY: file("client.key"),
  };
  const authority = { NODE_EXTRA_CA_CERTS: file("server.crt") };

  it.each<[what: string, env: Record<string, string>, says: RegExp]>([
    ["with both", { ...client, ...authority }, /^\{"ok":true\}$/],
    [
      "without the client's",
      authority,
      /must set SHOP_MTLS_CERT and SHOP_MTLS_KEY\./,
    ],
    [
      "without the authority",
      client,
      /its TLS certificate is self-signed; name its authority in NODE_EXTRA_CA_CERTS/,
    ],
    [
      "with a file that is not there",
      { ...client, ...authority, SHOP_MTLS_KEY: "nowhere.key" },
      /file that SHOP_MTLS_KEY names cannot be read/,
    ],
  ])("%s", async (_, env, says) => {
    expect(await call(env)).toMatch(says);
  });
});
