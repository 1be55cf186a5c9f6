/**
 * Every problem that Toolwright can meet in a document, a config or a project: one catalogue, so that a code always has
 * the same severity, cause and fix, whoever reports it.
 */
export type Severity = "error" | "warning" | "info";

interface CatalogueEntry {
  readonly severity: Severity;
  /** What is wrong, as a heading. */
  readonly title: string;
  /** Why it happens or why it matters. */
  readonly cause: string;
  /** What the reader can do. */
  readonly fix: string;
}

export const catalogue = {
  "document-unreadable": {
    severity: "error",
    title: "The document cannot be read",
    cause: "The file, URL or standard input could not be read, or its text is neither JSON nor YAML.",
    fix: "Check the path or URL, and the line named in the message.",
  },
} as const satisfies Record<string, CatalogueEntry>;

export type DiagnosticCode = keyof typeof catalogue;

/** One finding. `at` is a JSON pointer into the document (`#/paths/~1pets/get`), with the file before `#` if it is not the entry document. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly at?: string;
  /** One-based position in the file, where known. */
  readonly line?: number;
  readonly column?: number;
  readonly help: string;
}

/** Makes a diagnostic; its severity and help come from the catalogue. */
export function diagnostic(
  code: DiagnosticCode,
  message: string,
  where: { at?: string; line?: number; column?: number } = {},
): Diagnostic {
  const { severity, fix } = catalogue[code];
  return { code, severity, message, ...where, help: fix };
}

/** Stops the run with a message for the user. Anything else that is thrown is a defect of Toolwright and shows its stack. */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly diagnostics: readonly Diagnostic[];
  constructor(...diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((d) => d.message).join("\n"));
    this.diagnostics = diagnostics;
  }
}
