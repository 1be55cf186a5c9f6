import type { Server as RuntimeServer } from "../../templates/project/src/runtime/tool.js";
import type { Server } from "../spec/operation.js";
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
