import { coerceArguments } from "./coerce.js";
import { explainErrors } from "./explain.js";
import { isInt64 } from "./int64.js";
import { isRecord } from "./json.js";
import { memberSchema } from "./schema.js";
import type { AnyTool } from "./tool.js";
import { validatorFor } from "./validator.js";

export type CheckedArguments =
  | { readonly ok: true; readonly value: { readonly [name: string]: unknown } }
  | { readonly ok: false; readonly text: string };

const maxText = 1_500;

/**
 * Checks arguments against the tool's input schema, after turning what is plainly meant into what it wants. The text of a
 * refusal names every problem at once.
 */
export async function checkArguments(
  tool: AnyTool,
  args: unknown,
): Promise<CheckedArguments> {
  const given = args ?? {};
  if (!isRecord(given)) {
    return refuse(tool, ["the arguments must be an object"]);
  }
  const validate = await validatorFor(tool.input);
  if (validate(given)) return checkIntegers(tool, given);
  const value = coerceArguments(given, tool.input);
  return validate(value)
    ? checkIntegers(tool, value)
    : refuse(tool, explainErrors(validate.errors ?? [], tool.input));
}

/** A larger integer has lost digits before it came here: JavaScript's JSON reader rounds it. */
function checkIntegers(
  tool: AnyTool,
  value: { readonly [name: string]: unknown },
): CheckedArguments {
  const rounded = Object.entries(value).flatMap(([name, member]) => {
    if (!Number.isInteger(member) || Number.isSafeInteger(member)) return [];
    const schema = memberSchema(tool.input, name, tool.input);
    return schema !== undefined && isInt64(schema, tool.input)
      ? [`${name} is too large for a number; give it as a string of digits`]
      : [];
  });
  return rounded.length > 0 ? refuse(tool, rounded) : { ok: true, value };
}

function refuse(tool: AnyTool, problems: readonly string[]): CheckedArguments {
  const lines = [
    `Invalid arguments for ${tool.name}; nothing was sent:`,
    ...problems.map((problem) => `- ${problem}`),
  ];
  let text = lines[0]!;
  for (const [index, line] of lines.slice(1).entries()) {
    const rest = problems.length - index;
    if (text.length + line.length > maxText - 40) {
      text += `\n- and ${rest} more`;
      break;
    }
    text += `\n${line.slice(0, 500)}`;
  }
  return { ok: false, text };
}
