/**
 * Characters that a person does not see but a model or a terminal reads: zero-width and bidirectional controls, Unicode
 * tags, variation selectors, fillers, control characters and whole terminal sequences.
 * https://www.unicode.org/reports/tr36/ and https://trojansource.codes/
 */
// oxlint-disable no-control-regex, no-misleading-character-class -- control and joining characters are what this file is about

/** Terminal sequences: CSI (`ESC [ … letter`), OSC, DCS, PM and APC up to their end, and two-character escapes. */
const terminal =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]{0,2000}(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g;

const invisible =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu;

/** Emoji are written with these; they hide nothing, so they go without being counted. */
const emojiParts =
  /(?<=\p{Extended_Pictographic})\ufe0f|(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic})/gu;

const suspicious = /[^\t\n\r -~\u00a0-\u00ac\u00ae-\u034e]/;

/**
 * Takes the invisible characters out of a text. Line and paragraph separators become line breaks.
 * Gives the text and how many characters were taken out (emoji joiners not counted).
 */
export function stripInvisible(text: string): {
  text: string;
  removed: number;
} {
  if (!suspicious.test(text)) return { text, removed: 0 };
  const spaced = text
    .replace(/[\u2028\u2029\u0085]/g, "\n")
    .replace(emojiParts, "");
  const clean = spaced.replace(terminal, "").replace(invisible, "");
  return { text: clean, removed: [...spaced].length - [...clean].length };
}

/** The text that Unicode tag characters spell, which is how orders are hidden in plain sight; the rest is left as it is. */
export function revealTags(text: string): string {
  return text.replace(/[\u{e0020}-\u{e007e}]/gu, (tag) =>
    String.fromCodePoint(tag.codePointAt(0)! - 0xe0000),
  );
}
