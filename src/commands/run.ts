import type { Argv } from "yargs";
import { UserError } from "../diagnostics.js";
import { nearest } from "../nearest.js";
import { printDiagnostics } from "./print.js";

/** What a command ends with. https://en.wikipedia.org/wiki/Exit_status */
export type ExitCode = 0 | 1 | 2 | 3 | 4;

/**
 * Parses the command line and runs the command it names; the only place that sets the exit code on failure. A mistake of the
 * user is explained; anything else is a defect of ours and shows its stack.
 */
export async function run(program: Argv): Promise<void> {
  try {
    await program
      .strict()
      .wrap(Math.min(100, process.stdout.columns ?? 80))
      .fail((message, error) => {
        if (error) throw error;
        throw new UsageError(message + suggestion(message, program));
      })
      .parseAsync();
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof UserError) {
      printDiagnostics(error.diagnostics, { all: true });
    } else if (error instanceof UsageError) {
      process.stderr.write(
        `${error.message}\nRun with --help for the commands and flags.\n`,
      );
    } else {
      throw error;
    }
  }
}

/** The flag that an unknown one most likely means. */
function suggestion(message: string, program: Argv): string {
  const [, unknown] = /^Unknown argument: (\S+)$/.exec(message) ?? [];
  if (unknown === undefined) return "";
  // Public, but missing from the types: https://yargs.js.org/docs/#api-reference-getoptions
  const { key } = (
    program as unknown as { getOptions: () => { key: object } }
  ).getOptions();
  const near = nearest(unknown, Object.keys(key));
  return near === undefined ? "" : `; did you mean --${near}?`;
}

class UsageError extends Error {}
