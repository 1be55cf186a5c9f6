import { isObject, own, type Json, type JsonObject } from "../json.js";
import type { SecurityRequirement } from "./operation.js";
import { below } from "./pointer.js";
import { dereference } from "./references.js";
import { kind, type Report } from "./report.js";
import type { Spec, SpecVersion } from "./spec.js";

/**
 * A list of Security Requirement Objects, each an alternative. https://spec.openapis.org/oas/v3.2.0.html#security-requirement-object
 *
 * @returns undefined when there is no list.
 */
export function readRequirements(
  value: Json | undefined,
  at: string,
  report: Report,
): readonly SecurityRequirement[] | undefined {
  if (value === undefined || value === null) return undefined;
  // One requirement that is not in a list is a common mistake.
  const list: readonly Json[] = Array.isArray(value)
    ? (value as readonly Json[])
    : [value];
  return list.flatMap((item, index): SecurityRequirement[] => {
    if (!isObject(item)) {
      report(
        "part-ignored",
        `A security requirement is ${kind(item)}, not an object`,
        below(at, index),
      );
      return [];
    }
    const requirement: Record<string, readonly string[]> = Object.create(null);
    for (const [scheme, scopes] of Object.entries(item)) {
      requirement[scheme] = Array.isArray(scopes)
        ? (scopes as readonly Json[]).filter(
            (scope): scope is string => typeof scope === "string",
          )
        : [];
    }
    return [requirement];
  });
}

/** The security schemes of a document, references followed: `securityDefinitions` in Swagger 2.0. */
export function readSecuritySchemes(
  root: JsonObject,
  version: SpecVersion,
  resolve: Spec["resolve"],
): { readonly [name: string]: JsonObject } {
  const schemes: Record<string, JsonObject> = Object.create(null);
  const [at, raw] =
    version === "2.0"
      ? ["#/securityDefinitions", own(root, "securityDefinitions")]
      : [
          "#/components/securitySchemes",
          own(
            dereference({ resolve }, own(root, "components"), "#")?.value,
            "securitySchemes",
          ),
        ];
  const all = dereference({ resolve }, raw, at)?.value;
  if (!isObject(all)) return schemes;
  for (const [name, item] of Object.entries(all)) {
    const scheme = dereference({ resolve }, item, below(at, name))?.value;
    if (isObject(scheme)) schemes[name] = scheme;
  }
  return schemes;
}
