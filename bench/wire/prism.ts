import { spawn } from "node:child_process";
import type { IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../test/harness/ports.js";
import { installed } from "../../test/harness/toolbox.js";

/** The validating mock that judges requests. */
export interface Prism extends AsyncDisposable {
  readonly url: string;
}

/** How long Prism may take to load a document, in seconds. */
const patience = 120;

/**
 * Starts Prism on a document as it stands.
 *
 * @returns why it could not be loaded, in place of the mock
 */
export async function startPrism(file: string): Promise<Prism | string> {
  const folder = await installed("prism", {
    "@stoplight/prism-cli": "~5.14.0",
  });
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [
      path.join(folder, "node_modules/@stoplight/prism-cli/dist/index.js"),
      "mock",
      "--host=127.0.0.1",
      `--port=${port}`,
      "--verboseLevel=fatal",
      file,
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  };
  const deadline = Date.now() + patience * 1000;
  while (!(await accepts(port))) {
    if (child.exitCode !== null) return lastWords(output);
    if (Date.now() > deadline) {
      await stop();
      return `not loaded within ${patience} s`;
    }
    await sleep(100);
  }
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: stop };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** What a process said of its end: its error, else its last line. */
function lastWords(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const error = lines.find((line) => /error|fatal/i.test(line));
  return (error ?? lines.at(-1) ?? "ended without a word").trim().slice(0, 300);
}

/** What the mock answered. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Violation {
  readonly location?: readonly string[];
  readonly severity?: string;
  readonly code?: string | number;
  readonly message?: string;
}

/** Problems of Prism that mean the request, and not what the document says of answers. */
const requestProblems =
  /NO_PATH_MATCHED|NO_METHOD_MATCHED|NO_SERVER|NO_RESOURCE_PROVIDED|NO_BASE_URL|UNPROCESSABLE_ENTITY|UNAUTHORIZED|INVALID_CONTENT_TYPE|NOT_ACCEPTABLE/;

/** What Prism has against a request; empty: it accepted it. Its answer carries the violations in a header, or is a problem document. */
export function problemsOf({
  status,
  headers,
  body,
}: Answer): readonly string[] {
  const header = headers["sl-violations"];
  if (typeof header === "string") {
    try {
      const violations = (JSON.parse(header) as readonly Violation[]).filter(
        ({ location, severity }) =>
          location?.[0] === "request" && severity === "Error",
      );
      if (violations.length > 0) return violations.map(sentence);
    } catch {
      // Cut off: there were too many.
      if (/\[?"request"/.test(header)) return [header.slice(0, 300)];
    }
  }
  if (!headers["content-type"]?.includes("problem+json")) return [];
  const type = requestProblems.exec(body)?.[0];
  if (type === undefined) return [];
  const { validation = [] } = JSON.parse(body) as {
    validation?: readonly Violation[];
  };
  return validation.length > 0
    ? validation.map(sentence)
    : [`${status} ${type}`];
}

function sentence({ location = [], message = "" }: Violation): string {
  return `${location.join(".")} ${message}`;
}
