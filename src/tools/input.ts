import { diagnostic, type Diagnostic } from "../diagnostics.js";
import { isObject, type JsonSchema, type ObjectSchema } from "../json.js";
import type { ArgumentOverride, ToolOverride } from "../spec/override.js";
import type { Operation } from "../spec/operation.js";
import type { Converter } from "../spec/schema.js";
import {
  acceptOf,
  idempotencyHeaderOf,
  pageSizeOf,
  wantsFields,
} from "./answer-request.js";
import { describeArgument, exampleOf, finishTexts } from "./argument-text.js";
import { planBody, type BodyPlan } from "./body.js";
import { bodyText } from "./body-text.js";
import { shorten } from "./budget.js";
import { bundle } from "./bundle.js";
import { expand } from "./expand.js";
import { fixedValues, type FixedValue } from "./fixed.js";
import { numericEnumsInWords } from "./gemini.js";
import { firstFree } from "./keys.js";
import { findOverrides } from "./overrides.js";
import { requestBody, requestFields, requestParameters } from "./request.js";
import type { RequestDescription } from "./tool.js";
import {
  collectValues,
  decideValues,
  type Credentials,
  type DecidedValue,
} from "./values.js";

export interface InputOptions {
  readonly override: ToolOverride;
  readonly credentials: Credentials;
  readonly clients?: readonly string[];
}

export interface Input {
  /** The full schema, which the server checks. */
  readonly input: ObjectSchema;
  /** The shortened schema that clients see; absent where the full one is within the budget. */
  readonly listed?: ObjectSchema;
  /** All but the servers and the security. */
  readonly request: RequestDescription;
  readonly fixed: readonly FixedValue[];
  readonly diagnostics: readonly Diagnostic[];
}

type Properties = Record<string, JsonSchema>;

/** Makes the input schema of a tool, and what turns its arguments into a request. */
export function buildInput(
  operation: Operation,
  converter: Converter,
  options: InputOptions,
): Input {
  const { override } = options;
  const { plan, diagnostics: planned } = planBody(
    operation,
    converter,
    override.mediaType,
  );
  const collected = collectValues(
    operation,
    plan,
    options.credentials,
    converter,
  );
  const overrides = findOverrides(
    collected,
    plan?.kind === "whole" ? plan : undefined,
    override.arguments ?? {},
    operation,
  );
  const values = decideValues(collected, overrides.values, converter);

  const properties: Properties = Object.create(null);
  const required = addArguments(
    values,
    plan?.kind === "fields" ? plan.note : undefined,
    properties,
    converter,
  );
  const bodyArgument =
    plan?.kind === "whole"
      ? addBody(plan, overrides.body, properties, converter)
      : undefined;
  if (bodyArgument !== undefined && plan?.required === true) {
    required.push(bodyArgument);
  }
  const fieldsArgument = wantsFields(operation, converter.spec)
    ? addFields(properties)
    : undefined;

  const root: ObjectSchema = {
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
  const bundled = bundle(root, "request", converter);
  const input = finishRoot(bundled.schema, properties, options.clients ?? []);
  const listed = shorten(input);
  return {
    input,
    ...(listed !== undefined && { listed }),
    request: describeRequest(
      operation,
      plan,
      values,
      bodyArgument,
      fieldsArgument,
      converter,
    ),
    fixed: fixedValues(operation, values, converter),
    diagnostics: [
      ...planned,
      ...overrides.diagnostics,
      ...(bundled.cut
        ? [
            diagnostic(
              "schema-too-large",
              `${operation.key} takes more than a model can read`,
              { at: operation.at },
            ),
          ]
        : []),
      ...converter.takeDiagnostics(),
    ],
  };
}

const examplesPerTool = 3;
const serverSendsIt = "Leave it out: the server sends its own.";

/**
 * Adds the arguments, described; gives back the names of the required ones.
 *
 * @param note what the first field that it names has to tell of several
 */
function addArguments(
  values: readonly DecidedValue[],
  note: string | undefined,
  properties: Properties,
  converter: Converter,
): string[] {
  const required: string[] = [];
  let examples = 0;
  const teller = values.find(
    ({ place, wire }) => place === "body" && note?.includes(wire),
  );
  for (const value of values) {
    const { key } = value;
    if (key === undefined) continue;
    const whole = expand(value.schema, converter);
    const example =
      examples < examplesPerTool ? exampleOf(whole, value.example) : undefined;
    if (example !== undefined) examples += 1;
    const text =
      value.override?.description ??
      describeArgument({
        texts: [value.description, textOf(whole)],
        schema: whole,
        key,
        wire: value.wire,
        place: value.place,
        shared: value.shared,
        deprecated: value.deprecated,
        ...(value === teller && { note }),
        ...(value.scheme !== undefined && { note: serverSendsIt }),
        ...(example !== undefined && { example }),
      });
    properties[key] = told(value.schema, text);
    if (value.required) required.push(key);
  }
  return required;
}

/** Adds the argument that is the whole body, unless the owner hides it; gives back its name. */
function addBody(
  plan: BodyPlan & { kind: "whole" },
  override: ArgumentOverride | undefined,
  properties: Properties,
  converter: Converter,
): string | undefined {
  if (override?.hidden === true) return undefined;
  const key = firstFree(
    override?.name === undefined ? ["body", "request_body"] : [override.name],
    new Set(Object.keys(properties)),
  );
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
  properties[key] = told(
    plan.schema,
    text ?? bodyText(plan.schema, plan.contentType),
  );
  return key;
}

/** Adds the argument by which the caller chooses from a large answer; gives back its name. */
function addFields(properties: Properties): string {
  const key = firstFree(
    ["fields", "answer_fields"],
    new Set(Object.keys(properties)),
  );
  properties[key] = {
    type: "array",
    description: "Answer fields to keep.",
    items: { type: "string" },
  };
  return key;
}

function textOf(schema: JsonSchema): string | undefined {
  const { description } = schema;
  return typeof description === "string" ? description : undefined;
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

/** Texts below the arguments shortened; the arguments keep theirs. */
function finishRoot(
  root: ObjectSchema,
  written: Properties,
  clients: readonly string[],
): ObjectSchema {
  const memo = new WeakMap<object, JsonSchema>();
  const properties: Properties = Object.create(null);
  for (const [key, property] of Object.entries(root.properties)) {
    properties[key] = told(finishTexts(property, memo), textOf(written[key]!));
  }
  const definitions = root["$defs"];
  let finished: ObjectSchema = { ...root, properties };
  if (isObject(definitions)) {
    const texts: Properties = Object.create(null);
    for (const [name, schema] of Object.entries(definitions)) {
      texts[name] = finishTexts(schema as JsonSchema, memo);
    }
    finished = { ...finished, $defs: texts };
  }
  return clients.includes("gemini")
    ? (numericEnumsInWords(finished) as ObjectSchema)
    : finished;
}

function describeRequest(
  operation: Operation,
  plan: BodyPlan | undefined,
  values: readonly DecidedValue[],
  bodyArgument: string | undefined,
  fieldsArgument: string | undefined,
  converter: Converter,
): RequestDescription {
  const parameters = requestParameters(values);
  const body = plan && requestBody(plan, bodyArgument, requestFields(values));
  const accept = acceptOf(operation);
  const page = pageSizeOf(operation, values, converter.spec);
  const idempotencyHeader = idempotencyHeaderOf(operation);
  return {
    method: operation.method,
    path: operation.path,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { body }),
    ...(accept !== undefined && { accept }),
    ...(fieldsArgument !== undefined && { fieldsArgument }),
    ...(page !== undefined && { pageSize: page }),
    ...(idempotencyHeader !== undefined && { idempotencyHeader }),
  };
}
