import type { Diagnostic } from "../diagnostics.js";
import { isObject, own, type Json, type JsonObject } from "../json.js";
import { readBody, readContent } from "./content.js";
import { uniqueKeys } from "./keys.js";
import type { Body, Operation, Parameter } from "./operation.js";
import { isClientHeader, readParameter } from "./parameters.js";
import {
  extensionsOf,
  isTrue,
  listParameters,
  mergeParameters,
  type RawParameter,
} from "./raw-parameters.js";
import {
  listCallbacks,
  listWebhooks,
  type NotCallable,
} from "./not-callable.js";
import {
  listRawOperations,
  type Dropped,
  type RawOperation,
} from "./path-items.js";
import { below } from "./pointer.js";
import { dereference } from "./references.js";
import { collector, kind, type Report } from "./report.js";
import { readRequirements } from "./security.js";
import { readResponses } from "./responses.js";
import { readServers } from "./servers.js";
import type { Spec } from "./spec.js";
import {
  readSwagger2Body,
  readSwagger2Parameter,
  swagger2Content,
} from "./swagger2.js";
import { templateVariables } from "./syntax.js";
import { matchTemplate } from "./template.js";
import { inheritXMcp } from "./x-mcp.js";

export interface OperationList {
  /** In document order, each with a key of its own. */
  readonly operations: readonly Operation[];
  readonly notCallable: readonly NotCallable[];
  /** What is described as an operation and cannot be called. */
  readonly dropped: readonly Dropped[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Every operation of a document, whatever its version, read leniently: what is broken is left out at the smallest level
 * and reported, and nothing that a document holds makes this throw.
 */
export function listOperations(spec: Spec): OperationList {
  const { diagnostics, report } = collector();
  const { operations: raws, dropped } = listRawOperations(spec, report);
  const keys = uniqueKeys(raws);
  const moreDropped: Dropped[] = [];
  const notCallable: NotCallable[] = listWebhooks(spec);
  const pathParameters = new Map<JsonObject, RawParameter[]>();
  const memo: Memo = { parameters: new Map(), responses: new Map() };
  const operations = raws.flatMap((raw, index) => {
    let shared = pathParameters.get(raw.pathItem);
    if (shared === undefined) {
      shared = listParameters(
        spec,
        own(raw.pathItem, "parameters"),
        below(raw.pathAt, "parameters"),
        report,
      );
      pathParameters.set(raw.pathItem, shared);
    }
    notCallable.push(...listCallbacks(spec, raw));
    const operation = readOperation(
      spec,
      raw,
      keys[index]!,
      shared,
      memo,
      report,
    );
    if (typeof operation !== "string") return operation;
    moreDropped.push({ key: keys[index]!, at: raw.at, reason: operation });
    report(
      "operation-dropped",
      `${keys[index]} was left out: ${operation}`,
      raw.at,
    );
    return [];
  });
  return {
    operations,
    notCallable,
    dropped: [...dropped, ...moreDropped],
    diagnostics,
  };
}

/** Parts that operations share by reference, read once: most of a large document's. */
interface Memo {
  readonly parameters: Map<JsonObject, Parameter | undefined>;
  readonly responses: Map<JsonObject, Operation["responses"][number]>;
}

/** @returns the operation, or the reason why it cannot be called. */
function readOperation(
  spec: Spec,
  item: RawOperation,
  key: string,
  shared: readonly RawParameter[],
  memo: Memo,
  report: Report,
): Operation | string {
  const { raw, at, pathItem, pathAt, method } = item;
  const declared = mergeParameters(
    shared,
    listParameters(
      spec,
      own(raw, "parameters"),
      below(at, "parameters"),
      report,
    ),
  );
  const read = spec.version === "2.0" ? readSwagger2 : readOpenApi3;
  const variables = new Set(templateVariables(item.path));
  const { parameters, body, responses } = read(
    spec,
    item,
    declared,
    variables,
    memo,
    report,
  );
  if (body === "unusable")
    return "its required request body has no media type that it could be sent as";
  const template = matchTemplate(item.path, parameters, at, report);
  const servers =
    readServers(
      own(raw, "servers"),
      spec.source,
      below(at, "servers"),
      report,
    ) ??
    readServers(
      own(pathItem, "servers"),
      spec.source,
      below(pathAt, "servers"),
      report,
    );
  const security = readRequirements(
    own(raw, "security"),
    below(at, "security"),
    report,
  );
  const text = (field: string) => {
    // Some documents keep texts in other files, by reference.
    const value = dereference(spec, own(raw, field), at)?.value;
    return typeof value === "string" && value !== "" ? { [field]: value } : {};
  };
  return {
    key,
    method,
    path: template.path,
    ...text("operationId"),
    ...text("summary"),
    ...text("description"),
    tags: readTags(own(raw, "tags"), below(at, "tags"), report),
    deprecated: isTrue(own(raw, "deprecated")),
    parameters: template.parameters.filter((one) => !isClientHeader(one)),
    clientHeaders: template.parameters.filter(isClientHeader),
    ...(body && { body }),
    responses,
    ...(servers && { servers }),
    ...(security && { security }),
    extensions: inheritXMcp(
      spec.extensions,
      extensionsOf(pathItem),
      extensionsOf(raw),
    ),
    at,
  };
}

interface Parts {
  readonly parameters: readonly Parameter[];
  readonly body: Body | "unusable" | undefined;
  readonly responses: Operation["responses"];
}

function readOpenApi3(
  spec: Spec,
  { raw, at }: RawOperation,
  declared: readonly RawParameter[],
  variables: ReadonlySet<string>,
  memo: Memo,
  report: Report,
): Parts {
  return {
    parameters: readAll(declared, variables, memo, (parameter, inPath) =>
      readParameter(spec, parameter, inPath, report),
    ),
    body: readBody(
      spec,
      own(raw, "requestBody"),
      below(at, "requestBody"),
      report,
    ),
    responses: readResponses(
      spec,
      own(raw, "responses"),
      below(at, "responses"),
      (response, here) =>
        readContent(
          spec,
          own(response, "content"),
          below(here, "content"),
          report,
        ),
      memo.responses,
      report,
    ),
  };
}

function readSwagger2(
  spec: Spec,
  { raw, at }: RawOperation,
  declared: readonly RawParameter[],
  variables: ReadonlySet<string>,
  memo: Memo,
  report: Report,
): Parts {
  const inBody = ({ in: where }: RawParameter) =>
    where === "body" || where === "formData";
  return {
    parameters: readAll(
      declared.filter((parameter) => !inBody(parameter)),
      variables,
      memo,
      (parameter, inPath) =>
        readSwagger2Parameter(spec, parameter, inPath, report),
    ),
    body: readSwagger2Body(spec, declared.filter(inBody), raw, at, report),
    responses: readResponses(
      spec,
      own(raw, "responses"),
      below(at, "responses"),
      swagger2Content(spec, raw, report, at),
      // What a response of Swagger 2.0 holds depends on the operation's media types too.
      new Map(),
      report,
    ),
  };
}

function readAll(
  declared: readonly RawParameter[],
  variables: ReadonlySet<string>,
  memo: Memo,
  read: (parameter: RawParameter, inPath: boolean) => Parameter | undefined,
): Parameter[] {
  return declared.flatMap((parameter) => {
    const { raw, name } = parameter;
    const known = memo.parameters.get(raw);
    if (known?.name === name) return known;
    const value = read(parameter, variables.has(name));
    memo.parameters.set(raw, value);
    return value ?? [];
  });
}

function readTags(
  value: Json | undefined,
  at: string,
  report: Report,
): string[] {
  if (value === undefined || value === null) return [];
  const list: readonly Json[] = Array.isArray(value)
    ? (value as readonly Json[])
    : [value];
  return list.flatMap((tag) => {
    const name = isObject(tag) ? own(tag, "name") : tag;
    if (typeof name === "string") return name === "" ? [] : [name];
    report("part-ignored", `A tag is ${kind(tag)}, not a text`, at);
    return [];
  });
}
