// Access tokens: https://www.rfc-editor.org/rfc/rfc6749, sections 4.3, 4.4 and 6.
import type { SecurityScheme } from "./api-description.js";
import { createDeadline } from "./deadline.js";
import { encodeForm } from "./encode.js";
import { ToolError } from "./errors.js";
import type { Exchange, HttpResponse } from "./http.js";
import { isRecord } from "./json.js";
import { NetworkError, TimeLimitError } from "./network-error.js";
import type { Env } from "./servers.js";

type OAuthScheme = SecurityScheme & { readonly type: "oauth2" };

export interface TokenSource {
  /**
   * A token for the scheme: the one that was fetched before until shortly before it expires. Calls that need one at the
   * same time share one request for it.
   *
   * @param refused the token that the API has refused: it is not given again
   * @throws ToolError when the token endpoint gives none
   */
  readonly token: (
    scheme: OAuthScheme,
    scopes: readonly string[],
    env: Env,
    refused?: string,
  ) => Promise<string>;
  /** Tokens in memory: nothing of them may appear in a message. */
  readonly secrets: () => readonly string[];
}

interface Token {
  readonly text: string;
  /** Past it a new one is fetched; Infinity when the endpoint did not say. */
  readonly staleAt: number;
  /** Replaces the refresh token that was set. */
  readonly refreshToken?: string | undefined;
}

const timeLimitMs = 15_000;

export function createTokenSource(exchange: Exchange): TokenSource {
  const tokens = new Map<string, Token>();
  const pending = new Map<string, Promise<Token>>();
  return {
    async token(scheme, scopes, env, refused) {
      const wanted = scopes.length > 0 ? scopes : (scheme.scopes ?? []);
      const key = JSON.stringify([scheme.env, wanted]);
      const known = tokens.get(key);
      // Of calls that are refused together, the first renews the token for all.
      if (known !== undefined && known.text !== refused) {
        if (Date.now() < known.staleAt) return known.text;
      }
      let request = pending.get(key);
      if (request === undefined) {
        request = fetchToken(exchange, scheme, wanted, env, known).finally(() =>
          pending.delete(key),
        );
        pending.set(key, request);
      }
      const token = await request;
      tokens.set(key, token);
      return token.text;
    },
    secrets: () =>
      [...tokens.values()].flatMap(({ text, refreshToken }) =>
        refreshToken === undefined ? [text] : [text, refreshToken],
      ),
  };
}

async function fetchToken(
  exchange: Exchange,
  scheme: OAuthScheme,
  scopes: readonly string[],
  env: Env,
  known: Token | undefined,
): Promise<Token> {
  const read = (suffix: string) => env[scheme.env + suffix] ?? "";
  const refreshToken = known?.refreshToken ?? read("_REFRESH_TOKEN");
  const form: Record<string, string> = {};
  if (refreshToken !== "") {
    form["grant_type"] = "refresh_token";
    form["refresh_token"] = refreshToken;
  } else if (scheme.flow === "password" && read("_USERNAME") !== "") {
    form["grant_type"] = "password";
    form["username"] = read("_USERNAME");
    form["password"] = read("_PASSWORD");
  } else {
    form["grant_type"] = "client_credentials";
  }
  if (scopes.length > 0) form["scope"] = scopes.join(" ");
  const url = tokenUrl(scheme, read("_TOKEN_URL"), refreshToken !== "");
  const client = { id: read("_CLIENT_ID"), secret: read("_CLIENT_SECRET") };
  const response = await askFor(exchange, url, form, client);
  const answer = readAnswer(response);
  const text = answer["access_token"];
  if (response.status >= 300 || typeof text !== "string") {
    throw refusal(scheme, url, response, answer);
  }
  const rotated = answer["refresh_token"];
  return {
    text,
    staleAt: staleAt(answer["expires_in"]),
    refreshToken: typeof rotated === "string" ? rotated : known?.refreshToken,
  };
}

/** The variable is the operator's word; what the document says was checked when the project was generated. */
function tokenUrl(scheme: OAuthScheme, set: string, refresh: boolean): URL {
  const declared = (refresh ? scheme.refreshUrl : undefined) ?? scheme.tokenUrl;
  const text = set || declared;
  const url =
    text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    throw new ToolError(
      `Whoever runs this server must set ${scheme.env}_TOKEN_URL to the full URL of the token endpoint.`,
    );
  }
  return url;
}

/** The client authenticates in a header, which every endpoint must take; some still only take it in the body. */
async function askFor(
  exchange: Exchange,
  url: URL,
  form: { readonly [name: string]: string },
  client: { readonly id: string; readonly secret: string },
): Promise<HttpResponse> {
  const { id, secret } = client;
  const inBody = {
    ...form,
    ...(id !== "" && { client_id: id }),
    ...(secret !== "" && { client_secret: secret }),
  };
  if (secret === "") return post(exchange, url, inBody, {});
  // https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1: each part form-encoded first.
  const pair = `${encodeForm(id)}:${encodeForm(secret)}`;
  const authorization = `Basic ${Buffer.from(pair).toString("base64")}`;
  const response = await post(exchange, url, form, { authorization });
  return response.status === 400 || response.status === 401
    ? post(exchange, url, inBody, {})
    : response;
}

async function post(
  exchange: Exchange,
  url: URL,
  form: { readonly [name: string]: string },
  headers: { readonly [name: string]: string },
): Promise<HttpResponse> {
  const deadline = createDeadline(timeLimitMs);
  try {
    return await exchange(
      {
        method: "POST",
        url: url.href,
        headers: {
          accept: "application/json",
          "content-type": "application/x-www-form-urlencoded",
          ...headers,
        },
        body: Object.entries(form)
          .map(([name, value]) => `${encodeForm(name)}=${encodeForm(value)}`)
          .join("&"),
      },
      { deadline, maxBytes: 100_000 },
    );
  } catch (error) {
    if (error instanceof NetworkError || error instanceof TimeLimitError) {
      throw new ToolError(
        `No access token could be fetched from ${url.host}: ${error.message}.`,
      );
    }
    throw error;
  } finally {
    deadline.clear();
  }
}

function readAnswer(response: HttpResponse): {
  readonly [name: string]: unknown;
} {
  try {
    const answer = JSON.parse(response.body.toString("utf8")) as unknown;
    return isRecord(answer) ? answer : {};
  } catch {
    return {};
  }
}

function refusal(
  scheme: OAuthScheme,
  url: URL,
  response: HttpResponse,
  answer: { readonly [name: string]: unknown },
): ToolError {
  const detail = [answer["error"], answer["error_description"]]
    .filter((part) => typeof part === "string")
    .join(": ")
    .slice(0, 300);
  return new ToolError(
    `No access token: ${url.host} answered ${response.status}${detail && ` (${detail})`}.\n` +
      `Try: whoever runs this server must check ${scheme.env}_CLIENT_ID and ${scheme.env}_CLIENT_SECRET, ${scheme.env}_REFRESH_TOKEN, or set ${scheme.env}_TOKEN.`,
  );
}

/** A minute before it expires, or a tenth of its life when that is short. */
function staleAt(expiresIn: unknown): number {
  const seconds = Number(expiresIn);
  if (!Number.isFinite(seconds) || seconds <= 0) return Infinity;
  return Date.now() + (seconds - Math.min(60, seconds / 10)) * 1000;
}
