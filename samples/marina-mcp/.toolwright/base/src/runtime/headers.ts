import { ToolError } from "./errors.js";
import type { RequestDescription } from "./tool.js";

/** Headers by name in lower case. */
export type Headers = Record<string, string>;

// Accept, Content-Type and Authorization are ignored where a document declares them as parameters:
// https://spec.openapis.org/oas/v3.2.0.html#parameter-name. The others frame the message.
const reserved = new Set([
  "accept",
  "authorization",
  "connection",
  "content-length",
  "content-type",
  "cookie",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Whether a header is none that a parameter may set. */
export function isReserved(name: string): boolean {
  return reserved.has(name.toLowerCase());
}

/** Whether Accept-Encoding is a parameter of the API's own: then no other value may stand in it. */
export function setsEncoding({ parameters = [] }: RequestDescription): boolean {
  return parameters.some(
    (one) =>
      one.in === "header" && one.name.toLowerCase() === "accept-encoding",
  );
}

/**
 * Checks that a value can be sent in a header. https://www.rfc-editor.org/rfc/rfc9110#name-field-values
 *
 * @throws ToolError when it cannot, naming the header and never the value
 */
export function checkHeader(name: string, value: string): string {
  if (/[^\P{Cc}\t]/u.test(value)) {
    throw new ToolError(
      `${name} must not contain line breaks or other control characters: it is sent as an HTTP header.`,
    );
  }
  if (/[\u0100-\uffff]/.test(value)) {
    throw new ToolError(
      `${name} must contain only Latin-1 characters (up to U+00FF): it is sent as an HTTP header.`,
    );
  }
  return value;
}
