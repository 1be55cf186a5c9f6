import { isObject, type Json, type JsonSchema } from "../json.js";
import type { Converter, Direction } from "../spec/schema.js";

/** Beyond so many schemas in all, what one tool takes is a whole data model … */
const wholeLimit = 2000;
/** … and the nearest so many are kept. */
const nearLimit = 300;
/** Definitions that stand in one place only are put there, nested so deep. */
const inlineDepth = 10;

/**
 * Makes a schema self-contained: the definitions that it reaches are put in place where they are used once, and under `$defs`
 * otherwise.
 *
 * @returns the schema, and whether something was left out because there is too much of it
 */
export function bundle<T extends JsonSchema>(
  schema: T,
  direction: Direction,
  converter: Converter,
): { readonly schema: T; readonly cut: boolean } {
  const first = surveyOf(schema);
  if (first.refs.size === 0) return { schema, cut: false };
  const reached = reach(first, direction, converter);
  const { uses, cut } = reached;
  const placed = (ref: string): boolean => uses.get(ref) === 1;
  const definitions: Record<string, Json> = Object.create(null);
  const pending: string[] = [];
  const listed = new Set<string>();

  /** A copy of a schema with references put in place; what holds none is shared. */
  function place(value: Json, depth: number): Json {
    if (Array.isArray(value)) {
      return surveyOf(value).refs.size === 0
        ? value
        : value.map((item: Json) => place(item, depth));
    }
    if (!isObject(value) || surveyOf(value).refs.size === 0) return value;
    const ref = value["$ref"];
    if (typeof ref === "string") {
      if (!uses.has(ref))
        return described(outline(converter.definition(ref, direction)), value);
      if (placed(ref) && depth < inlineDepth) {
        return described(
          place(converter.definition(ref, direction), depth + 1) as JsonSchema,
          value,
        );
      }
      if (!listed.has(ref)) {
        listed.add(ref);
        pending.push(ref);
      }
      return value;
    }
    const copy: Record<string, Json> = Object.create(
      Object.getPrototypeOf(value) as object | null,
    );
    for (const key of Object.keys(value)) copy[key] = place(value[key]!, depth);
    return copy;
  }

  const placedSchema = place(schema, 0) as JsonSchema;
  for (let ref = pending.shift(); ref !== undefined; ref = pending.shift()) {
    definitions[ref.slice("#/$defs/".length)] = place(
      converter.definition(ref, direction),
      0,
    );
  }
  const names = Object.keys(definitions).toSorted();
  if (names.length === 0) return { schema: placedSchema as T, cut };
  const sorted: Record<string, Json> = Object.create(null);
  for (const name of names) sorted[name] = definitions[name]!;
  return { schema: { ...placedSchema, $defs: sorted } as unknown as T, cut };
}

/** The type of a schema that is left out, so that what is given in its place is at least of its kind. */
function outline(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (type === "object") return { type, properties: {} };
  return typeof type === "string" && type !== "array" ? { type } : {};
}

/** What stands beside a reference counts more than what it refers to. */
function described(schema: JsonSchema, reference: JsonSchema): JsonSchema {
  const { $ref: _, ...besides } = reference;
  return Object.keys(besides).length === 0 ? schema : { ...schema, ...besides };
}

/** How often each reachable definition is used, nearest first. */
function reach(
  first: Survey,
  direction: Direction,
  converter: Converter,
): { uses: Map<string, number>; cut: boolean } {
  const walk = (
    limit: number,
  ): { uses: Map<string, number>; complete: boolean } => {
    const uses = new Map(first.refs);
    const queue = [...first.refs.keys()];
    let nodes = first.nodes;
    for (const ref of queue) {
      const survey = surveyOf(converter.definition(ref, direction));
      nodes += survey.nodes;
      if (nodes > limit) {
        // Those not yet looked into are left out, with all behind them.
        for (const left of queue.slice(queue.indexOf(ref))) uses.delete(left);
        return { uses, complete: false };
      }
      for (const [next, count] of survey.refs) {
        if (!uses.has(next)) queue.push(next);
        uses.set(next, (uses.get(next) ?? 0) + count);
      }
    }
    return { uses, complete: true };
  };
  const whole = walk(wholeLimit);
  return whole.complete
    ? { uses: whole.uses, cut: false }
    : { uses: walk(nearLimit).uses, cut: true };
}

interface Survey {
  /** References in it, and how often each stands there. */
  readonly refs: ReadonlyMap<string, number>;
  /** Objects and lists in it. */
  readonly nodes: number;
}

const surveys = new WeakMap<object, Survey>();
const leaf: Survey = { refs: new Map(), nodes: 0 };

function surveyOf(value: Json): Survey {
  if (typeof value !== "object" || value === null) return leaf;
  const known = surveys.get(value);
  if (known !== undefined) return known;
  let nodes = 1;
  let refs = leaf.refs;
  const add = (inner: Survey): void => {
    nodes += inner.nodes;
    if (inner.refs.size === 0) return;
    if (refs.size === 0) refs = inner.refs;
    else {
      const sum = new Map(refs);
      for (const [ref, count] of inner.refs)
        sum.set(ref, (sum.get(ref) ?? 0) + count);
      refs = sum;
    }
  };
  if (Array.isArray(value)) value.forEach((item: Json) => add(surveyOf(item)));
  else {
    const object = value as JsonSchema;
    for (const key of Object.keys(object)) {
      const inner = object[key]!;
      if (key === "$ref" && typeof inner === "string")
        add({ refs: new Map([[inner, 1]]), nodes: 0 });
      else add(surveyOf(inner));
    }
  }
  const survey = { refs, nodes };
  surveys.set(value, survey);
  return survey;
}
