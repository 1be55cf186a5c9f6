import { diagnostic, type Diagnostic } from "../diagnostics.js";
import type { JsonSchema } from "../json.js";
import type { Operation } from "../spec/operation.js";
import type { Converter } from "../spec/schema.js";
import { bundle } from "./bundle.js";
import type { Place } from "./keys.js";
import type { DecidedValue } from "./values.js";

/** A value that an owner fixed, and what the document says of it. */
export interface FixedValue {
  readonly operation: Operation;
  readonly place: Place;
  /** The name on the wire. */
  readonly name: string;
  readonly value: unknown;
  /** An object with the one property, and the definitions that it needs. */
  readonly schema: JsonSchema;
}

/** The values that are fixed by an override, as they stand; those of the environment are known when the server runs. */
export function fixedValues(
  operation: Operation,
  values: readonly DecidedValue[],
  converter: Converter,
): FixedValue[] {
  return values.flatMap(({ override, constant, place, wire, schema }) => {
    if (override?.value === undefined || constant === undefined) return [];
    if (!("value" in constant)) return [];
    const root = { type: "object", properties: { value: schema } };
    return [
      {
        operation,
        place,
        name: wire,
        value: constant.value,
        schema: bundle(root, "request", converter).schema,
      },
    ];
  });
}

/** Says which fixed values the API would refuse, by its own document. */
export async function checkFixedValues(
  fixed: readonly FixedValue[],
): Promise<Diagnostic[]> {
  // Loading what checks them costs more than reading a small document.
  if (fixed.length === 0) return [];
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const formats = await import("ajv-formats");
  const ajv = new Ajv2020({ strict: false, logger: false });
  formats.default.default(ajv);
  return fixed.flatMap(({ operation, place, name, value, schema }) => {
    const valid = ajv.compile(schema);
    const fits = readings(value, place).some((one) => valid({ value: one }));
    if (fits) return [];
    const [error] = valid.errors ?? [];
    const where = (error?.instancePath ?? "").replace(/^\/value/, "");
    return [
      diagnostic(
        "argument-value-refused",
        `${operation.key}: "${name}" is fixed at ${JSON.stringify(value)}, and the document does not allow that: ${where === "" ? "" : `${where} `}${error?.message ?? "it is wrong"}${allowed(error?.params)}`,
        { at: operation.at },
      ),
    ];
  });
}

/** What the value may be by the time the API reads it, where beside a body all is text; last, what it most likely is. */
function readings(value: unknown, place: Place): unknown[] {
  if (place === "body") return [value];
  if (typeof value !== "string") return [String(value), value];
  try {
    return [value, JSON.parse(value)];
  } catch {
    return [value];
  }
}

function allowed(params: { readonly [name: string]: unknown } = {}): string {
  const values = params["allowedValues"];
  return Array.isArray(values)
    ? ` (${values.map((one) => JSON.stringify(one)).join(", ")})`
    : "";
}
