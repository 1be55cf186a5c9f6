import { diagnostic, type Diagnostic } from "../diagnostics.js";
import { own, type Json } from "../json.js";
import { member, tokensOf } from "./pointer.js";
import { quote } from "./report.js";
import type { SpecVersion } from "./spec.js";
import { validatorCopy } from "./validator-copy.js";

/** How many problems are worth telling of: a document with more has one problem many times. */
const maxProblems = 1000;

/**
 * Checks a document against the specification's own schema, with swagger-parser, which is given no more to do than that:
 * a copy of the entry document, so that it changes nothing and reads nothing; references left as they are, so that it
 * meets each part once and no circle; no part that a version adds that it does not know.
 */
export async function validate(
  root: Json,
  version: SpecVersion,
): Promise<Diagnostic[]> {
  // Without these the validator sees no description of an API at all; that is reported where operations are listed.
  if (own(root, "paths") === undefined && own(root, "webhooks") === undefined)
    return [];
  const { default: SwaggerParser } =
    await import("@apidevtools/swagger-parser");
  const copy = validatorCopy(root, version);
  try {
    await SwaggerParser.validate(copy as never, {
      resolve: { external: false },
      dereference: { circular: "ignore", excludedPathMatcher: () => true },
      // Its further checks of Swagger 2.0 need references to be followed; ours are made while operations are read.
      validate: { schema: true, spec: false },
    });
    return [];
  } catch (error) {
    const { details } = error as { readonly details?: readonly Problem[] };
    if (details !== undefined) return problems(root, details);
    return [
      diagnostic(
        "spec-not-validated",
        `The document was not validated: ${firstLine((error as Error).message)}`,
      ),
    ];
  }
}

interface Problem {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: { readonly [name: string]: unknown };
}

/** Of the many ways in which Ajv says one thing (each branch of a union failed), those that say what is wrong, and where. */
function problems(root: Json, details: readonly Problem[]): Diagnostic[] {
  const useful = details.filter(
    ({ keyword, params, instancePath }) =>
      !["oneOf", "anyOf", "if", "not", "dependentSchemas"].includes(keyword) &&
      params["missingProperty"] !== "$ref" &&
      // Each kind of parameter is a branch of a union, in which `in` has one value.
      !(
        keyword === "enum" &&
        instancePath.endsWith("/in") &&
        ["path", "query", "header", "cookie"].includes(
          String(valueAt(root, instancePath)),
        )
      ),
  );
  const deeper = new Set<string>();
  for (const { instancePath } of useful) {
    for (
      let at = instancePath.lastIndexOf("/");
      at > 0;
      at = instancePath.lastIndexOf("/", at - 1)
    )
      deeper.add(instancePath.slice(0, at));
  }
  const told = new Map<string, Diagnostic>();
  for (const problem of useful.length > 0 ? useful : details) {
    const { instancePath } = problem;
    if (
      told.has(instancePath) ||
      (deeper.has(instancePath) &&
        problem.keyword !== "required" &&
        problem.keyword !== "additionalProperties")
    )
      continue;
    if (told.size >= maxProblems || valueAt(root, instancePath) === undefined)
      continue;
    told.set(
      instancePath,
      diagnostic("spec-invalid", `It ${describe(problem)}`, {
        at: `#${instancePath}`,
      }),
    );
  }
  return [...told.values()];
}

function describe({ message = "is not valid", params }: Problem): string {
  const name = params["additionalProperty"] ?? params["unevaluatedProperty"];
  if (typeof name === "string")
    return `must not have a field ${quote(name)} here`;
  const allowed = params["allowedValues"];
  if (Array.isArray(allowed) && allowed.length <= 10)
    return `${message}: ${allowed.join(", ")}`;
  return message;
}

function valueAt(root: Json, pointer: string): Json | undefined {
  let value: Json | undefined = root;
  for (const token of tokensOf(pointer)) value = member(value, token);
  return value;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]!;
}
