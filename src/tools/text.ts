/** Words of a document made fit to be read by a model: plain, on one line, without what is invisible. */
import { decodeEntities } from "./text/entities.js";
import { stripInvisible } from "./text/invisible.js";

export { findInstructions } from "./text/instructions.js";
export { stripInvisible } from "./text/invisible.js";

const knownTags =
  "a|abbr|b|big|blockquote|body|br|caption|center|cite|code|col|colgroup|dd|del|dfn|div|dl|dt|em|font|h[1-6]|head|hr|html|i|img|ins|kbd|li|link|mark|meta|ol|p|pre|q|s|samp|section|small|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|button|label|svg|path|nav|header|footer|main|article|aside|figure|figcaption|video|source|iframe|input|form|noscript|securitydefinitions|schemadefinition";
const anyTag = new RegExp(`</?(?:${knownTags})(?:\\s[^<>]*)?/?>`, "gi");
/** Elements whose content is not for reading, or is folded away. Content is bounded by the closing tag, looked for by `indexOf`. */
const dropped = ["script", "style", "details", "template", "iframe"] as const;

/** A text without HTML comments and without the elements that are folded away or run. */
function dropHidden(text: string): string {
  let plain = cutBetween(text, "<!--", "-->");
  if (!plain.includes("<")) return plain;
  for (const tag of dropped) {
    const open = new RegExp(`<${tag}(?:\\s[^<>]*)?>`, "i").exec(plain);
    if (open !== null) plain = cutBetween(plain, open[0], `</${tag}>`);
  }
  return plain;
}

function cutBetween(text: string, open: string, close: string): string {
  let rest = text;
  let kept = "";
  for (;;) {
    const start = rest.indexOf(open);
    if (start < 0) return kept + rest;
    kept += rest.slice(0, start);
    const end = rest.toLowerCase().indexOf(close, start + open.length);
    if (end < 0) return kept;
    rest = rest.slice(end + close.length);
  }
}

/**
 * The paragraphs of a Markdown or HTML text as plain lines: markup, links, images, rules, comments and invisible characters
 * gone; the items of a list joined by `;` behind what introduces them. Headings, tables and code blocks are left out.
 */
export function paragraphs(text: string): string[] {
  let plain = dropHidden(stripInvisible(text).text.replace(/\r\n?/g, "\n"));
  if (plain.includes("<")) {
    plain = plain
      .replace(/<(?:h[1-6])(?:\s[^<>]*)?>[^<\n]{0,200}<\/h[1-6]>/gi, "\n\n")
      .replace(/<(?:br|hr)\s*\/?>/gi, "\n")
      .replace(/<li(?:\s[^<>]*)?>/gi, "\n- ")
      .replace(
        /<\/?(?:p|div|ul|ol|table|tr|blockquote|section|dl|pre)(?:\s[^<>]*)?>/gi,
        "\n\n",
      )
      .replace(/<\/?(?:td|th|dt|dd)(?:\s[^<>]*)?>/gi, " ")
      .replace(anyTag, "");
  }
  // A character reference may stand for an invisible character.
  plain = stripInvisible(decodeEntities(dropPairs(plain))).text;
  const blocks: string[] = [];
  let block: string[] = [];
  const end = (): void => {
    const joined = joinLines(block);
    if (joined !== "") blocks.push(joined);
    block = [];
  };
  let fenced = false;
  let heading = "";
  let quoted = false;
  for (const raw of plain.split("\n")) {
    const whole = raw.trim();
    // https://spec.commonmark.org/0.31.2/#block-quotes
    const line: string = fenced
      ? whole
      : whole.replace(/^(?:>\s?)+/, "").trim();
    if (line.length < whole.length && !quoted) end();
    quoted = line.length < whole.length;
    if (/^(?:```|~~~)/.test(line)) {
      end();
      // A fence that opens and closes on its line is a code span.
      fenced = !fenced && !/^(```|~~~).+\1$/.test(line);
    } else if (
      fenced ||
      /^\|.*\|$/.test(line) ||
      /^[-=*_|:\s]{3,}$/.test(line)
    ) {
      if (
        !fenced &&
        !line.startsWith("|") &&
        /^(?:=+|-+)$/.test(line) &&
        block.length === 1
      )
        block = [];
      end();
    } else if (line === "") {
      // A list may follow what introduces it after a blank line.
      if (!block.at(-1)?.endsWith(":")) end();
    } else if (/^#{1,6}\s/.test(line)) {
      end();
    } else if (block.length === 0 && boldHeading.test(line)) {
      heading ||= line.replace(/[*_:]+/g, "").trim();
    } else {
      block.push(line);
    }
  }
  end();
  // What is nothing but a heading is a text after all.
  return blocks.length === 0 && heading !== "" ? [heading] : blocks;
}

/** A few words in bold on a line of their own: a heading, such as `** Tags **`. */
const boldHeading =
  /^(\*\*|__)\s*[^\s*_.!?]+(?:\s+[^\s*_.!?]+){0,3}\s*\1\s*:?$/;

/** Pseudo-markup such as `<SYSTEM-NOTE>…</SYSTEM-NOTE>`: the tags go, the words stay. A lone `<id>` is a placeholder and stays. */
function dropPairs(text: string): string {
  if (!text.includes("</")) return text;
  const closed = new Set(
    Array.from(text.matchAll(/<\/([a-z][\w-]*)\s*>/gi), (match) =>
      match[1]!.toLowerCase(),
    ),
  );
  return text.replace(
    /<\/?([a-z][\w-]*)(?:\s[^<>]*)?>/gi,
    (tag, name: string) => (closed.has(name.toLowerCase()) ? "" : tag),
  );
}

const item = /^(?:[-*+•]|\d{1,2}[.)])\s+/;

function joinLines(lines: readonly string[]): string {
  let joined = "";
  let inList = false;
  for (const line of lines) {
    const isItem = item.test(line);
    const words = inline(line.replace(item, ""));
    if (words === "") continue;
    if (joined === "") joined = words;
    else if (isItem && inList)
      joined = `${joined.replace(/[.;,]$/, "")}; ${words}`;
    else joined = `${joined} ${words}`;
    inList = isItem;
  }
  // "Returns a list..": a sentence that its author's tools ended once more.
  return joined
    .replace(/\s+/g, " ")
    .replace(/(?<=[A-Za-z)])\.\.(?=\s|$)/g, ".")
    .trim();
}

/** Items of a list that share a line: `Sizes that are refused: * below 72 * above 1200`. What is no list may multiply. */
function joinBullets(text: string): string {
  const [lead, ...items] = text.split(/(?<=\S) \* (?=\S)/);
  if (items.length < 2 || !/[.:!?]$/.test(lead!)) return text;
  const last = items.pop()!;
  return `${lead} ${items.map((item) => `${item.replace(/[.;,]$/, "")}; `).join("")}${last}`;
}

/** Inline Markdown to plain words. https://spec.commonmark.org/0.31.2/#inlines */
function inline(text: string): string {
  return (
    joinBullets(text)
      .replace(/\{%[^{}%]{0,200}%\}/g, "")
      .replace(/\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/g, "")
      .replace(
        /!\[([^[\]]{0,200})\]\([^()\s]{0,1000}(?:\s"[^"]{0,200}")?\)/g,
        "",
      )
      .replace(
        /\[([^[\]]{1,300})\]\((?:[^()\s]|\([^()\s]*\)){0,1000}(?:\s"[^"]{0,200}")?\)/g,
        "$1",
      )
      .replace(/\[([^[\]]{1,300})\]\[[^[\]]{0,100}\]/g, "$1")
      .replace(/<(https?:\/\/[^<>\s]{1,1000})>/g, "$1")
      // In code they are what they are.
      .replace(/``?([^`]{1,500})``?/g, (_, code: string) =>
        code.replaceAll("*", "\ue000").replaceAll("_", "\ue001"),
      )
      .replace(/\*\*(?=\S)((?:[^*]|\*(?!\*)){1,500}?)\*\*/g, "$1")
      .replace(/(?<!\w)__(?=\S)((?:[^_]|_(?!_)){1,500}?)__(?!\w)/g, "$1")
      .replace(
        /(^|[\s("'])(?:\*(?=[^\s*])([^*\n]{1,300}?)\*|_(?=[^\s_])([^_\n]{1,300}?)_)(?=$|[\s).,;:!?"'])/g,
        "$1$2$3",
      )
      // What opens in one paragraph and closes in another.
      .replace(
        /(?<![\w*])(?:\*\*|__)(?=[A-Z][a-z])|(?<=[a-z)][.!?])(?:\*\*|__)(?![\w*])/g,
        "",
      )
      .replace(/~~([^~]{1,300})~~/g, "$1")
      .replace(/\\([\\`*_{}[\]()#+.!|<>-])/g, "$1")
      .replaceAll("\ue000", "*")
      .replaceAll("\ue001", "_")
  );
}

/** A Markdown or HTML text as one plain line. */
export function flatten(text: string): string {
  return simple.test(text) && !text.includes("..")
    ? text
    : paragraphs(text).join(" ");
}
/** What needs no work at all: most summaries and many descriptions. */
const simple = /^[A-Za-z(][\w ,.;:'"()/%-]*$/;

const abbreviation =
  /(?:^|[\s(])(?:e\.?g|i\.?e|etc|vs|cf|no|nr|approx|incl|resp|max|min|fig|st|dr|mr|mrs|ms|inc|ltd|co|ex|[A-Za-z])\.$/i;

/** The sentences of a plain text. A dot ends one only before a blank and something that can begin one. */
export function sentences(text: string): string[] {
  const found: string[] = [];
  let start = 0;
  for (const match of text.matchAll(/[.!?]["')\]]*(?=\s+[^\sa-z]|\s*$)/g)) {
    const end = match.index + match[0].length;
    const sentence = text.slice(start, end).trim();
    if (abbreviation.test(sentence) && end < text.trimEnd().length) continue;
    if (sentence !== "") found.push(sentence);
    start = end;
  }
  const rest = text.slice(start).trim();
  if (rest !== "") found.push(rest);
  return found;
}

/** As many whole sentences of a text (Markdown or HTML allowed) as fit; where not even the first does, its words that fit, then `…`. */
export function firstSentences(text: string, max: number): string {
  const plain = flatten(text);
  if (plain.length <= max) return plain;
  let kept = "";
  for (const sentence of sentences(plain)) {
    const next = kept === "" ? sentence : `${kept} ${sentence}`;
    if (next.length > max) break;
    kept = next;
  }
  return kept === "" ? cutWords(plain, max) : kept;
}

/** The leading words of a text that fit, then `…`; never half a surrogate pair. */
export function cutWords(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max - 1);
  const space = head.lastIndexOf(" ");
  const kept =
    space > max / 2
      ? head.slice(0, space)
      : head.replace(/[\ud800-\udbff]$/, "");
  return `${kept.replace(/[\s,;:(–-]+$/, "")}…`;
}
