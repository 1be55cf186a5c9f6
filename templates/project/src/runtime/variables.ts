// Which environment variables a server reads, so that a wrong one is told at start and not by the first call.
import type { ApiDescription, SecurityScheme } from "./api-description.js";
import { variableOf } from "./flags.js";
import { nearest } from "./nearest.js";
import { commands, flags } from "./options.js";
import { variablesOf } from "./security.js";
import type { Env } from "./servers.js";
import type { AnyTool, Server, ValueSource } from "./tool.js";

/** The variables that hold constants of requests. */
export function valueVariables(tools: readonly AnyTool[]): Set<string> {
  const names = new Set<string>();
  const add = (sources: readonly ValueSource[] = []): void => {
    for (const { env } of sources) if (env !== undefined) names.add(env);
  };
  for (const { request } of tools) {
    add(request.parameters);
    add(request.body?.fields);
    for (const field of request.body?.fields ?? []) add(field.headers);
  }
  return names;
}

/** The servers that requests go to, unless the operator says otherwise. */
export function usedServers(
  api: ApiDescription,
  tools: readonly AnyTool[],
): readonly Server[] {
  return [api, ...tools.map((tool) => tool.request)].flatMap(
    ({ servers }) => servers?.slice(0, 1) ?? [],
  );
}

/**
 * Variables that begin as the server's own do, are none of them, and are near one: what each is near. What is near to
 * none may be another program's.
 */
export function misspeltVariables(
  api: ApiDescription,
  tools: readonly AnyTool[],
  env: Env,
): ReadonlyMap<string, string> {
  const prefix = `${api.envPrefix}_`;
  const own = Object.keys(env).filter((name) => name.startsWith(prefix));
  const found = new Map<string, string>();
  if (own.length === 0) return found;
  const known = readVariables(api, tools);
  const plain = (name: string): string =>
    name.slice(prefix.length).replaceAll("_", "");
  const byWord = new Map(
    [...known]
      .filter((name) => name.startsWith(prefix))
      .map((name) => [plain(name), name]),
  );
  for (const name of own) {
    if (known.has(name) || isSameVariable(name, known, env)) continue;
    const word = plain(name);
    const most = Math.max(1, Math.floor(word.length / 5));
    const near = byWord.get(nearest(word, byWord.keys(), most) ?? "");
    if (near !== undefined) found.set(name, near);
  }
  return found;
}

/** On Windows a variable has its name in any case. https://nodejs.org/api/process.html#processenv */
function isSameVariable(
  name: string,
  known: ReadonlySet<string>,
  env: Env,
): boolean {
  const upper = name.toUpperCase();
  return known.has(upper) && env[upper] !== undefined;
}

function readVariables(
  api: ApiDescription,
  tools: readonly AnyTool[],
): Set<string> {
  const { envPrefix, securitySchemes } = api;
  const names = valueVariables(tools);
  for (const { name } of [...flags, ...commands.slice(0, 1)])
    names.add(variableOf(envPrefix, name));
  names.add(variableOf(envPrefix, "inbound-tokens"));
  const servers = [
    ...api.servers,
    ...tools.flatMap((tool) => tool.request.servers ?? []),
  ];
  for (const { variables } of servers)
    for (const { env } of Object.values(variables ?? {})) names.add(env);
  for (const scheme of Object.values(securitySchemes))
    for (const name of allVariablesOf(scheme)) names.add(name);
  return names;
}

/** Those that hold no secret, too. */
function allVariablesOf(scheme: SecurityScheme): readonly string[] {
  const more =
    scheme.type === "oauth2" ? ["_CLIENT_ID", "_USERNAME", "_TOKEN_URL"] : [];
  return [...variablesOf(scheme), ...more.map((suffix) => scheme.env + suffix)];
}
