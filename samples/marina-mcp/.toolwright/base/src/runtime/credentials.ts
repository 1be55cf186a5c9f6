// Reads the credentials that a call uses and puts them into its request.
import { readFile } from "node:fs/promises";
import { encode } from "./encode.js";
import { ToolError } from "./errors.js";
import { checkHeader } from "./headers.js";
import type { ClientCertificate } from "./http.js";
import type { TokenSource } from "./oauth.js";
import type { HttpRequest } from "./request.js";
import type { Chosen, Wallet } from "./security.js";

/** What the chosen schemes add to a request. */
export interface Credentials {
  readonly headers: { readonly [name: string]: string };
  readonly query: readonly string[];
  readonly cookies: readonly string[];
  readonly certificate?: ClientCertificate;
  /** A token that was fetched, and can be fetched anew. */
  readonly fetched?: string;
}

/**
 * Reads or fetches the credentials.
 *
 * @param refused the fetched token that the API has refused
 * @throws ToolError when a token cannot be had or a value cannot be sent
 */
export async function loadCredentials(
  chosen: readonly Chosen[],
  wallet: Wallet,
  tokens: TokenSource,
  refused: string | undefined,
): Promise<Credentials> {
  const headers: Record<string, string> = Object.create(null);
  const query: string[] = [];
  const cookies: string[] = [];
  const sent = new Set<string>();
  let certificate: ClientCertificate | undefined;
  let fetched: string | undefined;
  for (const { name, scheme, scopes } of chosen) {
    const { env } = scheme;
    const own = ownOf(wallet, name);
    const read = (suffix: string) => wallet.env[env + suffix] ?? "";
    switch (scheme.type) {
      case "apiKey": {
        const key = own ?? read("");
        // Of two schemes that say where one key goes, the first one sends it.
        if (sent.has(`${scheme.in} ${scheme.name}`)) break;
        sent.add(`${scheme.in} ${scheme.name}`);
        if (scheme.in === "query") {
          query.push(`${encode(scheme.name)}=${encode(key)}`);
        } else if (scheme.in === "cookie") {
          cookies.push(checkHeader(env, `${scheme.name}=${key}`));
        } else {
          // A scheme that says how the header is written goes before one that only names it.
          headers[scheme.name.toLowerCase()] ??= checkHeader(env, key);
        }
        break;
      }
      case "basic": {
        const pair = own ?? `${read("_USERNAME")}:${read("_PASSWORD")}`;
        headers["authorization"] = /^basic /i.test(pair)
          ? checkHeader(env, pair)
          : `Basic ${Buffer.from(pair, "utf8").toString("base64")}`;
        break;
      }
      case "bearer": {
        const token = own ?? read("_TOKEN");
        headers["authorization"] = tokenHeader(env, token, scheme.scheme);
        break;
      }
      case "oauth2": {
        let token = own ?? read("_TOKEN");
        if (token === "") {
          token = await tokens.token(scheme, scopes, wallet.env, refused);
          fetched = token;
        }
        headers["authorization"] = tokenHeader(env, token);
        break;
      }
      case "mutualTLS":
        certificate = {
          cert: await readPem(`${env}_CERT`, read("_CERT")),
          key: await readPem(`${env}_KEY`, read("_KEY")),
        };
        break;
    }
  }
  return {
    headers,
    query,
    cookies,
    ...(fetched !== undefined && { fetched }),
    ...(certificate && { certificate }),
  };
}

function ownOf({ own }: Wallet, scheme: string): string | undefined {
  return own !== undefined && Object.hasOwn(own, scheme)
    ? own[scheme]
    : undefined;
}

/** The token after its scheme, once: people paste it with and without. */
function tokenHeader(env: string, token: string, scheme = "Bearer"): string {
  const bare = token.toLowerCase().startsWith(`${scheme.toLowerCase()} `)
    ? token.slice(scheme.length + 1)
    : token;
  return checkHeader(`${env}_TOKEN`, `${scheme} ${bare.trim()}`);
}

/** A file's path, or the PEM text itself. */
async function readPem(variable: string, value: string): Promise<string> {
  if (value.includes("-----BEGIN ")) return value.replaceAll("\\n", "\n");
  try {
    return await readFile(value, "utf8");
  } catch {
    throw new ToolError(
      `The file that ${variable} names cannot be read. Whoever runs this server must correct it.`,
    );
  }
}

export function addCredentials(
  request: HttpRequest,
  { headers, query, cookies }: Credentials,
): HttpRequest {
  const all = { ...request.headers, ...headers };
  if (cookies.length > 0) {
    const before = request.headers["cookie"];
    all["cookie"] = [...(before ? [before] : []), ...cookies].join("; ");
  }
  const separator = request.url.includes("?") ? "&" : "?";
  const url =
    query.length > 0 ? request.url + separator + query.join("&") : request.url;
  return { ...request, url, headers: all };
}
