import { isObject, own, type Json, type JsonObject } from "../json.js";
import type { Server, ServerVariable } from "./operation.js";
import { below } from "./pointer.js";
import { kind, quote, type Report } from "./report.js";
import { isUrl } from "./source.js";

/**
 * Reads a list of Server Objects, leaving out those that no request may go to. An empty list counts as absent.
 *
 * https://spec.openapis.org/oas/v3.2.0.html#server-object
 *
 * @param source where the document came from: relative URLs count from there, if it is a URL.
 * @returns undefined when there is no list.
 */
export function readServers(
  value: Json | undefined,
  source: string,
  at: string,
  report: Report,
): readonly Server[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) {
    report("part-ignored", `\`servers\` is ${kind(value)}, not a list`, at);
    return undefined;
  }
  if (value.length === 0) return undefined;
  return (value as readonly Json[]).flatMap((server, index) => {
    const here = below(at, index);
    if (!isObject(server) || typeof own(server, "url") !== "string") {
      report("server-refused", "The server has no `url`", here);
      return [];
    }
    const read = readServer(server, source, here, report);
    return read ? [read] : [];
  });
}

function readServer(
  raw: JsonObject,
  source: string,
  at: string,
  report: Report,
): Server | undefined {
  const url = (own(raw, "url") as string).trim();
  if (unclean.test(url))
    return refuse(url, "it has characters that no URL may have", at, report);
  const variables: Record<string, ServerVariable> = Object.create(null);
  for (const [, name] of url.matchAll(/\{([^{}]*)\}/g)) {
    variables[name!] = readVariable(
      own(own(raw, "variables"), name!),
      name!,
      at,
      report,
    );
  }
  const description = own(raw, "description");
  return checkServer(
    {
      url,
      ...(typeof description === "string" &&
        description !== "" && { description }),
      variables,
    },
    source,
    at,
    report,
  );
}

function readVariable(
  raw: Json | undefined,
  name: string,
  at: string,
  report: Report,
): ServerVariable {
  const values = own(raw, "enum");
  const allowed = Array.isArray(values)
    ? (values as readonly Json[]).filter(isScalar).map(String)
    : [];
  const given = own(raw, "default");
  const description = own(raw, "description");
  if (!isScalar(given) && allowed.length === 0) {
    report(
      "server-variable-unset",
      `The server variable ${quote(name)} has no default`,
      at,
    );
  }
  return {
    default: isScalar(given) ? String(given) : (allowed[0] ?? ""),
    ...(allowed.length > 0 && { enum: allowed }),
    ...(typeof description === "string" &&
      description !== "" && { description }),
  };
}

function isScalar(value: Json | undefined): value is string | number | boolean {
  return (
    typeof value === "string" ||
    typeof value === "number" ||
    typeof value === "boolean"
  );
}

/** URLs have none of these; parsers repair some and drop others. https://www.rfc-editor.org/rfc/rfc3986#appendix-A */
const unclean = /[\s\p{Cc}\p{Cf}\\`"'<>^|$]/u;

function refuse(
  url: string,
  why: string,
  at: string,
  report: Report,
): undefined {
  report("server-refused", `The server ${quote(url)} is refused: ${why}`, at);
}

/**
 * A server that requests may go to, its URL made absolute where that is possible; undefined, with a report, for one that is
 * no clean http(s) URL. What the text of a document names must not lead anywhere but where a reader would expect.
 */
function checkServer(
  server: Server,
  source: string,
  at: string,
  report: Report,
): Server | undefined {
  const no = (why: string) => refuse(server.url, why, at, report);
  if (unclean.test(server.url))
    return no("it has characters that no URL may have");
  if (/[{}]/.test(server.url.replace(/\{[^{}]*\}/g, "")))
    return no("its braces do not match");
  const url = isUrl(source) ? resolveTemplate(server.url, source) : server.url;
  if (url === undefined) return no("it is no URL");
  if (!/^[a-z][a-z0-9+.-]*:/i.test(fill({ ...server, url }))) {
    if (url.startsWith("//"))
      return checkServer(
        { ...server, url: `https:${url}` },
        source,
        at,
        report,
      );
    report(
      "server-relative",
      `The server ${quote(url)} is relative, and it is not known to what`,
      at,
    );
    return { ...server, url };
  }
  const filled = fill({ ...server, url });
  if (unclean.test(filled) || !URL.canParse(filled)) return no("it is no URL");
  const parsed = new URL(filled);
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:")
    return no("only https and http can be called");
  if (/^[a-z]+:\/*[^/?#]*@/i.test(filled)) {
    return no("it holds credentials, or hides its host behind an @");
  }
  if (parsed.hash !== "") return no("it has a fragment");
  const { hostname } = parsed;
  const local =
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    /^127\.|^\[::1\]$/.test(hostname);
  if (parsed.protocol === "http:" && !local) {
    report(
      "server-doubtful",
      `The server ${quote(url)} is not encrypted: what is sent, credentials included, can be read on the way`,
      at,
    );
  }
  if (/[^\0-\x7f]/.test(url)) {
    report(
      "server-doubtful",
      `The server ${quote(url)} has letters beyond ASCII: its host is ${hostname}`,
      at,
    );
  }
  return { ...server, url };
}

/** A URL with its variables filled, to see what it is; those without a value get one that any place allows. */
function fill({ url, variables }: Server): string {
  return url.replace(
    /\{([^{}]*)\}/g,
    (_, name: string) => variables[name]?.default || "x",
  );
}

/** Resolves a URL template against the document's URL, the braces of its variables untouched. */
function resolveTemplate(template: string, base: string): string | undefined {
  const names: string[] = [];
  const masked = template.replace(
    /\{[^{}]*\}/g,
    (variable) => `zz${names.push(variable) - 1}zz`,
  );
  // A template that begins with a variable may hold the scheme: there is nothing to resolve.
  if (template.startsWith("{") || /^[a-z][a-z0-9+.-]*:/i.test(masked))
    return template;
  if (!URL.canParse(masked, base)) return undefined;
  const resolved = new URL(masked, base);
  resolved.search = "";
  resolved.hash = "";
  return resolved.href.replace(
    /zz(\d+)zz/g,
    (text, index: string) => names[Number(index)] ?? text,
  );
}

/**
 * The servers of a Swagger 2.0 document: `schemes`, `host` and `basePath` made into a URL, with https where it is offered;
 * what is left out is that of the place that serves the document.
 *
 * https://swagger.io/specification/v2/#swagger-object
 */
export function swagger2Servers(
  root: JsonObject,
  source: string,
  report: Report,
): readonly Server[] {
  const text = (key: string) => {
    const value = own(root, key);
    return typeof value === "string" ? value.trim() : "";
  };
  const origin = isUrl(source) ? new URL(source) : undefined;
  const base = text("basePath");
  const path = base === "" ? "" : `/${base.replace(/^\/+/, "")}`;
  let host = text("host") || origin?.host || "";
  const at = own(root, "host") === undefined ? "#/basePath" : "#/host";
  if (host === "") {
    return path === "" ? [] : checked({ url: path });
  }
  const declared = own(root, "schemes");
  let schemes = (
    Array.isArray(declared) ? (declared as readonly Json[]) : []
  ).filter(
    (scheme): scheme is string => scheme === "https" || scheme === "http",
  );
  const inHost = /^(https?):\/\//i.exec(host);
  if (inHost) {
    host = host.slice(inHost[0].length);
    schemes = [inHost[1]!.toLowerCase()];
  }
  if (schemes.length === 0)
    schemes = [
      origin && text("host") === "" ? origin.protocol.slice(0, -1) : "https",
    ];
  const scheme = schemes.includes("https") ? "https" : schemes[0]!;
  return checked({ url: `${scheme}://${host.replace(/\/+$/, "")}${path}` });

  function checked({ url }: { readonly url: string }): Server[] {
    const variables: Record<string, ServerVariable> = Object.create(null);
    for (const [, name] of url.matchAll(/\{([^{}]*)\}/g)) {
      variables[name!] = readVariable(undefined, name!, at, report);
    }
    const server = checkServer({ url, variables }, source, at, report);
    return server ? [server] : [];
  }
}
