import type { Argv } from "yargs";
import { hideBin } from "yargs/helpers";
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
  ignoreClosedPipes();
  try {
    await program
      .strict()
      .wrap(Math.min(100, process.stdout.columns ?? 80))
      .check((flags) => refuseTwice(flags, program), true)
      .fail((message, error) => {
        // What yargs itself throws is a mistake on the command line too.
        if (error && error.name !== "YError") throw error;
        throw new UsageError(explain(message || error.message, program));
      })
      .parseAsync();
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof UserError) {
      printDiagnostics(error.diagnostics, { all: true });
      // A program that asked for JSON gets the findings of a failure too.
      if (hideBin(process.argv).includes("--json")) {
        const { diagnostics } = error;
        process.stdout.write(
          `${JSON.stringify({ exitCode: 1, diagnostics }, null, 2)}\n`,
        );
      }
    } else if (error instanceof UsageError) {
      process.stderr.write(
        `${error.message}\nRun with --help for the commands and flags.\n`,
      );
    } else {
      throw error;
    }
  }
}

/** Whoever reads the output may have read enough (`| head`): that is no failure, and what is being written is finished. */
function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}

/** yargs makes a list of a flag that is given twice, whether or not the flag takes one. */
function refuseTwice(
  flags: { readonly [name: string]: unknown },
  program: Argv,
): boolean {
  const { key, array } = optionsOf(program);
  const twice = Object.keys(key).find(
    (name) => Array.isArray(flags[name]) && !array.includes(name),
  );
  if (twice !== undefined)
    throw new UsageError(`--${twice} can be given only once.`);
  return true;
}

/** What yargs says, with what was most likely meant. */
function explain(message: string, program: Argv): string {
  const [, flag] =
    /^Not enough arguments following: (\S+)$/.exec(message) ?? [];
  if (flag !== undefined) return `--${flag} needs a value.`;
  const [, unknown] = /^Unknown argument: (.+)$/.exec(message) ?? [];
  if (unknown === undefined) return message;
  if (process.argv.includes(unknown))
    return `There is no place for "${unknown}": check the command, and put names with spaces into quotes.`;
  const near = nearest(unknown, Object.keys(optionsOf(program).key));
  return near === undefined ? message : `${message}; did you mean --${near}?`;
}

/** Public, but missing from the types: https://yargs.js.org/docs/#api-reference-getoptions */
function optionsOf(program: Argv): {
  readonly key: { readonly [name: string]: unknown };
  readonly array: readonly string[];
} {
  return (
    program as unknown as { getOptions: () => ReturnType<typeof optionsOf> }
  ).getOptions();
}

class UsageError extends Error {}
