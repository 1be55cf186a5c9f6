import { diagnostic, type Diagnostic } from "../diagnostics.js";
import {
  isObject,
  type Json,
  type JsonSchema,
  type ObjectSchema,
} from "../json.js";
import type { Operation, Parameter } from "../spec/operation.js";
import type { Converter } from "../spec/schema.js";
import {
  acceptOf,
  idempotencyHeaderOf,
  pageSizeOf,
  wantsFields,
} from "./answer-request.js";
import { describeArgument, exampleOf, finishTexts } from "./argument-text.js";
import { planBody, type BodyPlan, type FieldWire } from "./body.js";
import { shorten } from "./budget.js";
import { bundle } from "./bundle.js";
import { numericEnumsInWords } from "./gemini.js";
import { assignKeys, firstFree, type Place } from "./keys.js";
import { findOverrides, readConstant, type Constant } from "./overrides.js";
import { requestBody, requestField, requestParameter } from "./request.js";
import type {
  ArgumentOverride,
  RequestDescription,
  ToolOverride,
} from "./tool.js";

export interface InputOptions {
  readonly override: ToolOverride;
  readonly apiEnvPrefix: string;
  /** `in:name` of the parameters that carry credentials, header names in lower case. */
  readonly credentialParameters: ReadonlySet<string>;
  readonly clients?: readonly string[];
}

export interface Input {
  /** The full schema, which the server checks. */
  readonly input: ObjectSchema;
  /** The shortened schema that clients see; absent where the full one is within the budget. */
  readonly listed?: ObjectSchema;
  /** All but the servers and the security. */
  readonly request: RequestDescription;
  readonly diagnostics: readonly Diagnostic[];
}

/** A value of the request, wherever it goes. */
interface Value {
  readonly place: Place;
  readonly wire: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly texts: readonly (string | undefined)[];
  readonly example?: Json;
  readonly parameter?: Parameter;
  readonly field?: FieldWire;
}

const examplesPerTool = 3;

/** Makes the input schema of a tool, and what turns its arguments into a request. */
export function buildInput(
  operation: Operation,
  converter: Converter,
  options: InputOptions,
): Input {
  const diagnostics: Diagnostic[] = [];
  const { override } = options;
  const schemas = new Map<Parameter, JsonSchema>();
  const values: Value[] = [];
  for (const parameter of operation.parameters) {
    const name =
      parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name;
    if (options.credentialParameters.has(`${parameter.in}:${name}`)) continue;
    const schema = converter.convert(
      parameter.schema,
      "request",
      `${parameter.at}/schema`,
    );
    schemas.set(parameter, schema);
    values.push(parameterValue(parameter, schema));
  }
  const planned = planBody(operation, converter, override.mediaType);
  diagnostics.push(...planned.diagnostics);
  const { plan } = planned;
  if (plan?.kind === "fields") values.push(...fieldValues(plan));

  const overrides = findOverrides(
    values,
    plan?.kind === "whole" ? plan : undefined,
    override.arguments ?? {},
    operation,
  );
  diagnostics.push(...overrides.diagnostics);
  const constants = values.map((value, i) =>
    constantOf(value, overrides.values[i], converter),
  );
  const shown = values.flatMap((_, i) =>
    constants[i] === undefined && overrides.values[i]?.hidden !== true
      ? [i]
      : [],
  );
  const names = assignKeys(
    shown.map((i) => ({
      place: values[i]!.place,
      wire: values[i]!.wire,
      named: overrides.values[i]?.name,
    })),
  );
  const keys = new Map(shown.map((i, position) => [i, names[position]!]));

  const properties: Record<string, JsonSchema> = Object.create(null);
  const required: string[] = [];
  let examples = 0;
  for (const i of shown) {
    const value = values[i]!;
    const key = keys.get(i)!;
    const whole = expand(value.schema, converter);
    const example =
      examples < examplesPerTool ? exampleOf(whole, value.example) : undefined;
    if (example !== undefined) examples += 1;
    const text =
      overrides.values[i]?.description ??
      describeArgument({
        texts:
          value.texts.length > 0
            ? [...value.texts, textOf(whole)]
            : [textOf(whole)],
        schema: whole,
        key,
        wire: value.wire,
        place: value.place,
        shared: values.some(
          (other) => other !== value && other.wire === value.wire,
        ),
        deprecated: value.deprecated,
        ...(example !== undefined && { example }),
      });
    properties[key] = told(value.schema, text);
    if (value.required) required.push(key);
  }

  const taken = new Set(Object.keys(properties));
  let bodyKey: string | undefined;
  if (plan?.kind === "whole" && overrides.body?.hidden !== true) {
    bodyKey = firstFree(
      overrides.body?.name === undefined
        ? ["body", "request_body"]
        : [overrides.body.name],
      taken,
    );
    taken.add(bodyKey);
    properties[bodyKey] = told(
      plan.schema,
      wholeText(plan, overrides.body, converter),
    );
    if (plan.required) required.push(bodyKey);
  }
  let fieldsArgument: string | undefined;
  if (wantsFields(operation, converter.spec)) {
    fieldsArgument = firstFree(["fields", "answer_fields"], taken);
    properties[fieldsArgument] = {
      type: "array",
      description: "Fields of the answer to keep.",
      items: { type: "string" },
    };
  }

  const bundled = bundle(rootOf(properties, required), "request", converter);
  if (bundled.cut)
    diagnostics.push(
      diagnostic(
        "schema-too-large",
        `${operation.key} takes more than a model can read`,
        { at: operation.at },
      ),
    );
  const input = finishRoot(bundled.schema, properties, options.clients ?? []);
  const listed = shorten(input);
  diagnostics.push(...converter.takeDiagnostics());

  const parameters = values.flatMap((value, i) =>
    value.parameter === undefined
      ? []
      : requestParameter(value.parameter, constants[i], keys.get(i)),
  );
  const body =
    plan === undefined
      ? undefined
      : requestBody(
          plan,
          bodyKey,
          values.flatMap((value, i) =>
            value.field === undefined
              ? []
              : requestField(value, constants[i], keys.get(i)),
          ),
        );
  const page = pageSizeOf(operation, schemas, converter.spec);
  const pageArgument =
    page &&
    keys.get(values.findIndex((value) => value.parameter === page.parameter));
  const accept = acceptOf(operation);
  const idempotencyHeader = idempotencyHeaderOf(operation);
  return {
    input,
    ...(listed !== undefined && { listed }),
    request: {
      method: operation.method,
      path: operation.path,
      ...(parameters.length > 0 && { parameters }),
      ...(body !== undefined && { body }),
      ...(accept !== undefined && { accept }),
      ...(fieldsArgument !== undefined && { fieldsArgument }),
      ...(page !== undefined &&
        pageArgument !== undefined && {
          pageSize: { argument: pageArgument, value: page.value },
        }),
      ...(idempotencyHeader !== undefined && { idempotencyHeader }),
    },
    diagnostics,
  };
}

function parameterValue(parameter: Parameter, schema: JsonSchema): Value {
  return {
    place: parameter.in,
    wire: parameter.name,
    schema,
    required: parameter.required || parameter.in === "path",
    deprecated: parameter.deprecated,
    texts: [parameter.description],
    ...(parameter.example !== undefined && { example: parameter.example }),
    parameter,
  };
}

function fieldValues(plan: BodyPlan & { kind: "fields" }): Value[] {
  return plan.fields.map((field) => ({
    place: "body",
    wire: field.name,
    schema: field.schema,
    required: field.required,
    deprecated: field.schema["deprecated"] === true,
    texts: [],
    field: field.wire,
  }));
}

/** What the owner fixed, or the only value that a required argument can have. */
function constantOf(
  value: Value,
  override: ArgumentOverride | undefined,
  converter: Converter,
): Constant | undefined {
  const fixed = readConstant(override);
  if (fixed !== undefined || !value.required) return fixed;
  const values = expand(value.schema, converter)["enum"];
  return Array.isArray(values) && values.length === 1
    ? { value: values[0] as Json }
    : undefined;
}

function expand(schema: JsonSchema, converter: Converter): JsonSchema {
  const ref = schema["$ref"];
  if (typeof ref !== "string") return schema;
  const { $ref: _, ...besides } = schema;
  return { ...converter.definition(ref, "request"), ...besides };
}

function textOf(schema: JsonSchema): string | undefined {
  return typeof schema["description"] === "string"
    ? schema["description"]
    : undefined;
}

/** The schema with the argument's description in place of its own; `type` first, as people write it. */
function told(schema: JsonSchema, text: string | undefined): JsonSchema {
  const { type, $ref: ref, description: _, ...rest } = schema;
  return {
    ...(type !== undefined && { type }),
    ...(ref !== undefined && { $ref: ref }),
    ...(text !== undefined && { description: text }),
    ...rest,
  };
}

function wholeText(
  plan: BodyPlan & { kind: "whole" },
  override: ArgumentOverride | undefined,
  converter: Converter,
): string {
  const text =
    override?.description ??
    describeArgument({
      texts: [plan.description, textOf(expand(plan.schema, converter))],
      schema: {},
      key: "body",
      wire: "body",
      place: "body",
      shared: false,
      deprecated: false,
    });
  return text ?? "The request body.";
}

function rootOf(
  properties: Record<string, JsonSchema>,
  required: readonly string[],
): ObjectSchema {
  return {
    type: "object",
    properties,
    ...(required.length > 0 && { required: [...required] }),
    additionalProperties: false,
  };
}

/** Texts below the arguments shortened; the arguments keep theirs. */
function finishRoot(
  root: ObjectSchema,
  written: { readonly [key: string]: JsonSchema },
  clients: readonly string[],
): ObjectSchema {
  const memo = new WeakMap<object, JsonSchema>();
  const properties: Record<string, JsonSchema> = Object.create(null);
  for (const [key, property] of Object.entries(root.properties)) {
    const text = written[key]?.["description"];
    properties[key] = told(
      finishTexts(property, memo),
      typeof text === "string" ? text : undefined,
    );
  }
  const definitions = root["$defs"];
  let finished: ObjectSchema = { ...root, properties };
  if (isObject(definitions)) {
    const texts: Record<string, JsonSchema> = Object.create(null);
    for (const [name, schema] of Object.entries(definitions))
      texts[name] = finishTexts(schema as JsonSchema, memo);
    finished = { ...finished, $defs: texts };
  }
  return clients.includes("gemini")
    ? (numericEnumsInWords(finished) as ObjectSchema)
    : finished;
}
