// A request that got no answer: why, in words.

/** The time limit of the call has passed. */
export class TimeLimitError extends Error {
  override readonly name = "TimeLimitError";
  readonly seconds: number;
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds / 1000} s`);
    this.seconds = milliseconds / 1000;
  }
}

/** The caller does not want the answer any more. */
export class CancelledError extends Error {
  override readonly name = "CancelledError";
}

/** What went wrong between this server and the API. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  /** Of the system or of Node: `ECONNREFUSED`. */
  readonly code: string | undefined;
  readonly host: string;
  /** Whether the API may have received the request, and so may have carried it out. */
  readonly sent: boolean;
  constructor(host: string, cause: unknown, sent: boolean) {
    super(describeCause(cause), { cause });
    this.code = codeOf(cause);
    this.host = host;
    this.sent = sent;
  }
}

/** A failure of an exchange with a host; the time limit and a cancellation stay what they are. */
export function networkError(
  host: string,
  cause: unknown,
  sent: boolean,
): Error {
  return cause instanceof TimeLimitError || cause instanceof CancelledError
    ? cause
    : new NetworkError(host, cause, sent);
}

const words: { readonly [code: string]: string } = {
  CERT_HAS_EXPIRED: "its TLS certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT:
    "its TLS certificate is self-signed; name its authority in NODE_EXTRA_CA_CERTS",
  EAI_AGAIN: "its name could not be looked up; the network may be down",
  ECONNABORTED: "the connection was cut",
  ECONNREFUSED: "connection refused; nothing listens there",
  ECONNRESET: "the connection was cut",
  EHOSTUNREACH: "there is no route to it",
  ENETUNREACH: "the network is unreachable",
  ENOTFOUND: "there is no host of that name",
  EPIPE: "the connection was cut",
  ERR_STREAM_PREMATURE_CLOSE: "the connection was cut",
  ERR_TLS_CERT_ALTNAME_INVALID: "its TLS certificate is for another name",
  ETIMEDOUT: "the connection timed out",
  SELF_SIGNED_CERT_IN_CHAIN:
    "its TLS certificate is from an unknown authority; name that in NODE_EXTRA_CA_CERTS",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "its TLS certificate is from an unknown authority; name that in NODE_EXTRA_CA_CERTS",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "its TLS certificate is from an unknown authority; name that in NODE_EXTRA_CA_CERTS",
  Z_BUF_ERROR: "its compressed answer ended too early",
  Z_DATA_ERROR: "its answer is not compressed as it says",
};

function describeCause(cause: unknown): string {
  const code = codeOf(cause);
  if (code !== undefined) {
    const known = Object.hasOwn(words, code) ? words[code] : undefined;
    return `${known ?? innermost(cause)} (${code})`;
  }
  return innermost(cause);
}

function codeOf(error: unknown): string | undefined {
  for (const one of chain(error)) {
    if ("code" in one && typeof one.code === "string") return one.code;
  }
  return undefined;
}

function innermost(error: unknown): string {
  const messages = chain(error).map((one) => one.message);
  return messages.filter((message) => message !== "").at(-1) ?? String(error);
}

/** An error and what caused it, outermost first; of several attempts to connect, the first. */
function chain(error: unknown): Error[] {
  const found: Error[] = [];
  let next: unknown = error;
  while (next instanceof Error && found.length < 8) {
    found.push(next);
    next = next.cause ?? (next instanceof AggregateError ? next.errors[0] : 0);
  }
  return found;
}
