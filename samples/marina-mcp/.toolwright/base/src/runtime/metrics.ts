// https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format

export type Outcome = "ok" | "error" | "cancelled";

/** Upper bounds in seconds: from a cached answer to a slow report. */
const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export interface Metrics {
  readonly countCall: (tool: string, outcome: Outcome, seconds: number) => void;
  readonly countRequest: (status: number) => void;
  /** Calls that run at this moment. */
  readonly setRunning: (calls: number) => void;
  readonly render: () => string;
}

export function createMetrics(): Metrics {
  const calls = new Map<string, number>();
  const requests = new Map<number, number>();
  const observed = buckets.map(() => 0);
  let sum = 0;
  let count = 0;
  let running = 0;
  return {
    countCall(tool, outcome, seconds) {
      const key = `tool="${escape(tool)}",outcome="${outcome}"`;
      calls.set(key, (calls.get(key) ?? 0) + 1);
      buckets.forEach((bound, i) => {
        if (seconds <= bound) observed[i]! += 1;
      });
      sum += seconds;
      count += 1;
    },
    countRequest: (status) =>
      void requests.set(status, (requests.get(status) ?? 0) + 1),
    setRunning: (value) => void (running = value),
    render: () =>
      [
        "# HELP mcp_tool_calls_total Tool calls by tool and outcome.",
        "# TYPE mcp_tool_calls_total counter",
        ...[...calls].map(
          ([labels, value]) => `mcp_tool_calls_total{${labels}} ${value}`,
        ),
        "# HELP mcp_tool_call_duration_seconds How long tool calls took.",
        "# TYPE mcp_tool_call_duration_seconds histogram",
        ...buckets.map(
          (bound, i) =>
            `mcp_tool_call_duration_seconds_bucket{le="${bound}"} ${observed[i]}`,
        ),
        `mcp_tool_call_duration_seconds_bucket{le="+Inf"} ${count}`,
        `mcp_tool_call_duration_seconds_sum ${sum}`,
        `mcp_tool_call_duration_seconds_count ${count}`,
        "# HELP mcp_tool_calls_running Tool calls that run now.",
        "# TYPE mcp_tool_calls_running gauge",
        `mcp_tool_calls_running ${running}`,
        "# HELP mcp_http_requests_total HTTP requests to the MCP endpoint by status.",
        "# TYPE mcp_http_requests_total counter",
        ...[...requests].map(
          ([status, value]) =>
            `mcp_http_requests_total{status="${status}"} ${value}`,
        ),
        "# HELP process_resident_memory_bytes Resident memory size in bytes.",
        "# TYPE process_resident_memory_bytes gauge",
        `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
        "# HELP process_cpu_seconds_total CPU time spent in seconds.",
        "# TYPE process_cpu_seconds_total counter",
        `process_cpu_seconds_total ${(process.cpuUsage().user + process.cpuUsage().system) / 1e6}`,
        "",
      ].join("\n"),
  };
}

function escape(label: string): string {
  return label.replace(/[\\"\n]/g, (character) =>
    character === "\n" ? "\\n" : `\\${character}`,
  );
}
