import type { Config } from "./config.js";
import { diagnostic, UserError, type Diagnostic } from "./diagnostics.js";
import { byOperation } from "./spec/config-keys.js";
import { loadSpec } from "./spec/load.js";
import type { Operation } from "./spec/operation.js";
import { listOperations } from "./spec/operations.js";
import {
  selectOperations,
  selectTools,
  type Selection,
} from "./spec/select.js";
import type { Spec } from "./spec/spec.js";
import { withPositions } from "./spec/position.js";
import { readOverride } from "./spec/x-mcp.js";
import type { Auth } from "./tools/auth.js";
import { checkFixedValues } from "./tools/fixed.js";
import { nameTools } from "./tools/names.js";
import { nameServer, type ServerName } from "./tools/server-name.js";
import type { Tool } from "./tools/tool.js";
import { buildTools } from "./tools/tools.js";
import { matchLocked, type Lock } from "./update/lock.js";

/** How a document is read into tools. */
export interface ReadOptions {
  readonly cwd: string;
  readonly config: Config;
  readonly lock?: Lock | undefined;
  readonly name?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly deprecated?: "keep" | "exclude";
  readonly overlays?: readonly string[];
  readonly allowRemote?: readonly string[];
  readonly strict?: boolean;
  readonly validate?: boolean;
  readonly onStage?: (stage: string) => void;
  readonly stdin?: () => Promise<string>;
}

/** An operation that is no tool, and why. */
export interface Skipped {
  readonly operation: string;
  readonly reason: string;
  readonly at: string;
}

/** A document, read: its tools, and an account of all else in it. */
export interface SurfaceReading {
  readonly spec: Spec;
  readonly server: ServerName;
  readonly tools: readonly Tool[];
  readonly auth: Auth;
  /** How many operations the document has. */
  readonly operationCount: number;
  readonly skipped: readonly Skipped[];
  /** Webhooks and callbacks: the API calls them. */
  readonly notCallable: readonly {
    readonly kind: string;
    readonly name: string;
  }[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Document, operations, tools: the half of the pipeline that `generate` and `inspect` share.
 *
 * @throws UserError when the document cannot be read or has no operation left; under `strict` for any warning
 */
export async function readSurface(
  source: string,
  options: ReadOptions,
): Promise<SurfaceReading> {
  const { config } = options;
  const stage = options.onStage ?? (() => undefined);
  stage("reading");
  const loaded = await loadSpec(source, {
    cwd: options.cwd,
    overlays: options.overlays ?? config.overlays ?? [],
    allowRemote: options.allowRemote ?? config.allowRemote ?? [],
    strict: options.strict ?? false,
    validate: options.validate ?? false,
    onStage: stage,
    ...(options.stdin && { stdin: options.stdin }),
  });
  const { spec } = loaded;
  const listed = listOperations(spec);

  stage("naming");
  const { said: overrides, diagnostics: misnamed } = byOperation(
    listed.operations,
    config.tools ?? {},
  );
  const locked = matchLocked(listed.operations, options.lock);
  const named = nameTools(listed.operations, {
    locked: new Map([...locked].map(([key, tool]) => [key, tool.name])),
    retired: retiredNames(options.lock, config),
    overrides: nameOverrides(listed.operations, overrides),
    resolve: spec.resolve,
  });
  const wanted: Selection = {
    include: options.include ?? config.include ?? [],
    exclude: options.exclude ?? config.exclude ?? [],
    deprecated: options.deprecated ?? config.deprecated ?? "keep",
    enabled: new Map(
      Object.entries(overrides).flatMap(([key, { enabled }]) =>
        enabled === undefined ? [] : [[key, enabled] as const],
      ),
    ),
  };
  const chosen = selectOperations(listed.operations, wanted, spec);
  const selection = selectTools(
    chosen.selected,
    wanted,
    new Map([...named.names].map(([key, { name }]) => [key, name])),
  );

  stage("building tools");
  const server = nameServer(spec.title, {
    ...((options.name ?? config.name) !== undefined && {
      name: options.name ?? config.name!,
    }),
    ...(config.envPrefix !== undefined && { envPrefix: config.envPrefix }),
  });
  const built = buildTools(spec, selection.selected, {
    server,
    names: named.names,
    overrides,
    lockedToolsets: new Map(
      [...locked].map(([key, tool]) => [key, tool.toolset]),
    ),
    structuredOutput: config.output === "structured",
    openWorld: config.openWorld,
    clients: config.clients ?? [],
  });
  const diagnostics = [
    ...loaded.diagnostics,
    ...listed.diagnostics,
    ...misnamed,
    ...named.diagnostics,
    ...chosen.diagnostics,
    ...selection.diagnostics,
    ...built.diagnostics,
    ...(await checkFixedValues(built.fixed)),
  ];
  const reading: SurfaceReading = {
    spec,
    server,
    tools: built.tools,
    auth: built.auth,
    operationCount: listed.operations.length + listed.dropped.length,
    skipped: [
      ...listed.dropped.map((dropped) => ({
        operation: dropped.key ?? dropped.at,
        reason: dropped.reason,
        at: dropped.at,
      })),
      ...[...chosen.excluded, ...selection.excluded].map(
        ({ operation, reason }) => ({
          operation: operation.key,
          reason,
          at: operation.at,
        }),
      ),
    ],
    notCallable: listed.notCallable,
    diagnostics,
  };
  refuse(reading, options.strict ?? false);
  return reading;
}

function retiredNames(
  lock: Lock | undefined,
  config: Config,
): ReadonlyMap<string, string> {
  const freed = new Set(config.freeNames ?? []);
  return new Map(
    Object.entries(lock?.retired ?? {}).filter(([name]) => !freed.has(name)),
  );
}

/** The names that owners chose: the config's word over the document's. */
function nameOverrides(
  operations: readonly Operation[],
  overrides: NonNullable<Config["tools"]>,
): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>();
  for (const { key, extensions, at } of operations) {
    const name =
      (Object.hasOwn(overrides, key) ? overrides[key]?.name : undefined) ??
      readOverride(extensions, at).override.name;
    if (name !== undefined) chosen.set(key, name);
  }
  return chosen;
}

/** Ends a run that would make nothing, or that was asked to be strict and met a warning. */
function refuse(reading: SurfaceReading, strict: boolean): void {
  const errors = reading.diagnostics.filter(
    ({ severity }) => strict && severity !== "info",
  );
  if (errors.length > 0) {
    throw new UserError(...withPositions(reading.spec, errors));
  }
  if (reading.tools.length > 0) return;
  const reasons = [...new Set(reading.skipped.map(({ reason }) => reason))];
  const cause = reading.diagnostics.find(
    ({ code }) => code === "document-no-operations",
  );
  const nothing = diagnostic(
    "no-operations",
    cause !== undefined
      ? cause.message
      : `None of the ${reading.operationCount} operations of "${reading.spec.title}" is left: ${reasons.slice(0, 3).join("; ")}`,
    { at: cause?.at ?? "#/paths" },
  );
  // A mistyped selector or a file that was not read is often the whole reason.
  const why = reading.diagnostics.filter(
    ({ code }) =>
      code === "selector-unmatched" || code.startsWith("reference-"),
  );
  throw new UserError(...withPositions(reading.spec, [nothing, ...why]));
}
