import type { SurfaceReading } from "../read.js";
import {
  clientIds,
  composedName,
  lintTools,
  type LintFinding,
} from "../tools/lint.js";
import { withPositions } from "../spec/position.js";
import { toolTokens } from "../tools/tokens.js";
import type { Tool } from "../tools/tool.js";

/** One tool and what it costs in a model's context. */
export interface Row {
  readonly tool: Tool;
  /** o200k tokens of name, description and input schema as they are listed. */
  readonly tokens: number;
}

/** A document's tools, judged: what `toolwright inspect` prints, as table, JSON or page. */
export interface Inspection {
  readonly reading: SurfaceReading;
  readonly rows: readonly Row[];
  readonly toolsets: readonly {
    readonly name: string;
    readonly tools: number;
    readonly tokens: number;
  }[];
  readonly tokens: number;
  /** The name of the server in a client's configuration, which clients put before each tool's. */
  readonly serverKey: string;
  readonly lint: readonly LintFinding[];
}

/** Counts the tokens of the tools and judges them as each client would. */
export function inspectReading(
  reading: SurfaceReading,
  serverKey: string,
): Inspection {
  const rows = reading.tools.map((tool) => ({
    tool,
    tokens: toolTokens(tool),
  }));
  const sets = new Map<string, { tools: number; tokens: number }>();
  for (const { tool, tokens } of rows) {
    const set = sets.get(tool.toolset) ?? { tools: 0, tokens: 0 };
    sets.set(tool.toolset, {
      tools: set.tools + 1,
      tokens: set.tokens + tokens,
    });
  }
  return {
    reading,
    rows,
    toolsets: [...sets].map(([name, set]) => ({ name, ...set })),
    tokens: rows.reduce((sum, row) => sum + row.tokens, 0),
    serverKey,
    lint: lintTools(reading.tools, { serverKey }),
  };
}

/** A tool as a client lists it. https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool */
export function listedTool(tool: Tool): object {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.listed ?? tool.input,
    ...(tool.output && { outputSchema: tool.output }),
    annotations: { title: tool.title, ...tool.annotations },
  };
}

/** The inspection for programs. */
export function inspectionJson(inspection: Inspection) {
  const { reading, rows, toolsets, tokens, serverKey, lint } = inspection;
  return {
    document: {
      title: reading.spec.title,
      version: reading.spec.apiVersion,
      openapi: reading.spec.version,
    },
    server: reading.server,
    operations: reading.operationCount,
    skipped: reading.skipped,
    notCallable: reading.notCallable,
    tokens,
    toolsets,
    tools: rows.map(({ tool, tokens: cost }) => ({
      ...listedTool(tool),
      toolset: tool.toolset,
      operation: tool.operation.key,
      method: tool.operation.method,
      path: tool.operation.path,
      tokens: cost,
      ...(tool.listed && { shortened: true }),
      ...(tool.doubt && { doubt: tool.doubt }),
      nameLengths: Object.fromEntries(
        clientIds.map((client) => [
          client,
          composedName(client, serverKey, tool.name).length,
        ]),
      ),
    })),
    lint,
    diagnostics: withPositions(reading.spec, reading.diagnostics),
  };
}
