import type { ApiDescription } from "./api-description.js";
import { ToolError } from "./errors.js";
import type { RequestDescription, Server } from "./tool.js";

export type Env = { readonly [name: string]: string | undefined };

export interface ServerOptions {
  readonly env: Env;
  /** Replaces every server of the document. */
  readonly baseUrl?: string | undefined;
  /** Origin of a server of the document to the URL that replaces that server. */
  readonly servers?: ReadonlyMap<string, string> | undefined;
  /** Origins beside the API's own that its credentials may be sent to. */
  readonly trustedOrigins?: readonly string[] | undefined;
}

/**
 * Where an operation's requests go: the base URL that the operator set, else the first of the operation's servers, else
 * of the document's.
 *
 * @throws ToolError when the document leaves it open, naming what to set
 */
export function serverFor(
  request: RequestDescription,
  description: ApiDescription,
  options: ServerOptions,
): URL {
  const base = operatorUrl(description, options);
  if (base !== undefined) return base;
  const server = request.servers?.[0] ?? description.servers[0];
  return resolveServer(server, description, options);
}

/** The origins that the API's credentials belong to, besides those that the operator trusts. */
export function isTrusted(
  origin: string,
  description: ApiDescription,
  options: ServerOptions,
): boolean {
  const own = () =>
    description.servers.flatMap((server) => {
      try {
        return [resolveServer(server, description, options).origin];
      } catch (error) {
        // A server that cannot be used has no origin to trust.
        if (error instanceof ToolError) return [];
        throw error;
      }
    });
  const named = [
    ...(options.trustedOrigins ?? []),
    // The operator said where these go.
    ...(options.servers?.values() ?? []),
  ].flatMap((url) => (URL.canParse(url) ? [new URL(url).origin] : []));
  return (
    operatorUrl(description, options)?.origin === origin ||
    named.includes(origin) ||
    own().includes(origin)
  );
}

function operatorUrl(
  description: ApiDescription,
  options: ServerOptions,
): URL | undefined {
  const variable = `${description.envPrefix}_BASE_URL`;
  if (options.baseUrl) return webUrl(options.baseUrl, "--base-url", variable);
  const fromEnv = options.env[variable];
  return fromEnv ? webUrl(fromEnv, variable, variable) : undefined;
}

function resolveServer(
  server: Server | undefined,
  description: ApiDescription,
  options: ServerOptions,
): URL {
  const variable = `${description.envPrefix}_BASE_URL`;
  const url = server === undefined ? "/" : fillVariables(server, options.env);
  if (!/^[a-z][a-z0-9+.-]*:/i.test(url)) {
    throw new ToolError(
      `The API's document gives no host (its server is "${url}"). Set ${variable} or --base-url to the API's full URL.`,
    );
  }
  const resolved = webUrl(url, "The API's server", variable);
  const replacement = options.servers?.get(resolved.origin);
  return replacement === undefined
    ? resolved
    : webUrl(replacement, `--server ${resolved.origin}`, variable);
}

/** https://spec.openapis.org/oas/v3.2.0.html#server-variable-object */
function fillVariables(server: Server, env: Env): string {
  return server.url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variables = server.variables ?? {};
    if (!Object.hasOwn(variables, name)) return whole;
    const variable = variables[name]!;
    const value = env[variable.env] || variable.default;
    if (variable.enum && !variable.enum.includes(value)) {
      throw new ToolError(
        `${variable.env} is "${value}" and must be one of ${variable.enum.join(", ")}.`,
      );
    }
    return value;
  });
}

/** Only http and https, and no user or password: those would be a credential in a place that gets logged. */
function webUrl(text: string, what: string, variable: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    (url.protocol !== "https:" && url.protocol !== "http:") ||
    url.username !== "" ||
    url.password !== "" ||
    /[{}\\\s]/.test(text)
  ) {
    throw new ToolError(
      `${what} is not a usable http or https URL (without user and password). Set ${variable} or --base-url.`,
    );
  }
  return url;
}
