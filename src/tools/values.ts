import type { Json, JsonSchema } from "../json.js";
import type { Operation, Parameter } from "../spec/operation.js";
import type { Converter } from "../spec/schema.js";
import { parameterKey, type Auth } from "./auth.js";
import type { BodyPlan } from "./body.js";
import { expand } from "./expand.js";
import type { FieldWire } from "./form.js";
import { assignKeys, type Place } from "./keys.js";
import { readConstant, type Constant } from "./overrides.js";
import type { ArgumentOverride } from "../spec/override.js";

/** A value of the request, wherever it goes. */
export interface Value {
  readonly place: Place;
  /** The name on the wire. */
  readonly wire: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description?: string;
  readonly example?: Json;
  readonly parameter?: Parameter;
  readonly field?: FieldWire;
  /** The security scheme by which the server sends its own, where the call has none. */
  readonly scheme?: string;
}

/** A value of which it is known where it comes from: an argument, a constant, or nowhere because it is hidden. */
export interface DecidedValue extends Value {
  readonly override?: ArgumentOverride;
  readonly constant?: Constant;
  readonly key?: string;
  /** Whether several values have the name. */
  readonly shared: boolean;
}

/** Which parameters carry credentials, as `in:name`: those that a scheme sends, and those that have a scheme beside them. */
export type Credentials = Pick<Auth, "credentialParameters" | "undeclared">;

/** The parameters of an operation and the fields of its body, without what carries credentials. */
export function collectValues(
  operation: Operation,
  plan: BodyPlan | undefined,
  { credentialParameters, undeclared }: Credentials,
  converter: Converter,
): Value[] {
  const values: Value[] = [];
  for (const parameter of operation.parameters) {
    const { name, description, example } = parameter;
    const known = parameterKey(parameter.in, name);
    if (credentialParameters.has(known)) continue;
    const scheme = undeclared.get(known);
    values.push({
      place: parameter.in,
      wire: name,
      schema: converter.convert(
        parameter.schema,
        "request",
        `${parameter.at}/schema`,
      ),
      required:
        scheme === undefined && (parameter.required || parameter.in === "path"),
      deprecated: parameter.deprecated,
      ...(description !== undefined && { description }),
      ...(example !== undefined && { example }),
      ...(scheme !== undefined && { scheme }),
      parameter,
    });
  }
  for (const field of plan?.kind === "fields" ? plan.fields : []) {
    values.push({
      place: "body",
      wire: field.name,
      schema: field.schema,
      required: field.required,
      deprecated: field.schema["deprecated"] === true,
      field: field.wire,
    });
  }
  return values;
}

/** Decides what is an argument, by which name, and what is sent without being one. */
export function decideValues(
  values: readonly Value[],
  overrides: readonly (ArgumentOverride | undefined)[],
  converter: Converter,
): DecidedValue[] {
  const constants = values.map((value, i) =>
    constantOf(value, overrides[i], converter),
  );
  const shown = values.flatMap((_, i) =>
    constants[i] === undefined && overrides[i]?.hidden !== true ? [i] : [],
  );
  const names = assignKeys(
    shown.map((i) => ({
      place: values[i]!.place,
      wire: values[i]!.wire,
      named: overrides[i]?.name,
    })),
  );
  const keys = new Map(shown.map((i, position) => [i, names[position]!]));
  const uses = new Map<string, number>();
  for (const { wire } of values) uses.set(wire, (uses.get(wire) ?? 0) + 1);
  // Written out: spreading thousands of values costs more than all the rest of their making.
  return values.map((value, i) => ({
    place: value.place,
    wire: value.wire,
    schema: value.schema,
    required: value.required,
    deprecated: value.deprecated,
    description: value.description,
    example: value.example,
    parameter: value.parameter,
    field: value.field,
    scheme: value.scheme,
    override: overrides[i],
    constant: constants[i],
    key: keys.get(i),
    shared: uses.get(value.wire)! > 1,
  }));
}

/** What the owner fixed, or the only value that a required parameter can have. A field of the body stays: it says which kind of body it is. */
function constantOf(
  value: Value,
  override: ArgumentOverride | undefined,
  converter: Converter,
): Constant | undefined {
  const fixed = readConstant(override);
  if (fixed !== undefined || !value.required || value.place === "body") {
    return fixed;
  }
  const values = expand(value.schema, converter)["enum"];
  return Array.isArray(values) && values.length === 1
    ? { value: values[0] as Json }
    : undefined;
}
