import { isObject, type Json, type JsonSchema } from "../json.js";
import type { Operation, Response } from "../spec/operation.js";
import type { Converter } from "../spec/schema.js";
import { itemOf, jsonOf, shapeOf, successOf, type Shape } from "./shape.js";

/** What comes back, in the few words that a description has room for. */
export interface AnswerShape {
  readonly kind: "object" | "list" | "file" | "text" | "nothing" | "unknown";
  /** What one of it is called, as the document has it: `full-repository`, `Pet`. */
  readonly noun?: string;
  /** Properties of the object, or of each item of the list. */
  readonly fields: readonly string[];
}

/** Says what an operation answers with when all goes well. */
export function describeAnswer(
  operation: Operation,
  converter: Converter,
): AnswerShape {
  const response = successOf(operation);
  const media = jsonOf(response);
  if (media === undefined)
    return { kind: kindWithoutJson(response), fields: [] };
  const whole = shapeOf(media.schema ?? media.itemSchema, converter.spec);
  const shape = unwrapped(whole, converter);
  const item =
    media.schema === undefined && media.itemSchema !== undefined
      ? shape
      : isOneThing(shape)
        ? undefined
        : itemOf(shape, converter.spec);
  if (item !== undefined) return { kind: "list", ...told(item) };
  if (shape.type === "object" || shape.properties.size > 0)
    return { kind: "object", ...told(shape) };
  return { kind: shape.type === "scalar" ? "text" : "unknown", fields: [] };
}

/** What `{ status, message, data }` is around: the rest is about the call. */
function unwrapped(shape: Shape, converter: Converter): Shape {
  const keys = [...shape.properties.keys()];
  const inside = keys.find((key) =>
    /^(?:data|result|payload|response)$/i.test(key),
  );
  if (
    inside === undefined ||
    !keys.some((key) =>
      /^(?:status|status_?code|code|message|success|ok|errors?)$/i.test(key),
    )
  )
    return shape;
  const inner = shapeOf(shape.properties.get(inside), converter.spec);
  return inner.properties.size > 0 || inner.type === "array" ? inner : shape;
}

/** An object with an id of its own, whatever list it has in it. */
function isOneThing(shape: Shape): boolean {
  const keys = [...shape.properties.keys()];
  return (
    shape.type !== "array" &&
    keys.some((key) => /^(?:id|uuid|_id)$/i.test(key)) &&
    !keys.some((key) => /^(?:data|items|results|values|_embedded)$/i.test(key))
  );
}

function told(shape: Shape): Pick<AnswerShape, "noun" | "fields"> {
  return {
    ...(shape.name !== undefined && { noun: shape.name }),
    fields: [...shape.properties.keys()],
  };
}

function kindWithoutJson(response: Response | undefined): AnswerShape["kind"] {
  if (response === undefined) return "unknown";
  if (response.content.length === 0)
    return response.status === "default" ? "unknown" : "nothing";
  const types = response.content.map((media) => media.mediaType.toLowerCase());
  if (types.some((type) => /^text\/|xml|yaml|ndjson|jsonl/.test(type)))
    return "text";
  return types.some((type) =>
    /^(?:image|audio|video|font)\/|octet-stream|pdf|zip|gzip|tar|excel|spreadsheet|msword|officedocument|binary/.test(
      type,
    ),
  )
    ? "file"
    : "unknown";
}

const characterLimit = 1500;
const depthLimit = 3;

/**
 * A relaxed schema of the structured answer: an object at the root (what is none is wrapped as `result`), nothing required,
 * nothing refused, null everywhere; clients throw the answer away when it does not fit. undefined where the answer is not JSON.
 * https://modelcontextprotocol.io/specification/2026-07-28/server/tools#output-schema
 */
export function buildOutput(
  operation: Operation,
  converter: Converter,
): JsonSchema | undefined {
  const media = jsonOf(successOf(operation));
  if (media?.schema === undefined) return undefined;
  const schema = converter.convert(
    media.schema,
    "response",
    `${media.at}/schema`,
  );
  const root = relax(schema, 0, [], depthLimit, converter);
  const isObjectRoot = root["type"] === "object";
  for (let depth = depthLimit; depth > 0; depth--) {
    const relaxed = relax(schema, 0, [], depth, converter);
    const output = isObjectRoot ? relaxed : wrap(relaxed);
    if (JSON.stringify(output).length <= characterLimit) return output;
  }
  return isObjectRoot
    ? cutProperties(relax(schema, 0, [], 1, converter))
    : wrap(relax(schema, 0, [], 0, converter));
}

function wrap(schema: JsonSchema): JsonSchema {
  return { type: "object", properties: { result: orNull(schema) } };
}

function cutProperties(schema: JsonSchema): JsonSchema {
  const kept: Record<string, Json> = Object.create(null);
  let left = characterLimit - 100;
  for (const [name, property] of Object.entries(
    schema["properties"] as JsonSchema,
  )) {
    left -= name.length + JSON.stringify(property).length + 4;
    if (left < 0) break;
    kept[name] = property;
  }
  return { type: "object", properties: kept };
}

/** The types of a schema and no rules, `depth` levels of them. */
function relax(
  schema: JsonSchema,
  level: number,
  inside: readonly string[],
  depth: number,
  converter: Converter,
): JsonSchema {
  const ref = schema["$ref"];
  if (typeof ref === "string") {
    const target = converter.definition(ref, "response");
    return inside.includes(ref)
      ? typeOnly(target)
      : relax(target, level, [...inside, ref], depth, converter);
  }
  if (schema["type"] === "object") {
    const properties = schema["properties"];
    if (
      level >= depth ||
      !isObject(properties) ||
      Object.keys(properties).length === 0
    )
      return { type: "object" };
    const relaxed: Record<string, Json> = Object.create(null);
    for (const [name, property] of Object.entries(properties)) {
      relaxed[name] = orNull(
        relax(property as JsonSchema, level + 1, inside, depth, converter),
      );
    }
    return { type: "object", properties: relaxed };
  }
  if (schema["type"] === "array") {
    const items = isObject(schema["items"])
      ? relax(schema["items"], level, inside, depth, converter)
      : {};
    return { type: "array", items: level >= depth ? typeOnly(items) : items };
  }
  const branches = schema["anyOf"];
  if (!Array.isArray(branches)) return typeOnly(schema);
  const relaxed = new Map<string, JsonSchema>();
  for (const branch of branches as readonly JsonSchema[]) {
    const one = relax(
      branch,
      Math.max(level, depth - 1),
      inside,
      depth,
      converter,
    );
    for (const each of Array.isArray(one["anyOf"])
      ? (one["anyOf"] as JsonSchema[])
      : [one])
      relaxed.set(JSON.stringify(each), each);
  }
  const kept = [...relaxed.values()];
  // One branch that may be anything makes the rest idle.
  if (kept.some((one) => Object.keys(one).length === 0)) return {};
  const notNull = kept.filter((one) => one["type"] !== "null");
  return notNull.length === 1 && level === 0
    ? notNull[0]!
    : kept.length === 1
      ? kept[0]!
      : { anyOf: kept };
}

function typeOnly(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (type === undefined) return {};
  return type === "array" ? { type, items: {} } : { type };
}

function orNull(schema: JsonSchema): JsonSchema {
  if (Object.keys(schema).length === 0 || schema["type"] === "null")
    return schema;
  const branches = Array.isArray(schema["anyOf"])
    ? (schema["anyOf"] as JsonSchema[])
    : [schema];
  return branches.some((branch) => branch["type"] === "null")
    ? schema
    : { anyOf: [...branches, { type: "null" }] };
}
