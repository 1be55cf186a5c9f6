/** Bytes as text, in the charset that they are said to be in. */
export function decodeText(bytes: Buffer, charset: string | undefined): string {
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    try {
      return new TextDecoder(charset).decode(bytes);
    } catch {
      // A charset that nobody knows: UTF-8 is the likeliest.
    }
  }
  const text = bytes.toString("utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/** Whether bytes of unknown type are text: UTF-8 without control characters. */
export function looksLikeText(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 4_000);
  try {
    // The last character may be cut in two.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(start, {
      stream: true,
    });
    // Escapes colour what is meant for a terminal.
    return !/[^\P{Cc}\s]/u.test(text.replaceAll("\u001b", ""));
  } catch {
    return false;
  }
}
