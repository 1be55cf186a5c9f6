import type { DiagnosticCode } from "../../diagnostics.js";
import type { Json, JsonSchema } from "../../json.js";
import type { Spec, SpecVersion } from "../spec.js";
import type { Children } from "./discriminator.js";

/** Whether a schema says what is sent or what comes back: readOnly properties leave the one, writeOnly ones the other. */
export type Direction = "request" | "response";

/** A schema under construction. */
export type Draft = Record<string, Json>;

/** What the rules of the conversion need of the converter. */
export interface Scope {
  readonly version: SpecVersion;
  readonly direction: Direction;
  readonly convert: (raw: Json, at: string, depth: number) => JsonSchema;
  /** The whole schema behind a converted `$ref` (any other schema is given back as it is); undefined while it is under construction. */
  readonly expand: (schema: JsonSchema) => JsonSchema | undefined;
  readonly resolve: (
    ref: string,
  ) => { readonly value: Json; readonly ref: string } | undefined;
  /** A schema of its own name, made when it is first looked up: the definition behind `schema`, changed by `change`. */
  readonly vary: (
    schema: JsonSchema,
    suffix: string,
    change: (schema: JsonSchema) => JsonSchema,
  ) => JsonSchema;
  readonly report: (code: DiagnosticCode, message: string, at: string) => void;
}

/** What the conversion of a whole schema needs besides the rules of its keywords. */
export interface WholeScope extends Scope {
  readonly spec: Spec;
  /** Which named schemas extend which. */
  readonly children: () => Children;
  /** The named schema at a reference: itself where it is small, else a reference into `$defs`. */
  readonly refer: (ref: string, at: string) => JsonSchema;
  /** Converts a schema, or a part of one that is known by the reference `named`. */
  readonly convertNamed: (
    raw: Json,
    at: string,
    depth: number,
    named: string | undefined,
  ) => JsonSchema;
}

/** A map whose keys come from a document: `__proto__` is a key like any other. */
export function nameMap<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}

/** Keywords that say something of a schema without restricting its values. */
const annotations = new Set([
  "description",
  "default",
  "deprecated",
  "contentEncoding",
  // What values mean, in words, and examples: for whoever writes the text of an argument.
  "$comment",
  "examples",
]);

export function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword);
}

/** True for a schema that every value meets. */
export function isAny(schema: JsonSchema): boolean {
  for (const keyword in schema) {
    if (!annotations.has(keyword)) return false;
  }
  return true;
}

export const nullSchema: JsonSchema = Object.freeze({ type: "null" });

/** `schema` or null. https://spec.openapis.org/oas/v3.0.4.html#schema-nullable; written as a union because type lists are not portable. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (isAny(schema) || acceptsNull(schema)) return schema;
  const outer: Draft = {};
  const inner: Draft = {};
  for (const [keyword, value] of Object.entries(schema)) {
    (isAnnotation(keyword) ? outer : inner)[keyword] = value;
  }
  const branches = onlyUnion(inner);
  return {
    ...outer,
    anyOf: [...(branches ?? [inner]), nullSchema],
  };
}

/** The schema without its null branch, and whether it had one. */
export function splitNull(schema: JsonSchema): {
  readonly schema: JsonSchema;
  readonly nullable: boolean;
} {
  if (!Array.isArray(schema["anyOf"])) return { schema, nullable: false };
  const branches = schema["anyOf"] as readonly JsonSchema[];
  const kept = branches.filter((branch) => branch["type"] !== "null");
  if (kept.length === branches.length) return { schema, nullable: false };
  const { anyOf: _, ...rest } = schema;
  return {
    schema:
      kept.length === 1 ? { ...kept[0], ...rest } : { ...rest, anyOf: kept },
    nullable: true,
  };
}

function acceptsNull(schema: JsonSchema): boolean {
  return (
    schema["type"] === "null" ||
    (Array.isArray(schema["anyOf"]) &&
      (schema["anyOf"] as readonly JsonSchema[]).some(
        (branch) => branch["type"] === "null",
      ))
  );
}

/** The branches of a schema that is a union and nothing else. */
export function onlyUnion(
  schema: JsonSchema,
): readonly JsonSchema[] | undefined {
  const keywords = Object.keys(schema).filter(
    (keyword) => !isAnnotation(keyword),
  );
  return keywords.length === 1 && keywords[0] === "anyOf"
    ? (schema["anyOf"] as readonly JsonSchema[])
    : undefined;
}
