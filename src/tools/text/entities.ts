/** The named characters that occur in API texts; the rest of https://html.spec.whatwg.org/multipage/named-characters.html does not. */
const named: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
  ["ndash", "–"],
  ["mdash", "—"],
  ["hellip", "…"],
  ["lsquo", "‘"],
  ["rsquo", "’"],
  ["ldquo", "“"],
  ["rdquo", "”"],
  ["bull", "•"],
  ["middot", "·"],
  ["copy", "©"],
  ["reg", "®"],
  ["trade", "™"],
  ["times", "×"],
  ["euro", "€"],
  ["pound", "£"],
  ["deg", "°"],
  ["le", "≤"],
  ["ge", "≥"],
  ["rarr", "→"],
]);

/** Character references of HTML resolved, once; references to control characters become a space. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi,
    (whole, decimal, hex, name) => {
      if (typeof name === "string")
        return named.get(name.toLowerCase()) ?? whole;
      const code =
        typeof decimal === "string"
          ? Number.parseInt(decimal, 10)
          : Number.parseInt(hex as string, 16);
      return code < 0x20 || (code > 0x7e && code < 0xa0) || code > 0x10ffff
        ? " "
        : String.fromCodePoint(code);
    },
  );
}
