import { diagnostic, UserError } from "../diagnostics.js";
import { envName } from "./auth.js";

/** What a name has to be like: it is part of package names, of environment variables and of what clients call tools. */
export const serverNamePattern = /^[a-z][a-z0-9-]{0,39}$/;

/** Room that the longest tool names leave for the server's in `mcp__<server>__<tool>`, which clients hold to 64 characters. */
const nameLimit = 17;

// What titles say that a name need not.
const noise =
  /^(the|a|an|api|apis|rest|restful|http|https|web|json|openapi|swagger|oas|oas2|oas3|service|services|specification|spec|definition|documentation|docs|public|reference|version|official|with|for|and|of|v?\d+([.-]\d+)*)$/;

/** How a project is called: in MCP and as a package (`petstore`), and in the environment (`PETSTORE`). */
export interface ServerName {
  /** `^[a-z][a-z0-9-]*$`, at most 17 characters unless the owner chose it. */
  readonly name: string;
  readonly envPrefix: string;
}

/**
 * Names a server after the document's title, or as the owner says.
 *
 * @param title the document's `info.title`
 * @param chosen what the config or a flag says
 * @throws UserError when that is no name
 */
export function nameServer(
  title: string,
  chosen: { readonly name?: string; readonly envPrefix?: string } = {},
): ServerName {
  if (chosen.name !== undefined && !serverNamePattern.test(chosen.name)) {
    throw new UserError(
      diagnostic(
        "server-name-invalid",
        `${JSON.stringify(chosen.name)} cannot be the name of a server${suggested(chosen.name)}`,
      ),
    );
  }
  const name = chosen.name ?? slug(title);
  return { name, envPrefix: chosen.envPrefix ?? prefixOf(name) };
}

function suggested(name: string): string {
  const near = slug(name);
  return serverNamePattern.test(near) ? `; did you mean ${near}?` : "";
}

function prefixOf(name: string): string {
  const prefix = envName(name);
  return /^[A-Z]/.test(prefix) ? prefix : `API_${prefix}`;
}

function slug(title: string): string {
  const words = title
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/['\u2019](s\b)?/gi, "")
    .toLowerCase()
    .split(/[^a-z0-9.]+/)
    .map((word) => word.replace(/^\.+|\.+$/g, ""))
    .filter((word) => word !== "");
  const telling = words.filter((word) => !noise.test(word));
  const joined = (telling.length > 0 ? telling : words)
    .join("-")
    .replace(/\./g, "-");
  const chosen = /^[a-z]/.test(joined) ? joined : `api-${joined}`;
  let result = "";
  for (const word of chosen.split("-").filter((part) => part !== "")) {
    const longer = result === "" ? word : `${result}-${word}`;
    if (longer.length > nameLimit) break;
    result = longer;
  }
  return result || chosen.slice(0, nameLimit).replace(/-+$/, "");
}
