import { isObject, own, type Json, type JsonObject } from "../json.js";
import { below } from "./pointer.js";
import { dereference } from "./references.js";
import { kind, quote, type Report } from "./report.js";
import type { Spec } from "./spec.js";

/** A raw Parameter Object with its reference followed. */
export interface RawParameter {
  readonly raw: JsonObject;
  readonly name: string;
  /** As the document has it: `body` and `formData` in Swagger 2.0, or anything else. */
  readonly in: string;
  readonly at: string;
}

/**
 * The Parameter Objects of a list, references followed, each `in` and name once; broken ones are reported and left out.
 * A map of names to parameters, a common mistake, is read as a list.
 */
export function listParameters(
  spec: Spec,
  value: Json | undefined,
  at: string,
  report: Report,
): RawParameter[] {
  if (value === undefined || value === null) return [];
  const list = dereference(spec, value, at);
  if (list === undefined) return [];
  if (!Array.isArray(list.value) && !isObject(list.value)) {
    report(
      "part-ignored",
      `\`parameters\` is ${kind(list.value)}, not a list`,
      at,
    );
    return [];
  }
  if (!Array.isArray(list.value)) {
    report(
      "parameter-repaired",
      "`parameters` is an object; its values were read as a list",
      at,
    );
  }
  const found = new Map<string, RawParameter>();
  for (const [key, item] of Object.entries(list.value) as [string, Json][]) {
    const here = below(list.at, key);
    const target = dereference(spec, item, here);
    if (target === undefined) {
      report(
        "parameter-dropped",
        `A parameter was left out: its reference ${quote(own(item, "$ref"))} leads nowhere`,
        here,
      );
      continue;
    }
    const raw = target.value;
    if (!isObject(raw)) {
      report(
        "parameter-dropped",
        `A parameter is ${kind(raw)}, not an object`,
        here,
      );
      continue;
    }
    const name =
      own(raw, "name") ?? (Array.isArray(list.value) ? undefined : key);
    if (typeof name !== "string" || name === "") {
      report("parameter-dropped", "A parameter has no name", here);
      continue;
    }
    const where = own(raw, "in");
    const parameter = {
      raw,
      name,
      in: typeof where === "string" ? where : "",
      at: target.at,
    };
    const id = parameterId(parameter);
    if (found.has(id))
      report(
        "parameter-repaired",
        `The parameter ${quote(name)} is declared twice; the first one counts`,
        here,
      );
    else found.set(id, parameter);
  }
  return [...found.values()];
}

/** Parameters of the path with those of the operation, which win. https://spec.openapis.org/oas/v3.2.0.html#operation-parameters */
export function mergeParameters(
  path: readonly RawParameter[],
  operation: readonly RawParameter[],
): RawParameter[] {
  const merged = new Map(
    path.map((parameter) => [parameterId(parameter), parameter]),
  );
  for (const parameter of operation)
    merged.set(parameterId(parameter), parameter);
  return [...merged.values()];
}

function parameterId({ name, in: where }: RawParameter): string {
  const location = where.toLowerCase();
  return `${location}:${location === "header" ? name.toLowerCase() : name}`;
}

/** Flags are texts in some documents. */
export function isTrue(value: Json | undefined): boolean {
  return value === true || value === "true";
}

/** The `x-` members of an object. */
export function extensionsOf(raw: JsonObject): JsonObject {
  const extensions: Record<string, Json> = Object.create(null);
  for (const key of Object.keys(raw))
    if (key.startsWith("x-")) extensions[key] = raw[key]!;
  return extensions;
}
