import type { Json } from "../json.js";
import type { File } from "../render/file.js";
import type { Operation, SecurityRequirement } from "../spec/operation.js";
import type { Spec } from "../spec/spec.js";
import type { Annotations, Tool } from "../tools/tool.js";
import { digest, signatures, textDigest } from "./signature.js";

/** `tools.lock.json`: the public surface of a generated server, made to be read in review. */
export interface Lock {
  readonly lockVersion: 1;
  readonly generator: string;
  readonly spec: {
    readonly source: string;
    readonly title: string;
    readonly version: string;
    readonly hash: string;
  };
  /** By operation key (`GET /pets/{}`). */
  readonly tools: { readonly [key: string]: LockedTool };
  /** Names that tools had and that no other operation may take: name to operation key. */
  readonly retired: { readonly [name: string]: string };
  /** Paths of the files that were written once. */
  readonly seeded: readonly string[];
}

export interface LockedTool {
  readonly name: string;
  readonly operationId?: string;
  readonly toolset: string;
  /** `src/tools/<toolset>/<name>.ts` */
  readonly file: string;
  /** `read`, `write` or `destructive`, then `idempotent` and `closed` (not open-world) where they hold: `read idempotent`. */
  readonly annotations: string;
  /** The schemes of each alternative, joined by ` + `; empty: public. */
  readonly auth: readonly string[];
  /** A short signature of each top-level argument: type, `required`, enum values, format and limits. */
  readonly input: { readonly [argument: string]: string };
  /** Short digests of the texts and schemas that the signature leaves out, so that any change of the surface is seen. */
  readonly [other: string]: Json | undefined;
}

/** What `tools.lock.json` says after this run. */
export function buildLock(from: {
  readonly spec: Spec;
  readonly tools: readonly Tool[];
  readonly files: readonly File[];
  /** What it retired stays retired, and what it seeded is not seeded again. */
  readonly previous?: Lock | undefined;
  /** Retired names that the config gives free. */
  readonly freed?: readonly string[];
  /** What applies to a tool that states no security of its own. */
  readonly defaultSecurity: readonly SecurityRequirement[];
  readonly generator: string;
  /** The document, relative to the project with `/`, or its URL. */
  readonly source: string;
}): Lock {
  const { spec, tools, files, previous, generator, source } = from;
  const locked = tools.map((tool): [string, LockedTool] => [
    tool.operation.key,
    lockTool(tool, from.defaultSecurity),
  ]);
  const current = Object.fromEntries(locked.sort(byKey));
  const seeded = files
    .filter((file) => file.ownership === "seeded")
    .map((file) => file.path);
  return {
    lockVersion: 1,
    generator,
    spec: {
      source,
      title: spec.title,
      version: spec.apiVersion,
      hash: spec.hash,
    },
    tools: current,
    retired: previous ? retire(previous, current, new Set(from.freed)) : {},
    seeded: [...new Set([...(previous?.seeded ?? []), ...seeded])].sort(),
  };
}

function lockTool(
  tool: Tool,
  defaultSecurity: readonly SecurityRequirement[],
): LockedTool {
  const security = tool.request.security ?? defaultSecurity;
  return {
    name: tool.name,
    ...(tool.operation.operationId === undefined
      ? {}
      : { operationId: tool.operation.operationId }),
    toolset: tool.toolset,
    file: toolFile(tool),
    annotations: effects(tool.annotations),
    auth: security.map(alternative).sort(),
    input: signatures(tool.input),
    ...(tool.output === undefined ? {} : { output: digest(tool.output) }),
    text: textDigest([tool.title, tool.description], tool.input),
  };
}

/** Where the file of a tool stands. */
export function toolFile(tool: Pick<Tool, "toolset" | "name">): string {
  return `src/tools/${tool.toolset}/${tool.name}.ts`;
}

function effects(annotations: Annotations): string {
  const effect = annotations.readOnlyHint
    ? "read"
    : annotations.destructiveHint
      ? "destructive"
      : "write";
  return [
    effect,
    ...(annotations.idempotentHint ? ["idempotent"] : []),
    ...(annotations.openWorldHint ? [] : ["closed"]),
  ].join(" ");
}

/** `oauth(read write) + key`; `none` where the alternative asks for nothing. */
function alternative(requirement: SecurityRequirement): string {
  const schemes = Object.keys(requirement).sort();
  if (schemes.length === 0) return "none";
  return schemes
    .map((scheme) => {
      const scopes = requirement[scheme] ?? [];
      return scopes.length === 0
        ? scheme
        : `${scheme}(${[...scopes].sort().join(" ")})`;
    })
    .join(" + ");
}

/** A name that a tool had stays reserved for its operation: an allow-list entry must not come to mean something else. */
function retire(
  previous: Lock,
  current: { readonly [key: string]: LockedTool },
  freed: ReadonlySet<string>,
): { readonly [name: string]: string } {
  const inUse = new Set(Object.values(current).map((tool) => tool.name));
  const operations = Object.entries(current).map(([key, { operationId }]) => ({
    key,
    operationId,
  }));
  const newKeys = new Map(
    [...matchKeys(operations, previous)].map(([key, oldKey]) => [oldKey, key]),
  );
  const names = [
    ...Object.entries(previous.retired),
    ...Object.entries(previous.tools).map(([key, tool]): [string, string] => [
      tool.name,
      key,
    ]),
  ];
  return Object.fromEntries(
    names
      .filter(([name]) => !inUse.has(name) && !freed.has(name))
      .map(([name, key]): [string, string] => [name, newKeys.get(key) ?? key])
      .sort(byKey),
  );
}

function byKey(a: readonly [string, unknown], b: readonly [string, unknown]) {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
}

/**
 * The locked tool of each operation that has one, by the operation's key. An operation is found by its key, or, when its
 * path or method changed, by its operationId among the locked ones that no operation has the key of any more.
 */
export function matchLocked(
  operations: readonly Pick<Operation, "key" | "operationId">[],
  lock: Lock | undefined,
): ReadonlyMap<string, LockedTool> {
  const matched = new Map<string, LockedTool>();
  if (!lock) return matched;
  for (const [key, oldKey] of matchKeys(operations, lock))
    matched.set(key, lock.tools[oldKey]!);
  return matched;
}

/** The locked key that each operation goes back to. */
export function matchKeys(
  operations: readonly Pick<Operation, "key" | "operationId">[],
  lock: Lock,
): ReadonlyMap<string, string> {
  const matched = new Map<string, string>();
  const keys = new Set(operations.map((operation) => operation.key));
  const vanished = new Map<string, string | undefined>();
  for (const [key, tool] of Object.entries(lock.tools)) {
    if (keys.has(key) || tool.operationId === undefined) continue;
    // Two vanished operations with one operationId: neither can be followed.
    vanished.set(
      tool.operationId,
      vanished.has(tool.operationId) ? undefined : key,
    );
  }
  for (const { key, operationId } of operations) {
    if (Object.hasOwn(lock.tools, key)) {
      matched.set(key, key);
      continue;
    }
    const oldKey =
      operationId === undefined ? undefined : vanished.get(operationId);
    if (oldKey === undefined) continue;
    matched.set(key, oldKey);
    // Taken: a second operation with the same operationId is a new one.
    vanished.set(operationId!, undefined);
  }
  return matched;
}
