import type { Json } from "../json.js";

/** A name as one token of a JSON pointer. https://www.rfc-editor.org/rfc/rfc6901#section-3 */
function escapeToken(name: string): string {
  return name.includes("/") || name.includes("~")
    ? name.replaceAll("~", "~0").replaceAll("/", "~1")
    : name;
}

/** The pointer of something below `at`: `below("#/paths", "/pets", "get")` is `#/paths/~1pets/get`. */
export function below(
  at: string,
  ...names: readonly (string | number)[]
): string {
  let pointer = at;
  for (const name of names) {
    pointer += `/${typeof name === "number" ? name : escapeToken(name)}`;
  }
  return pointer;
}

/** The tokens of a pointer without its `#`, as it stands in a document's text: not percent-decoded. */
export function tokensOf(pointer: string): string[] {
  return pointer === ""
    ? []
    : pointer
        .slice(1)
        .split("/")
        .map((token) => token.replace(/~1/g, "/").replace(/~0/g, "~"));
}

/** Decodes what a URI reference escapes; text with a stray `%` is taken as it is. https://www.rfc-editor.org/rfc/rfc3986#section-2.1 */
export function percentDecode(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A reference as its two halves: what is before the first `#`, and what is after. */
export function splitReference(
  ref: string,
): readonly [file: string, fragment: string] {
  const hash = ref.indexOf("#");
  return hash < 0 ? [ref, ""] : [ref.slice(0, hash), ref.slice(hash + 1)];
}

/** The own member of a value that a token names. Inherited names (`__proto__`, `constructor`) name nothing. */
export function member(
  value: Json | undefined,
  token: string,
): Json | undefined {
  if (Array.isArray(value)) {
    return /^(0|[1-9]\d*)$/.test(token)
      ? (value as readonly Json[])[Number(token)]
      : undefined;
  }
  return typeof value === "object" &&
    value !== null &&
    Object.hasOwn(value, token)
    ? (value as { readonly [key: string]: Json })[token]
    : undefined;
}
