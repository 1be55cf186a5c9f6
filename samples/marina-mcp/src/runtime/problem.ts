// What an API says went wrong, whatever shape it says it in.
import { isRecord, stringify } from "./json.js";

const maxDetail = 900;
const maxBody = 500;

/** The telling part of an error answer, as plain text; empty when there is none. */
export function problemText(contentType: string, body: string): string {
  const text = body.trim();
  if (text === "") return "";
  if (/^[[{"]/.test(text)) {
    try {
      const value = JSON.parse(text) as unknown;
      if (/^(\{\s*\}|\[\s*\]|"")$/.test(text)) return "";
      const lines = [...new Set(linesOf(value))];
      return lines.length > 0
        ? clip(lines.join("\n"), maxDetail)
        : clip(stringify(value), maxBody);
    } catch {
      // Not JSON after all.
    }
  }
  return /html|xml/i.test(contentType) || text.startsWith("<")
    ? clip(stripMarkup(text), maxBody)
    : clip(text, maxBody);
}

// The first that an object has is what it mainly says.
const mainKeys = [
  "detail",
  "message",
  "error_description",
  "error_message",
  "errorMessage",
  "description",
  "reason",
  "msg",
  "title",
  "faultstring",
  "Message",
  "error",
  "code",
];

// Where more is said, one by one.
const listKeys = [
  "errors",
  "error",
  "details",
  "detail",
  "violations",
  "fieldErrors",
  "validationErrors",
  "validation_errors",
  "invalid-params",
  "invalidParams",
  "errorMessages",
  "issues",
  "fault",
  "Errors",
  "causes",
];

function linesOf(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  if (depth > 4) return [];
  if (Array.isArray(value)) {
    return value.slice(0, 20).flatMap((item) => linesOf(item, depth + 1));
  }
  if (!isRecord(value)) return [];
  const lines: string[] = [];
  const main = mainText(value);
  if (main !== undefined) lines.push(withPlace(value, main));
  for (const key of listKeys) {
    const inner = own(value, key);
    if (Array.isArray(inner)) lines.push(...linesOf(inner, depth + 1));
    else if (isRecord(inner)) lines.push(...memberLines(inner, depth));
  }
  return lines;
}

/** An error object, or a dictionary of fields to what is wrong with them: `{name: ["is too long"]}`. */
function memberLines(
  value: { readonly [key: string]: unknown },
  depth: number,
): string[] {
  if (
    mainText(value) !== undefined ||
    listKeys.some((key) => own(value, key))
  ) {
    return linesOf(value, depth + 1);
  }
  return Object.entries(value)
    .slice(0, 20)
    .flatMap(([field, inner]) =>
      linesOf(inner, depth + 1).map((line) => `${field}: ${line}`),
    );
}

function mainText(value: {
  readonly [key: string]: unknown;
}): string | undefined {
  const texts = mainKeys
    .map((key) => own(value, key))
    .filter((text) => typeof text === "string" && text.trim() !== "");
  const title = own(value, "title");
  const [main] = texts;
  if (typeof main !== "string") return undefined;
  // https://www.rfc-editor.org/rfc/rfc9457: the title is the kind, the detail the case.
  return typeof title === "string" && title !== main && !main.includes(title)
    ? `${title}: ${main}`
    : main;
}

/** Before the message, the field that it is about. */
function withPlace(
  value: { readonly [key: string]: unknown },
  text: string,
): string {
  const source = own(value, "source");
  const place =
    ["field", "param", "parameter", "name", "path", "pointer", "property"]
      .map((key) => own(value, key))
      .find((name) => typeof name === "string") ??
    (isRecord(source)
      ? (own(source, "pointer") ?? own(source, "parameter"))
      : undefined) ??
    // FastAPI: ["body", "items", 0, "price"].
    listPath(own(value, "loc") ?? own(value, "path"));
  return typeof place === "string" && place !== "" && !text.includes(place)
    ? `${place}: ${text}`
    : text;
}

function listPath(value: unknown): string | undefined {
  return Array.isArray(value) ? value.map(String).join(".") : undefined;
}

function own(value: { readonly [key: string]: unknown }, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The words of a page, without its scripts and tags. */
function stripMarkup(html: string): string {
  return html
    .slice(0, 50_000)
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1\s*>/gi, (block) => {
      const title = /<title[^>]*>([\s\S]*?)<\/title/i.exec(block)?.[1];
      return title === undefined ? " " : ` ${title}. `;
    })
    .replace(/<!--[\s\S]*?-->|<[^>]*>/g, " ")
    .replace(
      /&(lt|gt|amp|quot|nbsp|#39);/g,
      (_, name: string) => entities[name]!,
    )
    .replace(/\s+/g, " ")
    .trim();
}

const entities: { readonly [name: string]: string } = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  nbsp: " ",
  "#39": "'",
};

function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
