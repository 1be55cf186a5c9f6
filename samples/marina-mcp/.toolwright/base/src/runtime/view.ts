import { isDestructive, withConfirmArgument } from "./confirm.js";
import type { Arguments, Call, Dispatch, Outcome } from "./dispatch.js";
import { decideMode, expose, type Catalogue } from "./exposure.js";
import { nearest } from "./nearest.js";
import { metaTools } from "./search-tools.js";
import { SettingsError } from "./flags.js";
import type { Exposure, Mode } from "./settings.js";
import type { AnyTool, JsonSchema } from "./tool.js";

/** A tool as `tools/list` shows it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: AnyTool["annotations"];
  readonly _meta?: { readonly [key: string]: unknown };
}

export interface Entry {
  readonly definition: ToolDefinition;
  readonly run: (args: Arguments, call: Call) => Promise<Outcome>;
}

/** What one URL (or stdio) shows: it depends on the settings and that URL, never on who connects. */
export interface View {
  readonly mode: "all" | "search";
  readonly tools: number;
  readonly definitions: readonly ToolDefinition[];
  readonly find: (name: string) => Entry | undefined;
}

export interface ViewOptions {
  readonly dispatch: Dispatch;
  readonly confirm: "destructive" | "never";
  /** The most characters that an answer has: hosts that read it do not cut earlier. */
  readonly answerLimit: number;
}

/** Makes what is shown of a catalogue. */
export function createView(
  catalogue: Catalogue,
  mode: Mode,
  options: ViewOptions,
): View {
  const tools = [...catalogue.values()].flat();
  const decided = decideMode(mode, tools);
  const entries =
    decided === "search"
      ? metaTools(catalogue, options.dispatch)
      : tools.map((tool) => entryOf(tool, options));
  const byName = new Map(
    entries.map((entry) => [entry.definition.name, entry]),
  );
  return {
    mode: decided,
    tools: tools.length,
    definitions: entries.map((entry) => entry.definition),
    find: (name) => byName.get(name),
  };
}

function entryOf(
  tool: AnyTool,
  { dispatch, confirm, answerLimit }: ViewOptions,
): Entry {
  const schema = tool.listed ?? tool.input;
  return {
    definition: {
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema:
        confirm === "destructive" && isDestructive(tool)
          ? withConfirmArgument(schema)
          : schema,
      ...(tool.output !== undefined && { outputSchema: tool.output }),
      annotations: tool.annotations,
      _meta: { "anthropic/maxResultSizeChars": answerLimit },
    },
    run: (args, call) => dispatch.run(tool, args, call),
  };
}

/** The URL parameters that narrow what the operator allows: `/mcp?toolsets=pets,users&read-only=true`. */
const parameters = ["toolsets", "tools", "exclude", "read-only", "mode"];
const mostViews = 64;

/**
 * Gives each URL its view, and keeps the views of the last URLs.
 *
 * @returns a function that throws SettingsError when the parameters name what is not there
 */
export function createViews(
  catalogue: Catalogue,
  mode: Mode,
  options: ViewOptions,
): (search: URLSearchParams) => View {
  const whole = createView(catalogue, mode, options);
  const kept = new Map<string, View>();
  return (search) => {
    const exposure = readParameters(search, mode);
    if (exposure === undefined) return whole;
    const key = JSON.stringify(exposure);
    const known = kept.get(key);
    kept.delete(key);
    const view =
      known ?? createView(expose(catalogue, exposure), exposure.mode, options);
    kept.set(key, view);
    if (kept.size > mostViews) kept.delete(kept.keys().next().value!);
    return view;
  };
}

function readParameters(
  search: URLSearchParams,
  mode: Mode,
): Exposure | undefined {
  const values = new Map<string, string[]>();
  for (const [given, value] of search) {
    const name = given
      .toLowerCase()
      .replaceAll("_", "-")
      .replace(/^readonly$/, "read-only");
    if (!parameters.includes(name)) {
      // A mistyped `read-only` must not list tools that write; a proxy's own parameters are none of our business.
      const near = nearest(name, parameters);
      if (near !== undefined)
        throw new SettingsError(
          `There is no parameter "${given}"; did you mean ${near}?`,
        );
      continue;
    }
    values.set(name, [
      ...(values.get(name) ?? []),
      ...value
        .split(",")
        .map((item) => item.trim())
        .filter((item) => item !== ""),
    ]);
  }
  if (values.size === 0) return undefined;
  const list = (name: string): readonly string[] | undefined =>
    values.get(name) && [...new Set(values.get(name))].sort();
  const asked = values.get("mode")?.at(-1) ?? mode;
  if (asked !== "all" && asked !== "search" && asked !== "auto")
    throw new SettingsError(
      `mode is "${asked}", and must be all, search or auto`,
    );
  const readOnly =
    values.has("read-only") &&
    !/^(0|false|no|off)$/i.test(values.get("read-only")!.at(-1) ?? "true");
  return {
    toolsets: list("toolsets"),
    tools: list("tools"),
    exclude: list("exclude"),
    readOnly,
    mode: asked,
  };
}
