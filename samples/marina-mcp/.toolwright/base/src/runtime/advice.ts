// What to try after a failure: from the status, the tool's schema and its sibling tools.
import { retryAfterMs } from "./retry.js";
import type { HttpResponse } from "./http.js";
import { isRecord } from "./json.js";
import { allowedTypes, list, resolve } from "./schema.js";
import type { AnyTool, JsonSchema } from "./tool.js";

export interface AdviceContext {
  readonly tool: AnyTool;
  readonly args: { readonly [name: string]: unknown };
  /** The tools that the model can call. */
  readonly siblings: readonly AnyTool[];
  /** The variables that hold the credentials of the tool. */
  readonly variables: readonly string[];
  readonly scopes: readonly string[];
}

/** A sentence for the model, or undefined when nothing can be said. */
export function adviceFor(
  response: HttpResponse,
  detail: string,
  context: AdviceContext,
): string | undefined {
  const { tool } = context;
  switch (response.status) {
    case 400:
    case 422:
      return argumentAdvice(detail, context);
    case 401:
      return credentialAdvice(context);
    case 403:
      return `do not repeat the call; the credentials do not allow it${context.scopes.length > 0 ? ` (it needs ${context.scopes.join(", ")})` : ""}. Whoever runs this server can change them.`;
    case 404:
    case 410:
      return notFoundAdvice(context);
    case 405:
    case 501:
      return "the API does not offer this operation here; use another tool.";
    case 409:
    case 412:
      return conflictAdvice(context);
    case 413:
      return "send less in one call.";
    case 429:
      return `wait ${waitText(response) ?? "a minute"}, then call again; fewer calls at once.`;
    case 503:
      return `the API is not available; call again in ${waitText(response) ?? "a minute"}.`;
    default:
      if (response.status < 500) return undefined;
      return tool.annotations.idempotentHint
        ? "the fault is the API's; the call can be repeated without harm, later."
        : "the fault is the API's; it may have carried the call out, so look before you repeat it.";
  }
}

function waitText(response: HttpResponse): string | undefined {
  const ms = retryAfterMs(response);
  return ms === undefined ? undefined : `${Math.ceil(ms / 1000)} s`;
}

function credentialAdvice({ variables }: AdviceContext): string {
  return variables.length > 0
    ? `the credentials are wrong or expired: whoever runs this server must check ${variables.join(" and ")}. Do not ask for them in a chat.`
    : "the API wants credentials that its document does not describe; whoever runs this server can add them in src/hooks.ts.";
}

function notFoundAdvice(context: AdviceContext): string | undefined {
  const names = pathArguments(context.tool);
  const finder = collectionTool(context);
  const check =
    names.length > 0
      ? `check ${names.map((name) => `${name}=${short(context.args[name])}`).join(", ")}`
      : undefined;
  const find =
    finder === undefined ? undefined : `${finder} finds what there is`;
  const parts = [check, find].filter((part) => part !== undefined);
  return parts.length > 0 ? `${parts.join("; ")}.` : undefined;
}

function conflictAdvice(context: AdviceContext): string {
  const { tool, siblings } = context;
  const reader = siblings.find(
    (other) =>
      other !== tool &&
      other.request.method === "GET" &&
      other.request.path === tool.request.path,
  );
  return reader === undefined
    ? "read the current state first, then decide again."
    : `read the current state with ${reader.name} first, then decide again.`;
}

/** The tool that lists what a path with an id at its end is one of: `/pets` for `/pets/{petId}/tags`. */
function collectionTool({ tool, siblings }: AdviceContext): string | undefined {
  let path = tool.request.path;
  while (path.includes("{")) {
    path = path.slice(0, path.lastIndexOf("{")).replace(/\/[^/]*$/, "");
    const found = siblings.find(
      (other) =>
        other !== tool &&
        other.request.method === "GET" &&
        other.request.path.replace(/\/$/, "") === path,
    );
    if (found) return found.name;
  }
  return undefined;
}

function pathArguments({ request }: AnyTool): string[] {
  return (request.parameters ?? []).flatMap(({ argument, in: place }) =>
    argument !== undefined && place === "path" ? [argument] : [],
  );
}

/** Names the arguments that the API complains of, with what the schema says of them; else those that are required. */
function argumentAdvice(
  detail: string,
  { tool, args }: AdviceContext,
): string | undefined {
  const properties = tool.input["properties"];
  if (!isRecord(properties)) return undefined;
  const wireNames = new Map<string, string>();
  for (const { argument, name } of [
    ...(tool.request.parameters ?? []),
    ...(tool.request.body?.fields ?? []),
  ]) {
    if (argument !== undefined) wireNames.set(argument, name);
  }
  const words = new Set(detail.split(/[^\w$@-]+/));
  const named = Object.keys(properties).filter(
    (argument) =>
      words.has(argument) ||
      words.has(wireNames.get(argument) ?? argument) ||
      detail.includes(`${wireNames.get(argument) ?? argument}[`),
  );
  if (named.length > 0) {
    const parts = named
      .slice(0, 4)
      .map(
        (name) => `${name} is ${describeSchema(properties[name], tool.input)}`,
      );
    return `correct what the API names: ${parts.join("; ")}.`;
  }
  const optional = Object.keys(properties).filter((name) => !(name in args));
  return optional.length > 0
    ? `correct the arguments; not given were ${optional.slice(0, 8).join(", ")}.`
    : "correct the arguments as the API says.";
}

function describeSchema(schema: unknown, root: JsonSchema): string {
  const found = resolve(schema, root);
  const values = list(found["enum"]);
  if (values.length > 0) {
    return `one of ${values.slice(0, 8).map(short).join(", ")}`;
  }
  if (found["type"] === "array" && isRecord(found["items"])) {
    return `array of ${describeSchema(found["items"], root)}`;
  }
  const types = [...(allowedTypes(found, root) ?? ["any value"])];
  const format = typeof found["format"] === "string" ? found["format"] : "";
  const example = list(found["examples"])[0] ?? found["default"];
  return [
    types.join(" or "),
    format && `(${format})`,
    example !== undefined && `such as ${short(example)}`,
  ]
    .filter(Boolean)
    .join(" ");
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
