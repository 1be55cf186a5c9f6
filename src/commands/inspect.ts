import type { CommandModule } from "yargs";
import { diagnostic, UserError } from "../diagnostics.js";
import { inspect } from "../generate.js";
import { nearest } from "../nearest.js";
import type { SurfaceReading } from "../read.js";
import { accountLine, manyToolsAdvice, plural } from "./account.js";
import { readingFlags, readingOptions } from "./flags.js";
import { paint, plain, printDiagnostics } from "./print.js";
import { progress } from "./progress.js";
import { readStandardInput } from "./stdin.js";

/** `toolwright inspect`: what would be made, before anything is written. */
export const inspectCommand: CommandModule = {
  command: "inspect [document]",
  describe: "Show the tools that would be made of a document, and judge them",
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
      .option("server-key", {
        type: "string",
        requiresArg: true,
        describe: "The server's name in the client's configuration",
      })
      .option("html", {
        type: "string",
        requiresArg: true,
        conflicts: "tool",
        describe: "Write a page to review the tools in, and change them",
      })
      .option("all", {
        type: "boolean",
        describe: "Print every finding, not the first of each kind",
      })
      .example("$0 inspect openapi.yaml", "Names, hints, arguments, findings"),
  handler: async (argv) => {
    await inspectFromFlags(argv as unknown as Flags);
  },
};

type Flags = Parameters<typeof readingOptions>[0] & {
  readonly document?: string;
  readonly tool?: string;
  readonly serverKey?: string;
  readonly html?: string;
  readonly all?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
};

async function inspectFromFlags(flags: Flags): Promise<void> {
  const shown = progress(!flags.quiet && !flags.json);
  let reading: SurfaceReading;
  try {
    reading = await inspect({
      ...readingOptions(flags),
      onStage: shown.stage,
      stdin: readStandardInput,
    });
  } finally {
    shown.done();
  }
  // The tokenizer is large: only a table of tools waits for it.
  const { inspectReading, inspectionJson, listedTool } =
    await import("./inspection.js");
  if (flags.tool !== undefined) {
    const tool = reading.tools.find(({ name }) => name === flags.tool);
    if (tool === undefined) throw unknownTool(flags.tool, reading);
    print([JSON.stringify(listedTool(tool), null, 2)]);
    return;
  }
  const inspection = inspectReading(
    reading,
    flags.serverKey ?? reading.server.name,
  );
  if (flags.html !== undefined) {
    const { reportData } = await import("./report-data.js");
    const { reportPage } = await import("./report-page.js");
    const { writeReport } = await import("./write-report.js");
    writeReport(flags.html, reportPage(reportData(inspection)));
  }
  if (flags.json) {
    print([JSON.stringify(inspectionJson(inspection), null, 2)]);
    return;
  }
  if (flags.html !== undefined) {
    if (!flags.quiet)
      print([
        plain(accountLine(reading)),
        plain(`The report is in ${flags.html}: open it in a browser`),
      ]);
    return;
  }
  const { reviewLines, toolTable } = await import("./inspect-table.js");
  const { spec } = reading;
  if (!flags.quiet) {
    print([
      paint(
        "bold",
        plain(`${spec.title} ${spec.apiVersion} (OpenAPI ${spec.version})`),
        process.stdout,
      ),
      plain(accountLine(reading)),
      `${plural(inspection.tokens, "token")} to list every tool.`,
      "R reads, W writes, D may destroy, i repeatable, ? to confirm; x? optional, +2 more",
      ...toolTable(inspection.rows, process.stdout.columns ?? 120),
      ...reviewLines(inspection, flags.all ?? false),
    ]);
    const advice = manyToolsAdvice(reading);
    if (advice !== undefined)
      print(["", paint("yellow", advice, process.stdout)]);
    print([""]);
  }
  printDiagnostics(
    reading.diagnostics.filter(({ code }) => !code.startsWith("text-")),
    { all: flags.all ?? false, spec },
  );
}

function unknownTool(name: string, reading: SurfaceReading): UserError {
  const near = nearest(
    name,
    reading.tools.map((tool) => tool.name),
  );
  return new UserError(
    diagnostic(
      "tool-unknown",
      `There is no tool ${name}${near === undefined ? "" : `; did you mean ${near}?`}`,
    ),
  );
}

function print(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
}
