import { ToolError } from "./errors.js";
import type { Exchange, ExchangeOptions, HttpResponse } from "./http.js";
import type { HttpRequest } from "./request.js";

const maxRedirects = 5;

/**
 * Sends a request and follows redirects within its origin: beyond it they would carry credentials, cookies and the body to
 * another host. https://fetch.spec.whatwg.org/#http-redirect-fetch
 *
 * @throws ToolError when the API redirects to another origin, or without end
 */
export async function exchangeWithRedirects(
  exchange: Exchange,
  request: HttpRequest,
  options: ExchangeOptions,
): Promise<HttpResponse> {
  let next = request;
  for (let step = 0; step <= maxRedirects; step++) {
    const response = await exchange(next, options);
    const { location } = response.headers;
    if (!isRedirect(response.status) || location === undefined) return response;
    next = redirected(next, response.status, location);
  }
  throw new ToolError(
    `The API redirected more than ${maxRedirects} times; the last target was ${withoutQuery(next.url)}.`,
  );
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function redirected(
  request: HttpRequest,
  status: number,
  location: string,
): HttpRequest {
  const target = URL.canParse(location, request.url)
    ? new URL(location, request.url)
    : undefined;
  if (target?.origin !== new URL(request.url).origin) {
    throw new ToolError(
      `The API redirects (${status}) to another place, ${target === undefined ? "which is no URL" : withoutQuery(target.href)}, and that is not followed: it could carry credentials away.\n` +
        "Try: if the API has moved there, whoever runs this server can set its base URL; if the answer is a file, the link can be opened by itself.",
    );
  }
  const url = target.href.replace(/#.*$/s, "");
  const becomesGet =
    (status === 303 && request.method !== "HEAD") ||
    ((status === 301 || status === 302) && request.method === "POST");
  if (!becomesGet) return { ...request, url };
  const { body: _body, ...rest } = request;
  const headers = { ...request.headers };
  delete headers["content-type"];
  return { ...rest, method: "GET", url, headers };
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, "");
}
