import type { Argv } from "yargs";

/** Flags that say how a document is read, shared by the commands. A list takes one value per flag: the next word is not one of it. */
export function readingFlags<T>(argv: Argv<T>) {
  return argv
    .option("include", {
      type: "string",
      array: true,
      nargs: 1,
      describe:
        "Only these operations: tag:NAME, path:/GLOB, method:NAME, id:OPERATION_ID, tool:NAME",
    })
    .option("exclude", {
      type: "string",
      array: true,
      nargs: 1,
      describe: "Not these operations; wins over --include",
    })
    .option("deprecated", {
      choices: ["keep", "exclude"] as const,
      describe: "What becomes of deprecated operations",
    })
    .option("overlay", {
      type: "string",
      array: true,
      nargs: 1,
      describe: "OpenAPI Overlay document, applied before anything else",
    })
    .option("allow-remote", {
      type: "string",
      array: true,
      nargs: 1,
      describe: "Host from which references may be fetched",
    })
    .option("name", {
      type: "string",
      requiresArg: true,
      describe: "Name of the server (default: from the document's title)",
    })
    .option("strict", {
      type: "boolean",
      describe: "Validate in full, and stop at any warning",
    })
    .option("json", {
      type: "boolean",
      describe: "Print the result as JSON on standard output",
    })
    .option("quiet", { type: "boolean", describe: "Print problems only" });
}

/** The parsed reading flags, and the document, as the library takes them. */
export function readingOptions(flags: {
  readonly document?: string | undefined;
  readonly include?: string[] | undefined;
  readonly exclude?: string[] | undefined;
  readonly deprecated?: "keep" | "exclude" | undefined;
  readonly overlay?: string[] | undefined;
  readonly allowRemote?: string[] | undefined;
  readonly name?: string | undefined;
  readonly strict?: boolean | undefined;
}) {
  return {
    // yargs hands on the `-` that stands for standard input as an empty text.
    ...(flags.document !== undefined && { document: flags.document || "-" }),
    ...(flags.include && { include: flags.include }),
    ...(flags.exclude && { exclude: flags.exclude }),
    ...(flags.deprecated && { deprecated: flags.deprecated }),
    ...(flags.overlay && { overlays: flags.overlay }),
    ...(flags.allowRemote && { allowRemote: flags.allowRemote }),
    ...(flags.name !== undefined && { name: flags.name }),
    ...(flags.strict !== undefined && { strict: flags.strict }),
  };
}
