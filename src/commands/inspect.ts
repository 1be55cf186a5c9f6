import type { CommandModule } from "yargs";
import { inspect } from "../generate.js";
import type { SurfaceReading } from "../read.js";
import { accountLine, plural } from "./account.js";
import { readingFlags, readingOptions } from "./flags.js";
import { paint, plain, printDiagnostics } from "./print.js";
import { progress } from "./progress.js";
import { readStandardInput } from "./stdin.js";

/** `toolwright inspect`: what would be made, before anything is written. */
export const inspectCommand: CommandModule = {
  command: "inspect [document]",
  describe: "Show the tools that would be made of a document",
  builder: (argv) =>
    readingFlags(
      argv.positional("document", {
        type: "string",
        describe: "Path or URL of the OpenAPI document, or - for stdin",
      }),
    )
      .option("tool", {
        type: "string",
        requiresArg: true,
        describe: "Print one tool exactly as a client sees it",
      })
      .example("$0 inspect openapi.yaml", "Names, hints, arguments, findings"),
  handler: async (argv) => {
    await inspectFromFlags(argv as unknown as Flags);
  },
};

type Flags = Parameters<typeof readingOptions>[0] & {
  readonly document?: string;
  readonly tool?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
};

async function inspectFromFlags(flags: Flags): Promise<void> {
  const shown = progress(!flags.quiet && !flags.json);
  let reading: SurfaceReading;
  try {
    reading = await inspect({
      ...readingOptions(flags),
      ...(flags.document !== undefined && { document: flags.document }),
      onStage: shown.stage,
      stdin: readStandardInput,
    });
  } finally {
    shown.done();
  }
  for (const tool of reading.tools) {
    process.stdout.write(`${tool.name}\n`);
  }
  process.stdout.write(`${plain(accountLine(reading))}\n`);
  void plural;
  void paint;
  printDiagnostics(reading.diagnostics);
}
