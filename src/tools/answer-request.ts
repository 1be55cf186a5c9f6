import type { Operation } from "../spec/operation.js";
import { own, type JsonSchema } from "../json.js";
import type { Spec } from "../spec/spec.js";
import { isMediaType } from "../spec/syntax.js";
import { isJson } from "./media.js";
import { itemOf, jsonOf, shapeOf, successOf } from "./shape.js";
import type { DecidedValue } from "./values.js";

/** What is sent where the caller names no page size, and the API's own choice is unknown or large. */
const pageSize = 20;
const generousDefault = 50;

const limitNames =
  /^(?:limit|per_?page|page_?(?:size|limit|count)|page\[(?:size|limit)\]|results?_?per_?page|items_?per_?page|max_?(?:results?|items|records|entries|count)|num_?(?:results|items|records)|pagelen|\$?top|\$limit)$/i;
const vagueNames = /^(?:count|size|first|take|rows|length|number|amount)$/i;
const pagingNames =
  /^(?:page|page_?(?:number|token|no|index)|page\[(?:number|cursor|after|offset)\]|offset|start|skip|\$skip|cursor|after|before|starting_?after|ending_?before|next_?token|continuation(?:_?token)?|marker|from|since_id)$/i;

/** Of the query arguments of a list the one that bounds it, and what to send for it by itself. */
export function pageSizeOf(
  operation: Operation,
  values: readonly DecidedValue[],
  spec: Spec,
): { readonly argument: string; readonly value: number } | undefined {
  if (operation.method !== "GET") return undefined;
  const query = values.filter((value) => value.place === "query");
  const pages = query.some((value) => pagingNames.test(value.wire));
  const limit =
    query.find((value) => limitNames.test(value.wire)) ??
    (pages ? query.find((value) => vagueNames.test(value.wire)) : undefined);
  if (limit?.key === undefined || limit.required) return undefined;
  const { schema } = limit;
  const branches = Array.isArray(schema["anyOf"])
    ? (schema["anyOf"] as JsonSchema[])
    : [schema];
  const integer = branches.find(
    (branch) => branch["type"] === "integer" || branch["type"] === "number",
  );
  if (integer === undefined || integer["enum"] !== undefined) return undefined;
  const preset = schema["default"] ?? integer["default"];
  if (typeof preset === "number" && preset <= generousDefault) return undefined;
  // Many documents tell the default in words only.
  const told =
    /default(?:s| value| limit)?(?: is| to| of|:|=)* ?\(?(\d+)/i.exec(
      `${limit.description ?? ""} ${String(schema["description"] ?? "")}`,
    );
  if (told !== null && Number(told[1]) <= generousDefault) return undefined;
  const least = typeof integer["minimum"] === "number" ? integer["minimum"] : 0;
  const most =
    typeof integer["maximum"] === "number" ? integer["maximum"] : Infinity;
  const multiple = integer["multipleOf"];
  if (
    least > pageSize ||
    most < pageSize ||
    (typeof multiple === "number" && pageSize % multiple !== 0)
  )
    return undefined;
  const answer = shapeOf(jsonOf(successOf(operation))?.schema, spec);
  const isList =
    answer.type === "array" ||
    itemOf(answer, spec) !== undefined ||
    (answer.type === undefined && pages);
  return isList ? { argument: limit.key, value: pageSize } : undefined;
}

/** An answer of so many properties for each item is worth choosing from. */
const manyProperties = 15;
const selectorNames =
  /^(?:_?fields?|\$?select|_?include_?fields|exclude_?fields|properties|attributes|columns|projection|response_?fields|fl|fields?\[.*\]|.*[._]fields)$/i;

/** Whether callers should be able to choose the fields of the answer: it is large, and the API itself offers no choice. */
export function wantsFields(operation: Operation, spec: Spec): boolean {
  if (operation.method !== "GET") return false;
  if (
    operation.parameters.some((parameter) => selectorNames.test(parameter.name))
  )
    return false;
  const answer = shapeOf(jsonOf(successOf(operation))?.schema, spec);
  return (itemOf(answer, spec) ?? answer).properties.size > manyProperties;
}

/** The `Accept` header of an operation that never answers with JSON, or whose document says what may stand in it. */
export function acceptOf(operation: Operation): string | undefined {
  const said = saidAccept(operation);
  if (said !== undefined) return said;
  const success = successOf(operation);
  if (
    success === undefined ||
    success.content.length === 0 ||
    jsonOf(success) !== undefined
  )
    return undefined;
  const types = [...new Set(success.content.map((media) => media.mediaType))];
  return types.slice(0, 5).join(", ");
}

function saidAccept({ clientHeaders }: Operation): string | undefined {
  const schema = clientHeaders.find(({ name }) =>
    /^accept$/i.test(name),
  )?.schema;
  const values = own(schema, "enum");
  const said = (
    Array.isArray(values)
      ? values
      : [own(schema, "const") ?? own(schema, "default")]
  ).filter(
    (value): value is string =>
      typeof value === "string" && isMediaType(value) && value !== "*/*",
  );
  return said.find(isJson) ?? said[0];
}

export function idempotencyHeaderOf(operation: Operation): string | undefined {
  return operation.parameters.find(
    (parameter) =>
      parameter.in === "header" &&
      /idempoten(?:cy|t)|^paypal-request-id$/i.test(parameter.name),
  )?.name;
}
