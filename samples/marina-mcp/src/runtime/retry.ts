import type { Deadline } from "./deadline.js";
import type { HttpResponse } from "./http.js";
import { NetworkError } from "./network-error.js";

export interface RetryOptions {
  /** How many times to try again; 0 where a second request could do harm. */
  readonly retries: number;
  readonly deadline: Deadline;
  readonly onRetry?: (reason: string, waitMs: number) => void;
}

/** Tries again after failures that pass: the API is busy or away, or the connection broke. */
export async function withRetries(
  attempt: () => Promise<HttpResponse>,
  options: RetryOptions,
): Promise<HttpResponse> {
  for (let tried = 0; ; tried++) {
    let outcome: HttpResponse | NetworkError;
    try {
      outcome = await attempt();
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      outcome = error;
    }
    const wait = waitMs(outcome, tried);
    const mayRetry =
      tried < options.retries &&
      wait !== undefined &&
      Date.now() + wait < options.deadline.at;
    if (!mayRetry) {
      if (outcome instanceof NetworkError) throw outcome;
      return outcome;
    }
    options.onRetry?.(reasonOf(outcome), wait);
    await pause(wait, options.deadline);
  }
}

function pause(milliseconds: number, deadline: Deadline): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      forget();
      resolve();
    }, milliseconds);
    const forget = deadline.onEnd((reason) => {
      clearTimeout(timer);
      reject(reason);
    });
  });
}

const passingStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);

const passingCodes = new Set([
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EPIPE",
  "ERR_STREAM_PREMATURE_CLOSE",
  "ETIMEDOUT",
]);

/** Longer waits are left to the model, which is told of them. */
const longestWaitMs = 10_000;

/** How long to wait before the next attempt; undefined when there should be none. */
function waitMs(
  outcome: HttpResponse | NetworkError,
  tried: number,
): number | undefined {
  if (outcome instanceof NetworkError) {
    return passingCodes.has(outcome.code ?? "") ? backoffMs(tried) : undefined;
  }
  if (!passingStatuses.has(outcome.status)) return undefined;
  const asked = retryAfterMs(outcome);
  if (asked === undefined) return backoffMs(tried);
  return asked <= longestWaitMs ? asked : undefined;
}

/** Doubles each time, and differs between callers so that they do not all come back at once. */
function backoffMs(tried: number): number {
  return Math.min(8_000, 400 * 2 ** tried) * (0.75 + Math.random() / 2);
}

/** https://www.rfc-editor.org/rfc/rfc9110#field.retry-after: seconds or a date. */
export function retryAfterMs(response: HttpResponse): number | undefined {
  const value = response.headers["retry-after"];
  if (value === undefined) return undefined;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds)
    ? seconds * 1000
    : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function reasonOf(outcome: HttpResponse | NetworkError): string {
  return outcome instanceof NetworkError
    ? outcome.message
    : `status ${outcome.status}`;
}
