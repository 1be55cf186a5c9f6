// OpenTelemetry, when the project has its API package and sets it up (node --import ./telemetry.mjs). The server depends on nothing of it.
import { readTrace, type TraceContext } from "./trace-context.js";

/** The few calls of `@opentelemetry/api` that are used. https://opentelemetry.io/docs/specs/otel/trace/api/ */
interface Telemetry {
  readonly context: {
    active(): unknown;
    with<T>(context: unknown, run: () => T): T;
  };
  readonly propagation: {
    extract(context: unknown, carrier: object): unknown;
    inject(context: unknown, carrier: object): void;
  };
  readonly trace: {
    getTracer(name: string): {
      startSpan(name: string, options: object, context: unknown): Span;
    };
    setSpan(context: unknown, span: Span): unknown;
    getSpanContext(context: unknown): object | undefined;
  };
}
interface Span {
  setAttribute(name: string, value: string | number | boolean): unknown;
  setStatus(status: { code: number }): unknown;
  end(): void;
}

let loaded: Promise<Telemetry | undefined> | undefined;

/**
 * Runs a call inside a span, if there is telemetry.
 *
 * @param caller the trace that the caller is in
 * @param run is given the trace that the API is to be told of
 */
export async function traced<T>(
  tool: string,
  caller: TraceContext,
  run: (trace: TraceContext) => Promise<T>,
  failed: (value: T) => boolean,
): Promise<T> {
  const telemetry = await (loaded ??= load());
  if (telemetry === undefined) return run(caller);
  const { context, propagation, trace } = telemetry;
  const ambient = context.active();
  const outer =
    Object.keys(caller).length === 0
      ? ambient
      : propagation.extract(ambient, caller);
  // That of the HTTP request, where that is traced, too.
  const linked = outer === ambient ? undefined : trace.getSpanContext(ambient);
  // https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/mcp.md#server
  const span = trace.getTracer("mcp-server").startSpan(
    `tools/call ${tool}`,
    {
      kind: 1,
      attributes: {
        "mcp.method.name": "tools/call",
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": tool,
      },
      links: linked === undefined ? [] : [{ context: linked }],
    },
    outer,
  );
  const fail = (type: string): void => {
    span.setAttribute("error.type", type);
    span.setStatus({ code: 2 });
  };
  const inner = trace.setSpan(outer, span);
  const carrier: { [name: string]: unknown } = {};
  propagation.inject(inner, carrier);
  const injected = readTrace((name) => carrier[name]);
  // What the project's propagators do not know of goes on as it came; the state of a trace belongs to it.
  const told: TraceContext =
    injected.traceparent === undefined
      ? { ...caller, ...injected }
      : { ...baggageOf(caller), ...injected };
  try {
    const value = await context.with(inner, () => run(told));
    if (failed(value)) fail("tool_error");
    return value;
  } catch (error) {
    fail("_OTHER");
    throw error;
  } finally {
    span.end();
  }
}

function baggageOf({ baggage }: TraceContext): TraceContext {
  return baggage === undefined ? {} : { baggage };
}

async function load(): Promise<Telemetry | undefined> {
  // Not a literal: neither the compiler nor the bundler is to look for a package that is usually absent.
  const name = "@opentelemetry/api";
  return (await import(name).catch(() => undefined)) as Telemetry | undefined;
}
