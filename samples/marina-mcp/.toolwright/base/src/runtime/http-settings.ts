import { SettingsError, type Reader } from "./flags.js";

/** Who may call over HTTP. Neither set: anybody who reaches the port, which is then on loopback only. */
export interface Inbound {
  readonly tokens: readonly string[];
  readonly oauth?: {
    readonly issuer: string;
    readonly audience: string;
    readonly scopes: readonly string[];
    readonly jwksUrl?: string;
  };
}

export interface HttpSettings {
  readonly port: number;
  readonly host: string;
  /** The URL by which callers know this server: `https://tools.example.com/mcp`. */
  readonly publicUrl?: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly maxBodyBytes: number;
  readonly stopTimeoutMs: number;
  readonly inbound: Inbound;
  /** Security scheme to the header in which a caller sends its own credential for it; header names in lower case. */
  readonly callerCredentials: ReadonlyMap<string, string>;
}

/**
 * Decides how to serve HTTP.
 *
 * @param tokens the tokens that admit callers, separated by commas or spaces
 * @throws SettingsError when whoever reaches the port could use the server's credentials
 */
export function decideHttp(
  port: number,
  given: Reader,
  tokens: string,
  tokensVariable: string,
): HttpSettings {
  const host = given.text("host") ?? "127.0.0.1";
  const publicUrl = given.url("public-url");
  const inbound = decideInbound(given, tokens, publicUrl);
  if (
    !isLoopback(host) &&
    inbound.tokens.length === 0 &&
    inbound.oauth === undefined
  ) {
    throw new SettingsError(
      `Refusing to listen on ${host}: whoever reaches it could use the API with this server's credentials. ` +
        `Set ${tokensVariable} or --oauth-issuer, or listen on 127.0.0.1`,
    );
  }
  return {
    port,
    host,
    publicUrl,
    allowedHosts: given.list("allowed-hosts"),
    allowedOrigins: given.list("allowed-origins"),
    maxBodyBytes: given.number("max-body", 4 * 1024 * 1024),
    stopTimeoutMs: given.number("stop-timeout", 25) * 1000,
    inbound,
    callerCredentials: new Map(
      given
        .pairs("caller-credentials")
        .map(([scheme, header]) => [scheme, credentialHeader(scheme, header)]),
    ),
  };
}

function decideInbound(
  given: Reader,
  tokens: string,
  publicUrl: string | undefined,
): Inbound {
  const list = tokens.split(/[\s,]+/).filter((token) => token !== "");
  const issuer = given.url("oauth-issuer");
  if (issuer === undefined) return { tokens: list };
  const audience = given.text("oauth-audience") ?? publicUrl;
  if (audience === undefined) {
    throw new SettingsError(
      "--oauth-issuer needs --public-url (or --oauth-audience): a token must say that it was issued for this server",
    );
  }
  return {
    tokens: list,
    oauth: {
      issuer,
      audience,
      scopes: given.list("oauth-scopes"),
      jwksUrl: given.url("oauth-jwks-url"),
    },
  };
}

/** The token that admits a caller is never passed on: https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#access-token-privilege-restriction */
function credentialHeader(scheme: string, given: string): string {
  const header = given.toLowerCase();
  if (
    /^[a-z0-9-]+$/.test(header) &&
    !/^(authorization|cookie|host|connection|content-.*|mcp-.*)$/.test(header)
  )
    return header;
  throw new SettingsError(
    `--caller-credentials ${scheme}=${given}: use a header of its own, for example X-${scheme.replace(/[^A-Za-z0-9]+/g, "-")}`,
  );
}

/** 127.0.0.0/8, ::1 and localhost. */
export function isLoopback(host: string): boolean {
  return (
    host === "localhost" ||
    host === "::1" ||
    host === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(host)
  );
}
