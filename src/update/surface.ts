import { own } from "../json.js";
import { matchKeys, type Lock, type LockedTool } from "./lock.js";
import { compareInput } from "./surface-input.js";

/** How much a change matters to those who call the tools. */
export type Level = "breaking" | "notable" | "compatible" | "text";

export interface SurfaceChange {
  readonly level: Level;
  /** What is concerned. Effects come first in every report: clients approve calls by them. */
  readonly area: "effect" | "auth" | "tool" | "input" | "output" | "text";
  /** The tool's name before the change, or, for a new one, its name. */
  readonly tool: string;
  readonly message: string;
}

/** What changes for the clients of a server. */
export interface SurfaceReport {
  /** Effects first, then by level. */
  readonly changes: readonly SurfaceChange[];
  /** The gravest level among the changes; `none` where nothing changes. */
  readonly level: Level | "none";
  readonly suggestedBump: "major" | "minor" | "patch" | "none";
  /** Names of the tools concerned, sorted; of renamed ones the new name. */
  readonly tools: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
    readonly renamed: readonly string[];
  };
}

/** Compares what clients were told with what they will be told. Without a lock there is nothing that could break. */
export function compareSurface(
  before: Lock | undefined,
  after: Lock,
): SurfaceReport {
  const none = { added: [], removed: [], changed: [], renamed: [] };
  const { changes, tools } =
    before === undefined
      ? { changes: [], tools: none }
      : compareTools(before, after);
  changes.sort(
    (a, b) =>
      Number(b.area === "effect") - Number(a.area === "effect") ||
      levels.indexOf(a.level) - levels.indexOf(b.level) ||
      areas.indexOf(a.area) - areas.indexOf(b.area) ||
      (a.tool < b.tool ? -1 : a.tool > b.tool ? 1 : 0),
  );
  const level =
    levels.find((one) => changes.some((change) => change.level === one)) ??
    "none";
  return { changes, level, suggestedBump: bumps[level], tools };
}

const levels: readonly Level[] = ["breaking", "notable", "compatible", "text"];
const areas: readonly SurfaceChange["area"][] = [
  "effect",
  "auth",
  "tool",
  "input",
  "output",
  "text",
];
const bumps = {
  breaking: "major",
  notable: "minor",
  compatible: "minor",
  text: "patch",
  none: "none",
} as const;

function compareTools(
  before: Lock,
  after: Lock,
): { changes: SurfaceChange[]; tools: SurfaceReport["tools"] } {
  const operations = Object.entries(after.tools).map(
    ([key, { operationId }]) => ({ key, operationId }),
  );
  const matched = matchKeys(operations, before);
  const gone = new Set(Object.keys(before.tools));
  const changes: SurfaceChange[] = [];
  const tools = {
    added: [] as string[],
    removed: [] as string[],
    changed: [] as string[],
    renamed: [] as string[],
  };
  for (const [key, tool] of Object.entries(after.tools)) {
    const oldKey = matched.get(key);
    if (oldKey === undefined) {
      tools.added.push(tool.name);
      changes.push({
        level: "compatible",
        area: "tool",
        tool: tool.name,
        message: `added: ${key}`,
      });
      continue;
    }
    gone.delete(oldKey);
    const old = before.tools[oldKey]!;
    const found = compareTool(old, tool);
    if (old.name !== tool.name) tools.renamed.push(tool.name);
    else if (found.length > 0) tools.changed.push(tool.name);
    changes.push(...found);
  }
  for (const key of gone) {
    const { name } = before.tools[key]!;
    tools.removed.push(name);
    changes.push({
      level: "breaking",
      area: "tool",
      tool: name,
      message: `removed: ${key}`,
    });
  }
  for (const names of Object.values(tools)) names.sort();
  return { changes, tools };
}

function compareTool(before: LockedTool, after: LockedTool): SurfaceChange[] {
  // A lock that was rebuilt from the tool files knows names alone.
  if (before.annotations === "") return renamed(before, after);
  const found: Omit<SurfaceChange, "tool">[] = [
    ...compareEffects(before.annotations, after.annotations),
    ...compareAuth(before.auth, after.auth),
    ...compareInput(before.input, after.input),
  ];
  if (before.toolset !== after.toolset) {
    found.push({
      level: "notable",
      area: "tool",
      message: `moved from toolset ${before.toolset} to ${after.toolset}`,
    });
  }
  if (own(before, "output") !== own(after, "output")) {
    const level =
      own(before, "output") === undefined ? "compatible" : "notable";
    found.push({
      level,
      area: "output",
      message: `the schema of its structured answer ${
        own(before, "output") === undefined
          ? "was added"
          : own(after, "output") === undefined
            ? "was removed"
            : "changed"
      }`,
    });
  }
  if (own(before, "text") !== own(after, "text")) {
    found.push({ level: "text", area: "text", message: "its texts changed" });
  }
  return [
    ...renamed(before, after),
    ...found.map((change) => ({ ...change, tool: before.name })),
  ];
}

function renamed(before: LockedTool, after: LockedTool): SurfaceChange[] {
  if (before.name === after.name) return [];
  return [
    {
      level: "breaking",
      area: "tool",
      tool: before.name,
      message: `renamed to ${after.name}`,
    },
  ];
}

const danger = ["read", "write", "destructive"];

function compareEffects(
  before: string,
  after: string,
): Omit<SurfaceChange, "tool">[] {
  const [was = "", ...wasWords] = before.split(" ");
  const [is = "", ...isWords] = after.split(" ");
  const changes: Omit<SurfaceChange, "tool">[] = [];
  if (was !== is) {
    const level =
      danger.indexOf(is) > danger.indexOf(was) ? "breaking" : "notable";
    changes.push({ level, area: "effect", message: `was ${was}, is ${is}` });
  }
  for (const [word, lost, won] of [
    ["idempotent", "is no longer idempotent", "is now idempotent"],
    [
      "closed",
      "now reaches the open world",
      "no longer reaches the open world",
    ],
  ] as const) {
    const had = wasWords.includes(word);
    if (had === isWords.includes(word)) continue;
    changes.push({
      level: "notable",
      area: "effect",
      message: had ? lost : won,
    });
  }
  return changes;
}

function compareAuth(
  before: readonly string[],
  after: readonly string[],
): Omit<SurfaceChange, "tool">[] {
  if (before.join("\n") === after.join("\n")) return [];
  const show = (auth: readonly string[]): string =>
    auth.length === 0 ? "none" : auth.join(" or ");
  const message = `authentication was ${show(before)}, is ${show(after)}`;
  // Whoever could call it still can: every way that was open is open, or nothing is asked for any more.
  const open = after.length === 0 || after.includes("none");
  const kept = before.length > 0 && before.every((way) => after.includes(way));
  return [
    { level: open || kept ? "notable" : "breaking", area: "auth", message },
  ];
}
