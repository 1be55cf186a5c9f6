// What a handler works with, and what stands behind it: one connection to the API for the whole server.
import { tmpdir } from "node:os";
import path from "node:path";
import type { ApiDescription } from "./api-description.js";
import { answer, valueAnswer, type AnswerOptions } from "./answer.js";
import { apiError } from "./failure.js";
import { runAfterResponse, type HookContext, type Hooks } from "./hooks.js";
import { createHttpClient, type Exchange, type HttpResponse } from "./http.js";
import { createLimiter } from "./limit.js";
import type { Log } from "./log.js";
import { charset } from "./media-types.js";
import { createTokenSource } from "./oauth.js";
import { createRedactor } from "./redact.js";
import type { Arguments } from "./request.js";
import { credentialVariables } from "./security.js";
import { createSender } from "./sender.js";
import type { Env } from "./servers.js";
import { decodeText } from "./text.js";
import type { AnyTool, Tool, ToolResult } from "./tool.js";
import type { TraceContext } from "./trace-context.js";

/** What a handler gets beside its input. */
export interface Api {
  /**
   * Sends the tool's request and makes its answer the result of the call.
   *
   * @throws ToolError when it cannot be sent or the API refuses it; left alone, its message is what the model reads
   */
  readonly send: (input: object) => Promise<ToolResult>;
  /**
   * Sends the request of any tool and gives the answer to work with: for tools that take several requests.
   *
   * @throws ToolError as `send` does
   */
  readonly call: <Input>(
    tool: Tool<Input>,
    input: Input,
  ) => Promise<ApiResponse>;
  /** Makes a value of your own the result of the call, within the limits of an answer. */
  readonly result: (value: unknown) => Promise<ToolResult>;
  /** Fires when the caller does not want the answer any more. */
  readonly signal: AbortSignal | undefined;
  /** The environment of the server. */
  readonly env: Env;
  /** Tells the caller how far the call is, where it asked to know. */
  readonly progress: TellProgress;
}

export type TellProgress = (
  progress: number,
  total?: number,
  message?: string,
) => void;

/** An answer whose status is a success. */
export interface ApiResponse extends HttpResponse {
  readonly text: () => string;
  /** @throws SyntaxError when the answer is not JSON */
  readonly json: () => unknown;
}

/** What a call may use of the request that it serves. */
export interface ApiContext {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: TellProgress | undefined;
  /** The caller's own credentials by security scheme; a scheme named here is never filled from the environment. */
  readonly credentials?: { readonly [scheme: string]: string } | undefined;
  /** Passed on to the API. */
  readonly trace?: TraceContext | undefined;
}

export interface ApiOptions {
  readonly env: Env;
  /** Where the tools of this process are used: over HTTP a caller has no files here. */
  readonly transport: "stdio" | "http";
  /** The tools that a model can call: named in what it is told to try. */
  readonly tools?: readonly AnyTool[];
  readonly hooks?: Hooks;
  readonly log?: Log;
  /** Replaces every server of the document. */
  readonly baseUrl?: string | undefined;
  /** Origin of a server of the document to the URL that replaces that server. */
  readonly servers?: ReadonlyMap<string, string>;
  /** Origins beside the API's own that credentials may be sent to. */
  readonly trustedOrigins?: readonly string[];
  /** Of one request, with its retries: 30 s. */
  readonly timeoutMs?: number | undefined;
  /** How often a request that does no harm is tried again: 2. */
  readonly retries?: number | undefined;
  /** Requests at the same time: 10. */
  readonly maxConcurrent?: number | undefined;
  /** Characters of an answer's text: 40,000. */
  readonly maxAnswerCharacters?: number | undefined;
  /** What is read of an answer, after decompression: 20 MB. */
  readonly maxAnswerBytes?: number | undefined;
  /** Of one file that is sent: 25 MB. */
  readonly maxUploadBytes?: number | undefined;
  /** Folders that files may be sent from by path: none. */
  readonly uploadRoots?: readonly string[] | undefined;
  /** Where large files are saved: over stdio a folder for temporary files, over HTTP nowhere. */
  readonly downloadDir?: string | undefined;
  /** In place of HTTP: for mocks and tests. */
  readonly exchange?: Exchange;
}

/** The API of a whole server; {@link ApiRuntime.apiFor} makes the part of it that one call sees. */
export interface ApiRuntime {
  readonly apiFor: (tool: AnyTool, context: ApiContext) => Api;
  readonly hooks: Hooks;
  readonly env: Env;
  readonly log: Log | undefined;
  /** Takes the credentials of a call out of a text. */
  readonly redact: (text: string, context: ApiContext) => string;
}

export function createApi(
  description: ApiDescription,
  options: ApiOptions,
): ApiRuntime {
  const { hooks = {}, log, tools = [] } = options;
  // A copy, for process.env asks the system at each look.
  const env = { ...options.env };
  const exchange = options.exchange ?? createHttpClient(env);
  const tokens = createTokenSource(exchange);
  const byPath = options.transport === "stdio";
  const sender = createSender({
    description,
    exchange,
    tokens,
    hooks,
    log,
    limiter: createLimiter(options.maxConcurrent ?? 10),
    servers: {
      env,
      baseUrl: options.baseUrl,
      servers: options.servers,
      trustedOrigins: options.trustedOrigins,
    },
    uploads: {
      variable: `${description.envPrefix}_UPLOAD_ROOTS`,
      roots: options.uploadRoots ?? [],
      byPath,
      maxBytes: options.maxUploadBytes ?? 25_000_000,
    },
    timeoutMs: options.timeoutMs ?? 30_000,
    retries: options.retries ?? 2,
    maxAnswerBytes: options.maxAnswerBytes ?? 20_000_000,
  });
  const downloadDir =
    options.downloadDir ??
    (byPath ? path.join(tmpdir(), `${description.name}-downloads`) : undefined);
  const answerOptions = (tool: AnyTool, args: Arguments): AnswerOptions => ({
    tool,
    args,
    downloadDir,
    maxCharacters: options.maxAnswerCharacters ?? 40_000,
    warn: (message) =>
      log?.warn("answer differs from the document", {
        tool: tool.name,
        message,
      }),
  });

  async function request(
    tool: AnyTool,
    args: Arguments,
    context: ApiContext,
  ): Promise<HttpResponse> {
    const hookContext: HookContext = {
      tool,
      args,
      env,
      signal: context.signal,
    };
    const sent = await sender(tool, args, context, hookContext);
    const response = await runAfterResponse(hooks, sent, hookContext);
    if (response.status < 400) return response;
    const advice = {
      tool,
      args,
      siblings: tools,
      variables: credentialVariables(tool.request, description, env),
      scopes: scopesOf(tool, description),
    };
    throw apiError(response, advice, (text) => redact(text, context));
  }

  const redactEnvironment = createRedactor(
    description,
    { env },
    tokens.secrets,
  );
  function redact(text: string, { credentials: own }: ApiContext): string {
    return own === undefined
      ? redactEnvironment(text)
      : createRedactor(description, { env, own }, tokens.secrets)(text);
  }

  return {
    hooks,
    env,
    log,
    redact,
    apiFor: (tool, context) => ({
      env,
      signal: context.signal,
      progress: context.progress ?? (() => undefined),
      send: async (input) => {
        const args = input as Arguments;
        const response = await request(tool, args, context);
        return answer(response, answerOptions(tool, args));
      },
      call: async (other, input) => {
        const args = input as Arguments;
        return readable(await request(other as AnyTool, args, context));
      },
      result: (value) => valueAnswer(value, answerOptions(tool, {})),
    }),
  };
}

function readable(response: HttpResponse): ApiResponse {
  const type = response.headers["content-type"] ?? "";
  const text = () => decodeText(response.body, charset(type));
  return { ...response, text, json: () => JSON.parse(text()) as unknown };
}

function scopesOf({ request }: AnyTool, description: ApiDescription): string[] {
  const alternatives = request.security ?? description.security;
  return [...new Set(alternatives.flatMap((one) => Object.values(one).flat()))];
}
