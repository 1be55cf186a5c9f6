import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The API behind the servers: answers for any berth, and holds back the answer for one whose name says so. */
export interface Berths extends AsyncDisposable {
  readonly url: string;
  /** Requests that wait for their answer, and whose sender waits for it still. */
  readonly held: () => number;
  /** Answers them. */
  readonly release: () => void;
}

/** `GET /berths/{id}`: `held…` waits for `release`; so does `trickling`, whose answer begins with a space now and then until then. */
export async function startBerths(): Promise<Berths> {
  const waiting = new Map<ServerResponse, string>();
  const server = createServer((request, response) => {
    const id = decodeURIComponent(request.url!.split("/").at(-1)!);
    const body = JSON.stringify({ id, pontoon: "B" });
    response.writeHead(200, { "content-type": "application/json" });
    if (!/^(held|trickling)/.test(id)) return void response.end(body);
    response.flushHeaders();
    waiting.set(response, body);
    const trickle = setInterval(() => {
      if (id === "trickling") response.write(" ");
    }, 100);
    response.once("close", () => {
      clearInterval(trickle);
      waiting.delete(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held: () => waiting.size,
    release: () => {
      for (const [response, body] of waiting) response.end(body);
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
