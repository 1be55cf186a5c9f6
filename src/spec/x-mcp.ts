import type { Annotations } from "../../templates/project/src/runtime/tool.js";
import type { Diagnostic } from "../diagnostics.js";
import { isObject, own, type Json, type JsonObject } from "../json.js";
import { nearest } from "../nearest.js";
import type { ArgumentOverride, ToolOverride } from "./override.js";
import { below } from "./pointer.js";
import { collector, kind, quote, type Report } from "./report.js";

/** Keys of `x-mcp` that make no sense for more than one operation. */
const ownKeys: ReadonlySet<string> = new Set(["name", "title", "description"]);

/**
 * The `x-` keys of an operation with those of its path below them, and `x-mcp` of the document below both: what a nearer
 * one says counts, key by key. `true` nearer than `{enabled: false}` means enabled.
 */
export function inheritXMcp(
  root: JsonObject,
  path: JsonObject,
  operation: JsonObject,
): JsonObject {
  const extensions: Record<string, Json> = Object.assign(
    Object.create(null) as object,
    path,
    operation,
  );
  let merged: Json | undefined;
  for (const [level, part] of [root, path, operation].entries()) {
    const value = own(part, "x-mcp");
    if (value === undefined) continue;
    const shared = level === 2 ? value : withoutOwnKeys(value);
    merged =
      isObject(merged) || isObject(shared)
        ? { ...asObject(merged), ...asObject(shared) }
        : shared;
  }
  if (merged !== undefined) extensions["x-mcp"] = merged;
  return extensions;
}

function withoutOwnKeys(value: Json): Json {
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).filter(([key]) => !ownKeys.has(key)),
      )
    : value;
}

function asObject(value: Json | undefined): JsonObject {
  if (typeof value === "boolean") return { enabled: value };
  return isObject(value) ? value : {};
}

/**
 * What a document says of one tool: `x-mcp`, and what other tools' extensions of the same meaning say where `x-mcp` is silent.
 *
 * @param at pointer to the operation.
 */
export function readOverride(
  extensions: JsonObject,
  at: string,
): {
  readonly override: ToolOverride;
  readonly diagnostics: readonly Diagnostic[];
} {
  const { diagnostics, report } = collector();
  const value = own(extensions, "x-mcp");
  const here = below(at, "x-mcp");
  let override: ToolOverride = {};
  if (typeof value === "boolean") override = { enabled: value };
  else if (isObject(value)) override = readXMcp(value, here, report);
  else if (value !== undefined && value !== null) {
    report(
      "extension-unknown-key",
      `\`x-mcp\` is ${kind(value)}; true, false or an object is meant`,
      here,
    );
  }
  const kin = readKin(extensions);
  const annotations = { ...kin.annotations, ...override.annotations };
  return {
    override: {
      ...kin,
      ...override,
      ...(Object.keys(annotations).length > 0 && { annotations }),
    },
    diagnostics,
  };
}

type Check<Value> = (
  value: Json,
  at: string,
  report: Report,
) => Value | undefined;

const isText: Check<string> = (value) =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;
const isFlag: Check<boolean> = (value) =>
  typeof value === "boolean" ? value : undefined;

const hints: { readonly [key in keyof Annotations]: Check<boolean> } = {
  readOnlyHint: isFlag,
  destructiveHint: isFlag,
  idempotentHint: isFlag,
  openWorldHint: isFlag,
};

const argumentKeys: {
  readonly [key in keyof Required<ArgumentOverride>]: Check<
    ArgumentOverride[key]
  >;
} = {
  name: isText,
  description: isText,
  value: (value) => value,
  hidden: isFlag,
};

const keys: {
  readonly [key in keyof Required<ToolOverride>]: Check<ToolOverride[key]>;
} = {
  enabled: isFlag,
  name: isText,
  title: isText,
  description: isText,
  toolset: isText,
  annotations: (value, at, report) =>
    isObject(value)
      ? readKeys<Partial<Annotations>>(value, hints, at, report)
      : undefined,
  arguments: (value, at, report) => {
    if (!isObject(value)) return undefined;
    const read: Record<string, ArgumentOverride> = Object.create(null);
    for (const [name, item] of Object.entries(value)) {
      const here = below(at, name);
      if (isObject(item))
        read[name] = readKeys<ArgumentOverride>(
          item,
          argumentKeys,
          here,
          report,
        );
      else
        report(
          "extension-unknown-key",
          `The argument ${quote(name)} in \`x-mcp\` is ${kind(item)}, not an object`,
          here,
        );
    }
    return read;
  },
  mediaType: isText,
};

function readXMcp(value: JsonObject, at: string, report: Report): ToolOverride {
  return readKeys<ToolOverride>(value, keys, at, report);
}

function readKeys<Value>(
  value: JsonObject,
  checks: { readonly [key: string]: Check<unknown> },
  at: string,
  report: Report,
): Value {
  const read: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const here = below(at, key);
    if (!Object.hasOwn(checks, key)) {
      if (key.startsWith("x-")) continue;
      const meant = nearest(key, Object.keys(checks));
      report(
        "extension-unknown-key",
        `${quote(key)} is no key of \`x-mcp\`${meant === undefined ? "" : `; is "${meant}" meant?`}`,
        here,
      );
      continue;
    }
    const checked = checks[key]!(item, here, report);
    if (checked === undefined)
      report(
        "extension-unknown-key",
        `${quote(key)} in \`x-mcp\` is ${kind(item)}, which it cannot be`,
        here,
      );
    else read[key] = checked;
  }
  return read as Value;
}

/**
 * Extensions of other tools that say the same: whether there is a tool, and what it is called.
 *
 * `x-speakeasy-mcp`: https://www.speakeasy.com/docs/standalone-mcp/customize-tools, `x-mint`: https://mintlify.com/docs/ai/model-context-protocol,
 * `x-openai-isConsequential`: https://platform.openai.com/docs/actions/production
 */
function readKin(extensions: JsonObject): ToolOverride {
  const is = (key: string) => own(extensions, key) === true;
  const speakeasy = own(extensions, "x-speakeasy-mcp");
  const mint = own(own(extensions, "x-mint"), "mcp");
  const gram = own(extensions, "x-gram");
  const hidden =
    own(speakeasy, "disabled") === true ||
    speakeasy === false ||
    own(mint, "enabled") === false;
  const shown =
    own(speakeasy, "disabled") === false || own(mint, "enabled") === true;
  const first = (key: string) => {
    const text = [speakeasy, mint, gram]
      .map((from) => own(from, key))
      .find((value) => typeof value === "string" && value.trim() !== "");
    return text === undefined ? {} : { [key]: text as string };
  };
  return {
    ...(shown ? { enabled: true } : hidden && { enabled: false }),
    ...first("name"),
    ...first("title"),
    ...first("description"),
    // Only the answer that makes a tool more careful is taken from here.
    ...(is("x-openai-isConsequential") && {
      annotations: { readOnlyHint: false, destructiveHint: true },
    }),
  };
}

/** Extensions that keep an operation out of published documentation and SDKs; they say nothing of tools. */
export const internalMarks = [
  "x-internal",
  "x-sdk-exclude",
  "x-fern-ignore",
  "x-speakeasy-ignore",
] as const;
