import { isObject, own, type Json, type JsonObject } from "../json.js";
import { below } from "./pointer.js";
import { dereference } from "./references.js";
import { kind, quote, type Report } from "./report.js";
import type { Spec } from "./spec.js";
import { isToken } from "./syntax.js";

/** An operation as it stands in the document, before its parts are read. */
export interface RawOperation {
  readonly method: string;
  readonly path: string;
  readonly raw: JsonObject;
  readonly pathItem: JsonObject;
  /** The pointer to the operation, and to its path item. */
  readonly at: string;
  readonly pathAt: string;
}

export interface Dropped {
  readonly key?: string;
  readonly at: string;
  readonly reason: string;
}

/** https://spec.openapis.org/oas/v3.2.0.html#path-item-object; `query` is one since 3.2. */
export const methods: ReadonlySet<string> = new Set([
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
  "query",
]);

/** What else a Path Item Object has. */
const pathItemFields: ReadonlySet<string> = new Set([
  "$ref",
  "summary",
  "description",
  "servers",
  "parameters",
  "additionalOperations",
]);

/**
 * The object that a value is, or that its `$ref` names: then with what stands beside the `$ref` on top, as the authors of
 * path items and operations mean it. https://spec.openapis.org/oas/v3.2.0.html#path-item-object
 */
export function withSiblings(
  spec: Spec,
  value: Json | undefined,
  at: string,
): { readonly value: Json; readonly at: string } | undefined {
  if (value === undefined || typeof own(value, "$ref") !== "string")
    return value === undefined ? undefined : { value, at };
  const target = dereference(spec, value, at);
  if (
    target === undefined ||
    !isObject(target.value) ||
    Object.keys(value as JsonObject).length === 1
  )
    return target;
  const { $ref: _, ...siblings } = value as Record<string, Json>;
  return { value: { ...target.value, ...siblings }, at: target.at };
}

/** All operations under `paths`, in document order; what cannot be called at all is reported in `dropped`. */
export function listRawOperations(
  spec: Spec,
  report: Report,
): {
  readonly operations: readonly RawOperation[];
  readonly dropped: readonly Dropped[];
} {
  const operations: RawOperation[] = [];
  const dropped: Dropped[] = [];
  const drop = (at: string, reason: string, method?: string, path?: string) => {
    dropped.push({
      at,
      reason,
      ...(method !== undefined && { key: `${method} ${path}` }),
    });
    report(
      "operation-dropped",
      `${method === undefined ? "" : `${quote(`${method} ${path}`)} was left out: `}${reason}`,
      at,
    );
  };
  const paths = withSiblings(spec, own(spec.root, "paths"), "#/paths");
  if (paths === undefined || paths.value === null) {
    report(
      "document-no-operations",
      `The document has ${paths === undefined ? "no `paths`" : "`paths: null`"}`,
      "#",
    );
    return { operations, dropped };
  }
  if (!isObject(paths.value)) {
    report(
      "document-no-operations",
      `\`paths\` is ${kind(paths.value)}, not an object`,
      paths.at,
    );
    return { operations, dropped };
  }
  for (const [key, item] of Object.entries(paths.value)) {
    if (key.startsWith("x-")) continue;
    const here = below(paths.at, key);
    const path = readPath(key, paths.value, here, drop, report);
    if (path === undefined) continue;
    const target = withSiblings(spec, item, here);
    if (target === undefined)
      drop(
        here,
        `the path ${quote(key)} leads nowhere: ${quote(own(item, "$ref"))}`,
      );
    else if (!isObject(target.value)) {
      if (target.value !== null)
        drop(
          here,
          `the path ${quote(key)} is ${kind(target.value)}, not an object`,
        );
    } else
      listPathItem(
        spec,
        path,
        target.value,
        target.at,
        operations,
        drop,
        report,
      );
  }
  if (operations.length === 0 && dropped.length === 0) {
    report(
      "document-no-operations",
      "The document has no operation under `paths`",
      paths.at,
    );
  }
  return { operations, dropped };
}

type Drop = (
  at: string,
  reason: string,
  method?: string,
  path?: string,
) => void;

function readPath(
  key: string,
  paths: JsonObject,
  at: string,
  drop: Drop,
  report: Report,
): string | undefined {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(key)) {
    drop(at, `the path ${quote(key)} has control characters`);
    return undefined;
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(key)) {
    drop(
      at,
      `the path ${quote(key)} is a whole URL; its host belongs into \`servers\``,
    );
    return undefined;
  }
  // URL parsers resolve such segments, encoded or not, so that the request would go elsewhere.
  if (
    key
      .split(/[?#]/, 1)[0]!
      .split("/")
      .some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))
  ) {
    drop(
      at,
      `the path ${quote(key)} has a "." or ".." segment, which no request can keep`,
    );
    return undefined;
  }
  if (key.startsWith("/")) return key;
  if (Object.hasOwn(paths, `/${key}`)) {
    drop(
      at,
      `the path ${quote(key)} has no leading slash, and there is one of that name with it`,
    );
    return undefined;
  }
  report(
    "operation-repaired",
    `The path ${quote(key)} has no leading slash; it was read with one`,
    at,
  );
  return `/${key}`;
}

function listPathItem(
  spec: Spec,
  path: string,
  pathItem: JsonObject,
  pathAt: string,
  operations: RawOperation[],
  drop: Drop,
  report: Report,
): void {
  const add = (method: string, value: Json, at: string) => {
    const target = withSiblings(spec, value, at);
    if (target === undefined)
      drop(
        at,
        `its reference ${quote(own(value, "$ref"))} leads nowhere`,
        method,
        path,
      );
    else if (!isObject(target.value))
      drop(at, `it is ${kind(target.value)}, not an object`, method, path);
    else
      operations.push({
        method,
        path,
        raw: target.value,
        pathItem,
        at: target.at,
        pathAt,
      });
  };
  for (const [field, value] of Object.entries(pathItem)) {
    const here = below(pathAt, field);
    const lower = field.toLowerCase();
    if (pathItemFields.has(field) || field.startsWith("x-")) continue;
    if (methods.has(field)) add(field.toUpperCase(), value, here);
    else if (methods.has(lower) && !Object.hasOwn(pathItem, lower)) {
      report(
        "operation-repaired",
        `The method ${quote(field)} of ${quote(path)} is not in lower case`,
        here,
      );
      add(lower.toUpperCase(), value, here);
    } else if (methods.has(lower)) {
      drop(
        here,
        `the path has ${quote(lower)} too, and methods that differ in case only are one`,
        field,
        path,
      );
    } else if (
      isObject(value) &&
      (Object.hasOwn(value, "responses") || Object.hasOwn(value, "operationId"))
    ) {
      drop(
        here,
        `${quote(field)} is no method that a path item can have`,
        field,
        path,
      );
    } else
      report(
        "part-ignored",
        `${quote(field)} means nothing in a path item`,
        here,
      );
  }
  const additional = own(pathItem, "additionalOperations");
  if (!isObject(additional)) return;
  for (const [method, value] of Object.entries(additional)) {
    const here = below(pathAt, "additionalOperations", method);
    // "The map key is the HTTP method with the same capitalization that is to be sent in the request."
    if (method.startsWith("x-") && !isObject(value)) continue;
    if (!isToken(method)) drop(here, "its method is not a token", method, path);
    else if (method.toUpperCase() === "CONNECT")
      drop(here, "CONNECT opens a tunnel and has no answer", method, path);
    else if (!methods.has(method.toLowerCase())) add(method, value, here);
    else if (Object.hasOwn(pathItem, method.toLowerCase()))
      drop(
        here,
        `the path has ${quote(method.toLowerCase())} as a field of its own`,
        method,
        path,
      );
    else {
      report(
        "operation-repaired",
        `${quote(method)} of ${quote(path)} belongs into a field of its own, not into additionalOperations`,
        here,
      );
      add(method.toUpperCase(), value, here);
    }
  }
}
