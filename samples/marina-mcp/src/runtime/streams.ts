// Answers without an end: event streams, and JSON values one after another.
import { isEventStream, isJson, isJsonLines } from "./media-types.js";

/** Whether the type says that the answer comes in pieces, each of use by itself. */
export function isStream(contentType: string): boolean {
  return isEventStream(contentType) || isJsonLines(contentType);
}

/** Whether what came so far is of use by itself, so that reading may end here. */
export function isComplete(contentType: string, body: Buffer): boolean {
  if (body.length === 0) return false;
  if (isEventStream(contentType)) return /\r?\n\r?\n/.test(body.toString());
  if (isJsonLines(contentType)) return body.includes(0x0a);
  // Some servers stream under the type of a single value (gRPC gateways do).
  return isJson(contentType) && lastLineIsJson(body.toString("utf8"));
}

function lastLineIsJson(text: string): boolean {
  const line = text.trimEnd().split("\n").at(-1) ?? "";
  if (!/^\s*[[{]/.test(line)) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** One line for each event: its data, after its name where it has one. */
export function readEvents(text: string): string[] {
  return text.split(/\r?\n\r?\n|\r\r/).flatMap((block) => {
    const data: string[] = [];
    let name = "";
    for (const line of block.split(/\r\n|\n|\r/)) {
      const [, field, value = ""] = /^([a-z]+)(?:: ?(.*))?$/.exec(line) ?? [];
      if (field === "data") data.push(value);
      if (field === "event") name = value;
    }
    if (data.length === 0) return [];
    const content = data.join("\n");
    return [
      name === "" || name === "message" ? content : `${name}: ${content}`,
    ];
  });
}

/** The values of a text that holds one JSON value per line, as they are written; undefined when it does not. */
export function readJsonLines(text: string): string[] | undefined {
  // https://www.rfc-editor.org/rfc/rfc7464 starts each value with a record separator.
  const lines = text.replaceAll("\u001e", "\n").split("\n");
  const values = lines.map((line) => line.trim()).filter((line) => line !== "");
  try {
    for (const value of values) JSON.parse(value);
  } catch {
    return undefined;
  }
  return values;
}
