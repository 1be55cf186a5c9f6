/**
 * Percent-encodes all but the unreserved characters of https://www.rfc-editor.org/rfc/rfc3986#section-2.3.
 * `encodeURIComponent` leaves `!'()*`, which RFC 6570 encodes.
 */
export function encode(text: string): string {
  // Most values are names and numbers.
  if (/^[\w.~-]*$/.test(text)) return text;
  return encodeURIComponent(wellFormed(text)).replace(/[!'()*]/g, percent);
}

/**
 * As {@link encode}, but reserved characters and percent-encoded triples stay, except those that would end or split a
 * query value. https://spec.openapis.org/oas/v3.2.0.html#parameter-allow-reserved
 */
export function encodeReserved(text: string): string {
  return text.replace(/%[0-9A-Fa-f]{2}|[^:/?@!$'()*,;]/gu, (part) =>
    part.length === 3 && part.startsWith("%") ? part : encode(part),
  );
}

/** Encodes what may not stand in a path as it is, and leaves the rest of a path that the document writes out. */
export function encodePathLiteral(text: string): string {
  if (/^[\w.~/-]*$/.test(text)) return text;
  return text.replace(
    /%[0-9A-Fa-f]{2}|[^A-Za-z0-9\-._~:/@!$&'()*+,;=]/gu,
    (part) => (part.length === 3 && part.startsWith("%") ? part : encode(part)),
  );
}

/** https://url.spec.whatwg.org/#concept-urlencoded-serializer */
export function encodeForm(text: string): string {
  return encode(text).replaceAll("%20", "+").replaceAll("%2A", "*");
}

/** A lone surrogate has no UTF-8 form: `encodeURIComponent` would throw. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
