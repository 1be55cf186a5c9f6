import { diagnostic, type Diagnostic } from "../diagnostics.js";
import { own, type Json } from "../json.js";
import { member, tokensOf } from "./pointer.js";
import { quote } from "./report.js";
import type { SpecVersion } from "./spec.js";

/** Checking that a list has no equal items takes the square of its length. Longer lists are checked in part. */
const maxListItems = 500;

/** How many problems are worth telling of: a document with more has one problem many times. */
const maxProblems = 1000;

/** What OpenAPI 3.2 has and 3.1 has not: left out of the copy that is checked, as the validator knows no 3.2. */
const newIn32: ReadonlySet<string> = new Set([
  "$self",
  "additionalOperations",
  "dataValue",
  "defaultMapping",
  "deviceAuthorization",
  "deviceAuthorizationUrl",
  "itemEncoding",
  "itemSchema",
  "mediaTypes",
  "nodeType",
  "oauth2MetadataUrl",
  "prefixEncoding",
  "query",
  "serializedValue",
]);

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
  const copy = reduced(root, version, undefined) as Record<string, Json>;
  if (version === "2.0") copy["swagger"] = "2.0";
  else copy["openapi"] = version === "3.0" ? "3.0.4" : "3.1.2";
  const info = copy["info"];
  if (typeof info === "object" && info !== null && "version" in info) {
    Object.assign(info, { version: String(info["version"]) });
  }
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

function reduced(
  value: Json,
  version: SpecVersion,
  key: string | undefined,
): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    return (value as readonly Json[])
      .slice(0, maxListItems)
      .filter((item) => version !== "3.2" || own(item, "in") !== "querystring")
      .map((item) => reduced(item, version, undefined));
  }
  const copy: Record<string, Json> = {};
  for (const [name, child] of Object.entries(value)) {
    if (name === "__proto__") continue;
    // Data may be anything; it need not be copied to be checked.
    if (name === "example" || (name.startsWith("x-") && key !== "properties"))
      continue;
    // The schema of 3.1 that swagger-parser has misspells this field, as "descriptions".
    if (name === "description" && isServerVariable(value)) continue;
    if (
      version === "3.2" &&
      key !== "properties" &&
      (newIn32.has(name) || (key !== "info" && isNewField(name, value)))
    )
      continue;
    copy[name] = reduced(child, version, name);
  }
  return copy;
}

/** https://spec.openapis.org/oas/v3.1.1.html#server-variable-object; some schemas look like one, whose description is as right. */
function isServerVariable(value: object): boolean {
  return (
    typeof own(value, "default") === "string" &&
    Object.keys(value).every((key) =>
      ["default", "enum", "description"].includes(key),
    )
  );
}

/** Fields that 3.2 adds to objects in which 3.1 has the name elsewhere. */
function isNewField(name: string, parent: Json): boolean {
  const has = (key: string) => own(parent, key) !== undefined;
  return (
    (["parent", "kind", "summary"].includes(name) &&
      has("name") &&
      !has("in")) ||
    (name === "summary" &&
      !has("in") &&
      !has("$ref") &&
      (has("content") || has("headers"))) ||
    (name === "name" && has("url")) ||
    (name === "deprecated" &&
      has("type") &&
      (has("flows") || has("scheme") || has("openIdConnectUrl"))) ||
    (name === "style" && own(parent, "style") === "cookie") ||
    (name === "allowReserved" && own(parent, "in") !== "query")
  );
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
