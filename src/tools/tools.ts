import type { Diagnostic } from "../diagnostics.js";
import type { Operation } from "../spec/operation.js";
import { createConverter } from "../spec/schema.js";
import type { Spec } from "../spec/spec.js";
import { readOverride } from "../spec/x-mcp.js";
import { annotate } from "./annotations.js";
import { readAuth, type Auth } from "./auth.js";
import { securityOf } from "./credentials.js";
import { describeTool, surveyTools } from "./describe.js";
import type { FixedValue } from "./fixed.js";
import { buildInput } from "./input.js";
import type { ToolName } from "./names.js";
import { buildOutput, describeAnswer } from "./output.js";
import { reviewTexts } from "./review.js";
import type { ServerName } from "./server-name.js";
import type { ArgumentOverride, ToolOverride } from "../spec/override.js";
import type { Tool } from "./tool.js";
import { assignToolsets } from "./toolsets.js";
import { runtimeServers, serverElsewhere } from "./servers.js";

export interface ToolOptions {
  readonly server: ServerName;
  /** Names of all callable operations, decided before any is left out. */
  readonly names: ReadonlyMap<string, ToolName>;
  /** What the config says of single tools, by operation key. */
  readonly overrides: { readonly [operationKey: string]: ToolOverride };
  readonly lockedToolsets: ReadonlyMap<string, string>;
  readonly structuredOutput: boolean;
  /** What the config says of all tools. */
  readonly openWorld: boolean | undefined;
  readonly clients: readonly string[];
}

/**
 * Makes the tools of the chosen operations.
 *
 * @returns the tools, sorted by toolset and name, the security schemes that they use, and the values that overrides fix
 */
export function buildTools(
  spec: Spec,
  operations: readonly Operation[],
  options: ToolOptions,
): {
  tools: Tool[];
  auth: Auth;
  fixed: FixedValue[];
  diagnostics: Diagnostic[];
} {
  const { server, names } = options;
  const auth = readAuth(spec, operations, server.envPrefix);
  const diagnostics = [...auth.diagnostics];
  const converter = createConverter(spec);
  const toolsets = assignToolsets(
    operations,
    spec,
    names,
    options.lockedToolsets,
  );
  const survey = surveyTools(operations, names);
  const tools: Tool[] = [];
  const fixed: FixedValue[] = [];
  for (const operation of operations) {
    const name = names.get(operation.key);
    if (name === undefined) {
      throw new Error(`${operation.key} has no name`);
    }
    const fromDocument = readOverride(operation.extensions, operation.at);
    diagnostics.push(...fromDocument.diagnostics);
    const elsewhere = serverElsewhere(spec, operation);
    if (elsewhere !== undefined) diagnostics.push(elsewhere);
    const config = Object.hasOwn(options.overrides, operation.key)
      ? options.overrides[operation.key]!
      : {};
    const override = merge(fromDocument.override, config);
    const built = buildInput(operation, converter, {
      override,
      credentials: auth,
      clients: options.clients,
    });
    fixed.push(...built.fixed);
    const text = describeTool({
      operation,
      name,
      survey,
      answer: describeAnswer(operation, converter),
    });
    const hints = annotate(operation, name, {
      document: fromDocument.override,
      config: withOpenWorld(config, options.openWorld),
    });
    diagnostics.push(
      ...built.diagnostics,
      ...text.diagnostics,
      ...reviewTexts(operation, built.input),
    );
    const security = securityOf(spec, operation, auth);
    const output = options.structuredOutput
      ? buildOutput(operation, converter)
      : undefined;
    tools.push({
      operation,
      name: name.name,
      title: override.title ?? text.title,
      description: override.description ?? text.description,
      annotations: hints.annotations,
      input: built.input,
      ...(built.listed && { listed: built.listed }),
      ...(output && { output }),
      request: {
        ...built.request,
        ...(operation.servers && {
          servers: runtimeServers(operation.servers, server.envPrefix),
        }),
        ...(security && { security }),
      },
      toolset: override.toolset ?? toolsets.get(operation.key)!,
      ...(hints.doubt && { doubt: hints.doubt }),
    });
  }
  tools.sort(
    (a, b) => compare(a.toolset, b.toolset) || compare(a.name, b.name),
  );
  return { tools, auth, fixed, diagnostics };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The config's word over the document's, argument by argument. */
function merge(document: ToolOverride, config: ToolOverride): ToolOverride {
  const names = new Set([
    ...Object.keys(document.arguments ?? {}),
    ...Object.keys(config.arguments ?? {}),
  ]);
  const merged: Record<string, ArgumentOverride> = Object.create(null);
  for (const name of names) {
    merged[name] = {
      ...document.arguments?.[name],
      ...config.arguments?.[name],
    };
  }
  return {
    ...document,
    ...config,
    annotations: { ...document.annotations, ...config.annotations },
    arguments: merged,
  };
}

/** What the config says of one tool, with what it says of the hint that is the same for all. */
function withOpenWorld(
  config: ToolOverride,
  openWorldHint: boolean | undefined,
): ToolOverride {
  return openWorldHint === undefined
    ? config
    : { ...config, annotations: { openWorldHint, ...config.annotations } };
}
