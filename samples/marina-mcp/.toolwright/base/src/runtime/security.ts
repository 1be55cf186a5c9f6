// Which credentials a call needs, and which variables hold them.
// https://spec.openapis.org/oas/v3.2.0.html#security-requirement-object
import type { ApiDescription, SecurityScheme } from "./api-description.js";
import { ToolError } from "./errors.js";
import type { Arguments } from "./request.js";
import type { Env } from "./servers.js";
import type { RequestDescription } from "./tool.js";

/** Where credentials are found. */
export interface Wallet {
  readonly env: Env;
  /** By scheme: what the caller of this one call sent for it. A scheme named here is never filled from the environment. */
  readonly own?: { readonly [scheme: string]: string } | undefined;
  /** The schemes whose credential the request has already. */
  readonly given?: ReadonlySet<string>;
}

/** A scheme that a call uses, with the scopes that the operation wants. */
export interface Chosen {
  readonly name: string;
  readonly scheme: SecurityScheme;
  readonly scopes: readonly string[];
}

/**
 * The schemes to use: the first alternative whose credentials are all there. An empty alternative, which makes them
 * optional, is only taken when there are none.
 *
 * @throws ToolError when there is no such alternative, naming the variables to set
 */
export function chooseSchemes(
  tool: { readonly name: string; readonly request: RequestDescription },
  description: ApiDescription,
  wallet: Wallet,
): readonly Chosen[] {
  const alternatives = requirements(tool.request, description);
  if (alternatives.length === 0) return [];
  const missing: string[] = [];
  for (const alternative of alternatives) {
    const lacking = alternative.flatMap((one) => lackingVariables(one, wallet));
    if (alternative.length > 0 && lacking.length === 0) {
      return alternative
        .filter(({ name }) => !wallet.given?.has(name))
        .map(({ scheme, ...rest }) => ({ ...rest, scheme: scheme! }));
    }
    missing.push(lacking.join(" and "));
  }
  if (alternatives.some((alternative) => alternative.length === 0)) return [];
  throw new ToolError(
    `${tool.name} needs credentials that are not set. Whoever runs this server must set ${missing.join(", or ")}.\n` +
      "They are environment variables of the server, never arguments: do not ask for them in a chat.",
  );
}

/** The schemes that the document describes as parameters alone and whose parameter has a value in this call. */
export function schemesGiven(
  { parameters = [] }: RequestDescription,
  args: Arguments,
): ReadonlySet<string> {
  const given = parameters.flatMap(({ scheme, argument }) =>
    scheme === undefined ||
    (argument !== undefined && args[argument] === undefined)
      ? []
      : [scheme],
  );
  return new Set(given);
}

type Requirement = Omit<Chosen, "scheme"> & {
  readonly scheme: SecurityScheme | undefined;
};

function requirements(
  request: RequestDescription,
  description: ApiDescription,
): readonly (readonly Requirement[])[] {
  const { securitySchemes } = description;
  return (request.security ?? description.security).map((alternative) =>
    Object.entries(alternative).map(([name, scopes]) => ({
      name,
      scopes,
      scheme: Object.hasOwn(securitySchemes, name)
        ? securitySchemes[name]
        : undefined,
    })),
  );
}

/** The variables that authenticate a call of the tool: those that are set, else those to set first. Named in messages. */
export function credentialVariables(
  request: RequestDescription,
  description: ApiDescription,
  env: Env,
): string[] {
  const all = requirements(request, description)
    .flat()
    .flatMap(({ scheme }) => (scheme ? [variablesOf(scheme)] : []));
  const set = all.flat().filter((variable) => env[variable]);
  const first = all.flatMap((variables) => variables.slice(0, 1));
  return [...new Set(set.length > 0 ? set : first)];
}

/** Every variable that may hold a secret of a scheme; the first is the one to set first. */
export function variablesOf(scheme: SecurityScheme): readonly string[] {
  const { env } = scheme;
  switch (scheme.type) {
    case "apiKey":
      return [env];
    case "basic":
      return [`${env}_USERNAME`, `${env}_PASSWORD`];
    case "bearer":
      return [`${env}_TOKEN`];
    case "oauth2":
      return ["_TOKEN", "_CLIENT_SECRET", "_REFRESH_TOKEN", "_PASSWORD"].map(
        (suffix) => env + suffix,
      );
    case "mutualTLS":
      return [`${env}_CERT`, `${env}_KEY`];
  }
}

function lackingVariables(
  { name, scheme }: Requirement,
  { env, own, given }: Wallet,
): string[] {
  if (given?.has(name)) return [];
  if (scheme === undefined) {
    return [`credentials for "${name}", a scheme that this server cannot use`];
  }
  if (own !== undefined && Object.hasOwn(own, name)) {
    return own[name] ? [] : [`the caller's own credential for "${name}"`];
  }
  const lacks = (suffix: string) => !env[scheme.env + suffix];
  switch (scheme.type) {
    case "apiKey":
      return lacks("") ? [scheme.env] : [];
    case "basic":
      // Either may be empty: some APIs take a key as the user, others as the password.
      return lacks("_USERNAME") && lacks("_PASSWORD")
        ? [`${scheme.env}_USERNAME and ${scheme.env}_PASSWORD`]
        : [];
    case "bearer":
      return lacks("_TOKEN") ? [`${scheme.env}_TOKEN`] : [];
    case "oauth2":
      return lackingForOAuth(scheme, lacks);
    case "mutualTLS":
      return [`${scheme.env}_CERT`, `${scheme.env}_KEY`].filter(
        (variable) => !env[variable],
      );
  }
}

function lackingForOAuth(
  scheme: SecurityScheme & { readonly type: "oauth2" },
  lacks: (suffix: string) => boolean,
): string[] {
  if (!lacks("_TOKEN")) return [];
  const hasGrant =
    !lacks("_REFRESH_TOKEN") ||
    (!lacks("_CLIENT_ID") && !lacks("_CLIENT_SECRET")) ||
    (scheme.flow === "password" && !lacks("_USERNAME"));
  const { env } = scheme;
  if (hasGrant) {
    return lacks("_TOKEN_URL") && scheme.tokenUrl === undefined
      ? [`${env}_TOKEN_URL`]
      : [];
  }
  const grant =
    scheme.flow === "clientCredentials"
      ? `${env}_CLIENT_ID and ${env}_CLIENT_SECRET`
      : scheme.flow === "password"
        ? `${env}_USERNAME and ${env}_PASSWORD`
        : `${env}_REFRESH_TOKEN`;
  return [`${env}_TOKEN (or ${grant})`];
}
