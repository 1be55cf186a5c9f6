import { nearest } from "./nearest.js";
import { SettingsError } from "./flags.js";
import type { Exposure, Mode } from "./settings.js";
import type { AnyTool } from "./tool.js";

/** Toolset to its tools, in the order in which they are listed. */
export type Catalogue = ReadonlyMap<string, readonly AnyTool[]>;

/** A client's model API takes no more tools than this (OpenAI, VS Code). */
const mostTools = 128;
/** About a fifth of a large context. */
const mostTokens = 40_000;
/** Characters of JSON to a token, measured with o200k_base over tool definitions. */
const charactersPerToken = 3.6;

/** The toolset of the tools in `custom-tools.ts`. */
const customToolset = "custom";

/** Joins the document's tools and the project's own; where both have a name, the project's own tool takes the other's place. */
export function catalogueOf(
  toolsets: { readonly [name: string]: readonly AnyTool[] },
  customTools: readonly AnyTool[],
): Catalogue {
  const own = new Set(customTools.map((tool) => tool.name));
  const all = new Map(
    Object.entries(toolsets).map(([name, tools]) => [
      name,
      tools.filter((tool) => !own.has(tool.name)),
    ]),
  );
  if (customTools.length > 0)
    all.set(customToolset, [...(all.get(customToolset) ?? []), ...customTools]);
  return all;
}

/**
 * The part of a catalogue that an exposure leaves: the named toolsets and the named tools, without the excluded ones,
 * and without those that change anything when it is read-only. `*` stands for any letters: `delete_*`.
 *
 * @throws SettingsError when a name is not in the catalogue
 */
export function expose(
  catalogue: Catalogue,
  exposure: Omit<Exposure, "mode">,
): Catalogue {
  const names = [...catalogue.values()].flatMap((tools) =>
    tools.map((tool) => tool.name),
  );
  const matchTool = matcher(exposure.tools ?? [], names, "tool");
  const matchToolset = matcher(
    exposure.toolsets ?? [],
    [...catalogue.keys()],
    "toolset",
  );
  const excluded = matcher(
    exposure.exclude ?? [],
    [...names, ...catalogue.keys()],
    "tool or toolset",
  );
  const everything =
    exposure.tools === undefined && exposure.toolsets === undefined;
  const left = new Map<string, readonly AnyTool[]>();
  for (const [toolset, tools] of catalogue) {
    if (excluded(toolset)) continue;
    const kept = tools.filter(
      (tool) =>
        (everything || matchToolset(toolset) || matchTool(tool.name)) &&
        !excluded(tool.name) &&
        (!exposure.readOnly || tool.annotations.readOnlyHint),
    );
    if (kept.length > 0) left.set(toolset, kept);
  }
  return left;
}

/** Decides `auto`: everything is listed as long as clients and contexts can bear it. */
export function decideMode(
  mode: Mode,
  tools: readonly AnyTool[],
): "all" | "search" {
  if (mode !== "auto") return mode;
  if (tools.length > mostTools) return "search";
  let characters = 0;
  for (const tool of tools) {
    characters +=
      tool.name.length +
      tool.description.length +
      JSON.stringify(tool.listed ?? tool.input).length;
  }
  return characters / charactersPerToken > mostTokens ? "search" : "all";
}

function matcher(
  patterns: readonly string[],
  names: readonly string[],
  kind: string,
): (name: string) => boolean {
  const known = new Set(names);
  const exact = new Set<string>();
  const globs: string[][] = [];
  for (const pattern of patterns) {
    const parts = pattern.split("*");
    if (parts.length > 1) globs.push(parts);
    else exact.add(pattern);
    if (
      parts.length > 1
        ? !names.some((name) => matches(name, parts))
        : !known.has(pattern)
    )
      throw unknown(pattern, names, kind);
  }
  return (name) =>
    exact.has(name) || globs.some((parts) => matches(name, parts));
}

/** Whether a name has these parts in this order, the first at its start and the last at its end. No regular expression: patterns come from URLs too. */
function matches(name: string, parts: readonly string[]): boolean {
  const last = parts[parts.length - 1]!;
  if (!name.startsWith(parts[0]!) || !name.endsWith(last)) return false;
  let at = parts[0]!.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}

function unknown(
  name: string,
  names: readonly string[],
  kind: string,
): SettingsError {
  const near = nearest(name, names);
  const help =
    near !== undefined
      ? `did you mean ${near}?`
      : names.length <= 60
        ? `there are ${names.join(", ")}`
        : `there are ${names.length} others`;
  return new SettingsError(`There is no ${kind} "${name}"; ${help}`);
}
