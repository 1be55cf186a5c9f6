import { readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";

// A reader of OpenAPI documents that shares no line with the generator's: what it finds in a document has to be found again
// in the project.

/** Any node of a document, with the file that it stands in. */
export interface Node {
  readonly value: unknown;
  readonly file: string;
}

export interface RawParameter {
  readonly name: string;
  readonly in: string;
}

export interface RawOperation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly RawParameter[];
  /** Media type (as declared) to the top-level fields that a caller may set; undefined: the body is no object with fields. */
  readonly bodies: ReadonlyMap<string, ReadonlySet<string> | undefined>;
}

export interface RawDocument {
  readonly version: string;
  readonly operations: readonly RawOperation[];
}

const methods = "get put post delete options head patch trace query".split(" ");

const files = new Map<string, unknown>();

function parse(file: string): unknown {
  if (!files.has(file)) {
    const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      value = load(text, { json: true } as object);
    }
    files.set(file, value);
  }
  return files.get(file);
}

function child({ value, file }: Node, key: string): Node {
  return {
    file,
    value:
      typeof value === "object" && value !== null && Object.hasOwn(value, key)
        ? (value as { [key: string]: unknown })[key]
        : undefined,
  };
}

function entries({ value, file }: Node): [string, Node][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(([key, item]) => [
    key,
    { value: item, file },
  ]);
}

/** The node that a chain of references leads to; undefined value: nowhere. */
export function follow(node: Node, hops = 0): Node {
  const ref = child(node, "$ref").value;
  if (typeof ref !== "string" || hops > 20) return node;
  const [name = "", pointer = ""] = ref.split("#");
  if (/^https?:/.test(name)) return { value: undefined, file: node.file };
  const file =
    name === "" ? node.file : path.resolve(path.dirname(node.file), name);
  let target: Node;
  try {
    target = { value: parse(file), file };
  } catch {
    return { value: undefined, file };
  }
  for (const part of pointer.split("/").slice(1)) {
    const key = decodeURIComponent(part)
      .replaceAll("~1", "/")
      .replaceAll("~0", "~");
    target = child(follow(target, hops + 1), key);
  }
  return follow(target, hops + 1);
}

/** Reads a document. Throws when it cannot be parsed. */
export function readRaw(file: string): RawDocument {
  const root: Node = { value: parse(file), file };
  const version = String(
    child(root, "openapi").value ?? child(root, "swagger").value,
  );
  const credentials = credentialParameters(root);
  const operations: RawOperation[] = [];
  for (const [pathKey, reference] of entries(child(root, "paths"))) {
    if (pathKey.startsWith("x-")) continue;
    const item = follow(reference);
    const named = [
      ...entries(item).filter(([method]) => methods.includes(method)),
      ...entries(child(item, "additionalOperations")),
    ];
    for (const [method, declared] of named) {
      const operation = follow(declared);
      if (typeof operation.value !== "object" || operation.value === null)
        continue;
      const all = parametersOf(item, operation);
      const consumes = (child(operation, "consumes").value ??
        child(root, "consumes").value) as string[] | undefined;
      operations.push({
        method: method.toUpperCase(),
        path: pathKey,
        parameters: all
          .filter((one) => !["body", "formData"].includes(one.in))
          .filter((one) => !isReserved(one) && !credentials.has(keyOf(one)))
          .map(({ name, in: place }) => ({ name, in: place })),
        bodies: bodiesOf(operation, all, consumes),
      });
    }
  }
  return { version, operations };
}

type Declared = RawParameter & { readonly node: Node };

/** Path-level ones with the operation's laid over them. */
function parametersOf(item: Node, operation: Node): Declared[] {
  const all = new Map<string, Declared>();
  for (const owner of [item, operation]) {
    for (const [, reference] of entries(child(owner, "parameters"))) {
      const node = follow(reference);
      const name = child(node, "name").value;
      const place = child(node, "in").value;
      if (typeof name !== "string" || typeof place !== "string") continue;
      const parameter = { name, in: place, node };
      // One that a parameter shares its place with in another case is the same header.
      all.set(keyOf(parameter), parameter);
    }
  }
  return [...all.values()];
}

function keyOf({ name, in: place }: RawParameter): string {
  return `${place}:${place === "header" ? name.toLowerCase() : name}`;
}

/** https://spec.openapis.org/oas/v3.1.1.html#parameter-object: such definitions SHALL be ignored. The rest is not a caller's to set. */
function isReserved({ name, in: place }: RawParameter): boolean {
  return (
    place === "header" &&
    /^(accept|content-type|authorization|host|content-length|transfer-encoding|connection|cookie|user-agent|accept-encoding)$/i.test(
      name,
    )
  );
}

/** Parameters that carry an API key are the server's to send. */
function credentialParameters(root: Node): ReadonlySet<string> {
  const found = new Set<string>();
  for (const schemes of [
    child(child(root, "components"), "securitySchemes"),
    child(root, "securityDefinitions"),
  ]) {
    for (const [, reference] of entries(schemes)) {
      const { value } = follow(reference);
      const {
        type,
        name,
        in: place,
      } = (value ?? {}) as {
        [key: string]: unknown;
      };
      if (type === "apiKey")
        found.add(keyOf({ name: String(name), in: String(place) }));
    }
  }
  return found;
}

function bodiesOf(
  operation: Node,
  parameters: readonly Declared[],
  consumes: readonly string[] | undefined,
): Map<string, ReadonlySet<string> | undefined> {
  const bodies = new Map<string, ReadonlySet<string> | undefined>();
  const body = parameters.find((one) => one.in === "body");
  if (body) {
    const fields = fieldsOf(child(body.node, "schema"));
    for (const type of consumes?.length ? consumes : ["application/json"])
      bodies.set(type, fields);
  }
  const form = parameters.filter((one) => one.in === "formData");
  if (form.length > 0) bodies.set("*", new Set(form.map(({ name }) => name)));
  const content = child(follow(child(operation, "requestBody")), "content");
  for (const [type, media] of entries(content))
    bodies.set(type, fieldsOf(child(follow(media), "schema")));
  return bodies;
}

/** Whether a property says so: itself, what it refers to, or a part of its `allOf`. */
function isReadOnly(property: Node, depth = 0): boolean {
  if (depth > 5) return false;
  const node = follow(property);
  return (
    child(property, "readOnly").value === true ||
    child(node, "readOnly").value === true ||
    entries(child(node, "allOf")).some(([, part]) =>
      isReadOnly(part, depth + 1),
    )
  );
}

/** The names of an object schema's properties, over all parts of its `allOf`, without what only answers carry. */
export function fieldsOf(schema: Node): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  const readOnly = new Set<string>();
  let isObject = false;
  const seen = new Set<unknown>();
  (function visit(reference: Node): void {
    const node = follow(reference);
    if (seen.has(node.value)) return;
    seen.add(node.value);
    // Beans that are lists: properties of a list mean nothing.
    // https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2
    if (child(node, "type").value === "array") return;
    if (child(node, "properties").value !== undefined) isObject = true;
    for (const [name, property] of entries(child(node, "properties"))) {
      // What is false for every value cannot be given.
      if (isReadOnly(property) || property.value === false) readOnly.add(name);
      names.add(name);
    }
    for (const [, part] of entries(child(node, "allOf"))) visit(part);
  })(schema);
  for (const name of readOnly) names.delete(name);
  return isObject ? names : undefined;
}
