/** The text of a file: UTF-8, or UTF-16 where a byte order mark says so; the mark itself is left out. */
export function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return new TextDecoder("utf-16be").decode(bytes);
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  // Four times as fast as TextDecoder, which counts on large files.
  return bytes.toString("utf8", marked ? 3 : 0);
}
