// What is wrong with the settings in the light of the API: told at start, before a call fails for it.
import type { ApiDescription } from "./api-description.js";
import { ToolError } from "./errors.js";
import { SettingsError, variableOf } from "./flags.js";
import { isLoopback, type HttpSettings } from "./http-settings.js";
import { nearest } from "./nearest.js";
import { serverFor, type Env } from "./servers.js";
import type { Settings } from "./settings.js";
import type { AnyTool } from "./tool.js";
import { misspeltVariables, usedServers } from "./variables.js";

/**
 * Checks what can be checked without a call.
 *
 * @returns what does not keep the server from starting
 * @throws SettingsError at the first mistake that does
 */
export function checkSettings(
  settings: Settings,
  api: ApiDescription,
  tools: readonly AnyTool[],
  env: Env,
): readonly string[] {
  const { http, mock } = settings;
  if (http !== undefined) checkCallerCredentials(http, api);
  if (!mock && settings.api.baseUrl === undefined) {
    checkServerVariables(api, tools, env);
    checkServerUrl(api, env);
  }
  return [
    ...(http === undefined ? [] : checkTokens(http, api)),
    ...[...misspeltVariables(api, tools, env)].map(
      ([name, near]) => `${name} is not read; did you mean ${near}?`,
    ),
  ];
}

function checkCallerCredentials(
  { callerCredentials }: HttpSettings,
  { securitySchemes }: ApiDescription,
): void {
  for (const scheme of callerCredentials.keys()) {
    if (Object.hasOwn(securitySchemes, scheme)) continue;
    throw new SettingsError(
      `--caller-credentials ${scheme}=…: the API has no security scheme of that name; there are ${Object.keys(securitySchemes).join(", ") || "none"}`,
    );
  }
}

/** Of a token in characters: 64 bits when they are hexadecimal. */
const shortestToken = 16;

function checkTokens(
  { host, inbound }: HttpSettings,
  { envPrefix }: ApiDescription,
): readonly string[] {
  if (inbound.tokens.every((token) => token.length >= shortestToken)) return [];
  const told = `${variableOf(envPrefix, "inbound-tokens")} has a token of fewer than ${shortestToken} characters, which can be guessed; make one with: openssl rand -hex 32`;
  if (isLoopback(host)) return [told];
  throw new SettingsError(`Refusing to listen on ${host}: ${told}`);
}

/** A value is wrong that no server with that variable takes: https://spec.openapis.org/oas/v3.2.0.html#server-variable-object */
function checkServerVariables(
  api: ApiDescription,
  tools: readonly AnyTool[],
  env: Env,
): void {
  const allowed = new Map<string, Set<string> | undefined>();
  for (const { variables } of usedServers(api, tools)) {
    for (const variable of Object.values(variables ?? {})) {
      const before = allowed.has(variable.env)
        ? allowed.get(variable.env)
        : new Set<string>();
      allowed.set(
        variable.env,
        variable.enum && before && new Set([...before, ...variable.enum]),
      );
    }
  }
  for (const [name, values] of allowed) {
    const value = env[name];
    if (!value || values === undefined || values.has(value)) continue;
    const near = nearest(value, values);
    throw new SettingsError(
      `${name} is ${JSON.stringify(value)}, and must be one of ${[...values].join(", ")}${near === undefined ? "" : ` (did you mean ${near}?)`}`,
    );
  }
}

/** A value without a list of what it may be still has to leave the first server a URL. */
function checkServerUrl(api: ApiDescription, env: Env): void {
  const [{ url, variables = {} } = { url: "" }] = api.servers;
  const free = Object.entries(variables).map(
    ([name, { default: value, env: by }]) =>
      [name, { default: value, env: by }] as const,
  );
  const set = free
    .map(([, variable]) => variable.env)
    .filter((name) => env[name]);
  if (set.length === 0 || url.startsWith("/")) return;
  const servers = [{ url, variables: Object.fromEntries(free) }];
  try {
    serverFor({ method: "GET", path: "/" }, { ...api, servers }, { env });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new SettingsError(`${set.join(" and ")}: ${error.message}`);
  }
}
