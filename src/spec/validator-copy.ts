import { isObject, own, type Json, type JsonObject } from "../json.js";
import type { SpecVersion } from "./spec.js";

/** Checking that a list has no equal items takes the square of its length. Longer lists are checked in part. */
const maxListItems = 500;

/** What OpenAPI 3.2 has and 3.1 has not: left out, as the validator knows no 3.2. */
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

/** What the members of a map are, where the map's name says it. A schema may have properties of these names: they are no maps. */
const membersOf: { readonly [name: string]: string } = Object.assign(
  Object.create(null),
  {
    properties: "(schema)",
    paths: "(path item)",
    webhooks: "(path item)",
    pathItems: "(path item)",
    callbacks: "(callback)",
    "(callback)": "(path item)",
    responses: "(response)",
    content: "(media type)",
    headers: "(header)",
    encoding: "(encoding)",
    links: "(link)",
  },
);

/**
 * The copy of a document that is given to the validator: without what it need not look at, without what newer versions
 * have, and with its own mistakes evaded. Its schema of OpenAPI 3.1 is a draft of April 2021, and that of 3.0 is narrower
 * than the text in places; each rule below names the text that is right.
 */
export function validatorCopy(
  root: Json,
  version: SpecVersion,
): Record<string, Json> {
  const copy = reduced(root, version, "") as Record<string, Json>;
  if (version === "2.0") copy["swagger"] = "2.0";
  else copy["openapi"] = version === "3.0" ? "3.0.4" : "3.1.2";
  const info = copy["info"];
  if (isObject(info)) {
    const license = own(info, "license");
    Object.assign(
      info,
      "version" in info && { version: String(info["version"]) },
      // Only one of `identifier` and `url` may be there, and neither has to. https://spec.openapis.org/oas/v3.1.1.html#license-object
      isObject(license) &&
        own(license, "identifier") === undefined && {
          license: { url: "", ...license },
        },
    );
  }
  return copy;
}

/** @param role the name of the member that holds the value, or what it is, as {@link membersOf} says */
function reduced(value: Json, version: SpecVersion, role: string): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    return (value as readonly Json[])
      .slice(0, maxListItems)
      .filter((item) => version !== "3.2" || own(item, "in") !== "querystring")
      .map((item) => reduced(item, version, ""));
  }
  const object = value as JsonObject;
  const stand = standIn(object, version, role);
  if (stand !== undefined) return stand;
  const copy: Record<string, Json> = {};
  for (const [name, child] of Object.entries(object)) {
    if (isLeftOut(name, object, version, role)) continue;
    // The schema of 3.1 has a Link's `server` under another name. https://spec.openapis.org/oas/v3.1.1.html#link-object
    const known =
      role === "(link)" && name === "server" && isModern(version)
        ? "body"
        : name;
    copy[known] = reduced(child, version, membersOf[role] ?? name);
  }
  // https://spec.openapis.org/oas/v3.2.0.html#response-object: a description need not be there any more.
  if (version === "3.2" && role === "(response)" && !("$ref" in copy))
    copy["description"] ??= "";
  // The names of schemes are case-insensitive: https://spec.openapis.org/oas/v3.0.4.html#security-scheme-object
  if (copy["type"] === "http" && typeof copy["scheme"] === "string")
    copy["scheme"] = copy["scheme"].toLowerCase();
  return copy;
}

function isModern(version: SpecVersion): boolean {
  return version === "3.1" || version === "3.2";
}

/** What is put in place of a reference that the validator does not expect where it stands. */
function standIn(
  object: JsonObject,
  version: SpecVersion,
  role: string,
): JsonObject | undefined {
  if (typeof own(object, "$ref") !== "string") return undefined;
  // https://spec.openapis.org/oas/v3.2.0.html#fixed-fields-for-media-type-object
  if (role === "(media type)" && version === "3.2") return {};
  // https://spec.openapis.org/oas/v3.0.4.html#encoding-object: its headers may be references.
  if (role === "(header)" && version === "3.0") return { schema: {} };
  return undefined;
}

function isLeftOut(
  name: string,
  parent: JsonObject,
  version: SpecVersion,
  role: string,
): boolean {
  if (name === "__proto__") return true;
  // Data may be anything; it need not be copied to be checked.
  if (name === "example" || (name.startsWith("x-") && role !== "properties"))
    return true;
  // The schema of 3.1 misspells this field, as "descriptions".
  if (name === "description" && isServerVariable(parent)) return true;
  if (!isModern(version)) return false;
  // https://spec.openapis.org/oas/v3.1.1.html#path-item-object: its `$ref` may stand beside other fields.
  if (name === "$ref" && (role === "(path item)" || role === "(callback)"))
    return true;
  // Parameters and body of a link are data, of any type.
  if (role === "(link)" && (name === "parameters" || name === "requestBody"))
    return true;
  if (version !== "3.2" || role === "properties") return false;
  return (
    newIn32.has(name) || (role !== "info" && isNewField(name, parent, role))
  );
}

/** https://spec.openapis.org/oas/v3.1.1.html#server-variable-object; some schemas look like one, whose description is as right. */
function isServerVariable(value: JsonObject): boolean {
  return (
    typeof own(value, "default") === "string" &&
    Object.keys(value).every(
      (key) =>
        ["default", "enum", "description"].includes(key) ||
        key.startsWith("x-"),
    )
  );
}

/** Fields that 3.2 adds to objects in which 3.1 has the name elsewhere. */
function isNewField(name: string, parent: JsonObject, role: string): boolean {
  const has = (key: string) => own(parent, key) !== undefined;
  return (
    (["parent", "kind", "summary"].includes(name) &&
      has("name") &&
      !has("in")) ||
    (name === "summary" && role === "(response)" && !has("$ref")) ||
    (name === "name" && has("url")) ||
    (name === "encoding" && role === "(encoding)") ||
    (name === "description" && role === "(media type)") ||
    (name === "deprecated" && isSecurityScheme(parent)) ||
    (name === "style" && own(parent, "style") === "cookie") ||
    (name === "allowReserved" && own(parent, "in") !== "query")
  );
}

function isSecurityScheme(value: JsonObject): boolean {
  const type = own(value, "type");
  return ["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"].includes(
    String(type),
  );
}
