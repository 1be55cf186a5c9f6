import { diagnostic, type Diagnostic } from "../diagnostics.js";
import { nearest } from "../nearest.js";
import { operationKey } from "./keys.js";
import type { Operation } from "./operation.js";

/**
 * What a config says by operation, by the operations' own keys. A config may write a key as the document writes the path, with
 * the names of its variables (`GET /pets/{petId}`) or without (`GET /pets/{}`).
 *
 * @returns a finding for each key that is no operation's, or an operation's second
 */
export function byOperation<Said>(
  operations: readonly Operation[],
  said: { readonly [key: string]: Said },
): {
  readonly said: { readonly [key: string]: Said };
  readonly diagnostics: readonly Diagnostic[];
} {
  const found: { [key: string]: Said } = Object.create(null);
  const diagnostics: Diagnostic[] = [];
  const complain = (message: string) =>
    diagnostics.push(diagnostic("override-unused", message));
  for (const [given, value] of Object.entries(said)) {
    const key = keyOf(given, operations);
    if (key === undefined) {
      complain(
        `The config describes "${given}", which is no operation of the document${suggestion(given, operations)}`,
      );
    } else if (key in found) {
      complain(
        `The config describes "${key}" twice; what it says at "${given}" is left out`,
      );
    } else found[key] = value;
  }
  return { said: found, diagnostics };
}

function keyOf(
  given: string,
  operations: readonly Operation[],
): string | undefined {
  if (operations.some(({ key }) => key === given)) return given;
  const [method = "", path = ""] = given.trim().split(/\s+/, 2);
  const bare = operationKey(method.toUpperCase(), path);
  const meant = operations.filter((one) => one.key === bare);
  return meant.length === 1 ? bare : undefined;
}

function suggestion(given: string, operations: readonly Operation[]): string {
  const key =
    operations.find(({ operationId }) => operationId === given)?.key ??
    nearest(
      given,
      operations.map((one) => one.key),
    );
  return key === undefined ? "" : `; did you mean "${key}"?`;
}
