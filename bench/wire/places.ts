import type { Recorded } from "../../test/harness/recorder.js";

// Takes a request apart again, by the rules of HTTP alone: it knows neither the document nor the tool.

/** Every value that a request carries, decoded; those that hold lists or pairs also in pieces. */
export function valuesOf({ url, headers, body }: Recorded): string[] {
  const [path = "", query = ""] = url.split(/\?(.*)/s);
  const values = path.split("/").flatMap((segment) => [
    ...pieces(decode(segment), /[,;=.]/),
    // Templates write words around a value: `page-{number}.atom`.
    ...decode(segment).split(/[-_.:~()']/),
  ]);
  for (const [, value] of pairs(query)) values.push(...pieces(value));
  for (const [name, value] of Object.entries(headers)) {
    if (name === "cookie") {
      for (const pair of String(value).split(/; */)) {
        values.push(...pieces(decode(pair.replace(/^[^=]*=/, ""))));
      }
    } else {
      const text = Array.isArray(value) ? value.join(",") : (value ?? "");
      values.push(...pieces(text), ...pieces(decode(text)));
    }
  }
  values.push(...bodyValues(headers["content-type"] ?? "", body));
  return values;
}

function bodyValues(contentType: string, body: Buffer): string[] {
  const text = body.toString();
  if (/urlencoded/i.test(contentType)) {
    return pairs(text).flatMap(([, value]) => pieces(value));
  }
  const boundary = /multipart\/.*boundary="?([^";]+)/i.exec(contentType)?.[1];
  if (boundary === undefined) return whole(text);
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => {
      const [head = "", content = ""] = part.split(/\r\n\r\n(.*)\r\n$/s);
      const names = [...head.matchAll(/name\*?="([^"]*)"/g)].map(
        (match) => match[1]!,
      );
      // The type that a file is given with stands beside it.
      const type = /^content-type: *(.*)$/im.exec(head)?.[1] ?? "";
      return [...names, type, ...pieces(content)];
    });
}

function pairs(query: string): [name: string, value: string][] {
  return query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      return [
        decode(name.replaceAll("+", " ")),
        decode(value.replaceAll("+", " ")),
      ];
    });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function pieces(value: string, separators = /[,|=\t ;]/): string[] {
  const split = value.split(separators);
  return [...whole(value), ...(split.length > 1 ? split : [])];
}

/** The text, and the leaves of the JSON, or of the lines of JSON, that it may be. */
function whole(text: string): string[] {
  const values = [text];
  for (const part of [text, ...text.split("\n")]) {
    if (!/^\s*[[{"]/.test(part)) continue;
    try {
      values.push(...leavesOf(JSON.parse(part)));
      if (part === text) break;
    } catch {
      // It only looked like JSON.
    }
  }
  return values;
}

/** The scalars in a value, as text; without nulls, which most places have no form for. */
export function leavesOf(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value === "object") return Object.values(value).flatMap(leavesOf);
  return [String(value)];
}

/** The values among `given` that are not found again, each value of the request standing for one. */
export function notFound(
  given: readonly string[],
  request: Recorded,
): readonly string[] {
  const free = new Map<string, number>();
  const values = valuesOf(request);
  for (const value of values) free.set(value, (free.get(value) ?? 0) + 1);
  const all = values.join("\n");
  return given.filter((leaf) => {
    const count = free.get(leaf) ?? 0;
    if (count > 0) {
      free.set(leaf, count - 1);
      return false;
    }
    // Within a longer value: a list whose separator the value itself holds, a file's contents.
    return leaf.length < 4 || !all.includes(leaf);
  });
}
