// The protocol layer: all that knows how MCP puts lists and calls. The rest of the server works with tools and results.
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
  type ClientCapabilities,
  type JsonSchemaType,
  type ListToolsResult,
  type McpRequestContext,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ApiDescription } from "./runtime/api-description.js";
import type { Answer } from "./runtime/confirm.js";
import { failure, type Call } from "./runtime/dispatch.js";
import { messageOf, type Log } from "./runtime/log.js";
import { readTrace, type TraceContext } from "./runtime/trace-context.js";
import type { View } from "./runtime/view.js";

export interface ServerSettings {
  readonly api: ApiDescription;
  /** What is shown to a request; called once per request over HTTP, once per connection over stdio. */
  readonly view: (context: McpRequestContext) => View;
  /** Whether lists may change while the server runs. */
  readonly watch: boolean;
  /** Security scheme to the header in which a caller sends its own credential. */
  readonly callerCredentials: ReadonlyMap<string, string>;
  readonly log: Log;
}

const hour = 3_600_000;

/**
 * Makes one server: per connection over stdio, per request over HTTP; the SDK gives it the protocol era that the client speaks.
 *
 * The low-level class, because tools are raw JSON Schema tables here and nothing is to be compiled or registered at start.
 */
export function createServer(
  { api, view, watch, callerCredentials, log }: ServerSettings,
  context: McpRequestContext,
): Server {
  const shown = view(context);
  // Lists that never change may be kept. https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching
  const cacheHint = { ttlMs: watch ? 0 : hour, cacheScope: "public" } as const;
  const server = new Server(
    { name: api.name, title: api.title, version: api.version },
    {
      capabilities: { tools: watch ? { listChanged: true } : {} },
      instructions: instructionsOf(api, shown),
      // For answers of a person only, which `answerOf` reads with care.
      jsonSchemaValidator: {
        getValidator: () => (data) => ({
          valid: true,
          data: data as never,
          errorMessage: undefined,
        }),
      },
      cacheHints: { "tools/list": cacheHint, "server/discover": cacheHint },
    },
  );
  server.onerror = (error) =>
    log.debug("protocol error", { message: messageOf(error) });

  server.setRequestHandler(
    "tools/list",
    () => ({ tools: current().definitions }) as unknown as ListToolsResult,
  );

  server.setRequestHandler("tools/call", async (request, ctx) => {
    const { name, arguments: args = {} } = request.params;
    const entry = current().find(name);
    if (entry === undefined)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Unknown tool: ${name}`,
      );
    try {
      const outcome = await entry.run(
        args,
        callOf(server, ctx, context, callerCredentials),
      );
      if ("ask" in outcome) {
        return inputRequired({
          inputRequests: {
            [confirmation]: inputRequired.elicit(question(outcome.ask)),
          },
          requestState: outcome.about,
        });
      }
      return server.projectCallToolResult(
        outcome.result as CallToolResult,
        entry.definition.outputSchema as JsonSchemaType | undefined,
      );
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      // Every other failure of a call is for the model to read.
      log.error("call failed", { tool: name, message: messageOf(error) });
      return failure(`${name} failed: ${messageOf(error)}`) as CallToolResult;
    }
  });

  return server;

  /** Over stdio a server outlives a change of the exposure; over HTTP it lives for one request. */
  function current(): View {
    return watch ? view(context) : shown;
  }
}

function instructionsOf(api: ApiDescription, view: View): string | undefined {
  if (view.mode === "all") return api.instructions;
  const how = `${view.tools} tools, not listed: find them with search_tools, then call them by name with call_read_tool or call_write_tool.`;
  return api.instructions === undefined ? how : `${how}\n${api.instructions}`;
}

function callOf(
  server: Server,
  ctx: ServerContext,
  context: McpRequestContext,
  callerCredentials: ReadonlyMap<string, string>,
): Call {
  const { _meta: meta } = ctx.mcpReq;
  const { requestInfo } = context;
  const headers = requestInfo?.headers;
  return {
    // Without sessions an answer cannot be fetched later: a 2025 client that hung up is gone too.
    signal:
      requestInfo === undefined
        ? ctx.mcpReq.signal
        : AbortSignal.any([ctx.mcpReq.signal, requestInfo.signal]),
    progress:
      meta?.progressToken === undefined
        ? undefined
        : progressOf(ctx, meta.progressToken),
    // https://modelcontextprotocol.io/specification/2026-07-28/basic/index#trace-context
    trace: traceOf(meta, headers),
    credentials:
      headers === undefined || callerCredentials.size === 0
        ? undefined
        : Object.fromEntries(
            [...callerCredentials].map(([scheme, header]) => [
              scheme,
              headers.get(header) ?? "",
            ]),
          ),
    answer: answerOf(server, ctx),
  };
}

/** What the message says of its trace, before what the request says that it came in. */
function traceOf(
  meta: { readonly [name: string]: unknown } | undefined,
  headers: Headers | undefined,
): TraceContext {
  const own = readTrace((name) => meta?.[name]);
  if (own.traceparent !== undefined || headers === undefined) return own;
  return { ...readTrace((name) => headers.get(name)), ...own };
}

function progressOf(
  ctx: ServerContext,
  progressToken: string | number,
): NonNullable<Call["progress"]> {
  let last = -Infinity;
  return (progress, total, message) => {
    // "The progress value MUST increase with each notification": basic/utilities/progress.
    if (progress <= last || ctx.mcpReq.signal.aborted) return;
    last = progress;
    ctx.mcpReq
      .notify({
        method: "notifications/progress",
        params: { progressToken, progress, total, message },
      })
      .catch(() => undefined);
  };
}

const confirmation = "confirmation";

function question(message: string): Parameters<typeof inputRequired.elicit>[0] {
  return {
    message,
    requestedSchema: {
      type: "object",
      properties: { confirm: { type: "boolean", title: "Run it" } },
      required: ["confirm"],
    },
  };
}

/** What the person said to {@link question}; undefined when the client did not declare that it can ask. */
function answerOf(server: Server, ctx: ServerContext): Answer | undefined {
  // The 2025 eras declare capabilities once, in `initialize`; without sessions there is nothing to read, and nobody to ask.
  const capabilities =
    ctx.mcpReq.envelope === undefined
      ? server.getClientCapabilities()
      : (
          ctx.mcpReq.envelope as {
            readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
          }
        )[CLIENT_CAPABILITIES_META_KEY];
  const elicitation = capabilities?.elicitation;
  if (
    elicitation === undefined ||
    (elicitation.form === undefined && elicitation.url !== undefined)
  )
    return undefined;
  const response = inputResponse(ctx.mcpReq.inputResponses, confirmation);
  const about = ctx.mcpReq.requestState<string>();
  if (response.kind !== "elicit") return { said: "nothing", about };
  return {
    said:
      response.action === "accept" && response.content?.["confirm"] === true
        ? "accepted"
        : "declined",
    about,
  };
}
