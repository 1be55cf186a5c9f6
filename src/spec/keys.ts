/** A method and a path with the names of its variables blanked: `GET /pets/{}`. */
export function operationKey(method: string, path: string): string {
  return `${method} ${path.replace(/\{[^{}]*\}/g, "{}")}`;
}

/**
 * The key of each operation, unique whatever the order of the document: where two paths differ only in the names of their
 * variables (`/a/{x}` and `/a/{y}`), both keep the names. https://spec.openapis.org/oas/v3.2.0.html#paths-object
 */
export function uniqueKeys(
  operations: readonly { readonly method: string; readonly path: string }[],
): string[] {
  const counts = new Map<string, number>();
  for (const { method, path } of operations) {
    const key = operationKey(method, path);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return operations.map(({ method, path }) => {
    const key = operationKey(method, path);
    return counts.get(key) === 1 ? key : `${method} ${path}`;
  });
}
