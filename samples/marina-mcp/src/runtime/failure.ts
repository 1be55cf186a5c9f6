// Every failure of a call as text for the model: what happened, what the API said, what to try.
import { adviceFor, type AdviceContext } from "./advice.js";
import { ApiError, ToolError } from "./errors.js";
import type { HttpResponse } from "./http.js";
import { charset } from "./media-types.js";
import {
  CancelledError,
  NetworkError,
  TimeLimitError,
} from "./network-error.js";
import { problemText } from "./problem.js";
import { decodeText } from "./text.js";
import type { AnyTool, ToolResult } from "./tool.js";

/** Longer texts are cut by some clients, and read by no model. */
const maxFailure = 1_500;

/** The error of an answer whose status is not a success. */
export function apiError(
  response: HttpResponse,
  context: AdviceContext,
  redact: (text: string) => string,
): ApiError {
  const type = response.headers["content-type"] ?? "";
  const body = decodeText(response.body.subarray(0, 100_000), charset(type));
  // Before anything is cut: half a credential would not be found.
  const detail = problemText(type, redact(body));
  const advice = adviceFor(response, detail, context);
  const status = `${response.status} ${response.statusText}`.trim();
  return new ApiError(
    [
      `HTTP ${status} from ${operation(context.tool)}`,
      detail,
      advice === undefined ? "" : `Try: ${advice}`,
    ]
      .filter((line) => line !== "")
      .join("\n"),
    response.status,
  );
}

/** Whatever a call throws, in words that hold no stack. */
export function failureText(error: unknown, tool: AnyTool): string {
  if (error instanceof ToolError) return error.message;
  const { annotations } = tool;
  const harmless = annotations.readOnlyHint || annotations.idempotentHint;
  const doubt = harmless
    ? "Try: the call can be repeated without harm."
    : "Try: the API may have carried it out all the same; look before you repeat it.";
  if (error instanceof TimeLimitError) {
    return `${operation(tool)}: ${error.message}.\n${doubt}`;
  }
  if (error instanceof CancelledError) return `${tool.name} was cancelled.`;
  if (error instanceof NetworkError) {
    const what = `${operation(tool)}: no answer from ${error.host}: ${error.message}.`;
    return error.sent
      ? `${what}\n${doubt}`
      : `${what}\nTry: nothing was carried out; call again later, or tell whoever runs this server.`;
  }
  const message = error instanceof Error ? error.message : String(error);
  return `${tool.name} failed inside this server: ${message}`;
}

/** An in-band failure: the model reads it. https://modelcontextprotocol.io/specification/2026-07-28/server/tools#error-handling */
export function failureResult(text: string): ToolResult {
  const clipped =
    text.length <= maxFailure ? text : clipMiddle(text, maxFailure);
  return { content: [{ type: "text", text: clipped }], isError: true };
}

/** What to try stands last and must stay. */
function clipMiddle(text: string, length: number): string {
  const last = text.lastIndexOf("\nTry: ");
  const tail = last < 0 ? "" : text.slice(last).slice(0, length / 2);
  return `${text.slice(0, length - tail.length - 1)}…${tail}`;
}

function operation({ name, request }: AnyTool): string {
  return `${request.method} ${request.path} (${name})`;
}
