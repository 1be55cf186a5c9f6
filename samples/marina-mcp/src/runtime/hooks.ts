// What src/hooks.ts may do: the types, and how they are run.
import type { HttpResponse } from "./http.js";
import type { Arguments, HttpRequest } from "./request.js";
import type { Env } from "./servers.js";
import type { AnyTool } from "./tool.js";

export interface HookContext {
  readonly tool: AnyTool;
  /** The checked arguments of the call. */
  readonly args: Arguments;
  readonly env: Env;
  readonly signal: AbortSignal | undefined;
}

type Maybe<T> = T | undefined | void;

/** Each may throw a ToolError to end the call with a message for the model. */
export interface CallHooks {
  /** Just before each request, retries included, when its credentials are in it. May give another request to send. */
  readonly beforeRequest?: (
    request: HttpRequest,
    context: HookContext,
  ) => Maybe<HttpRequest> | Promise<Maybe<HttpRequest>>;
  /** When the API has answered, whatever its status. May give another answer to go on with. */
  readonly afterResponse?: (
    response: HttpResponse,
    context: HookContext,
  ) => Maybe<HttpResponse> | Promise<Maybe<HttpResponse>>;
  /** When the call has failed. May give another text for the model. */
  readonly onError?: (
    error: unknown,
    context: HookContext,
  ) => Maybe<string> | Promise<Maybe<string>>;
}

/** Hooks for every tool, and for single tools by name; those for every tool run first. */
export interface Hooks extends CallHooks {
  readonly tools?: { readonly [name: string]: CallHooks };
}

/** States hooks. Gives back what it was given, with its types checked. */
export function defineHooks(hooks: Hooks): Hooks {
  return hooks;
}

export async function runBeforeRequest(
  hooks: Hooks,
  request: HttpRequest,
  context: HookContext,
): Promise<HttpRequest> {
  let current = request;
  for (const { beforeRequest } of hooksFor(hooks, context)) {
    current = (await beforeRequest?.(current, context)) ?? current;
  }
  return current;
}

export async function runAfterResponse(
  hooks: Hooks,
  response: HttpResponse,
  context: HookContext,
): Promise<HttpResponse> {
  let current = response;
  for (const { afterResponse } of hooksFor(hooks, context)) {
    current = (await afterResponse?.(current, context)) ?? current;
  }
  return current;
}

/** The text that a hook gives for the error; undefined when none does. */
export async function runOnError(
  hooks: Hooks,
  error: unknown,
  context: HookContext,
): Promise<string | undefined> {
  let text: string | undefined;
  for (const { onError } of hooksFor(hooks, context)) {
    text = (await onError?.(error, context)) ?? text;
  }
  return text;
}

function hooksFor(hooks: Hooks, { tool }: HookContext): CallHooks[] {
  const { tools } = hooks;
  const own =
    tools !== undefined && Object.hasOwn(tools, tool.name)
      ? tools[tool.name]
      : undefined;
  return own === undefined ? [hooks] : [hooks, own];
}
