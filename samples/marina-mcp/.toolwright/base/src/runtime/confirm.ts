import { createHash } from "node:crypto";
import type { AnyTool, JsonSchema } from "./tool.js";

/** What the person said, where the client can ask: about which call, and what. */
export interface Answer {
  readonly about?: string;
  readonly said: "accepted" | "declined" | "nothing";
}

export type Decision =
  | { readonly go: Readonly<Record<string, unknown>> }
  /** The client is to ask its user. `about` names the call, so that an answer counts for these arguments only. */
  | { readonly ask: string; readonly about: string }
  | { readonly refuse: string };

/** Whether a tool is one that `confirm: "destructive"` means. */
export function isDestructive(tool: AnyTool): boolean {
  return !tool.annotations.readOnlyHint && tool.annotations.destructiveHint;
}

/** The schema with the argument by which a client that cannot ask confirms. It is listed for every client: lists do not vary. */
export function withConfirmArgument(schema: JsonSchema): JsonSchema {
  const name = confirmArgument(schema);
  return {
    ...schema,
    properties: {
      ...(schema["properties"] as object | undefined),
      [name]: {
        type: "boolean",
        description: "True only after the user agreed to this very call.",
      },
    },
  };
}

/**
 * Decides whether a destructive call may run.
 *
 * @param answer what the person said; undefined when the client cannot ask
 */
export function decideConfirmation(
  tool: AnyTool,
  args: Readonly<Record<string, unknown>>,
  answer: Answer | undefined,
): Decision {
  const name = confirmArgument(tool.input);
  const { [name]: confirmed, ...rest } = args;
  if (answer === undefined) {
    if (confirmed === true) return { go: rest };
    return {
      refuse: `${tool.name} is destructive, and nothing was done. Tell the user what it will do; once they agree, call it again with the same arguments and ${name}: true.`,
    };
  }
  const about = fingerprint(tool.name, rest);
  if (answer.said === "declined")
    return {
      refuse:
        "The user declined, and nothing was done. Do not call it again unless they ask for it.",
    };
  if (answer.said === "accepted" && answer.about === about) return { go: rest };
  return {
    ask: `Run "${tool.title}" (${tool.name})? It may delete or overwrite data. Arguments: ${shorten(JSON.stringify(rest))}`,
    about,
  };
}

/** `confirm`, unless the tool has an argument of that name. */
function confirmArgument(schema: JsonSchema): string {
  const properties = (schema["properties"] ?? {}) as object;
  let name = "confirm";
  while (Object.hasOwn(properties, name)) name += "_call";
  return name;
}

function fingerprint(tool: string, args: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([tool, args]))
    .digest("base64url");
}

function shorten(text: string): string {
  return text.length <= 500 ? text : `${text.slice(0, 500)}…`;
}
