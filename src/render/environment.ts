import type { SecurityScheme } from "../../templates/project/src/runtime/api-description.js";
import { runtimeServers } from "../tools/servers.js";
import type { Tool } from "../tools/tool.js";
import type { Project } from "./project.js";

/** One environment variable of a generated server. */
export interface EnvironmentVariable {
  readonly name: string;
  /** What it is for, in one line of plain text. */
  readonly description: string;
  /** What holds when it is not set. Never a credential. */
  readonly default?: string;
  readonly secret: boolean;
}

/** Every variable that the server of a project reads for its API, in the order of `.env.example`. */
export function environmentVariables(
  project: Pick<Project, "spec" | "server" | "tools" | "securitySchemes">,
): readonly EnvironmentVariable[] {
  const { envPrefix } = project.server;
  const variables = new Map<string, EnvironmentVariable>();
  const add = (variable: EnvironmentVariable): void => {
    if (!variables.has(variable.name)) variables.set(variable.name, variable);
  };
  const [server] = project.spec.servers;
  add({
    name: `${envPrefix}_BASE_URL`,
    description:
      server === undefined || !/^https?:/.test(server.url)
        ? "Where the API is. The document does not say: set it."
        : `Where the API is, when not at ${server.url}`,
    secret: false,
  });
  const allServers = [
    ...project.spec.servers,
    ...project.tools.flatMap((tool) => tool.operation.servers ?? []),
  ];
  for (const { variables: named } of runtimeServers(allServers, envPrefix)) {
    for (const [name, variable] of Object.entries(named ?? {})) {
      const allowed = variable.enum
        ? `, one of ${variable.enum.join(", ")}`
        : "";
      add({
        name: variable.env,
        description: `Server variable "${name}"${allowed}`,
        default: variable.default,
        secret: false,
      });
    }
  }
  for (const [name, scheme] of Object.entries(project.securitySchemes)) {
    for (const variable of credentialVariables(name, scheme)) add(variable);
  }
  for (const [name, { sent, tools }] of fixedValues(project.tools)) {
    const others = tools.length - 1;
    add({
      name,
      description: `Sent as ${[...sent].map((wire) => `"${wire}"`).join(", ")} by ${tools[0]!}${others === 0 ? "" : others === 1 ? " and another tool" : ` and ${others} other tools`}`,
      secret: false,
    });
  }
  return [...variables.values()];
}

/** The variable with the secrets that callers over HTTP show. No desktop client sets it, so that it is in no client's snippet. */
export function inboundTokens({
  envPrefix,
}: Project["server"]): EnvironmentVariable {
  return {
    name: `${envPrefix}_INBOUND_TOKENS`,
    description:
      "Over HTTP: the tokens that callers show, of 16 characters or more, with commas between",
    secret: true,
  };
}

/** Variables that the config puts in place of arguments: what they are sent as, and by which tools. */
function fixedValues(
  tools: readonly Tool[],
): ReadonlyMap<
  string,
  { readonly sent: Set<string>; readonly tools: string[] }
> {
  const found = new Map<string, { sent: Set<string>; tools: string[] }>();
  for (const { name, request } of tools) {
    const sources = [
      ...(request.parameters ?? []),
      ...(request.body?.fields ?? []),
    ];
    for (const { env, name: wire } of sources) {
      if (env === undefined) continue;
      const one = found.get(env) ?? { sent: new Set(), tools: [] };
      found.set(env, one);
      one.sent.add(wire);
      if (one.tools.at(-1) !== name) one.tools.push(name);
    }
  }
  return found;
}

function credentialVariables(
  name: string,
  scheme: SecurityScheme,
): EnvironmentVariable[] {
  const secret = (
    suffix: string,
    description: string,
  ): EnvironmentVariable => ({
    name: scheme.env + suffix,
    description: `${description} (${name})`,
    secret: true,
  });
  switch (scheme.type) {
    case "apiKey":
      return [
        secret("", `API key, sent in the ${scheme.in} as ${scheme.name}`),
      ];
    case "basic":
      return [
        secret("_USERNAME", "User name"),
        secret("_PASSWORD", "Password; may be empty"),
      ];
    case "bearer":
      return [secret("_TOKEN", "Bearer token")];
    case "oauth2":
      return [
        secret(
          "_TOKEN",
          "Access token, if you have one: it wins over the rest",
        ),
        secret("_CLIENT_ID", "OAuth2 client id"),
        secret("_CLIENT_SECRET", "OAuth2 client secret"),
        secret("_REFRESH_TOKEN", "OAuth2 refresh token"),
        {
          name: `${scheme.env}_TOKEN_URL`,
          description: `Where tokens are got (${name})`,
          ...(scheme.tokenUrl !== undefined && { default: scheme.tokenUrl }),
          secret: false,
        },
      ];
    case "mutualTLS":
      return [
        secret("_CERT", "Path of the client certificate, PEM"),
        secret("_KEY", "Path of its private key, PEM"),
      ];
  }
}
