import { diagnostic, UserError } from "../diagnostics.js";
import { isObject, own, type Json } from "../json.js";
import { kind, quote, type Report } from "./report.js";
import type { SpecVersion } from "./spec.js";

/**
 * The version that a document says it has; one that is not known is read as the nearest, with a report.
 *
 * @throws UserError when it is no OpenAPI or Swagger 2.0 document.
 */
export function identifyVersion(
  root: Json,
  name: string,
  report: Report,
): SpecVersion {
  const refuse = (what: string) =>
    new UserError(
      diagnostic(
        "document-not-openapi",
        `${name} is no OpenAPI document: ${what}`,
      ),
    );
  if (!isObject(root))
    throw refuse(
      root === null
        ? "it is empty"
        : `its root is ${kind(root)}, not an object`,
    );
  const swagger = own(root, "swagger");
  const openapi = own(root, "openapi");
  if (openapi === undefined && swagger !== undefined) {
    if (Number(swagger) === 2) return "2.0";
    throw refuse(
      `it says \`swagger: ${JSON.stringify(swagger)}\`; of Swagger, version 2.0 can be read`,
    );
  }
  if (openapi === undefined)
    throw refuse(
      `its root has neither \`openapi\` nor \`swagger\`${guess(root)}`,
    );
  const text = typeof openapi === "string" ? openapi.trim() : String(openapi);
  const known = /^3\.([012])(?:\.|$|-)/.exec(text)?.[1];
  if (known !== undefined) return `3.${known}` as SpecVersion;
  if (/^2(\.0)?$/.test(text)) return "2.0";
  if (!/^3(\.|$)/.test(text))
    throw refuse(
      `it says \`openapi: ${JSON.stringify(openapi)}\`; versions 3.0 to 3.2 can be read`,
    );
  const nearest = text === "3" ? "3.0" : "3.2";
  report(
    "document-version-unknown",
    `The version ${quote(text)} is not known; read as ${nearest}`,
    "#/openapi",
  );
  return nearest;
}

/** What else the document may be. */
function guess(root: Json): string {
  const other = {
    asyncapi: "AsyncAPI",
    swaggerVersion: "Swagger 1.x",
    overlay: "an Overlay (pass it with --overlay)",
    arazzo: "Arazzo",
    openrpc: "OpenRPC",
    discoveryVersion: "Google Discovery",
    $schema: "a JSON Schema",
    kind: "something for another tool",
  };
  const postman =
    own(own(root, "info"), "_postman_id") !== undefined
      ? "a Postman collection"
      : undefined;
  const found =
    Object.entries(other).find(([key]) => own(root, key) !== undefined)?.[1] ??
    postman;
  return found === undefined ? "" : `; it looks like ${found}`;
}
