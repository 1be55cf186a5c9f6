import { createHash, timingSafeEqual } from "node:crypto";
import {
  OAuthError,
  OAuthErrorCode,
  requireBearerAuth,
  type AuthInfo,
} from "@modelcontextprotocol/server";
import type { Inbound } from "../runtime/http-settings.js";

type OAuth = NonNullable<Inbound["oauth"]>;
type Verify = (token: string) => Promise<{
  readonly payload: {
    readonly [claim: string]: unknown;
    readonly exp?: number;
  };
}>;

/** Decides who may call: gives the caller's identity, or the answer that refuses it. */
export type Door = (request: Request) => Promise<AuthInfo | Response>;

/**
 * Makes the door of an HTTP server, or gives undefined when anybody may enter.
 *
 * @param resourceMetadataUrl where callers read how to get a token; with OAuth only
 */
export function createDoor(
  { tokens, oauth }: Inbound,
  resourceMetadataUrl: string | undefined,
): Door | undefined {
  if (tokens.length === 0 && oauth === undefined) return undefined;
  const digests = tokens.map(digest);
  const verifyJwt = oauth === undefined ? undefined : createJwtVerifier(oauth);
  return requireBearerAuth({
    resourceMetadataUrl,
    requiredScopes: [...(oauth?.scopes ?? [])],
    verifier: {
      async verifyAccessToken(token) {
        if (isKnown(token, digests))
          return {
            token,
            clientId: "token",
            scopes: [...(oauth?.scopes ?? [])],
            expiresAt: Number.MAX_SAFE_INTEGER,
          };
        if (verifyJwt === undefined)
          throw new OAuthError(
            OAuthErrorCode.InvalidToken,
            "The token is not one of this server's",
          );
        return verifyJwt(token);
      },
    },
  });
}

/** Looks at every token whatever the first ones say, and at digests of one length, so that time tells nothing. */
function isKnown(token: string, digests: readonly Buffer[]): boolean {
  const given = digest(token);
  let known = false;
  for (const digest of digests) known = timingSafeEqual(digest, given) || known;
  return known;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/**
 * Checks signature, issuer, audience and times of a JWT access token.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#token-handling
 */
function createJwtVerifier(oauth: OAuth): (token: string) => Promise<AuthInfo> {
  let loaded: Promise<Verify> | undefined;
  return async (token) => {
    // A failure to find the keys is not kept: the next caller tries again.
    const verify = await (loaded ??= loadVerify(oauth)).catch(
      (error: unknown) => {
        loaded = undefined;
        throw new OAuthError(
          OAuthErrorCode.ServerError,
          `The keys of ${oauth.issuer} cannot be read: ${(error as Error).message}`,
        );
      },
    );
    try {
      const { payload } = await verify(token);
      const scope = payload["scope"] ?? payload["scp"];
      const scopes =
        typeof scope === "string"
          ? scope.split(" ")
          : Array.isArray(scope)
            ? scope.filter((item) => typeof item === "string")
            : [];
      return {
        token,
        clientId: String(
          payload["client_id"] ?? payload["azp"] ?? payload["sub"] ?? "unknown",
        ),
        scopes,
        expiresAt: payload.exp,
      };
    } catch (error) {
      const { code, message } = error as { code?: unknown; message: string };
      // https://github.com/panva/jose/blob/main/src/util/errors.ts: what is left is the issuer's failure, not the caller's.
      if (
        /^ERR_(JW[ST]_|JOSE_(ALG|NOT)_|JWKS_(NO|MULTIPLE)_)/.test(String(code))
      ) {
        throw new OAuthError(OAuthErrorCode.InvalidToken, message);
      }
      throw new OAuthError(
        OAuthErrorCode.ServerError,
        `The keys of ${oauth.issuer} cannot be read: ${message}`,
      );
    }
  };
}

/** Loads the parts of jose that are used, and finds the issuer's keys. */
async function loadVerify({
  issuer,
  audience,
  jwksUrl,
}: OAuth): Promise<Verify> {
  const [{ jwtVerify }, { createRemoteJWKSet }] = await Promise.all([
    import("jose/jwt/verify"),
    import("jose/jwks/remote"),
  ]);
  const jwks = createRemoteJWKSet(new URL(jwksUrl ?? (await findJwks(issuer))));
  return (token) =>
    jwtVerify(token, jwks, {
      issuer,
      audience: [audience, audience.replace(/\/$/, "")],
      // Signatures only: a shared secret among the keys would let whoever reads them make tokens.
      algorithms: [
        "RS256",
        "RS384",
        "RS512",
        "PS256",
        "PS384",
        "PS512",
        "ES256",
        "ES384",
        "ES512",
        "EdDSA",
        "Ed25519",
      ],
      requiredClaims: ["exp"],
      clockTolerance: 5,
    });
}

/** https://www.rfc-editor.org/rfc/rfc8414#section-3.1 and OpenID Connect Discovery: the path goes after, or before, the well-known part. */
async function findJwks(issuer: string): Promise<string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const candidates = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  for (const url of candidates) {
    const response = await fetch(url, {
      redirect: "error",
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
    if (response?.ok !== true) continue;
    const metadata = (await response.json()) as {
      issuer?: unknown;
      jwks_uri?: unknown;
    };
    // RFC 8414, section 3.3: metadata of another issuer must not be used.
    if (metadata.issuer === issuer && typeof metadata.jwks_uri === "string")
      return metadata.jwks_uri;
  }
  throw new Error(
    "no authorization server metadata with this issuer and a jwks_uri; set --oauth-jwks-url",
  );
}
