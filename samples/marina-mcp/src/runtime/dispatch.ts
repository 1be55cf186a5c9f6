import type { ApiContext } from "./api.js";
import { decideConfirmation, isDestructive, type Answer } from "./confirm.js";
import { messageOf, type Log } from "./log.js";
import type { Metrics } from "./metrics.js";
import type { AnyTool, ToolResult } from "./tool.js";
import { traced } from "./tracing.js";

export type Arguments = Readonly<Record<string, unknown>>;

/** One `tools/call` as the protocol layer hands it on. */
export interface Call extends ApiContext {
  /** What the person said; undefined when the client cannot ask. */
  readonly answer?: Answer;
}

/** A call's end: a result, or a question that the client is to put to its user first. */
export type Outcome =
  | { readonly result: ToolResult }
  | { readonly ask: string; readonly about: string };

/** Answers a call of one tool. Never throws: what goes wrong is an `isError` result. */
export type CallTool = (
  tool: AnyTool,
  args: Arguments,
  context: ApiContext,
) => Promise<ToolResult>;

export interface Dispatch {
  /** Runs one tool: asks first where that is configured, counts it and logs it. */
  readonly run: (
    tool: AnyTool,
    args: Arguments,
    call: Call,
  ) => Promise<Outcome>;
  /** How many calls run. */
  readonly running: () => number;
}

export interface DispatchOptions {
  readonly callTool: CallTool;
  readonly confirm: "destructive" | "never";
  readonly logArguments: boolean;
  readonly log: Log;
  readonly metrics: Metrics;
}

export function createDispatch({
  callTool,
  confirm,
  logArguments,
  log,
  metrics,
}: DispatchOptions): Dispatch {
  let running = 0;

  async function observed(
    tool: AnyTool,
    args: Arguments,
    call: ApiContext,
  ): Promise<ToolResult> {
    const start = performance.now();
    metrics.setRunning(++running);
    try {
      const result = await traced(
        tool.name,
        call.trace ?? {},
        (trace) => callTool(tool, args, { ...call, trace }),
        (value) => value.isError === true,
      );
      const outcome =
        call.signal?.aborted === true
          ? "cancelled"
          : result.isError === true
            ? "error"
            : "ok";
      const seconds = (performance.now() - start) / 1000;
      metrics.countCall(tool.name, outcome, seconds);
      log.info("call", {
        tool: tool.name,
        outcome,
        ms: Math.round(seconds * 1000),
        bytes: sizeOf(result),
        traceparent: call.trace?.traceparent,
        arguments: logArguments ? args : undefined,
      });
      return result;
    } catch (error) {
      metrics.countCall(tool.name, "error", (performance.now() - start) / 1000);
      log.error("call failed", { tool: tool.name, message: messageOf(error) });
      return failure(`${tool.name} failed: ${messageOf(error)}`);
    } finally {
      metrics.setRunning(--running);
    }
  }

  return {
    async run(tool, args, { answer, ...context }) {
      if (confirm === "never" || !isDestructive(tool))
        return { result: await observed(tool, args, context) };
      const decision = decideConfirmation(tool, args, answer);
      if ("refuse" in decision) return { result: failure(decision.refuse) };
      return "go" in decision
        ? { result: await observed(tool, decision.go, context) }
        : decision;
    },
    running: () => running,
  };
}

/** A result that tells the model what went wrong. */
export function failure(text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

function sizeOf(result: ToolResult): number {
  let size = 0;
  for (const block of result.content) {
    if (block.type === "text") size += Buffer.byteLength(block.text);
    else if (block.type === "resource") size += block.resource.blob.length;
    else if (block.type !== "resource_link") size += block.data.length;
  }
  return size;
}
