import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { Server as NetServer, type AddressInfo } from "node:net";
import {
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
  type AuthInfo,
  type McpRequestContext,
  type Server,
} from "@modelcontextprotocol/server";
import { messageOf, type Log } from "../runtime/log.js";
import type { Metrics } from "../runtime/metrics.js";
import { SettingsError } from "../runtime/flags.js";
import { isLoopback, type HttpSettings } from "../runtime/http-settings.js";
import { createDoor } from "./inbound-auth.js";
import { answerWith } from "./node-handler.js";
import type { Running } from "./stdio.js";
import { createTurns } from "./turns.js";

export interface HttpOptions {
  readonly settings: HttpSettings;
  readonly title: string;
  readonly factory: (context: McpRequestContext) => Server;
  /** Throws SettingsError when the URL asks for what is not there. */
  readonly checkUrl: (search: URLSearchParams) => void;
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * Longer than balancers keep idle connections (60 s by default, nginx and those of clouds alike): whoever closes first must not be
 * the server, or a request that is under way finds its connection closed.
 */
const keepAliveTimeout = 75_000;

/** How long idle connections are kept when the server is told to stop. */
const lingerMs = 100;

/**
 * Serves Streamable HTTP without sessions, in both eras, so that any of several processes can answer any request.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports#streamable-http
 *
 * @throws SettingsError when the address is taken or not this machine's
 */
export async function startHttp(options: HttpOptions): Promise<Running> {
  const { settings, factory, checkUrl, log, metrics } = options;
  const { oauth } = settings.inbound;
  const handler = createMcpHandler(factory, {
    maxRequestBodySize: settings.maxBodyBytes,
    onerror: (error) =>
      log.debug("protocol error", { message: messageOf(error) }),
  });
  const metadata =
    oauth === undefined || settings.publicUrl === undefined
      ? undefined
      : new URL(
          getOAuthProtectedResourceMetadataUrl(new URL(settings.publicUrl)),
        );
  const door = createDoor(settings.inbound, metadata?.href);
  const answering = new Set<ServerResponse>();
  let stopping = false;

  const inTurn = createTurns();
  const http = createHttpServer({ keepAliveTimeout }, (request, response) => {
    keepInMind(request, response);
    inTurn(() => {
      // Whoever has hung up meanwhile asks for nothing.
      if (response.destroyed) return;
      route(request, response).catch((error: unknown) => {
        // A caller that hangs up is no failure of the server.
        if (request.destroyed || response.destroyed) return;
        log.error("request failed", { message: messageOf(error) });
        if (response.headersSent) response.destroy();
        else send(response, 500, { error: "Internal server error" });
      });
    });
  });

  async function route(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const url = URL.canParse(request.url ?? "", "http://localhost")
      ? new URL(request.url!, "http://localhost")
      : undefined;
    const path = url?.pathname;
    // Probes come from a kubelet or balancer, by address, and learn nothing. While the server stops they find nobody listening.
    if (path === "/healthz" || path === "/readyz")
      return send(response, 200, { status: "ok" });
    const refusal = refuseForeign(request, settings);
    if (refusal !== undefined) return reject(response, 403, refusal);
    if (allowOrigin(request, response, settings)) return;
    if (metadata !== undefined && path === metadata.pathname) {
      // https://www.rfc-editor.org/rfc/rfc9728#section-2
      return send(response, 200, {
        resource: settings.publicUrl,
        resource_name: options.title,
        authorization_servers: [oauth!.issuer],
        scopes_supported: oauth!.scopes,
        bearer_methods_supported: ["header"],
      });
    }
    if (path !== "/mcp" && path !== "/metrics")
      return send(response, 404, {
        error: "Not found: the MCP endpoint is /mcp",
      });
    const caller = await enter(request);
    if (caller instanceof Response) return forward(caller, response);
    if (path === "/metrics")
      return void response
        .writeHead(200, { "content-type": "text/plain; version=0.0.4" })
        .end(metrics.render());
    try {
      checkUrl(url!.searchParams);
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      return reject(response, 400, error.message);
    }
    response.once("close", () => metrics.countRequest(response.statusCode));
    const answered = await answerWith(
      (asked) => handler.fetch(asked, { authInfo: caller }),
      request,
      response,
      settings.maxBodyBytes,
    );
    if (answered) return;
    // Read to its end, or the caller finds a broken connection in place of the answer.
    request.resume();
    reject(
      response,
      413,
      `The request body is larger than ${settings.maxBodyBytes} bytes`,
    );
  }

  async function enter(
    request: IncomingMessage,
  ): Promise<AuthInfo | Response | undefined> {
    if (door === undefined) return undefined;
    const authorization = request.headers.authorization;
    return door(
      new Request("http://localhost/mcp", {
        headers: authorization === undefined ? {} : { authorization },
      }),
    );
  }

  /** Keeps a request in mind from its arrival until it is answered. A stream of notices has no end to wait for. */
  function keepInMind(
    { headers }: IncomingMessage,
    response: ServerResponse,
  ): void {
    if (stopping) response.shouldKeepAlive = false;
    if (headers["mcp-method"] === "subscriptions/listen") return;
    answering.add(response);
    response.once("close", () => answering.delete(response));
  }

  await new Promise<void>((resolve, reject) => {
    http.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        new SettingsError(
          `Cannot listen on ${settings.host}:${settings.port}: ${error.code === "EADDRINUSE" ? "the port is in use" : error.message}`,
        ),
      );
    });
    http.listen(settings.port, settings.host, resolve);
  });
  const { port } = http.address() as AddressInfo;
  const host = settings.host.includes(":")
    ? `[${settings.host.replace(/[[\]]/g, "")}]`
    : settings.host;
  log.info("listening", { url: `http://${host}:${port}/mcp` });

  return {
    toolsChanged: () => handler.notify.toolsChanged(),
    async stop() {
      stopping = true;
      // The close of `http` would cut connections that have a request under way, but not here yet.
      const closed = new Promise((resolve) =>
        NetServer.prototype.close.call(http, resolve),
      );
      for (const response of answering) response.shouldKeepAlive = false;
      const deadline = Date.now() + settings.stopTimeoutMs;
      await new Promise((resolve) => setTimeout(resolve, lingerMs));
      http.closeIdleConnections();
      while (answering.size > 0 && Date.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 10));
      await handler.close();
      http.closeIdleConnections();
      await Promise.race([
        closed,
        new Promise((resolve) => setTimeout(resolve, 500)),
      ]);
      http.closeAllConnections();
    },
  };
}

/**
 * Says why a request is refused before anything else is looked at: a web page that had its name point to this machine
 * (DNS rebinding), or any other page. https://modelcontextprotocol.io/specification/2026-07-28/basic/transports#security-warning
 */
function refuseForeign(
  request: IncomingMessage,
  settings: HttpSettings,
): string | undefined {
  const hosts = [
    ...localhostAllowedHostnames(),
    ...(isLoopback(settings.host) || /^(0\.0\.0\.0|::)$/.test(settings.host)
      ? []
      : [settings.host]),
    ...(settings.publicUrl === undefined
      ? []
      : [new URL(settings.publicUrl).hostname]),
    ...settings.allowedHosts,
  ];
  const host = validateHostHeader(request.headers.host, hosts);
  if (!host.ok && !settings.allowedHosts.includes("*"))
    return `${host.message} (add it to --allowed-hosts)`;
  const origin = validateOriginHeader(request.headers.origin, [
    ...localhostAllowedHostnames(),
    ...settings.allowedOrigins,
  ]);
  return origin.ok
    ? undefined
    : `${origin.message} (add it to --allowed-origins)`;
}

/**
 * Lets pages of the hosts that the operator named read answers. https://fetch.spec.whatwg.org/#http-cors-protocol
 *
 * @returns whether the request was a preflight, and is answered
 */
function allowOrigin(
  request: IncomingMessage,
  response: ServerResponse,
  settings: HttpSettings,
): boolean {
  const { origin } = request.headers;
  if (
    origin === undefined ||
    !validateOriginHeader(origin, [...settings.allowedOrigins]).ok
  )
    return false;
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("vary", "origin");
  response.setHeader(
    "access-control-expose-headers",
    "www-authenticate, mcp-protocol-version",
  );
  if (request.method !== "OPTIONS") return false;
  response.setHeader("access-control-allow-methods", "POST");
  response.setHeader(
    "access-control-allow-headers",
    request.headers["access-control-request-headers"] ?? "content-type",
  );
  response.setHeader("access-control-max-age", "600");
  response.writeHead(204).end();
  return true;
}

function send(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, {
      "content-type": "application/json",
      "cache-control": "no-store",
    })
    .end(JSON.stringify(body));
}

function reject(
  response: ServerResponse,
  status: number,
  message: string,
): void {
  send(response, status, {
    jsonrpc: "2.0",
    error: { code: -32_000, message },
    id: null,
  });
}

async function forward(
  answer: Response,
  response: ServerResponse,
): Promise<void> {
  response
    .writeHead(answer.status, Object.fromEntries(answer.headers))
    .end(await answer.text());
}
