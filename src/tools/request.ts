import type { Parameter } from "../spec/operation.js";
import type { BodyPlan, FieldWire } from "./body.js";
import type { Constant } from "./overrides.js";
import type { RequestDescription } from "./tool.js";

type RequestParameter = NonNullable<RequestDescription["parameters"]>[number];
type RequestBody = NonNullable<RequestDescription["body"]>;
type RequestField = NonNullable<RequestBody["fields"]>[number];

/** Where the value comes from; undefined where it is not sent. */
function sourceOf(
  constant: Constant | undefined,
  key: string | undefined,
): Constant | { readonly argument: string } | undefined {
  return constant ?? (key === undefined ? undefined : { argument: key });
}

/** How a parameter is sent, without what is its location's default; nothing where it is neither argument nor constant. */
export function requestParameter(
  parameter: Parameter,
  constant: Constant | undefined,
  key: string | undefined,
): RequestParameter[] {
  const source = sourceOf(constant, key);
  if (source === undefined) return [];
  const style =
    parameter.in === "path" || parameter.in === "header" ? "simple" : "form";
  const explodes =
    parameter.style === "form" ||
    parameter.style === "cookie" ||
    parameter.style === "deepObject";
  const styled = parameter.contentType === undefined;
  return [
    {
      ...source,
      name: parameter.name,
      in: parameter.in,
      ...(styled && parameter.style !== style && { style: parameter.style }),
      // deepObject knows one form only.
      ...(styled &&
        parameter.style !== "deepObject" &&
        parameter.explode !== explodes && { explode: parameter.explode }),
      ...(parameter.allowReserved && { allowReserved: true }),
      ...(parameter.itemsStyle !== undefined && {
        itemsStyle: parameter.itemsStyle,
      }),
      ...(parameter.contentType !== undefined && {
        contentType: parameter.contentType,
      }),
    } as RequestParameter,
  ];
}

/** How a field of the body is sent. */
export function requestField(
  value: { readonly wire: string; readonly field?: FieldWire },
  constant: Constant | undefined,
  key: string | undefined,
): RequestField[] {
  const source = sourceOf(constant, key);
  return source === undefined
    ? []
    : [{ ...source, name: value.wire, ...value.field } as RequestField];
}

/** The body that is made of one argument or of fields. */
export function requestBody(
  plan: BodyPlan,
  key: string | undefined,
  fields: readonly RequestField[],
): RequestBody | undefined {
  const common = {
    contentType: plan.contentType,
    ...(!plan.required && { required: false as const }),
  };
  if (plan.kind === "fields") return { ...common, fields };
  return key === undefined
    ? undefined
    : { ...common, argument: key, ...(plan.file && { file: true as const }) };
}
