import {
  diagnostic,
  type Diagnostic,
  type DiagnosticCode,
} from "../diagnostics.js";

/** Notes a problem, and where in the document it is. */
export type Report = (
  code: DiagnosticCode,
  message: string,
  at: string,
) => void;

/** A list of diagnostics, and what adds to it. */
export function collector(): {
  readonly diagnostics: readonly Diagnostic[];
  readonly report: Report;
} {
  const diagnostics: Diagnostic[] = [];
  return {
    diagnostics,
    report: (code, message, at) => {
      diagnostics.push(diagnostic(code, message, { at }));
    },
  };
}

/** A text of the document for a message: short, on one line, with nothing that could steer a terminal. */
export function quote(value: unknown): string {
  const text =
    typeof value === "string"
      ? value
      : (JSON.stringify(value) ?? String(value));
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
  return `"${plain.length > 80 ? `${plain.slice(0, 77)}...` : plain}"`;
}

/** What a value is, for a message. */
export function kind(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
