/** Whatever of a document a model would see, read for what should not be there. */
import { diagnostic, type Diagnostic } from "../diagnostics.js";
import { isObject, type Json, type JsonSchema } from "../json.js";
import type { Operation } from "../spec/operation.js";
import { findInstructions, stripInvisible } from "./text.js";

/** Texts that were read and found clean: parameters and schemas repeat theirs from operation to operation. */
const clean = new Set<string>();

/**
 * Reports the texts of an operation and of its tool's input schema that give orders to a model, and the invisible
 * characters in them: each with the place it stands at.
 *
 * @param schema the tool's input, whose descriptions, names, enum values, defaults and examples are read
 */
export function reviewTexts(
  operation: Operation,
  schema: JsonSchema,
): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  const { at } = operation;
  const look = (
    text: string | undefined,
    pointer: string,
    what: string,
  ): void => {
    if (text === undefined || text === "" || clean.has(text)) return;
    // One word orders nothing.
    const passages = /\s/.test(text.trim()) ? findInstructions(text) : [];
    for (const passage of passages) {
      const key = `instructions ${passage}`;
      if (!found.has(key))
        found.set(
          key,
          diagnostic(
            "text-instructions",
            `${what} reads like an order to a model: "${passage}"`,
            { at: pointer },
          ),
        );
    }
    const { removed } = stripInvisible(text);
    if (removed > 0) {
      const key = `invisible ${text}`;
      if (!found.has(key))
        found.set(
          key,
          diagnostic(
            "text-invisible",
            `${what} holds ${removed} invisible character${removed === 1 ? "" : "s"}`,
            { at: pointer },
          ),
        );
    }
    if (passages.length === 0 && removed === 0 && clean.size < 100_000)
      clean.add(text);
  };
  look(operation.operationId, `${at}/operationId`, "The operationId");
  look(operation.summary, `${at}/summary`, "The summary");
  look(operation.description, `${at}/description`, "The description");
  for (const tag of operation.tags) look(tag, `${at}/tags`, "A tag");
  for (const parameter of operation.parameters) {
    const name = JSON.stringify(stripInvisible(parameter.name).text);
    look(parameter.name, parameter.at, "The name of a parameter");
    look(
      parameter.description,
      `${parameter.at}/description`,
      `The description of parameter ${name}`,
    );
  }
  look(
    operation.body?.description,
    `${operation.body?.at ?? at}/description`,
    "The description of the body",
  );
  walk(
    schema,
    (text, path) =>
      look(text, operation.body?.at ?? at, `In the input schema, ${path}`),
    "",
    0,
  );
  return [...found.values()];
}

function walk(
  value: Json,
  look: (text: string, path: string) => void,
  path: string,
  depth: number,
): void {
  if (depth > 60) return;
  if (typeof value === "string") look(value, path);
  else if (Array.isArray(value))
    (value as readonly Json[]).forEach((item) =>
      walk(item, look, path, depth + 1),
    );
  else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (
        key === "pattern" ||
        key === "$ref" ||
        key === "type" ||
        key === "format"
      )
        continue;
      look(key, "a name");
      walk(
        item,
        look,
        path === "" ? key : `${path}.${key}`.slice(-120),
        depth + 1,
      );
    }
  }
}
