import { lookup as resolveName, type LookupAddress } from "node:dns";
import http from "node:http";
import https from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { maxBytes, refuseTooLarge } from "./limits.js";
import { contentCodings, decode } from "./text.js";

/** A request that policy forbids, rather than one that failed. */
export class RefusedError extends Error {}

const timeoutMilliseconds = 30_000;
const maxRedirects = 5;

/** Addresses that are not public. https://www.iana.org/assignments/iana-ipv4-special-registry */
const notPublic4 = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  notPublic4.addSubnet(network, bits, "ipv4");
}
// A list of its own, for an IPv4 address would match the range that maps them into IPv6.
// Everything outside 2000::/3, and in it the tunnels and translations that lead to IPv4 addresses.
// https://www.iana.org/assignments/iana-ipv6-special-registry
const notPublic6 = new BlockList();
for (const [network, bits] of [
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
] as const) {
  notPublic6.addSubnet(network, bits, "ipv6");
}

/** Whether an address may be reached for a document's sake: on the public internet, not this machine or network. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  return family === 4
    ? !notPublic4.check(address, "ipv4")
    : family === 6 && !notPublic6.check(address, "ipv6");
}

export interface FetchOptions {
  /** The user named this URL, so it may be on any address; what it redirects to on other hosts may not. */
  readonly trusted?: boolean;
  /** Whether a host may be asked at all; every redirect is checked. All, if left out. */
  readonly allowHost?: (host: string) => boolean;
}

/**
 * Fetches a text, following redirects by hand. Neither cookies nor credentials are ever sent, and the address that was
 * checked is the one that is connected to.
 *
 * @throws RefusedError for a host or address that is not allowed; UserError for one that is too large; Error when it fails.
 */
export async function fetchText(
  address: string,
  options: FetchOptions,
): Promise<string> {
  const first = new URL(address);
  let url = first;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    if (url.protocol !== "http:" && url.protocol !== "https:") {
      throw new RefusedError(`${url.href} is neither http nor https`);
    }
    if (url.username !== "" || url.password !== "") {
      throw new RefusedError(`The URL for ${url.host} holds credentials`);
    }
    if (
      options.allowHost &&
      !options.allowHost(url.host) &&
      !options.allowHost(url.hostname)
    ) {
      throw new RefusedError(`The host ${url.host} is not allowed`);
    }
    const answer = await get(
      url,
      options.trusted === true && url.host === first.host,
    );
    if (typeof answer === "string") return answer;
    url = new URL(answer.location, url);
  }
  throw new Error(`more than ${maxRedirects} redirects`);
}

function get(
  url: URL,
  anyAddress: boolean,
): Promise<string | { readonly location: string }> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!anyAddress && isIP(host) !== 0 && !isPublicAddress(host)) {
    return Promise.reject(refusal(host, host));
  }
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? https : http).get(
      url,
      {
        headers: {
          accept: "application/json, application/yaml, text/yaml, */*;q=0.5",
          "accept-encoding": contentCodings,
          "user-agent": "toolwright",
        },
        signal: AbortSignal.timeout(timeoutMilliseconds),
        agent: false,
        ...(!anyAddress && { lookup: publicLookup }),
      },
      (response) => {
        const status = response.statusCode ?? 0;
        const { location } = response.headers;
        if (status >= 300 && status < 400 && location !== undefined) {
          response.destroy();
          resolve({ location });
          return;
        }
        if (status < 200 || status >= 300) {
          response.destroy();
          reject(
            new Error(
              `the server answered ${status} ${response.statusMessage ?? ""}`.trimEnd(),
            ),
          );
          return;
        }
        const chunks: Buffer[] = [];
        let size = 0;
        response.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxBytes) response.destroy();
          else chunks.push(chunk);
        });
        response.on("close", () => {
          try {
            refuseTooLarge(size, url.href);
            if (!response.complete) throw new Error("the connection broke off");
            resolve(
              decode(
                Buffer.concat(chunks),
                url.href,
                response.headers["content-encoding"]?.trim().toLowerCase(),
              ),
            );
          } catch (error) {
            reject(error as Error);
          }
        });
      },
    );
    request.on("error", (error) => {
      reject(
        error.name === "AbortError" || error.name === "TimeoutError"
          ? new Error(`no answer within ${timeoutMilliseconds / 1000} seconds`)
          : error,
      );
    });
  });
}

function refusal(host: string, address: string): RefusedError {
  return new RefusedError(
    `${host} is at ${address}, which is not a public address`,
  );
}

/** Name resolution that answers public addresses only, so that what was checked is what is connected to. */
const publicLookup: LookupFunction = (host, options, callback) => {
  resolveName(
    host,
    { ...options, all: true },
    (error, addresses: LookupAddress[]) => {
      const bad = error
        ? undefined
        : addresses.find(({ address }) => !isPublicAddress(address));
      if (error || bad || addresses.length === 0) {
        callback(error ?? refusal(host, bad?.address ?? "no address"), "");
      } else if (options.all) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    },
  );
};
