import { diagnostic, UserError } from "../diagnostics.js";
import { isObject, type Json, type JsonObject } from "../json.js";
import type { Lock, LockedTool } from "./lock.js";
import { sidesOfConflict } from "./markers.js";

export const lockPath = "tools.lock.json";

/** The text of `tools.lock.json`: names sorted, short lists on one line, so that a review shows one line per changed fact. */
export function printLock(lock: Lock): string {
  const tools = sorted(lock.tools).map(([key, tool]): [string, JsonObject] => {
    const { name, operationId, toolset, file, annotations, auth, input } = tool;
    const first = {
      name,
      ...(operationId !== undefined && { operationId }),
      toolset,
      file,
      annotations,
      auth,
    };
    const rest = sorted(tool).filter(
      ([key]) => key !== "input" && !Object.hasOwn(first, key),
    );
    return [
      key,
      Object.fromEntries([
        ...Object.entries(first),
        ["input", Object.fromEntries(sorted(input))],
        ...rest,
      ]) as JsonObject,
    ];
  });
  return `${print(
    {
      lockVersion: lock.lockVersion,
      generator: lock.generator,
      spec: lock.spec,
      tools: Object.fromEntries(tools),
      retired: Object.fromEntries(sorted(lock.retired)),
      seeded: [...lock.seeded].sort(),
    },
    "",
  )}\n`;
}

function sorted<Value>(object: {
  readonly [key: string]: Value;
}): [string, Value][] {
  return Object.entries(object).sort(([a], [b]) =>
    a < b ? -1 : a > b ? 1 : 0,
  );
}

function print(value: Json, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => print(item, inner));
    const line = `[${items.join(", ")}]`;
    if (line.length + indent.length <= 100 && !line.includes("\n")) return line;
    return `[\n${items.map((item) => inner + item).join(",\n")}\n${indent}]`;
  }
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) =>
      `${inner}${JSON.stringify(key)}: ${print(member, inner)}`,
  );
  return members.length === 0 ? "{}" : `{\n${members.join(",\n")}\n${indent}}`;
}

/**
 * Reads the text of `tools.lock.json`. Where a merge left conflict markers in it, both sides are read and united.
 * Throws a UserError where the text is no lock, or is one of a newer Toolwright.
 */
export function parseLock(text: string): Lock {
  const sides = sidesOfConflict(text);
  if (!sides) return parse(text);
  return unite(parse(sides.ours), parse(sides.theirs));
}

function parse(text: string): Lock {
  let value: Json;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, "")) as Json;
  } catch (error) {
    throw unreadable((error as Error).message);
  }
  if (!isObject(value)) throw unreadable("it does not hold an object");
  if (value["lockVersion"] !== 1) {
    throw new UserError(
      diagnostic(
        "project-lock-newer",
        `${lockPath} has lockVersion ${JSON.stringify(value["lockVersion"])}; this Toolwright knows version 1.`,
      ),
    );
  }
  const tools = isObject(value["tools"]) ? value["tools"] : {};
  const spec = isObject(value["spec"]) ? value["spec"] : {};
  return {
    lockVersion: 1,
    generator: string(value["generator"]),
    spec: {
      source: string(spec["source"]),
      title: string(spec["title"]),
      version: string(spec["version"]),
      hash: string(spec["hash"]),
    },
    tools: Object.fromEntries(
      Object.entries(tools).map(([key, tool]) => [key, lockedTool(key, tool)]),
    ),
    retired: texts(value["retired"]),
    seeded: strings(value["seeded"]).map(slashed),
  };
}

function lockedTool(key: string, value: Json): LockedTool {
  if (!isObject(value)) throw unreadable(`the tool ${key} is not an object`);
  const name = string(value["name"]);
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name))
    throw unreadable(`the tool ${key} has no usable name`);
  const { operationId, ...rest } = value;
  return {
    ...rest,
    name,
    ...(typeof operationId === "string" && { operationId }),
    toolset: string(value["toolset"]),
    file: slashed(string(value["file"])),
    annotations: string(value["annotations"]),
    auth: strings(value["auth"]),
    input: texts(value["input"]),
  };
}

const string = (value: Json | undefined): string =>
  typeof value === "string" ? value : "";
const strings = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
const texts = (value: Json | undefined): { readonly [key: string]: string } =>
  Object.fromEntries(
    Object.entries((isObject(value) ? value : {}) as JsonObject).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
/** A lock that was written by hand on Windows may hold backslashes. */
const slashed = (path: string): string => path.replaceAll("\\", "/");

function unreadable(why: string): UserError {
  return new UserError(
    diagnostic(
      "project-lock-unreadable",
      `${lockPath} cannot be read: ${why}.`,
      { at: lockPath },
    ),
  );
}

/** Both sides of a merge of two branches: what either of them pinned stays pinned. */
function unite(ours: Lock, theirs: Lock): Lock {
  const tools = { ...theirs.tools, ...ours.tools };
  const owner = new Map<string, string>();
  for (const [key, tool] of Object.entries(tools)) {
    const other = owner.get(tool.name);
    if (other !== undefined) {
      throw new UserError(
        diagnostic(
          "project-name-clash",
          `Two branches gave the name ${tool.name} to different operations: ${other} and ${key}.`,
          { at: lockPath },
        ),
      );
    }
    owner.set(tool.name, key);
  }
  const retired = Object.entries({ ...theirs.retired, ...ours.retired });
  return {
    ...ours,
    tools,
    retired: Object.fromEntries(retired.filter(([name]) => !owner.has(name))),
    seeded: [...new Set([...ours.seeded, ...theirs.seeded])].sort(),
  };
}
