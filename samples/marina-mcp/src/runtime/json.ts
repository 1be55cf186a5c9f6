// JSON without loss: JSON.parse rounds integers beyond 2^53, and Node 20 has no JSON.rawJSON to write them.

/** A number whose text a JavaScript number cannot hold. */
export class JsonNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  /** Read by JSON.stringify where such a number is met outside {@link stringify}. */
  toJSON(): string {
    return this.text;
  }
}

/** As JSON.stringify without spaces, but writes each {@link JsonNumber} as the number that it is. */
export function stringify(value: unknown): string {
  return write(value) ?? "null";
}

function write(value: unknown): string | undefined {
  if (value instanceof JsonNumber) return value.text;
  if (Array.isArray(value)) {
    return `[${value.map((item) => write(item) ?? "null").join(",")}]`;
  }
  if (isRecord(value)) {
    const members: string[] = [];
    for (const [key, member] of Object.entries(value)) {
      const text = write(member);
      if (text !== undefined) members.push(`${JSON.stringify(key)}:${text}`);
    }
    return `{${members.join(",")}}`;
  }
  return JSON.stringify(value);
}

/**
 * Reads JSON. Numbers that a JavaScript number cannot hold become {@link JsonNumber}.
 *
 * @throws SyntaxError when the text is not JSON
 */
export function parse(text: string): unknown {
  // Most answers hold no such number, and the native parser is many times faster.
  if (!/[\d.]{16}|\d[eE][-+]?\d/.test(text)) return JSON.parse(text) as unknown;
  return new Reader(text, false).document();
}

/** Reads as much as there is of a JSON text that was cut off; undefined when it does not start as an object or a list. */
export function parseStart(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return new Reader(text, true).document();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Removes the white space between the tokens of a valid JSON text, and changes nothing else. */
export function compact(text: string): string {
  if (!/\s/.test(text)) return text;
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|\s+/g, (part) =>
    part.charCodeAt(0) === 0x22 ? part : "",
  );
}

export function isRecord(
  value: unknown,
): value is { readonly [key: string]: unknown } {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof JsonNumber)
  );
}

/** Deeper nesting than any answer has; the reader calls itself for each level. */
const maxDepth = 1_000;

class EndOfText extends Error {}

class Reader {
  private at = 0;
  private depth = 0;
  private readonly text: string;
  private readonly partial: boolean;
  constructor(text: string, partial: boolean) {
    this.text = text;
    this.partial = partial;
  }

  document(): unknown {
    const value = this.value();
    this.space();
    if (!this.partial && this.at < this.text.length) this.fail();
    return value;
  }

  private value(): unknown {
    this.space();
    const character = this.text[this.at];
    if (character === "{") return this.nested(() => this.object());
    if (character === "[") return this.nested(() => this.list());
    if (character === '"') return this.string();
    return this.word();
  }

  private nested<T>(read: () => T): T {
    this.depth += 1;
    if (this.depth > maxDepth) this.fail();
    this.at += 1;
    const value = read();
    this.depth -= 1;
    return value;
  }

  private object(): unknown {
    const object: Record<string, unknown> = Object.create(null);
    this.members("}", () => {
      this.space();
      const key = this.string();
      this.space();
      this.expect(":");
      object[key] = this.value();
    });
    return object;
  }

  private list(): unknown {
    const list: unknown[] = [];
    this.members("]", () => void list.push(this.value()));
    return list;
  }

  /** What was read of a list or object stays when the text ends inside it; its unfinished last member does not. */
  private members(end: string, member: () => void): void {
    try {
      this.space();
      if (this.take(end)) return;
      do member();
      while (this.next(end));
    } catch (error) {
      if (!(error instanceof EndOfText)) throw error;
    }
  }

  private next(end: string): boolean {
    this.space();
    if (this.take(",")) return true;
    this.expect(end);
    return false;
  }

  private string(): string {
    if (this.text[this.at] !== '"') this.fail();
    const start = this.at;
    do {
      this.at = this.text.indexOf('"', this.at + 1);
      if (this.at < 0) {
        this.at = this.text.length;
        this.fail();
      }
    } while (isEscaped(this.text, this.at));
    this.at += 1;
    return JSON.parse(this.text.slice(start, this.at)) as string;
  }

  private word(): unknown {
    const word = /[-+.\w]+/y;
    word.lastIndex = this.at;
    const found = word.exec(this.text)?.[0];
    if (found === undefined) this.fail();
    this.at += found.length;
    if (this.partial && this.at === this.text.length) throw new EndOfText();
    const value = JSON.parse(found) as unknown;
    return typeof value !== "number" || isExact(found, value)
      ? value
      : new JsonNumber(found);
  }

  private space(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) {
        return;
      }
      this.at += 1;
    }
  }

  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  private expect(character: string): void {
    if (!this.take(character)) this.fail();
  }

  private fail(): never {
    if (this.partial && this.at >= this.text.length) throw new EndOfText();
    throw new SyntaxError(`Unexpected token in JSON at position ${this.at}`);
  }
}

/** Whether an odd number of backslashes stands before the character. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === "\\") before -= 1;
  return (at - before) % 2 === 1;
}

/** Whether writing the number gives the same value again: `1.50` and `1e3` do, `9007199254740993` and `1e999` do not. */
function isExact(text: string, value: number): boolean {
  if (Number.isSafeInteger(value)) return !/[1-9]/.test(fraction(text));
  return Number.isFinite(value) && /^-?\d*\.?\d*$/.test(text)
    ? trimmed(text) === trimmed(String(value))
    : false;
}

/** The digits after the point, where they could hide a loss: `1.00000000000000000001`. */
function fraction(text: string): string {
  return /[eE]/.test(text) ? "" : (text.split(".")[1] ?? "");
}

function trimmed(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
