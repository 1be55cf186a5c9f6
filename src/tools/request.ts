import type { Parameter } from "../spec/operation.js";
import type { BodyPlan } from "./body.js";
import type { RequestDescription } from "./tool.js";
import type { DecidedValue } from "./values.js";

type RequestParameter = NonNullable<RequestDescription["parameters"]>[number];
type RequestBody = NonNullable<RequestDescription["body"]>;
type RequestField = NonNullable<RequestBody["fields"]>[number];

/** How the parameters are sent, without what is the default of their location; hidden ones are not. */
export function requestParameters(
  values: readonly DecidedValue[],
): RequestParameter[] {
  return values.flatMap((value) => {
    const source = sourceOf(value);
    const { parameter } = value;
    return parameter === undefined || source === undefined
      ? []
      : [
          {
            ...source,
            name: parameter.name,
            in: parameter.in,
            ...wireOf(parameter),
            ...(value.scheme !== undefined && { scheme: value.scheme }),
          } as RequestParameter,
        ];
  });
}

/** How the fields of the body are sent. */
export function requestFields(values: readonly DecidedValue[]): RequestField[] {
  return values.flatMap((value) => {
    const source = sourceOf(value);
    return value.field === undefined || source === undefined
      ? []
      : [{ ...source, name: value.wire, ...value.field } as RequestField];
  });
}

/** The body, made of one argument or of fields; undefined where neither is left. */
export function requestBody(
  plan: BodyPlan,
  argument: string | undefined,
  fields: readonly RequestField[],
): RequestBody | undefined {
  const common = {
    contentType: plan.contentType,
    ...(!plan.required && { required: false as const }),
  };
  if (plan.kind === "fields") return { ...common, fields };
  return argument === undefined
    ? undefined
    : { ...common, argument, ...(plan.file && { file: true as const }) };
}

function sourceOf(value: DecidedValue): object | undefined {
  if (value.constant !== undefined) return value.constant;
  return value.key === undefined ? undefined : { argument: value.key };
}

function wireOf(parameter: Parameter): Partial<RequestParameter> {
  const { style, explode, allowReserved, itemsStyle, contentType } = parameter;
  if (contentType !== undefined) {
    return { ...(allowReserved && { allowReserved }), contentType };
  }
  const isSimple = parameter.in === "path" || parameter.in === "header";
  const explodes =
    style === "form" || style === "cookie" || style === "deepObject";
  return {
    ...(style !== (isSimple ? "simple" : "form") && { style }),
    // deepObject knows one form only.
    ...(style !== "deepObject" && explode !== explodes && { explode }),
    ...(allowReserved && { allowReserved }),
    ...(itemsStyle !== undefined && { itemsStyle }),
  };
}
