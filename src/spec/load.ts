import nodePath from "node:path";
import { diagnostic, UserError, type Diagnostic } from "../diagnostics.js";
import { isObject, own, type Json, type JsonObject } from "../json.js";
import type { SpecFile } from "./files.js";
import { hashOf } from "./hash.js";
import { cutDepth } from "./limits.js";
import type { Server } from "./operation.js";
import { applyOverlays } from "./overlay.js";
import { extensionsOf } from "./raw-parameters.js";
import { parseText } from "./parse.js";
import { dereference, resolveReferences } from "./references.js";
import { collector, type Report } from "./report.js";
import { readRequirements, readSecuritySchemes } from "./security.js";
import { readServers, swagger2Servers } from "./servers.js";
import { isUrl, readSource } from "./source.js";
import type { Spec, SpecVersion } from "./spec.js";
import { validate } from "./validate.js";
import { identifyVersion } from "./version.js";

export interface LoadOptions {
  /** Overlay documents (paths or URLs), applied in order before anything else. */
  readonly overlays?: readonly string[];
  /** Hosts from which remote references may be fetched; none, if left out. */
  readonly allowRemote?: readonly string[];
  /** Validate whatever the size; the caller takes warnings for failures. */
  readonly strict?: boolean;
  /** Validate against the specification's schema: always (as under `strict`), small documents only (if left out or false), or never. */
  readonly validate?: boolean | "never";
  readonly stdin?: () => Promise<string>;
  /** What relative paths count from; the process's working directory, if left out. */
  readonly cwd?: string;
  readonly onStage?: (stage: string) => void;
}

/** Up to here the specification's schema is checked unasked: it costs less than what Node needs to start. */
const smallDocument = 500_000;

/**
 * Reads an OpenAPI document: text, overlays, the files it refers to.
 *
 * @param source a path, an `http(s)` URL, or `-` for standard input.
 * @throws UserError when there is no document to work with: it cannot be read, has a syntax error, is too large, is no
 * OpenAPI document, or an overlay does not fit. Everything else is a diagnostic.
 */
export async function loadSpec(
  source: string,
  options: LoadOptions,
): Promise<{ spec: Spec; diagnostics: Diagnostic[] }> {
  const { cwd = process.cwd(), onStage = () => undefined } = options;
  const name = source === "-" ? "standard input" : source;
  const read = async (from: string) => {
    const path = nodePath.resolve(cwd, from);
    return readSource(from, path, options.stdin);
  };
  onStage("Reading the document");
  const text = await read(source);
  const parsed = parseText(text, name);
  const diagnostics: Diagnostic[] = [...parsed.diagnostics];
  const { report, diagnostics: found } = collector();
  const root = parsed.value;
  const version = identifyVersion(root, name, report);
  diagnostics.push(...cutDepth(root, name));
  if (options.overlays?.length) {
    onStage("Applying overlays");
    const overlays: { name: string; value: Json }[] = [];
    for (const from of options.overlays)
      overlays.push({
        name: from,
        value: parseText(await read(from), from).value,
      });
    diagnostics.push(...applyOverlays(root, overlays), ...cutDepth(root, name));
  }
  if (!isObject(root))
    throw new UserError(
      diagnostic("document-not-openapi", `${name} is not an object`),
    );

  onStage("Resolving references");
  const entry: SpecFile = {
    id: "",
    root,
    text,
    location: locationOf(source, cwd),
  };
  const references = await resolveReferences({
    entry,
    allowRemote: options.allowRemote ?? [],
  });
  diagnostics.push(...references.diagnostics);
  const hash = hashOf(
    references.files.flatMap(({ id, root }) =>
      id === "" ? [root] : [id, root],
    ),
  );
  const wanted =
    options.strict === true ||
    options.validate === true ||
    (options.validate !== "never" && text.length <= smallDocument);
  if (wanted) {
    onStage("Validating");
    diagnostics.push(...(await validate(root, version)));
  }
  const spec = describe(
    root,
    version,
    source,
    hash,
    references.resolve,
    report,
  );
  return {
    spec: {
      ...spec,
      texts: new Map(references.files.map((file) => [file.id, file.text])),
    },
    diagnostics: [...diagnostics, ...found],
  };
}

function locationOf(source: string, cwd: string): string | undefined {
  if (source === "-") return undefined;
  return isUrl(source) ? new URL(source).href : nodePath.resolve(cwd, source);
}

/** What the document says of the API as a whole. */
function describe(
  root: JsonObject,
  version: SpecVersion,
  source: string,
  hash: string,
  resolve: Spec["resolve"],
  report: Report,
): Spec {
  const info = dereference({ resolve }, own(root, "info"), "#/info")?.value;
  const description = own(info, "description");
  return {
    version,
    root,
    source,
    hash,
    title: plain(own(info, "title")) || "API",
    apiVersion: plain(own(info, "version")),
    ...(typeof description === "string" &&
      description !== "" && { description }),
    servers: readDocumentServers(root, version, source, report),
    security:
      readRequirements(own(root, "security"), "#/security", report) ?? [],
    securitySchemes: readSecuritySchemes(root, version, resolve),
    tags: readTags(own(root, "tags")),
    extensions: extensionsOf(root),
    resolve,
  };
}

function plain(value: Json | undefined): string {
  return typeof value === "string"
    ? value
    : typeof value === "number"
      ? String(value)
      : "";
}

function readDocumentServers(
  root: JsonObject,
  version: SpecVersion,
  source: string,
  report: Report,
): readonly Server[] {
  const servers =
    version === "2.0"
      ? swagger2Servers(root, source, report)
      : (readServers(own(root, "servers"), source, "#/servers", report) ??
        atOrigin(source));
  if (servers.length === 0)
    report(
      "server-missing",
      "The document names no server that a request could be sent to",
      "#",
    );
  return servers;
}

/** "If `servers` is not provided, or is an empty array, the default value would be a Server Object with a url value of `/`." */
function atOrigin(source: string): readonly Server[] {
  return isUrl(source)
    ? [{ url: `${new URL(source).origin}/`, variables: {} }]
    : [];
}

function readTags(value: Json | undefined): Spec["tags"] {
  if (!Array.isArray(value)) return [];
  const seen = new Set<string>();
  return (value as readonly Json[]).flatMap((tag) => {
    const name = typeof tag === "string" ? tag : own(tag, "name");
    if (typeof name !== "string" || name === "" || seen.has(name)) return [];
    seen.add(name);
    const description = own(tag, "description");
    const parent = own(tag, "parent");
    return [
      {
        name,
        ...(typeof description === "string" &&
          description !== "" && { description }),
        ...(typeof parent === "string" && { parent }),
      },
    ];
  });
}
