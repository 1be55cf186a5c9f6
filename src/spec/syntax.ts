/** https://www.rfc-editor.org/rfc/rfc9110#name-tokens */
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const wholeToken = new RegExp(`^${token}$`);
const mediaRange = new RegExp(
  `^${token}/${token}(?:[ \\t]*;[ \\t]*${token}=(?:${token}|"(?:[^"\\\\\\x00-\\x1f\\x7f-\\uffff]|\\\\[\\x20-\\x7e])*"))*[ \\t]*;?[ \\t]*$`,
);

/** Whether a text may be an HTTP method, or the name of a header or cookie. */
export function isToken(text: string): boolean {
  return wholeToken.test(text);
}

/** Whether a text is a media type or range, with parameters or without. https://www.rfc-editor.org/rfc/rfc9110#name-media-type */
export function isMediaType(text: string): boolean {
  return mediaRange.test(text);
}

/** The variables of a path template, as they stand between its braces. https://spec.openapis.org/oas/v3.2.0.html#path-templating */
export function templateVariables(path: string): string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!);
}
