import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import type { Outcome } from "./check.js";
import { mockEnded, type Proof } from "./limit.js";
import { limits } from "./limits.js";
import { problemsOf, startPrism } from "./prism.js";

/** Prints which failures are explained by what, with the tools they are of. */
export function printLimits(outcomes: readonly Outcome[]): void {
  for (const limit of limits) {
    const found = outcomes.flatMap(({ document, failures }) =>
      failures
        .filter((failure) => failure.limits?.[0] === limit)
        .map((failure) => ({
          document: document.name,
          tool: failure.text.split(": ")[1]!,
        })),
    );
    if (found.length === 0) continue;
    console.log(
      `\n${found.length} refused, "${limit.name}": ${limit.says}${limit.proof ? " (proven by --limits)" : ""}`,
    );
    for (const name of new Set(found.map(({ document }) => document))) {
      const tools = found.filter(({ document }) => document === name);
      console.log(
        `  ${name}: ${[...new Set(tools.map(({ tool }) => tool))].join(", ")}`,
      );
    }
  }
}

/** Sends the mock what is right and what it is said to refuse. @returns whether it refused all of it */
export async function proveLimits(): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), "toolwright-limits-"));
  let proven = true;
  try {
    for (const { name, proof } of limits) {
      if (proof === undefined) continue;
      const file = path.join(folder, "limit.json");
      writeFileSync(file, JSON.stringify(proof.document));
      const prism = await startPrism(file);
      if (typeof prism === "string") throw new Error(prism);
      await using _mock = prism;
      for (const request of proof.requests) {
        const problems = await ask(prism.url, request);
        proven &&= problems.length > 0;
        console.log(
          `${name}: ${request.method} ${request.url} ${request.contentType ?? ""} ${JSON.stringify(request.body ?? "")}: ${problems.length > 0 ? `refused: ${problems.join("; ")}` : "accepted: this is no limit any more"}`,
        );
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return proven;
}

function ask(
  mock: string,
  { method, url, contentType, body = "" }: Proof["requests"][number],
): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const outgoing = http.request(
      mock + url,
      {
        method,
        headers: {
          ...(contentType !== undefined && { "content-type": contentType }),
          "content-length": Buffer.byteLength(body),
        },
      },
      (incoming) => {
        text(incoming).then(
          (received) =>
            resolve(
              problemsOf({
                status: incoming.statusCode ?? 0,
                headers: incoming.headers,
                body: received,
              }),
            ),
          reject,
        );
      },
    );
    outgoing.on("error", () => resolve([mockEnded]));
    outgoing.end(body);
  });
}
