import type { Operation } from "../spec/operation.js";
import type { Spec } from "../spec/spec.js";
import { parameterKey, type Auth } from "./auth.js";
import { originElsewhere } from "./servers.js";
import type { RequestDescription } from "./tool.js";

/**
 * Parameters of an operation that carry a credential which its security does not mention: they are sent from the scheme's
 * variable, for they are no arguments and nothing else would send them. Never to another origin than the API's.
 */
export function credentialsBeside(
  spec: Spec,
  operation: Operation,
  { schemes }: Auth,
): NonNullable<RequestDescription["parameters"]> {
  if (originElsewhere(spec, operation) !== undefined) return [];
  const security = operation.security ?? spec.security;
  return operation.parameters.flatMap(({ name, in: where, required }) => {
    if (security.length === 0 && !required) return [];
    const key = parameterKey(where, name);
    const carriers = Object.entries(schemes).filter(
      ([, scheme]) =>
        scheme.type === "apiKey" &&
        parameterKey(scheme.in, scheme.name) === key,
    );
    const mentioned = carriers.some(([carrier]) =>
      security.some((alternative) => Object.hasOwn(alternative, carrier)),
    );
    const [first] = carriers;
    return first === undefined || mentioned
      ? []
      : [{ env: first[1].env, name, in: where }];
  });
}
