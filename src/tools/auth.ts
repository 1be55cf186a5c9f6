import type { SecurityScheme } from "../../templates/project/src/runtime/api-description.js";
import { diagnostic, type Diagnostic } from "../diagnostics.js";
import { isObject, own, type Json, type JsonObject } from "../json.js";
import type { Operation } from "../spec/operation.js";
import type { Spec } from "../spec/spec.js";
import {
  undeclaredAuthorization,
  undeclaredCredentials,
  type UndeclaredCredential,
} from "./undeclared-credentials.js";

/** The security schemes of a document as the generated project states them. */
export interface Auth {
  readonly schemes: { readonly [name: string]: SecurityScheme };
  /** Parameters that carry a credential, as `in:name` (header names in lower case): never arguments of a tool. */
  readonly credentialParameters: ReadonlySet<string>;
  /**
   * Schemes that the document describes as parameters alone, as `in:name`: the scheme. No requirement names them. Each is an
   * argument that may be left out, and then the server's own is sent.
   */
  readonly undeclared: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** A name as part of an environment variable's: `Api-Key.v2` is `API_KEY_V2`. Always `[A-Z0-9_]+`. */
export function envName(name: string): string {
  const upper = name
    .normalize("NFKD")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return upper === "" ? "API" : upper;
}

/** What the server's own settings are called behind the prefix: an API key may not go by the same name. */
const settings = new Set(
  (
    "BASE_URL SERVER TRUSTED_ORIGINS TIMEOUT RETRIES MAX_CONCURRENT MAX_ANSWER MAX_ANSWER_BYTES MAX_UPLOAD_BYTES UPLOAD_ROOTS " +
    "DOWNLOAD_DIR TOOLSETS TOOLS EXCLUDE READ_ONLY MODE CONFIRM MOCK WATCH HTTP HOST PUBLIC_URL ALLOWED_HOSTS ALLOWED_ORIGINS " +
    "OAUTH_ISSUER OAUTH_AUDIENCE OAUTH_SCOPES OAUTH_JWKS_URL CALLER_CREDENTIALS MAX_BODY STOP_TIMEOUT LOG_LEVEL LOG_ARGUMENTS " +
    "CONFIG INBOUND_TOKENS"
  ).split(" "),
);

/**
 * Reads the security schemes that the document or one of the operations uses. A scheme of a kind that cannot be served is
 * left out with a diagnostic: a call that needs it then says so.
 *
 * https://spec.openapis.org/oas/v3.2.0.html#security-scheme-object
 */
export function readAuth(
  spec: Spec,
  operations: readonly Operation[],
  envPrefix: string,
): Auth {
  const used = new Set<string>();
  for (const requirement of [
    ...spec.security,
    ...operations.flatMap((operation) => operation.security ?? []),
  ]) {
    for (const name of Object.keys(requirement)) used.add(name);
  }
  const schemes: Record<string, SecurityScheme> = Object.create(null);
  const diagnostics: Diagnostic[] = [];
  const taken = new Set<string>();
  for (const name of [...used].sort()) {
    const raw = own(spec.securitySchemes, name);
    const env = freeVariable(envPrefix, name, taken);
    const scheme = isObject(raw) ? readScheme(raw, env) : undefined;
    if (scheme === undefined) {
      diagnostics.push(
        diagnostic(
          "security-scheme-unknown",
          raw === undefined
            ? `The document requires the security scheme "${name}" and does not describe it`
            : `The security scheme "${name}" is of a kind that cannot be served: ${JSON.stringify(own(raw, "type") ?? null)}`,
          { at: `#/components/securitySchemes/${name}` },
        ),
      );
      continue;
    }
    taken.add(env);
    schemes[name] = scheme;
  }
  const credentialParameters = new Set(
    Object.values(schemes).flatMap((scheme) =>
      scheme.type === "apiKey" ? [parameterKey(scheme.in, scheme.name)] : [],
    ),
  );
  const undeclared = new Map<string, string>();
  const bearers = Object.values(schemes).filter(({ type }) =>
    /^(?:oauth2|bearer)$/.test(type),
  );
  const hasToken = bearers.length === 1;
  for (const found of undeclaredCredentials(operations, hasToken)) {
    if (credentialParameters.has(found.parameter)) continue;
    const name = schemeName(spec, found, schemes);
    // The token of the scheme, sent once more where the document wants it.
    const env =
      hasToken && found.token
        ? `${bearers[0]!.env}_TOKEN`
        : freeVariable(envPrefix, name, taken);
    taken.add(env);
    diagnostics.push(
      diagnostic(
        "credential-undeclared",
        `The ${found.in} parameter "${found.name}" carries a credential and is no security scheme: ${env} holds it`,
        { at: "#/components/securitySchemes" },
      ),
    );
    schemes[name] = { type: "apiKey", in: found.in, name: found.name, env };
    undeclared.set(found.parameter, name);
  }
  if (!Object.values(schemes).some(isAuthorization)) {
    const found = undeclaredAuthorization(operations);
    if (found !== undefined) {
      const [name, scheme] = authorizationScheme(spec, found, (wanted) =>
        freeVariable(envPrefix, wanted, taken),
      );
      schemes[name] = scheme;
      undeclared.set("header:authorization", name);
      diagnostics.push(
        diagnostic(
          "credential-undeclared",
          `The header parameter "Authorization" carries a credential and no operation requires a security scheme that sends it: what begins with ${scheme.env} in .env.example holds it`,
          { at: "#/components/securitySchemes" },
        ),
      );
    }
  }
  return { schemes, credentialParameters, undeclared, diagnostics };
}

function isAuthorization(scheme: SecurityScheme): boolean {
  return carriedBy(scheme) === "header:authorization";
}

/** The scheme of the document that sends the header, though nothing requires it; else one of the kind that the texts speak of. */
function authorizationScheme(
  spec: Spec,
  kind: "bearer" | "basic" | "apiKey",
  variable: (name: string) => string,
): [name: string, scheme: SecurityScheme] {
  for (const [name, raw] of Object.entries(spec.securitySchemes)) {
    const scheme = isObject(raw) ? readScheme(raw, variable(name)) : undefined;
    if (scheme !== undefined && isAuthorization(scheme)) return [name, scheme];
  }
  const name = "Authorization";
  const env = variable(name);
  return [
    name,
    kind === "apiKey"
      ? { type: kind, in: "header", name, env }
      : { type: kind, env },
  ];
}

/** The parameter that a scheme's credential is sent as, as `in:name`; undefined where it is none. */
export function carriedBy(scheme: SecurityScheme): string | undefined {
  switch (scheme.type) {
    case "apiKey":
      return parameterKey(scheme.in, scheme.name);
    case "mutualTLS":
      return undefined;
    default:
      return "header:authorization";
  }
}

function freeVariable(
  envPrefix: string,
  name: string,
  taken: ReadonlySet<string>,
): string {
  let env = `${envPrefix}_${envName(name)}`;
  if (settings.has(env.slice(envPrefix.length + 1))) env += "_KEY";
  while (taken.has(env)) env += "_";
  return env;
}

/** As the document calls a scheme that no operation asks for but that is the parameter; else as the parameter is called. */
function schemeName(
  spec: Spec,
  found: UndeclaredCredential,
  schemes: Auth["schemes"],
): string {
  const described = Object.entries(spec.securitySchemes).find(
    ([, raw]) =>
      own(raw, "type") === "apiKey" &&
      own(raw, "in") === found.in &&
      parameterKey(found.in, String(own(raw, "name"))) === found.parameter,
  );
  let name = described?.[0] ?? found.name;
  while (Object.hasOwn(schemes, name)) name += "_parameter";
  return name;
}

/** A parameter's name with its place; header names are alike in any case. */
export function parameterKey(where: string, name: string): string {
  return `${where}:${where === "header" ? name.toLowerCase() : name}`;
}

function readScheme(raw: JsonObject, env: string): SecurityScheme | undefined {
  switch (own(raw, "type")) {
    case "apiKey": {
      const where = own(raw, "in");
      const name = own(raw, "name");
      return (where === "header" || where === "query" || where === "cookie") &&
        typeof name === "string" &&
        // https://www.rfc-editor.org/rfc/rfc9110#name-tokens
        (where === "query" || /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
        ? { type: "apiKey", in: where, name, env }
        : undefined;
    }
    // Swagger 2.0 has basic as a type of its own.
    case "basic":
      return { type: "basic", env };
    case "http": {
      const scheme = own(raw, "scheme");
      if (typeof scheme !== "string") return undefined;
      const lower = scheme.toLowerCase();
      if (lower === "basic") return { type: "basic", env };
      if (lower === "bearer") return { type: "bearer", env };
      return /^[a-z0-9-]+$/.test(lower)
        ? { type: "bearer", env, scheme }
        : undefined;
    }
    case "openIdConnect":
      return { type: "bearer", env };
    case "mutualTLS":
      return { type: "mutualTLS", env };
    case "oauth2":
      return readOAuth2(raw, env);
    default:
      return undefined;
  }
}

// In the order in which a server without a browser can use them.
const flows = [
  "clientCredentials",
  "password",
  "authorizationCode",
  "deviceAuthorization",
  "implicit",
] as const;

const swagger2Flows: { readonly [flow: string]: (typeof flows)[number] } = {
  application: "clientCredentials",
  password: "password",
  accessCode: "authorizationCode",
  implicit: "implicit",
};

function readOAuth2(raw: JsonObject, env: string): SecurityScheme {
  const declared = new Map<string, JsonObject>();
  const flowsObject = own(raw, "flows");
  for (const flow of flows) {
    const value = own(flowsObject, flow);
    if (isObject(value)) declared.set(flow, value);
  }
  const oldFlow = own(raw, "flow");
  if (typeof oldFlow === "string" && Object.hasOwn(swagger2Flows, oldFlow)) {
    declared.set(swagger2Flows[oldFlow]!, raw);
  }
  const flow = flows.find((name) => declared.has(name));
  const details = flow === undefined ? undefined : declared.get(flow);
  const scopes = own(details, "scopes");
  return {
    type: "oauth2",
    env,
    ...(flow !== undefined && { flow }),
    ...webUrl("tokenUrl", own(details, "tokenUrl")),
    ...webUrl("refreshUrl", own(details, "refreshUrl")),
    ...(isObject(scopes) &&
      Object.keys(scopes).length > 0 && { scopes: Object.keys(scopes) }),
  };
}

/** A token URL that credentials may be sent to: https, or http on this machine; relative ones are left to the environment. */
function webUrl<Key extends string>(
  key: Key,
  value: Json | undefined,
): { readonly [K in Key]?: string } {
  if (typeof value !== "string" || !URL.canParse(value)) return {};
  const url = new URL(value);
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  return (url.protocol === "https:" || (url.protocol === "http:" && local)) &&
    url.username === "" &&
    url.password === ""
    ? ({ [key]: value } as { readonly [K in Key]?: string })
    : {};
}
