import { own } from "../json.js";
import type { Parameter } from "./operation.js";
import { quote, type Report } from "./report.js";

const headers: ReadonlySet<string> = new Set([
  "x-http-method",
  "x-http-method-override",
  "x-method-override",
]);

/** Whether a parameter makes a request into one of another method. */
export function isMethodOverride({
  in: where,
  name,
}: Pick<Parameter, "in" | "name">): boolean {
  return where === "header" && headers.has(name.toLowerCase());
}

/** The one method that such a parameter can say, in upper case; undefined where a caller would choose it. */
export function overridingMethod({ schema }: Parameter): string | undefined {
  const values = own(schema, "enum");
  return methodName(
    own(schema, "const") ??
      (Array.isArray(values) && values.length === 1 ? values[0] : undefined),
  );
}

function methodName(value: unknown): string | undefined {
  return typeof value === "string" && /^[a-z]+$/i.test(value)
    ? value.toUpperCase()
    : undefined;
}

/**
 * A parameter as it is; one that overrides the method as a constant, where the document requires it and says which method it is.
 * A caller that chose it could turn a tool into one that deletes: such a parameter is left out.
 */
export function settleMethod(
  parameter: Parameter,
  report: Report,
): Parameter | undefined {
  if (!isMethodOverride(parameter)) return parameter;
  const method =
    overridingMethod(parameter) ?? methodName(own(parameter.schema, "default"));
  if (parameter.required && method !== undefined)
    return { ...parameter, schema: { type: "string", enum: [method] } };
  report(
    "parameter-ignored",
    `The header ${quote(parameter.name)} is no argument: it would make the call into another`,
    parameter.at,
  );
  return undefined;
}
