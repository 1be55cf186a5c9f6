import { isObject, own, type Json, type JsonObject } from "../json.js";
import type { MediaType, Operation, Response } from "../spec/operation.js";
import type { Spec } from "../spec/spec.js";
import { isJson } from "./media.js";

/** What a schema is on its surface, read from the document as it stands: no schema is converted for it. */
export interface Shape {
  readonly type?: "object" | "array" | "scalar";
  /** Title or name of the schema. */
  readonly name?: string;
  /** Properties that come back. */
  readonly properties: ReadonlyMap<string, Json>;
  readonly items?: Json;
}

const depthLimit = 8;

const none: Shape = { properties: new Map() };

/** A schema is looked at for the fields, the page size and the description of the answer, and named ones by many operations. */
const known = new WeakMap<object, Shape>();

/** Reads the surface of a schema: references followed, `allOf` joined, of a union what its first object branch has. */
export function shapeOf(raw: Json | undefined, spec: Spec, depth = 0): Shape {
  if (!isObject(raw) || depth > depthLimit) return none;
  let shape = known.get(raw);
  if (shape === undefined) {
    shape = readShape(raw, spec, depth);
    known.set(raw, shape);
  }
  return shape;
}

function readShape(raw: JsonObject, spec: Spec, depth: number): Shape {
  const ref = own(raw, "$ref");
  if (typeof ref === "string") {
    const target = spec.resolve(ref);
    if (target === undefined) return none;
    const shape = shapeOf(target.value, spec, depth + 1);
    return {
      ...shape,
      name: shape.name ?? target.ref.slice(target.ref.lastIndexOf("/") + 1),
    };
  }
  const properties = new Map<string, Json>();
  let type: Shape["type"];
  let items = own(raw, "items");
  let name: string | undefined;
  const title = own(raw, "title");
  if (typeof title === "string" && title.length <= 60) name = title;
  const take = (part: Shape): void => {
    for (const [key, value] of part.properties) properties.set(key, value);
    type ??= part.type;
    items ??= part.items;
    name ??= part.name;
  };
  const parts = own(raw, "allOf");
  if (Array.isArray(parts))
    for (const part of parts) take(shapeOf(part, spec, depth + 1));
  const declared = own(raw, "properties");
  for (const [key, value] of Object.entries(
    isObject(declared) ? declared : {},
  )) {
    if (own(value, "writeOnly") !== true) properties.set(key, value);
  }
  type ??= typeOf(raw, properties.size > 0);
  for (const keyword of ["oneOf", "anyOf"]) {
    const branches = own(raw, keyword);
    if (!Array.isArray(branches) || properties.size > 0) continue;
    const shapes = branches.map((branch) => shapeOf(branch, spec, depth + 1));
    const telling =
      shapes.find((shape) => shape.properties.size > 0) ??
      shapes.find((shape) => shape.type !== undefined);
    if (telling !== undefined)
      take(
        shapes.length === 1
          ? telling
          : { ...telling, name: undefined as never },
      );
  }
  return {
    ...(type !== undefined && { type }),
    ...(name !== undefined && { name }),
    properties,
    ...(items !== undefined && { items }),
  };
}

function typeOf(raw: JsonObject, hasProperties: boolean): Shape["type"] {
  const declared = own(raw, "type");
  const type = Array.isArray(declared)
    ? declared.find((one) => one !== "null")
    : declared;
  if (
    type === "object" ||
    (type === undefined &&
      (hasProperties || own(raw, "additionalProperties") !== undefined))
  )
    return "object";
  if (
    type === "array" ||
    (type === undefined && own(raw, "items") !== undefined)
  )
    return "array";
  return type === undefined ? undefined : "scalar";
}

/** The answer that a call hopes for: the first 2xx with content, else any 2xx, else the default. */
export function successOf(operation: Operation): Response | undefined {
  const good = operation.responses.filter((response) =>
    /^2(?:\d\d|XX)$/i.test(response.status),
  );
  return (
    good.find((response) => response.content.length > 0) ??
    good[0] ??
    operation.responses.find((response) => response.status === "default")
  );
}

export function jsonOf(response: Response | undefined): MediaType | undefined {
  return (
    response?.content.find((media) => isJson(media.mediaType)) ??
    response?.content.find(
      (media) =>
        media.mediaType.startsWith("*/*") && media.schema !== undefined,
    )
  );
}

/** Members of an envelope that are not what was asked for. */
const envelope =
  /^(?:_?links?|meta(?:data)?|_?metadata|paging|pagination|page|errors?|warnings?|messages?|includes?|included|expansions|facets|aggregations|sort)$/i;

/** The shape of one item, where the answer is a list or an object around one. */
export function itemOf(shape: Shape, spec: Spec): Shape | undefined {
  if (shape.type === "array") return shapeOf(shape.items, spec);
  const lists: Json[] = [];
  let named: Json | undefined;
  for (const [key, value] of shape.properties) {
    const items = envelope.test(key) ? undefined : itemsOf(value, spec);
    if (items === undefined) continue;
    lists.push(items);
    if (listNames.test(key)) named ??= items;
  }
  const only =
    named ??
    (lists.length === 1 && shape.properties.size <= 8 ? lists[0] : undefined);
  return only === undefined ? undefined : shapeOf(only, spec);
}

const listNames =
  /^(?:data|items|results?|values?|list|entries|records|rows|content|objects|elements|resources|documents|hits|edges|collection|_embedded)$/i;

/** The items of a schema that is plainly a list. */
function itemsOf(raw: Json, spec: Spec): Json | undefined {
  const ref = own(raw, "$ref");
  const schema = typeof ref === "string" ? spec.resolve(ref)?.value : raw;
  return own(schema, "items");
}
