/**
 * Who owns a file of the project. `tracked`: generated again on every run and merged with the person's edits.
 * `seeded`: written once, then theirs.
 */
export type Ownership = "tracked" | "seeded";

/** One file of a generated project, decided but not yet written. */
export interface File {
  /** Relative to the project, `/` between segments. */
  readonly path: string;
  /** LF line ends, a final newline. */
  readonly text: string;
  readonly ownership: Ownership;
}
