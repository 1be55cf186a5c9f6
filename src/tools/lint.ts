/** Which client would refuse, shorten or ignore what of which tool: dated profiles are in `clients.json`. DESIGN 6.6. */
import { isObject, own, type Json } from "../json.js";
import clients from "./clients.json" with { type: "json" };
import type { Tool } from "./tool.js";

export type ClientId = keyof typeof clients;
export type Effect = "refuses" | "shortens" | "ignores";

/** What a linted tool must say of itself. */
export type LintedTool = Pick<
  Tool,
  | "name"
  | "title"
  | "description"
  | "annotations"
  | "input"
  | "listed"
  | "output"
>;

export interface LintFinding {
  readonly client: ClientId;
  readonly effect: Effect;
  /** Absent: the list as a whole. */
  readonly tool?: string;
  readonly rule: string;
  readonly message: string;
  /** Where the profile has it from, and when. */
  readonly source: string;
}

interface Rule {
  readonly rule: string;
  readonly source: string;
  readonly max?: number;
  readonly pattern?: string;
  readonly keywords?: readonly string[];
  readonly hints?: readonly string[];
}

export const clientIds = Object.keys(clients) as ClientId[];

/** The name under which a client shows a tool to its model. */
export function composedName(
  client: ClientId,
  serverKey: string,
  tool: string,
): string {
  return clients[client].name
    .replace("{server}", () => serverKey)
    .replace("{tool}", () => tool);
}

/**
 * Judges tools as clients would list them.
 *
 * @param options.serverKey the name under which the server stands in a client's configuration
 * @param options.clients the profiles to judge by; all of them if left out
 */
export function lintTools(
  tools: readonly LintedTool[],
  options: {
    readonly serverKey: string;
    readonly clients?: readonly ClientId[];
  },
): LintFinding[] {
  const found: LintFinding[] = [];
  const traits = tools.map((tool) => traitsOf(tool));
  for (const client of options.clients ?? clientIds) {
    const profile = clients[client];
    for (const effect of ["refuses", "shortens", "ignores"] as const) {
      for (const rule of profile[effect] as readonly Rule[]) {
        const source = `${rule.source} (${profile.date})`;
        if (rule.rule === "tool-count") {
          if (tools.length > rule.max!)
            found.push({
              client,
              effect,
              rule: rule.rule,
              source,
              message: `${tools.length} tools; more than ${rule.max!} at once are ${effect === "ignores" ? "left out" : "refused"}`,
            });
          continue;
        }
        tools.forEach((tool, at) => {
          const message = judge(
            rule,
            tool,
            traits[at]!,
            composedName(client, options.serverKey, tool.name),
          );
          if (message !== undefined)
            found.push({
              client,
              effect,
              tool: tool.name,
              rule: rule.rule,
              source,
              message,
            });
        });
      }
    }
  }
  return found;
}

/** Why a rule is broken; undefined: it is kept. */
function judge(
  rule: Rule,
  tool: LintedTool,
  traits: Traits,
  composed: string,
): string | undefined {
  const root = tool.listed ?? tool.input;
  switch (rule.rule) {
    case "name-length":
      return composed.length > rule.max!
        ? `${composed} has ${composed.length} characters, more than ${rule.max!}`
        : undefined;
    case "name-pattern":
      return new RegExp(rule.pattern!).test(composed)
        ? undefined
        : `the name ${composed} does not match ${rule.pattern!}`;
    case "description-length":
      return tool.description.length > rule.max!
        ? `the description has ${tool.description.length} characters, more than ${rule.max!}`
        : undefined;
    case "argument-pattern": {
      const pattern = new RegExp(rule.pattern!);
      const bad = Object.keys(root.properties).filter(
        (name) => !pattern.test(name),
      );
      return bad.length > 0
        ? `arguments are named ${quoted(bad)}; ${rule.pattern!} is asked for`
        : undefined;
    }
    case "root-keywords": {
      const bad = rule.keywords!.filter((keyword) =>
        Object.hasOwn(root, keyword),
      );
      return bad.length > 0
        ? `the root of the input schema has ${quoted(bad)}`
        : undefined;
    }
    case "root-type":
      return root.type === "object"
        ? undefined
        : "the root of the input schema is not of type object";
    case "output-root":
      return tool.output === undefined || own(tool.output, "type") === "object"
        ? undefined
        : "the root of the output schema is not of type object";
    case "properties-present":
      return isObject(own(root, "properties") ?? null)
        ? undefined
        : "the input schema has no properties";
    case "keywords": {
      const bad = rule.keywords!.filter((keyword) =>
        traits.keywords.has(keyword),
      );
      return bad.length > 0
        ? `the input schema uses ${quoted(bad)}`
        : undefined;
    }
    case "items-present":
      return traits.noItems
        ? "an array in the input schema says nothing of its items"
        : undefined;
    case "type-lists":
      return traits.typeLists
        ? "the input schema gives several types in a list"
        : undefined;
    case "numeric-enums":
      return traits.numericEnums
        ? 'the input schema has an enum of numbers; clients: ["gemini"] in the config rewrites it'
        : undefined;
    case "enum-unique":
      return traits.repeatedEnums
        ? "an enum in the input schema lists a value twice"
        : undefined;
    case "hints-stated": {
      const missing = rule.hints!.filter(
        (hint) =>
          typeof own(tool.annotations as unknown as Json, hint) !== "boolean",
      );
      return missing.length > 0
        ? `${quoted(missing)} is not stated`
        : undefined;
    }
    case "title-present":
      return tool.title === "" ? "it has no title" : undefined;
    default:
      throw new Error(
        `clients.json has a rule that is not known: ${rule.rule}`,
      );
  }
}

function quoted(list: readonly string[]): string {
  const shown = list
    .slice(0, 3)
    .map((word) => `"${word}"`)
    .join(", ");
  return list.length > 3 ? `${shown} and ${list.length - 3} more` : shown;
}

/** What of an input schema clients stumble over. */
interface Traits {
  readonly keywords: Set<string>;
  noItems: boolean;
  typeLists: boolean;
  numericEnums: boolean;
  repeatedEnums: boolean;
}

function traitsOf(tool: LintedTool): Traits {
  const traits: Traits = {
    keywords: new Set(),
    noItems: false,
    typeLists: false,
    numericEnums: false,
    repeatedEnums: false,
  };
  visit(tool.listed ?? tool.input, traits, 0);
  return traits;
}

const lists = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const maps = new Set([
  "properties",
  "$defs",
  "patternProperties",
  "dependentSchemas",
]);
const values = new Set([
  "enum",
  "const",
  "default",
  "example",
  "examples",
  "required",
]);

function visit(schema: Json | undefined, traits: Traits, depth: number): void {
  if (!isObject(schema) || depth > 100) return;
  const type = own(schema, "type");
  if (Array.isArray(type)) traits.typeLists = true;
  if (
    type === "array" &&
    own(schema, "items") === undefined &&
    own(schema, "prefixItems") === undefined
  )
    traits.noItems = true;
  const choices = own(schema, "enum");
  if (Array.isArray(choices)) {
    if (choices.some((choice) => typeof choice === "number"))
      traits.numericEnums = true;
    if (
      new Set(choices.map((choice: Json) => JSON.stringify(choice))).size <
      choices.length
    )
      traits.repeatedEnums = true;
  }
  for (const [keyword, value] of Object.entries(schema)) {
    traits.keywords.add(keyword);
    if (values.has(keyword)) continue;
    if (maps.has(keyword) && isObject(value)) {
      for (const part of Object.values(value)) visit(part, traits, depth + 1);
    } else if (lists.has(keyword) && Array.isArray(value)) {
      for (const part of value as readonly Json[])
        visit(part, traits, depth + 1);
    } else visit(value, traits, depth + 1);
  }
}
