// What a caller says of the trace that it is in, as headers: https://www.w3.org/TR/trace-context/ and https://www.w3.org/TR/baggage/.
// It comes from outside and goes on to the API: what is not written as the two documents say is left out.

export interface TraceContext {
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}

/** @param read the value under a name, of any kind */
export function readTrace(
  read: (name: keyof TraceContext) => unknown,
): TraceContext {
  const traceparent = readTraceparent(read("traceparent"));
  // The state belongs to its trace: https://www.w3.org/TR/trace-context/#a-traceparent-is-received
  const tracestate =
    traceparent === undefined ? undefined : readTracestate(read("tracestate"));
  const baggage = readBaggage(read("baggage"));
  return {
    ...(traceparent !== undefined && { traceparent }),
    ...(tracestate !== undefined && { tracestate }),
    ...(baggage !== undefined && { baggage }),
  };
}

function readTraceparent(value: unknown): string | undefined {
  return typeof value === "string" &&
    /^[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.test(
      value,
    )
    ? value
    : undefined;
}

const maxStates = 32;
// What everyone has to pass on, and nobody more: https://www.w3.org/TR/trace-context/#tracestate-limits
const maxStateCharacters = 512;

/** One wrong or repeated entry makes the whole list one that cannot be read. https://www.w3.org/TR/trace-context/#list */
function readTracestate(value: unknown): string | undefined {
  const entries = entriesOf(value);
  const keys = new Set(entries.map((entry) => entry.split("=", 1)[0]));
  if (entries.length > maxStates || keys.size < entries.length)
    return undefined;
  const isRight = entries.every((entry) =>
    /^[a-z0-9][a-z0-9_*/@-]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/.test(
      entry,
    ),
  );
  return isRight ? joined(withinState(entries)) : undefined;
}

/** Long entries go first, then the last ones. https://www.w3.org/TR/trace-context/#tracestate-limits */
function withinState(entries: readonly string[]): readonly string[] {
  const fits = (some: readonly string[]) =>
    some.join(",").length <= maxStateCharacters;
  return fits(entries)
    ? entries
    : first(
        entries.filter(({ length }) => length <= 128),
        fits,
      );
}

const maxMembers = 64;
const maxBaggageCharacters = 8192;

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const octets = String.raw`[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*`;
const member = new RegExp(
  `^${token}[ \\t]*=[ \\t]*${octets}(?:[ \\t]*;[ \\t]*${token}(?:[ \\t]*=[ \\t]*${octets})?)*$`,
);

/** Members are kept or left out whole. https://www.w3.org/TR/baggage/#limits */
function readBaggage(value: unknown): string | undefined {
  if (typeof value === "string" && value.length > 4 * maxBaggageCharacters)
    return undefined;
  const members = entriesOf(value).filter((entry) => member.test(entry));
  return joined(
    first(
      members.slice(0, maxMembers),
      (some) => some.join(",").length <= maxBaggageCharacters,
    ),
  );
}

/** What stands between commas, without the space around it and without what is empty. */
function entriesOf(value: unknown): readonly string[] {
  return typeof value === "string"
    ? value
        .split(",")
        .map((entry) => entry.replace(/^[ \t]+|[ \t]+$/g, ""))
        .filter((entry) => entry !== "")
    : [];
}

/** As many of the first as fit. */
function first(
  entries: readonly string[],
  fits: (some: readonly string[]) => boolean,
): readonly string[] {
  let count = entries.length;
  while (count > 0 && !fits(entries.slice(0, count))) count -= 1;
  return entries.slice(0, count);
}

function joined(entries: readonly string[]): string | undefined {
  return entries.length === 0 ? undefined : entries.join(",");
}
