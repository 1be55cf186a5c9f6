import { isObject, own, type Json, type JsonObject } from "../json.js";
import type { MediaType, Response } from "./operation.js";
import { below } from "./pointer.js";
import { dereference } from "./references.js";
import { kind, quote, type Report } from "./report.js";
import type { Spec } from "./spec.js";
import { isToken } from "./syntax.js";

/**
 * The responses of an operation. https://spec.openapis.org/oas/v3.2.0.html#responses-object
 *
 * @param contentOf reads what a response holds.
 * @param memo the responses that were read before: many operations share them.
 */
export function readResponses(
  spec: Spec,
  value: Json | undefined,
  at: string,
  contentOf: (raw: JsonObject, at: string) => readonly MediaType[],
  memo: Map<JsonObject, Response>,
  report: Report,
): Response[] {
  if (value === undefined || value === null) return [];
  const responses = dereference(spec, value, at);
  if (responses === undefined) return [];
  if (!isObject(responses.value)) {
    report(
      "part-ignored",
      `\`responses\` is ${kind(responses.value)}, not an object`,
      at,
    );
    return [];
  }
  return Object.entries(responses.value).flatMap(([key, item]) => {
    if (key.startsWith("x-") || key === "$ref") return [];
    const here = below(responses.at, key);
    const status =
      key === "default"
        ? key
        : /^[1-5](?:\d\d|XX)$/i.test(key)
          ? key.toUpperCase()
          : undefined;
    if (status === undefined) {
      report("response-dropped", `${quote(key)} is no response status`, here);
      return [];
    }
    const target = dereference(spec, item, here);
    if (target === undefined || !isObject(target.value)) {
      report(
        "response-dropped",
        `The response ${status} ${target === undefined ? "leads nowhere" : `is ${kind(target.value)}, not an object`}`,
        here,
      );
      return [];
    }
    const raw = target.value;
    const known = memo.get(raw);
    if (known !== undefined) return { ...known, status };
    const description = own(raw, "description");
    const response: Response = {
      status,
      ...(typeof description === "string" &&
        description !== "" && { description }),
      content: contentOf(raw, target.at),
      headers: headerNames(
        own(raw, "headers"),
        below(target.at, "headers"),
        report,
      ),
      at: target.at,
    };
    memo.set(raw, response);
    return response;
  });
}

function headerNames(
  headers: Json | undefined,
  at: string,
  report: Report,
): string[] {
  if (!isObject(headers)) return [];
  return Object.keys(headers).filter((name) => {
    if (isToken(name)) return true;
    report(
      "header-dropped",
      `The response header ${quote(name)} was left out: no header can have that name`,
      below(at, name),
    );
    return false;
  });
}
