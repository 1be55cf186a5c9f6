// A successful answer of the API as the result of a tool call.
import { classify } from "./classify.js";
import { continuationHints, truncationMarker } from "./continuation.js";
import { fileBlocks } from "./downloads.js";
import { keepFields } from "./fields.js";
import type { HttpResponse } from "./http.js";
import { compact, parse, parseStart, stringify } from "./json.js";
import { charset } from "./media-types.js";
import { surprise } from "./surprise.js";
import { readEvents, readJsonLines } from "./streams.js";
import { emptyContent, structured } from "./structured.js";
import { decodeText } from "./text.js";
import type { AnyTool, ToolResult } from "./tool.js";
import { truncateJson, truncateText, type Cut } from "./truncate.js";

export interface AnswerOptions {
  readonly tool: AnyTool;
  readonly args: { readonly [name: string]: unknown };
  /** Characters of text that a result may have. */
  readonly maxCharacters: number;
  /** Where files are saved that do not fit; undefined where the caller could not open them. */
  readonly downloadDir?: string | undefined;
  readonly warn?: (message: string) => void;
}

/** The result of a call that the API has answered with a success. */
export async function answer(
  response: HttpResponse,
  options: AnswerOptions,
): Promise<ToolResult> {
  const result = await answerByKind(response, options);
  const { output } = options.tool;
  // Clients throw when a tool with an output schema gives a text, a file or nothing alone.
  return output === undefined || "structuredContent" in result
    ? result
    : { ...result, structuredContent: emptyContent(output) };
}

async function answerByKind(
  response: HttpResponse,
  options: AnswerOptions,
): Promise<ToolResult> {
  const found = classify(response);
  switch (found.kind) {
    case "empty":
      return text(doneText(response, options.tool), options);
    case "json":
      return jsonAnswer(response, options);
    case "events":
      return linesAnswer(readEvents(textOf(response)), response, options);
    case "json-lines": {
      const whole = textOf(response);
      const lines = readJsonLines(wholeLines(whole, response));
      return linesAnswer(lines ?? whole.split("\n"), response, options);
    }
    case "text": {
      const whole = textOf(response);
      const note = surprise(whole, response, options);
      return textAnswer(whole, response, options, note);
    }
    default: {
      const { kind, mimeType } = found;
      const { downloadDir } = options;
      return {
        content: await fileBlocks(response, kind, mimeType, downloadDir),
      };
    }
  }
}

/** A value of one's own as a result, within the same limits as an answer of the API. */
export async function valueAnswer(
  value: unknown,
  options: AnswerOptions,
): Promise<ToolResult> {
  return typeof value === "string"
    ? text(cutText(value, undefined, options), options)
    : valueResult(value, stringify(value), undefined, options);
}

/** More than this is not parsed of an answer that was cut off: only its start is shown. */
const maxPartialText = 1_000_000;

async function jsonAnswer(
  response: HttpResponse,
  options: AnswerOptions,
): Promise<ToolResult> {
  const raw = textOf(response);
  if (response.cut === "size") {
    const value = parseStart(raw.slice(0, maxPartialText));
    return value === undefined
      ? textAnswer(raw, response, options)
      : valueResult(value, undefined, "size", options);
  }
  let value: unknown;
  try {
    value = parse(raw);
  } catch {
    const lines = readJsonLines(wholeLines(raw, response));
    return lines === undefined || lines.length === 0
      ? textAnswer(raw, response, options, surprise(raw, response, options))
      : linesAnswer(lines, response, options);
  }
  const { fieldsArgument } = options.tool.request;
  const fields = fieldsArgument && options.args[fieldsArgument];
  if (!fields) {
    return valueResult(value, compact(raw), response.cut, options);
  }
  const kept = keepFields(value, fields);
  return valueResult(kept, stringify(kept), response.cut, options);
}

/** @param json the value's text; undefined when the value is only the start of what the API sent */
async function valueResult(
  value: unknown,
  json: string | undefined,
  cut: HttpResponse["cut"],
  options: AnswerOptions,
): Promise<ToolResult> {
  const { maxCharacters } = options;
  let shown = value;
  let body = json ?? stringify(value);
  let marker = "";
  if (body.length > maxCharacters || json === undefined) {
    const full = body.length;
    const budget = maxCharacters - markerRoom;
    const truncated = truncateJson(value, budget);
    shown = truncated.value;
    body = stringify(shown);
    const { cuts } = truncated;
    const hints = hintsFor(cuts, shown, options);
    const of = json === undefined ? undefined : full;
    marker = `${truncationMarker(cuts, body.length, of, hints)}\n`;
  }
  marker = sizeNote(cut, options) + marker;
  const extra = await structured(shown, options.tool);
  if (extra.drift !== undefined) options.warn?.(extra.drift);
  return {
    ...text(marker + body, options),
    ...extra.result,
    _meta: {
      ...limitMeta(options),
      ...(extra.drift !== undefined && { [driftKey]: extra.drift }),
    },
  };
}

/** What of the budget is left to the first line. */
const markerRoom = 500;

const driftKey = "toolwright/drift";

function hintsFor(
  cuts: readonly Cut[],
  value: unknown,
  { tool, args }: AnswerOptions,
): string[] {
  return continuationHints(tool, args, cuts, value);
}

function sizeNote(cut: HttpResponse["cut"], options: AnswerOptions): string {
  if (cut !== "size") return "";
  return options.tool.request.method === "GET"
    ? "[the API's answer is larger than this server reads; only its start is here]\n"
    : "[the answer is larger than this server reads; the call itself was carried out]\n";
}

/** @param note what is to be known before the text is read */
function textAnswer(
  whole: string,
  response: HttpResponse,
  options: AnswerOptions,
  note?: string,
): ToolResult {
  if (note !== undefined) options.warn?.(note);
  const shown = cutText(whole, response.cut, options);
  return text(note === undefined ? shown : `[${note}]\n${shown}`, options);
}

function cutText(
  whole: string,
  cut: HttpResponse["cut"],
  options: AnswerOptions,
): string {
  const shown = truncateText(whole, options.maxCharacters - markerRoom);
  if (whole.length <= options.maxCharacters && cut !== "size") return whole;
  const lines: Cut = {
    path: "",
    unit: "characters",
    shown: shown.length,
    of: whole.length,
  };
  const hints = hintsFor([lines], undefined, options);
  const of = cut === "size" ? undefined : whole.length;
  return `${sizeNote(cut, options)}${truncationMarker([], shown.length, of, hints)}\n${shown}`;
}

/** The pieces of a stream, one per line, as many as fit. */
function linesAnswer(
  lines: readonly string[],
  response: HttpResponse,
  options: AnswerOptions,
): ToolResult {
  const budget = options.maxCharacters - markerRoom;
  const kept: string[] = [];
  let length = 0;
  for (const line of lines) {
    const rest = budget - length;
    if (line.length + 1 > rest) {
      if (kept.length === 0) kept.push(truncateText(line, rest));
      break;
    }
    kept.push(line);
    length += line.length + 1;
  }
  const notes: string[] = [];
  if (response.cut === "size") notes.push("reading ended at the size limit");
  if (response.cut === "time") notes.push("reading ended at the time limit");
  if (response.cut === "idle") notes.push("reading ended when nothing came");
  if (kept.length < lines.length) {
    notes.push(`${kept.length} of ${lines.length} shown`);
  }
  const marker =
    notes.length > 0
      ? `[stream: ${kept.length} received; ${notes.join("; ")}]\n`
      : "";
  return text(marker + kept.join("\n"), options);
}

/** Without a last line that was not received whole. */
function wholeLines(lines: string, { cut }: HttpResponse): string {
  return cut === undefined
    ? lines
    : lines.slice(0, lines.lastIndexOf("\n") + 1);
}

const toldHeaders = ["location", "operation-location", "retry-after"];
const toldByHead = [
  "content-length",
  "content-type",
  "etag",
  "last-modified",
  "x-total-count",
];

/** For an answer without a body: that it is done, and what its headers say of where to go on. */
function doneText(response: HttpResponse, { request }: AnyTool): string {
  const { headers, status, statusText } = response;
  const names =
    request.method === "HEAD" ? [...toldHeaders, ...toldByHead] : toldHeaders;
  const told = names.flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [`${name}: ${value}`] : [];
  });
  return [`Done (${`${status} ${statusText}`.trim()}).`, ...told].join("\n");
}

function textOf(response: HttpResponse): string {
  const type = response.headers["content-type"] ?? "";
  return decodeText(response.body, charset(type));
}

function text(content: string, options: AnswerOptions): ToolResult {
  return {
    content: [{ type: "text", text: content }],
    _meta: limitMeta(options),
  };
}

/** How long a result may be before Claude Code saves it to a file in place of showing it. */
function limitMeta({ maxCharacters }: AnswerOptions): {
  readonly [key: string]: unknown;
} {
  return { "anthropic/maxResultSizeChars": maxCharacters };
}
