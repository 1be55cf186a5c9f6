// Sends the request of a tool: builds it, adds what authenticates it, and tries until it is answered.
import { randomUUID } from "node:crypto";
import type { ApiDescription } from "./api-description.js";
import type { ApiContext } from "./api.js";
import { addCredentials, loadCredentials } from "./credentials.js";
import { createDeadline, type Deadline } from "./deadline.js";
import { ToolError } from "./errors.js";
import type { UploadRules } from "./files.js";
import { setsEncoding } from "./headers.js";
import { runBeforeRequest, type HookContext, type Hooks } from "./hooks.js";
import type { Exchange, HttpResponse } from "./http.js";
import type { Limiter } from "./limit.js";
import type { Log } from "./log.js";
import type { TokenSource } from "./oauth.js";
import { exchangeWithRedirects } from "./redirect.js";
import { buildRequest, type Arguments, type HttpRequest } from "./request.js";
import { withRetries } from "./retry.js";
import {
  chooseSchemes,
  schemesGiven,
  type Chosen,
  type Wallet,
} from "./security.js";
import { isTrusted, serverFor, type ServerOptions } from "./servers.js";
import type { AnyTool, RequestDescription } from "./tool.js";
import type { TraceContext } from "./trace-context.js";

export interface SenderOptions {
  readonly description: ApiDescription;
  readonly exchange: Exchange;
  readonly tokens: TokenSource;
  readonly hooks: Hooks;
  readonly log: Log | undefined;
  readonly limiter: Limiter;
  readonly servers: ServerOptions;
  readonly uploads: UploadRules;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly maxAnswerBytes: number;
}

interface Route {
  readonly base: URL;
  /** Whether the API's credentials may be sent there. */
  readonly trusted: boolean;
}

export type Sender = (
  tool: AnyTool,
  args: Arguments,
  context: ApiContext,
  hookContext: HookContext,
) => Promise<HttpResponse>;

export function createSender(options: SenderOptions): Sender {
  const { description, servers, log } = options;
  const warned = new Set<string>();
  const routes = new WeakMap<RequestDescription, Route>();

  /** Where a tool's requests go: the same for all of them. */
  function routeOf(request: RequestDescription): Route {
    let route = routes.get(request);
    if (route === undefined) {
      const base = serverFor(request, description, servers);
      const trusted = isTrusted(base.origin, description, servers);
      route = { base, trusted };
      routes.set(request, route);
    }
    return route;
  }

  /** The schemes that authenticate a request. */
  function schemesFor(
    tool: AnyTool,
    { base: url, trusted }: Route,
    wallet: Wallet,
  ): readonly Chosen[] {
    const alternatives = tool.request.security ?? description.security;
    if (alternatives.length === 0) return [];
    if (!trusted) {
      const isGiven = (name: string): boolean =>
        wallet.given?.has(name) === true;
      if (alternatives.some((one) => Object.keys(one).every(isGiven)))
        return [];
      throw new ToolError(
        `${tool.name} goes to ${url.origin}, which is not the API's own host, and needs its credentials: they are not sent there.\n` +
          `Try: if that host belongs to the API, whoever runs this server can add "${url.origin}" to trustedOrigins in toolwright.config.json.`,
      );
    }
    const chosen = chooseSchemes(tool, description, wallet);
    if (chosen.length > 0 && isOpen(url) && !warned.has(url.origin)) {
      warned.add(url.origin);
      log?.warn("credentials go out unencrypted", { origin: url.origin });
    }
    return chosen;
  }

  /** One attempt; a second request where the first was refused for a token that has been taken back. */
  async function attempt(
    request: HttpRequest,
    chosen: readonly Chosen[],
    wallet: Wallet,
    deadline: Deadline,
    context: ApiContext,
    hookContext: HookContext,
  ): Promise<HttpResponse> {
    const once = async (refused: string | undefined) => {
      const credentials = await loadCredentials(
        chosen,
        wallet,
        options.tokens,
        refused,
      );
      const authenticated = addCredentials(request, credentials);
      const response = await exchangeWithRedirects(
        options.exchange,
        await runBeforeRequest(options.hooks, authenticated, hookContext),
        {
          deadline,
          maxBytes: options.maxAnswerBytes,
          certificate: credentials.certificate,
          progress: context.progress && byteProgress(context.progress),
        },
      );
      return { response, fetched: credentials.fetched };
    };
    const { response, fetched } = await once(undefined);
    return response.status === 401 && fetched !== undefined
      ? (await once(fetched)).response
      : response;
  }

  return async (tool, args, context, hookContext) => {
    const wallet = {
      env: servers.env,
      own: context.credentials,
      given: schemesGiven(tool.request, args),
    };
    const route = routeOf(tool.request);
    const built = await buildRequest(tool.request, tool.input, args, {
      base: route.base,
      env: servers.env,
      uploads: options.uploads,
    });
    const chosen = schemesFor(tool, route, wallet);
    const request = withOwnHeaders(
      built,
      tool,
      description,
      traceFor(route, context),
    );
    const deadline = createDeadline(options.timeoutMs, context.signal);
    const start = performance.now();
    try {
      const response = await options.limiter(deadline, () =>
        withRetries(
          () =>
            attempt(request, chosen, wallet, deadline, context, hookContext),
          {
            retries: isRepeatable(tool) ? options.retries : 0,
            deadline,
            onRetry: (reason, ms) =>
              log?.info("retry", { tool: tool.name, reason, ms }),
          },
        ),
      );
      log?.debug("request", {
        tool: tool.name,
        status: response.status,
        bytes: response.body.length,
        ms: Math.round(performance.now() - start),
      });
      return response;
    } finally {
      deadline.clear();
    }
  };
}

/** A second request does no harm: the operation says so, or the API tells a repetition by its key. */
function isRepeatable({ annotations, request }: AnyTool): boolean {
  return annotations.idempotentHint || request.idempotencyHeader !== undefined;
}

/**
 * What the caller said of its trace. A host that is not the API's own learns the trace's number alone: the rest may tell of
 * the caller's users. https://www.w3.org/TR/baggage/#security-considerations
 */
function traceFor(
  { trusted }: Route,
  { trace = {} }: ApiContext,
): TraceContext {
  const { traceparent } = trace;
  if (trusted) return trace;
  return traceparent === undefined ? {} : { traceparent };
}

function withOwnHeaders(
  request: HttpRequest,
  tool: AnyTool,
  { name, version }: ApiDescription,
  trace: TraceContext,
): HttpRequest {
  const key = tool.request.idempotencyHeader?.toLowerCase();
  const agent = `${name}/${version}`.replace(/[^\w.+/-]+/g, "-");
  return {
    ...request,
    ...(setsEncoding(tool.request) && { ownEncoding: true }),
    headers: {
      "user-agent": agent,
      ...(key !== undefined && { [key]: randomUUID() }),
      ...trace,
      ...request.headers,
    },
  };
}

function byteProgress(tell: NonNullable<ApiContext["progress"]>) {
  return (received: number, total?: number) =>
    tell(received, total, `${received.toLocaleString("en-US")} bytes received`);
}

function isOpen(url: URL): boolean {
  return (
    url.protocol === "http:" &&
    !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  );
}
