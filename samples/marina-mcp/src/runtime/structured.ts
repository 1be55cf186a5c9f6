// structuredContent: only for tools that state what they answer. APIs drift from their documents, and clients throw when an
// answer does not match, so that what does not match is left out there; the text has it all.
import { isRecord, stringify } from "./json.js";
import type { AnyTool, JsonSchema } from "./tool.js";
import { validatorFor } from "./validator.js";

export interface Structured {
  readonly result: { readonly structuredContent?: unknown };
  /** How the answer differs from what the document says. */
  readonly drift?: string;
}

export async function structured(
  value: unknown,
  { output }: AnyTool,
): Promise<Structured> {
  if (output === undefined) return { result: {} };
  const validate = await validatorFor(output);
  // A copy that holds JSON alone, and can be changed.
  const content = JSON.parse(stringify(wrapped(value, output))) as unknown;
  const drift: string[] = [];
  for (let round = 0; round < 20; round++) {
    if (validate(content)) {
      return {
        result: { structuredContent: content },
        ...(drift.length > 0 && { drift: drift.slice(0, 10).join("; ") }),
      };
    }
    for (const { instancePath, message } of validate.errors ?? []) {
      drift.push(`${instancePath || "the answer"} ${message ?? "differs"}`);
      remove(content, instancePath);
    }
  }
  return {
    result: { structuredContent: emptyContent(output) },
    drift: drift.slice(0, 10).join("; "),
  };
}

/** What stands for an answer that has nothing of what the schema describes. */
export function emptyContent(output: JsonSchema): unknown {
  return output["type"] === "array" ? [] : {};
}

/** A list or scalar becomes the one member of an object where the schema has it so. */
function wrapped(value: unknown, output: JsonSchema): unknown {
  if (isRecord(value) || output["type"] !== "object") return value;
  const { properties } = output;
  const names = isRecord(properties) ? Object.keys(properties) : [];
  const name = names.length === 1 ? names[0]! : "result";
  return { [name]: value };
}

/** Removes the member that a pointer names, or the list that holds the item it names. */
function remove(root: unknown, pointer: string): void {
  const tokens = pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  let holder: Record<string, unknown> | undefined;
  let key = "";
  let at: unknown = root;
  for (const token of tokens) {
    if (isRecord(at)) {
      holder = at as Record<string, unknown>;
      key = token;
    }
    if (typeof at !== "object" || at === null) break;
    at = (at as Record<string, unknown>)[token];
  }
  if (holder !== undefined) delete holder[key];
}
