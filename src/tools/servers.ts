import type { Server as RuntimeServer } from "../../templates/project/src/runtime/tool.js";
import { diagnostic, type Diagnostic } from "../diagnostics.js";
import type { Operation, Server } from "../spec/operation.js";
import type { Spec } from "../spec/spec.js";
import { envName } from "./auth.js";

/** Servers of a document as a project states them: each variable with the environment variable that sets it. */
export function runtimeServers(
  servers: readonly Server[],
  envPrefix: string,
): RuntimeServer[] {
  return servers.map(({ url, variables }) => {
    const entries = Object.entries(variables);
    if (entries.length === 0) return { url };
    const named: Record<
      string,
      NonNullable<RuntimeServer["variables"]>[string]
    > = Object.create(null);
    for (const [name, variable] of entries) {
      named[name] = {
        default: variable.default,
        ...(variable.enum && { enum: variable.enum }),
        env: `${envPrefix}_SERVER_${envName(name)}`,
      };
    }
    return { url, variables: named };
  });
}

/** What to know of an operation whose own server is another origin than the API's: credentials do not go there by themselves. */
export function serverElsewhere(
  spec: Spec,
  operation: Operation,
): Diagnostic | undefined {
  const { key, at, security = spec.security } = operation;
  const needed =
    security.length > 0 &&
    security.every((schemes) => Object.keys(schemes).length > 0);
  const origin = originElsewhere(spec, operation);
  if (!needed || origin === undefined) return undefined;
  return diagnostic(
    "server-elsewhere",
    `${key} goes to ${origin}, which is not the API's own origin: it is not called with the API's credentials until ${origin} is trusted`,
    { at },
  );
}

/** The origin that an operation's own server names, where it is none of the document's. */
function originElsewhere(
  spec: Spec,
  { servers }: Operation,
): string | undefined {
  const [server] = servers ?? [];
  const origin = server && originOf(server);
  return spec.servers.some((own) => originOf(own) === origin)
    ? undefined
    : origin;
}

function originOf({ url, variables }: Server): string | undefined {
  const filled = url.replace(/\{([^{}]+)\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? variables[name]!.default : whole,
  );
  return URL.canParse(filled) ? new URL(filled).origin : undefined;
}
