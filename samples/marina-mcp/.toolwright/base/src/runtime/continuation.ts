// Tells the model that an answer was cut, and how to get at the rest with the tool's own arguments.
import { isRecord } from "./json.js";
import type { RequestDescription, JsonSchema } from "./tool.js";
import type { Cut } from "./truncate.js";

interface Asked {
  readonly input: JsonSchema;
  readonly request: RequestDescription;
}

const offsets = /^(offset|skip|start|start_?(at|index)|from|first_?result)$/i;
const pages = /^(page|page_?(number|num|no|index))$/i;
const cursors =
  /^(cursor|after|starting_after|marker|next|(next_?|page_?|continuation_?)(page_?)?(token|cursor)|continue|since_?id)$/i;
const sizes =
  /^(limit|count|top|size|first|max_?(results|items|count)|(per_?page|page_?(size|limit))|results_?per_?page|rows)$/i;

/** The first line of a cut answer. */
export function truncationMarker(
  cuts: readonly Cut[],
  shown: number,
  of: number | undefined,
  hints: readonly string[],
): string {
  const parts = [...cuts]
    .sort((a, b) => lost(b) - lost(a))
    .slice(0, 3)
    .map(
      ({ path, unit, shown: some, of: all }) =>
        `${number(some)} of ${number(all)} ${unit}${path === "" ? "" : ` of ${path}`}`,
    );
  parts.push(
    of === undefined
      ? `the first ${number(shown)} characters`
      : `${number(shown)} of ${number(of)} characters`,
  );
  const next = hints.length > 0 ? ` For the rest: ${hints.join("; ")}.` : "";
  return `[truncated: ${parts.join(", ")} shown.${next}]`;
}

/** What to ask for instead, best first. */
export function continuationHints(
  tool: Asked,
  args: { readonly [name: string]: unknown },
  cuts: readonly Cut[],
  value: unknown,
): string[] {
  const names = isRecord(tool.input["properties"])
    ? Object.keys(tool.input["properties"])
    : [];
  const query = queryArguments(tool.request);
  const paging = names.filter((name) => query.has(name));
  const list = cuts.find((cut) => cut.unit === "items");
  const hints: string[] = [];
  const size = paging.find((name) => sizes.test(name));
  const offset = paging.find((name) => offsets.test(name));
  const page = paging.find((name) => pages.test(name) || cursors.test(name));
  if (list && offset) {
    const start = Number(args[offset] ?? 0) || 0;
    hints.push(`${offset}=${start + list.shown}`);
  } else if (list && size) {
    const next = page === undefined ? "" : `, then ${page} for the next`;
    hints.push(`smaller pages, ${size}=${Math.max(1, list.shown)}${next}`);
  } else if (list && page) {
    hints.push(`${page} for the next page`);
  }
  if (tool.request.fieldsArgument) {
    const keys = fieldNames(value);
    const example = keys.length > 0 ? `="${keys.join(",")}"` : "";
    hints.push(`fewer fields, ${tool.request.fieldsArgument}${example}`);
  }
  const filters = paging.filter(
    (name) =>
      !(name in args) &&
      name !== tool.request.fieldsArgument &&
      ![offsets, pages, cursors, sizes].some((kind) => kind.test(name)),
  );
  if (filters.length > 0) {
    hints.push(`narrow it with ${filters.slice(0, 5).join(", ")}`);
  }
  return hints;
}

function queryArguments(request: RequestDescription): Set<string> {
  const names = new Set<string>();
  for (const { argument, in: place } of request.parameters ?? []) {
    if (argument !== undefined && place === "query") names.add(argument);
  }
  for (const { argument } of request.body?.fields ?? []) {
    if (argument !== undefined) names.add(argument);
  }
  return names;
}

/** A few names of the items of an answer, those that identify first. */
function fieldNames(value: unknown): string[] {
  const list = Array.isArray(value)
    ? value
    : isRecord(value)
      ? Object.values(value).find((member) => Array.isArray(member))
      : undefined;
  const item = Array.isArray(list) ? (list[0] as unknown) : value;
  if (!isRecord(item)) return [];
  const keys = Object.keys(item).filter((key) => /^[\w-]+$/.test(key));
  const telling = keys.filter((key) =>
    /^(id|key|name|title|status)$/i.test(key),
  );
  return [...new Set([...telling, ...keys])].slice(0, 3);
}

function lost({ of, shown }: Cut): number {
  return of - shown;
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}
