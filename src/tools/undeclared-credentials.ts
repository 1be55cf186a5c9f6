import type { Json } from "../json.js";
import type { Operation, Parameter } from "../spec/operation.js";

/** A credential that a document describes as a parameter of its operations and as no security scheme. */
export interface UndeclaredCredential {
  readonly in: "header" | "query";
  readonly name: string;
  /** The parameter, as `in:name`. */
  readonly parameter: string;
  /** By its text what a bearer scheme carries. */
  readonly token: boolean;
}

/** A key or a token by its name alone. `idempotency-key` and `page_token` are none. */
const byName =
  /^(?:x[-_])?(?:[a-z0-9]+[-_])*(?:[a-z0-9]*api[-_]?key|(?:access|auth)[-_]?token|(?:subscription|application|user|secret)[-_]?key)$/i;
/** One by what is said of it, where its name could be another thing's. */
const byText =
  /\b(?:api[- ]?key|(?:auth|authentication|access|api) token|authentication key)\b/i;

/**
 * The credentials that are parameters of nearly all operations, by the text or the name. A model has none
 * to give.
 *
 * @param hasToken whether the document describes such a token as a security scheme: half of the operations will do, then
 */
export function undeclaredCredentials(
  operations: readonly Operation[],
  hasToken: boolean,
): readonly UndeclaredCredential[] {
  const found = new Map<string, UndeclaredCredential>();
  const counts = new Map<string, number>();
  for (const { parameters } of operations) {
    for (const parameter of parameters) {
      if (!isCredential(parameter)) continue;
      const { in: where, name, description = "" } = parameter;
      const key = `${where}:${lower(parameter)}`;
      counts.set(lower(parameter), (counts.get(lower(parameter)) ?? 0) + 1);
      if (!found.has(key))
        found.set(key, {
          in: where as "header" | "query",
          name,
          parameter: key,
          token: /token$/i.test(name) && bearer.test(description.slice(0, 60)),
        });
    }
  }
  return [...found.values()]
    .filter(
      ({ name, in: where, token }) =>
        counts.get(lower({ name, in: where }))! >=
        (hasToken && token ? 0.5 : 0.8) * operations.length,
    )
    .toSorted((a, b) => (a.parameter < b.parameter ? -1 : 1));
}

const bearer =
  /^\W*(?:the |an? |your )?(?:authentication|access|oauth2?) token\b/i;

function isCredential({
  in: where,
  name,
  description = "",
  schema,
}: Parameter): boolean {
  return (
    (where === "header" || where === "query") &&
    /^(?:string|undefined)$/.test(String(typeOf(schema))) &&
    (byName.test(name) ||
      (/(?:^|[-_])(?:key|token|auth|apitoken)$/i.test(name) &&
        !/idempotency|page|pagination|next|sync|continuation|sort|cursor/i.test(
          name,
        ) &&
        byText.test(description.slice(0, 60))))
  );
}

function typeOf(schema: Json): Json | undefined {
  return typeof schema === "object" && schema !== null && "type" in schema
    ? (schema as { readonly type?: Json }).type
    : undefined;
}

function lower({ in: where, name }: Pick<Parameter, "in" | "name">): string {
  return where === "header" ? name.toLowerCase() : name;
}

/**
 * What an `Authorization` header holds that operations describe as a parameter: a bearer token, a user name and password, or a
 * text that only its owner can write. Undefined where there is no such header.
 */
export function undeclaredAuthorization(
  operations: readonly Operation[],
): "bearer" | "basic" | "apiKey" | undefined {
  const headers = operations.flatMap(({ clientHeaders }) =>
    clientHeaders.filter(({ name }) => /^authorization$/i.test(name)),
  );
  if (headers.length === 0) return undefined;
  const said = headers.map(
    ({ description = "", example }) => `${description} ${String(example)}`,
  );
  const isBearer = said.some((text) => /\bbearer\b/i.test(text));
  const isBasic = said.some((text) => /\bbasic\b/i.test(text));
  return isBearer === isBasic ? "apiKey" : isBearer ? "bearer" : "basic";
}
