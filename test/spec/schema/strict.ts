import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Json, JsonSchema } from "../../../src/json.js";
import { createConverter } from "../../../src/spec/schema.js";
import type { Direction } from "../../../src/spec/schema.js";
import type { Spec } from "../../../src/spec/spec.js";
import { bundle } from "../../../src/tools/bundle.js";
import { load, withPaths } from "../documents.js";

/** Compiles as strictly as Ajv can; throws where a schema is not fit for it. */
export function compile(schema: JsonSchema): (value: unknown) => boolean {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: false,
    allErrors: true,
    ownProperties: true,
  });
  // The package is CommonJS: its default export is the module's `default`.
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);
  const validate = ajv.compile(schema);
  return (value) => validate(value) as boolean;
}

/** What the MCP inspector reports under `--strict`: boolean schemas, type lists, references outside. */
export function lint(
  value: unknown,
  keyword = "",
  found: string[] = [],
): string[] {
  if (Array.isArray(value)) {
    for (const item of value) lint(item, keyword, found);
  } else if (typeof value === "boolean") {
    if (keyword !== "additionalProperties") found.push(`boolean ${keyword}`);
  } else if (typeof value === "object" && value !== null) {
    const schema = value as Record<string, unknown>;
    if (Array.isArray(schema["type"])) found.push("type list");
    const ref = schema["$ref"];
    if (typeof ref === "string" && !ref.startsWith("#/$defs/")) found.push(ref);
    for (const maps of ["properties", "patternProperties", "$defs"]) {
      for (const inner of Object.values((schema[maps] as object) ?? {})) {
        lint(inner, maps, found);
      }
    }
    for (const inner of [
      "items",
      "additionalProperties",
      "not",
      "anyOf",
      "allOf",
      "oneOf",
      "prefixItems",
    ]) {
      if (schema[inner] !== undefined) lint(schema[inner], inner, found);
    }
  }
  return found;
}

/** Converts one schema of a document to a whole one. */
export function convert(
  spec: Spec,
  raw: Parameters<ReturnType<typeof createConverter>["convert"]>[0],
  direction: Direction = "request",
) {
  const converter = createConverter(spec);
  const schema = converter.convert(raw, direction, "#/paths/~1x/post/schema");
  return {
    schema: bundle(schema, direction, converter).schema,
    diagnostics: converter.takeDiagnostics(),
  };
}

/** Converts a schema of a document that has these named schemas. */
export async function converted(
  raw: Json,
  schemas: object = {},
  options: { version?: string; direction?: Direction } = {},
) {
  const { spec } = await load({
    ...withPaths({}, { components: { schemas } }),
    openapi: options.version ?? "3.1.0",
  });
  return convert(spec, raw, options.direction);
}

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
