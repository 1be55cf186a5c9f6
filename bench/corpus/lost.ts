import type {
  AnyTool,
  JsonSchema,
  RequestBody,
} from "../../templates/project/src/runtime/tool.js";
import type { RawOperation } from "./raw.js";

/** The tool of each operation; undefined: there is none. */
export function matchTools(
  operations: readonly RawOperation[],
  tools: readonly AnyTool[],
): ReadonlyMap<RawOperation, AnyTool | undefined> {
  const free = new Set(tools);
  const matched = new Map<RawOperation, AnyTool | undefined>();
  // First those whose path is written alike: a document may have two that differ in the names of their parameters only.
  const views: ((path: string) => string)[] = [
    (path) => path,
    blanked,
    (path) => blanked(path.replace(/[?#].*$/, "")),
  ];
  for (const view of views) {
    for (const operation of operations) {
      if (matched.has(operation)) continue;
      for (const tool of free) {
        if (
          tool.request.method === operation.method &&
          view(tool.request.path) === view(operation.path)
        ) {
          matched.set(operation, tool);
          free.delete(tool);
          break;
        }
      }
    }
  }
  return matched;
}

function blanked(path: string): string {
  return path.replace(/\{[^{}]*\}/g, "{}");
}

/** What the operation declares and no argument, constant or variable of the tool sets, as `query:limit` or `body:name`. */
export function lostInputs(operation: RawOperation, tool: AnyTool): string[] {
  const { parameters = [], body } = tool.request;
  const lost: string[] = [];
  const settable = (source: { readonly argument?: string }): boolean =>
    source.argument === undefined ||
    Object.hasOwn(propertiesOf(tool.input), source.argument);
  for (const { name, in: place } of operation.parameters) {
    const inPath = place === "path" && !operation.path.includes(`{${name}`);
    const found = parameters.some(
      (one) =>
        settable(one) &&
        one.in === place &&
        (place === "header"
          ? one.name.toLowerCase() === name.toLowerCase()
          : one.name === name),
    );
    // A path parameter that the path does not hold has no place to be sent in.
    if (!found && !inPath) lost.push(`${place}:${name}`);
  }
  if (operation.bodies.size > 0) {
    lost.push(...lostFields(operation, tool, body));
  }
  return lost;
}

function lostFields(
  operation: RawOperation,
  tool: AnyTool,
  body: RequestBody | undefined,
): string[] {
  // An object without fields leaves nothing to set.
  if ([...operation.bodies.values()].every((fields) => fields?.size === 0))
    return [];
  if (body === undefined) return ["body"];
  const declared =
    operation.bodies.get(body.contentType) ??
    operation.bodies.get("*") ??
    [...operation.bodies].find(
      ([type]) => bare(type) === bare(body.contentType),
    )?.[1];
  if (declared === undefined) {
    return body.argument !== undefined || (body.fields ?? []).length > 0
      ? []
      : ["body"];
  }
  const names = [...declared];
  if (body.argument === undefined) {
    const set = new Set(
      (body.fields ?? [])
        .filter(
          ({ argument }) =>
            argument === undefined ||
            Object.hasOwn(propertiesOf(tool.input), argument),
        )
        .map(({ name }) => name),
    );
    return names.filter((name) => !set.has(name)).map((name) => `body:${name}`);
  }
  const argument = propertiesOf(tool.input)[body.argument];
  if (argument === undefined) return ["body"];
  // What is neither JSON nor a form is written by the caller as it goes out.
  if (!/json|form/i.test(body.contentType)) return [];
  return names
    .filter((name) => !admits(tool.input, argument, name, new Set()))
    .map((name) => `body:${name}`);
}

function bare(mediaType: string): string {
  return mediaType.split(";")[0]!.trim().toLowerCase();
}

function propertiesOf(schema: JsonSchema): {
  readonly [name: string]: JsonSchema;
} {
  return (schema["properties"] ?? {}) as { [name: string]: JsonSchema };
}

/** Whether an object of this schema can have the property. */
function admits(
  root: JsonSchema,
  schema: JsonSchema,
  name: string,
  seen: Set<JsonSchema>,
): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const ref = schema["$ref"];
  if (typeof ref === "string") {
    const definitions = (root["$defs"] ?? {}) as { [name: string]: JsonSchema };
    const key = ref
      .replace("#/$defs/", "")
      .replaceAll("~1", "/")
      .replaceAll("~0", "~");
    const target = definitions[key];
    return target !== undefined && admits(root, target, name, seen);
  }
  const parts = ["allOf", "anyOf", "oneOf"].flatMap(
    (keyword) => (schema[keyword] ?? []) as JsonSchema[],
  );
  // A sequence, such as NDJSON, is an argument that lists what the document describes once.
  if (schema["items"] !== undefined) parts.push(schema["items"] as JsonSchema);
  return (
    Object.hasOwn(propertiesOf(schema), name) ||
    parts.some((part) => admits(root, part, name, seen))
  );
}
