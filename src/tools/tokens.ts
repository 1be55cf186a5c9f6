import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Tool } from "./tool.js";

/** The tokens (o200k) that a tool costs in a model's context: its name, its description and its input schema as listed. The tokenizer is large: import this file when it is needed. */
export function toolTokens(
  tool: Pick<Tool, "name" | "description" | "input" | "listed">,
): number {
  return (
    countTokens(tool.name) +
    countTokens(tool.description) +
    countTokens(JSON.stringify(tool.listed ?? tool.input))
  );
}
