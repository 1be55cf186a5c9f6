import type { ApiContext, ApiRuntime } from "./api.js";
import { failureResult, failureText } from "./failure.js";
import { runOnError } from "./hooks.js";
import type { Arguments } from "./request.js";
import type { AnyTool, ToolResult } from "./tool.js";
import { checkArguments } from "./validate.js";

/** Checks the arguments, runs the tool's handler and gives its result. Never throws: a failure is a result with `isError`. */
export async function callTool(
  tool: AnyTool,
  args: unknown,
  runtime: ApiRuntime,
  context: ApiContext,
): Promise<ToolResult> {
  let checked: Arguments = {};
  try {
    const check = await checkArguments(tool, args);
    if (!check.ok) return failureResult(runtime.redact(check.text, context));
    checked = check.value;
    return await tool.handler(checked as never, runtime.apiFor(tool, context));
  } catch (error) {
    const text = await explain(error, tool, checked, runtime, context);
    return failureResult(runtime.redact(text, context));
  }
}

async function explain(
  error: unknown,
  tool: AnyTool,
  args: Arguments,
  runtime: ApiRuntime,
  context: ApiContext,
): Promise<string> {
  const { env, hooks } = runtime;
  try {
    const { signal } = context;
    const text = await runOnError(hooks, error, { tool, args, env, signal });
    return text ?? failureText(error, tool);
  } catch (inHook) {
    return failureText(inHook, tool);
  }
}
