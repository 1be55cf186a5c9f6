// https://www.rfc-editor.org/rfc/rfc6838#section-4.2

/** `application/problem+json; charset=utf-8` is `application/problem+json`. */
export function essence(contentType: string): string {
  return (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

export function isJson(contentType: string): boolean {
  const type = essence(contentType);
  return /^[^/]+\/(json|.*\+json)$/.test(type) || type === "text/x-json";
}

/** One JSON value per line. */
export function isJsonLines(contentType: string): boolean {
  return /^application\/(x-ndjson|ndjson|jsonl|x-jsonl|jsonlines|x-jsonlines|json-seq|stream\+json|x-json-stream)$/.test(
    essence(contentType),
  );
}

/** https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
export function isEventStream(contentType: string): boolean {
  return essence(contentType) === "text/event-stream";
}

export function isXml(contentType: string): boolean {
  return /^[^/]+\/(xml|.*\+xml)$/.test(essence(contentType));
}

export function isHtml(contentType: string): boolean {
  return /^(text\/html|application\/xhtml\+xml)$/.test(essence(contentType));
}

/** Types that are text by what they are, whatever their first word says. */
export function isText(contentType: string): boolean {
  return (
    isJson(contentType) ||
    isJsonLines(contentType) ||
    isXml(contentType) ||
    /^(text\/.*|application\/(.*\+)?(javascript|ecmascript|graphql|yaml|x-yaml|toml|sql|csv|pgp-keys|x-pem-file|x-sh|x-www-form-urlencoded|openmetrics-text))$/.test(
      essence(contentType),
    )
  );
}

export function charset(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
}

const byExtension: { readonly [extension: string]: string } = {
  csv: "text/csv",
  gif: "image/gif",
  html: "text/html",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  json: "application/json",
  md: "text/markdown",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  ogg: "audio/ogg",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  tar: "application/x-tar",
  txt: "text/plain",
  wav: "audio/wav",
  webm: "video/webm",
  webp: "image/webp",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
  zip: "application/zip",
};

export function typeOfFileName(name: string): string | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(byExtension, extension)
    ? byExtension[extension]
    : undefined;
}

/** A file name extension for a type, without the dot. */
export function extensionOf(contentType: string): string {
  const type = essence(contentType);
  const known = Object.entries(byExtension).find(([, name]) => name === type);
  return known?.[0] ?? "bin";
}

/** Whether a type is one of a list that may hold wildcards: `image/png, image/*`. */
export function matchesType(type: string, declared: string): boolean {
  return declared.split(",").some((one) => {
    const pattern = essence(one);
    return (
      pattern === "*/*" ||
      pattern === essence(type) ||
      (pattern.endsWith("/*") && essence(type).startsWith(pattern.slice(0, -1)))
    );
  });
}
