// Turns checked arguments into the HTTP request that a tool's RequestDescription describes.
import { encodeBody, type BodyValue, type FieldValue } from "./body.js";
import { encode, encodeForm } from "./encode.js";
import { ToolError } from "./errors.js";
import type { UploadRules } from "./files.js";
import { checkHeader, isReserved, type Headers } from "./headers.js";
import { withIntegers } from "./int64.js";
import { isRecord, stringify } from "./json.js";
import { essence, isJson } from "./media-types.js";
import { memberSchema } from "./schema.js";
import {
  cookiePairs,
  headerValue,
  pathValue,
  queryPairs,
  text,
  type Rule,
} from "./serialise.js";
import type { Env } from "./servers.js";
import type {
  JsonSchema,
  ParameterLocation,
  RequestBody,
  RequestDescription,
  RequestParameter,
  Style,
  ValueSource,
} from "./tool.js";
import { checkPathText, fillPath, joinUrl } from "./url.js";

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  /** By name in lower case. */
  readonly headers: Headers;
  readonly body?: string | Buffer | undefined;
  /** Sends no Accept-Encoding but the one in the headers. */
  readonly ownEncoding?: boolean;
}

/** Checked arguments by name. */
export type Arguments = { readonly [name: string]: unknown };

export interface RequestContext {
  readonly base: URL;
  readonly env: Env;
  readonly uploads: UploadRules;
}

const defaultAccept = "application/json, text/plain;q=0.9, */*;q=0.8";

/**
 * Builds the request, without credentials.
 *
 * @param schema the tool's input schema
 * @throws ToolError when an argument cannot be sent as the description says
 */
export async function buildRequest(
  description: RequestDescription,
  schema: JsonSchema,
  input: Arguments,
  context: RequestContext,
): Promise<HttpRequest> {
  const args = withPageSize(description, input);
  const headers: Headers = { accept: description.accept ?? defaultAccept };
  const paths = new Map<string, string>();
  const query: string[] = [];
  const cookies: string[] = [];
  for (const parameter of description.parameters ?? []) {
    const value = valueOf(parameter, args, context.env);
    if (value === undefined) continue;
    const label = parameter.argument ?? parameter.name;
    switch (parameter.in) {
      case "path": {
        const filled = pathText(parameter, label, value);
        if (filled !== undefined) paths.set(parameter.name, filled);
        break;
      }
      case "query":
        query.push(...queryText(parameter, value));
        break;
      case "querystring":
        query.push(wholeQuery(parameter, value));
        break;
      case "header": {
        if (isReserved(parameter.name)) break;
        const line = headerText(parameter, value);
        if (line !== undefined) {
          headers[parameter.name.toLowerCase()] = checkHeader(label, line);
        }
        break;
      }
      case "cookie":
        cookies.push(...cookieText(parameter, label, value));
        break;
    }
  }
  if (cookies.length > 0) headers["cookie"] = cookies.join("; ");
  const url = joinUrl(
    context.base,
    fillPath(description.path, (name) => paths.get(name)),
    query,
  );
  const { method } = description;
  const given = bodyValue(description.body, schema, args, context.env);
  if (description.body === undefined || given === undefined) {
    return { method, url, headers };
  }
  const encoded = await encodeBody(description.body, given, context.uploads);
  headers["content-type"] = encoded.contentType;
  return { method, url, headers, body: encoded.body };
}

function withPageSize(
  { pageSize }: RequestDescription,
  input: Arguments,
): Arguments {
  return pageSize === undefined || Object.hasOwn(input, pageSize.argument)
    ? input
    : { ...input, [pageSize.argument]: pageSize.value };
}

/** @throws ToolError when the variable that holds a constant is not set */
function valueOf(source: ValueSource, args: Arguments, env: Env): unknown {
  if (source.argument !== undefined) {
    return Object.hasOwn(args, source.argument)
      ? args[source.argument]
      : undefined;
  }
  if (source.env === undefined) return source.value;
  const value = env[source.env];
  if (value) return value;
  throw new ToolError(
    `This call needs ${source.env}, which is not set. Whoever runs this server must set it; it is no argument.`,
  );
}

const defaultStyles: { readonly [place in ParameterLocation]: Style } = {
  path: "simple",
  header: "simple",
  query: "form",
  cookie: "form",
  querystring: "form",
};

function ruleOf(parameter: RequestParameter): Rule {
  const style = parameter.style ?? defaultStyles[parameter.in];
  return {
    name: parameter.name,
    style,
    explode:
      parameter.explode ??
      (style === "form" || style === "cookie" || style === "deepObject"),
    ...(parameter.allowReserved === true && { allowReserved: true }),
    ...(parameter.itemsStyle !== undefined && {
      itemsStyle: parameter.itemsStyle,
    }),
  };
}

/** The text of a parameter that has a media type in place of a style. */
function contentText(contentType: string, value: unknown): string {
  return isJson(contentType) ? stringify(value) : text(value);
}

function pathText(
  parameter: RequestParameter,
  label: string,
  value: unknown,
): string | undefined {
  for (const item of Array.isArray(value) ? value : [value]) {
    if (typeof item === "string") checkPathText(label, item);
    else if (isRecord(item)) {
      for (const [key, member] of Object.entries(item)) {
        checkPathText(label, key);
        checkPathText(label, text(member));
      }
    }
  }
  return parameter.contentType === undefined
    ? pathValue(ruleOf(parameter), value)
    : encode(contentText(parameter.contentType, value));
}

function queryText(parameter: RequestParameter, value: unknown): string[] {
  if (parameter.contentType !== undefined) {
    const content = contentText(parameter.contentType, value);
    return [`${encode(parameter.name)}=${encode(content)}`];
  }
  return queryPairs(ruleOf(parameter), value).map((pair) => pair.join("="));
}

/** https://spec.openapis.org/oas/v3.2.0.html#parameter-locations: the value is the whole query. */
function wholeQuery(parameter: RequestParameter, value: unknown): string {
  const type = essence(
    parameter.contentType ?? "application/x-www-form-urlencoded",
  );
  if (type === "application/x-www-form-urlencoded" && isRecord(value)) {
    return Object.entries(value)
      .flatMap(([name, member]) =>
        (Array.isArray(member) ? member : [member])
          .filter((item) => item !== null && item !== undefined)
          .map((item) => `${encodeForm(name)}=${encodeForm(text(item))}`),
      )
      .join("&");
  }
  return encode(contentText(type, value));
}

function headerText(
  parameter: RequestParameter,
  value: unknown,
): string | undefined {
  const { contentType } = parameter;
  if (contentType === undefined) return headerValue(ruleOf(parameter), value);
  const content = contentText(contentType, value);
  // JSON has an escape for what a header cannot hold.
  return isJson(contentType)
    ? content.replace(
        /[\u0080-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      )
    : content;
}

function cookieText(
  parameter: RequestParameter,
  label: string,
  value: unknown,
): string[] {
  const { contentType, name } = parameter;
  if (contentType !== undefined) {
    return [`${encode(name)}=${encode(contentText(contentType, value))}`];
  }
  return cookiePairs(ruleOf(parameter), value).map((pair) => {
    const cookie = checkHeader(label, pair.join("="));
    if (cookie.includes(";")) {
      throw new ToolError(
        `${label} must not contain ";": it is sent as a cookie.`,
      );
    }
    return cookie;
  });
}

/** What the arguments give for the body; undefined when there is none to send. */
function bodyValue(
  body: RequestBody | undefined,
  schema: JsonSchema,
  args: Arguments,
  env: Env,
): BodyValue | undefined {
  if (body === undefined) return undefined;
  const withNumbers = (argument: string | undefined, value: unknown) =>
    argument === undefined ||
    !isJson(body.contentType.replace("*/*", "application/json"))
      ? value
      : withIntegers(value, memberSchema(schema, argument, schema), schema);
  if (body.argument !== undefined) {
    if (!Object.hasOwn(args, body.argument)) return undefined;
    const value = withNumbers(body.argument, args[body.argument]);
    return value === undefined ? undefined : { label: body.argument, value };
  }
  const fields: FieldValue[] = [];
  let given = false;
  for (const field of body.fields ?? []) {
    const value = withNumbers(field.argument, valueOf(field, args, env));
    if (value === undefined) continue;
    given ||= field.argument !== undefined;
    fields.push({
      field,
      value,
      label: field.argument ?? field.name,
      ...(field.headers && { headers: partHeaders(field.headers, args, env) }),
    });
  }
  // Constants alone are no reason to send a body that may be left out.
  return given || body.required !== false ? { fields } : undefined;
}

function partHeaders(
  sources: readonly (ValueSource & { readonly name: string })[],
  args: Arguments,
  env: Env,
): { readonly [name: string]: string } {
  return Object.fromEntries(
    sources.flatMap((source) => {
      const value = valueOf(source, args, env);
      return value === undefined
        ? []
        : [[source.name, checkHeader(source.name, text(value))]];
    }),
  );
}
