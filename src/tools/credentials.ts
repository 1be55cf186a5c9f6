import type { Operation, SecurityRequirement } from "../spec/operation.js";
import type { Spec } from "../spec/spec.js";
import { carriedBy, parameterKey, type Auth } from "./auth.js";

/**
 * The security that an operation's calls need; undefined where the document's applies. Documents often describe a credential
 * twice: as a scheme, and as a parameter of each operation. The parameter is no argument, and where it is required, no
 * alternative of the security does without it.
 */
export function securityOf(
  spec: Spec,
  operation: Operation,
  { schemes, undeclared }: Auth,
): readonly SecurityRequirement[] | undefined {
  const declared = operation.security ?? spec.security;
  let needed = declared;
  const parameters = [
    ...operation.parameters,
    // The specification has their definitions ignored: a call may do without.
    ...operation.clientHeaders.map((one) => ({ ...one, required: false })),
  ];
  for (const { name, in: where, required } of parameters) {
    const key = parameterKey(where, name);
    const carriers = Object.entries(schemes).flatMap(([carrier, scheme]) =>
      carriedBy(scheme) === key ? [carrier] : [],
    );
    if (carriers.length === 0) continue;
    // What the document only knows as an optional parameter is sent where it is there.
    const isOptional =
      undeclared.get(key) === carriers[0] || key === "header:authorization";
    needed =
      needed.length === 0 && isOptional
        ? [{ [carriers[0]!]: [] }, ...(required ? [] : [{}])]
        : withCarrier(needed, carriers, required);
  }
  return needed === declared ? operation.security : needed;
}

/** The alternatives, each with one of the schemes; when that is optional, only where none has one, and beside those without. */
function withCarrier(
  security: readonly SecurityRequirement[],
  carriers: readonly string[],
  required: boolean,
): readonly SecurityRequirement[] {
  const has = (alternative: SecurityRequirement): boolean =>
    carriers.some((carrier) => Object.hasOwn(alternative, carrier));
  if (
    required ? security.length > 0 && security.every(has) : security.some(has)
  )
    return security;
  // What is optional in a public operation is not sent.
  if (!required && security.length === 0) return security;
  const wider = (security.length === 0 ? [{}] : security).map((alternative) =>
    has(alternative) ? alternative : { ...alternative, [carriers[0]!]: [] },
  );
  return distinct(required ? wider : [...wider, ...security]);
}

function distinct(
  alternatives: readonly SecurityRequirement[],
): readonly SecurityRequirement[] {
  const byNames = new Map(
    alternatives.map((one) => [Object.keys(one).sort().join(" "), one]),
  );
  return [...byNames.values()];
}
