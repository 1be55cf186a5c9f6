/** Lays rows out in columns under a heading: numbers to the right, text to the left. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const text = [heading, ...rows].map((row) => row.map(String));
  const widths = heading.map((_, column) =>
    Math.max(...text.map((row) => row[column]?.length ?? 0)),
  );
  return text
    .map((row, index) =>
      row
        .map((cell, column) =>
          typeof (rows[Math.max(0, index - 1)]?.[column] ?? "") === "number"
            ? cell.padStart(widths[column]!)
            : cell.padEnd(widths[column]!),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** How many findings of one kind are printed. */
const shown = 5;

/**
 * Findings by kind, the most frequent kind first, each with its count and its first few.
 *
 * @param kindOf takes from a finding what varies
 */
export function byKind(
  findings: readonly string[],
  kindOf: (finding: string) => string,
): string[] {
  const kinds = new Map<string, string[]>();
  for (const finding of findings) {
    const kind = kindOf(finding);
    const known = kinds.get(kind);
    if (known) known.push(finding);
    else kinds.set(kind, [finding]);
  }
  return [...kinds.values()]
    .sort((a, b) => b.length - a.length)
    .flatMap((found) => [
      `  ${found.length} ×`,
      ...found
        .slice(0, shown)
        .map((finding) => `    ${finding.replace(/\s+/g, " ").slice(0, 400)}`),
    ]);
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? sorted[middle]!
    : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
