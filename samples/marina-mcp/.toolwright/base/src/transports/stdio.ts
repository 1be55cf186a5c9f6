import type { McpServerFactory, Server } from "@modelcontextprotocol/server";
import {
  serveStdio,
  StdioServerTransport,
} from "@modelcontextprotocol/server/stdio";
import { messageOf, type Log } from "../runtime/log.js";
import { protocolOutput } from "./stdout-guard.js";

export interface Running {
  /** Tells clients that the list of tools is another. */
  readonly toolsChanged: () => void;
  /** Lets running calls end, and stops. */
  readonly stop: () => Promise<void>;
}

/**
 * Serves one client over standard input and output, in the era that it opens with.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports#stdio
 */
export function startStdio(
  factory: (context: Parameters<McpServerFactory>[0]) => Server,
  running: () => number,
  log: Log,
): Running {
  const servers = new Set<Server>();
  const handle = serveStdio(
    (context) => {
      const server = factory(context);
      servers.add(server);
      server.onclose = () => servers.delete(server);
      return server;
    },
    {
      transport: new StdioServerTransport(process.stdin, protocolOutput, {
        maxBufferSize: 64 * 1024 * 1024,
      }),
      onerror: (error) =>
        log.debug("transport error", { message: messageOf(error) }),
    },
  );
  // "Servers SHOULD exit promptly when their standard input is closed": an API's open connection must not hold the process.
  for (const event of ["end", "close"])
    process.stdin.once(event, () =>
      setTimeout(() => process.exit(0), 200).unref(),
    );
  return {
    toolsChanged: () => {
      for (const server of servers)
        server
          .sendToolListChanged()
          .catch((error: unknown) =>
            log.debug("transport error", { message: messageOf(error) }),
          );
    },
    async stop() {
      // A request may still be on its way in, and an answer on its way out.
      do await new Promise((resolve) => setTimeout(resolve, 50));
      while (running() > 0 || protocolOutput.writableLength > 0);
      await handle.close();
    },
  };
}
