import path from "node:path";
import type { CommandModule } from "yargs";
import { generate, type Diagnostic, type GenerateResult } from "../generate.js";
import { withPositions } from "../spec/position.js";
import { planToJson, reportLines } from "../update/report.js";
import { accountLine, manyToolsAdvice } from "./account.js";
import { readingFlags, readingOptions } from "./flags.js";
import { paint, plain, printDiagnostics } from "./print.js";
import { progress } from "./progress.js";
import type { ExitCode } from "./run.js";
import { readStandardInput } from "./stdin.js";

/** `toolwright generate`: makes or updates a project. */
export const generateCommand: CommandModule = {
  command: "generate [document] [dir]",
  describe: "Make an MCP server project of a document, or update it",
  builder: (argv) =>
    readingFlags(
      argv
        .positional("document", {
          type: "string",
          describe: "Path or URL of the OpenAPI document, or - for stdin",
        })
        .positional("dir", {
          type: "string",
          describe: "The project's folder (default: <name>-mcp, or here)",
        }),
    )
      .option("dry-run", {
        type: "boolean",
        describe: "Print what would be done, write nothing",
      })
      .option("check", {
        type: "boolean",
        describe: "Like --dry-run; exit 2 when the project is out of date",
      })
      .option("conflict", {
        choices: ["mark", "yours", "generated"] as const,
        default: "mark" as const,
        describe: "Where you and the document changed the same part",
      })
      .option("fail-on", {
        choices: ["breaking"] as const,
        describe: "Exit 4 when the change breaks callers; nothing is written",
      })
      .option("deploy", {
        type: "boolean",
        describe: "Also write a compose file and a Kubernetes manifest",
      })
      .example(
        "$0 generate openapi.yaml my-server",
        "Make a project; run it again to update",
      ),
  handler: async (argv) => {
    process.exitCode = await generateFromFlags(argv as unknown as Flags);
  },
};

type Flags = Parameters<typeof readingOptions>[0] & {
  readonly document?: string;
  readonly dir?: string;
  readonly dryRun?: boolean;
  readonly check?: boolean;
  readonly conflict: "mark" | "yours" | "generated";
  readonly failOn?: "breaking";
  readonly deploy?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
};

async function generateFromFlags(flags: Flags): Promise<ExitCode> {
  const shown = progress(!flags.quiet && !flags.json);
  const options = {
    ...readingOptions(flags),
    ...(flags.dir !== undefined && { dir: flags.dir }),
    ...(flags.deploy !== undefined && { deploy: flags.deploy }),
    conflict: flags.conflict,
    onStage: shown.stage,
    stdin: readStandardInput,
  };
  const dryRun = flags.dryRun === true || flags.check === true;
  let result: GenerateResult;
  try {
    result = await generate({
      ...options,
      dryRun,
      ...(flags.failOn === "breaking" && {
        accept: (surface) => surface.level !== "breaking",
      }),
    });
  } finally {
    shown.done();
  }
  const exitCode = exitCodeOf(result, flags);
  if (flags.json) {
    process.stdout.write(
      `${JSON.stringify(resultJson(result, exitCode), null, 2)}\n`,
    );
  } else {
    print(result, flags, exitCode);
  }
  return exitCode;
}

function exitCodeOf(result: GenerateResult, flags: Flags): ExitCode {
  if (flags.failOn === "breaking" && result.surface.level === "breaking") {
    return 4;
  }
  if (flags.check) return result.plan.changes.length > 0 ? 2 : 0;
  return result.plan.conflicts.length > 0 && result.applied ? 3 : 0;
}

/** The result for programs: what was read, what changes, and every finding. */
function resultJson(result: GenerateResult, exitCode: ExitCode): object {
  const { spec, tools, operationCount, skipped, notCallable } = result;
  return {
    ...planToJson(result, exitCode),
    operations: operationCount,
    tools: tools.length,
    skipped,
    notCallable,
    diagnostics: withPositions(spec, result.diagnostics),
  };
}

/** What a person wrote beside the document and what had no effect: told on each run, since nothing else would show it. */
function isOfSettings({ code }: Diagnostic): boolean {
  return [
    "override-unused",
    "argument-override-unknown",
    "argument-override-impossible",
    "body-media-type-unknown",
    "selector-unmatched",
    "overlay-no-match",
  ].includes(code);
}

function print(result: GenerateResult, flags: Flags, exitCode: ExitCode): void {
  const { spec, diagnostics } = result;
  const unchanged = result.plan.changes.length === 0;
  if (!flags.quiet && !unchanged) {
    say(
      `${plain(spec.title)} ${plain(spec.apiVersion)} (OpenAPI ${spec.version}): ${plain(accountLine(result))}`,
    );
    for (const line of skippedLines(result)) say(paint("grey", plain(line)));
    const advice = manyToolsAdvice(result);
    if (advice !== undefined && result.created) say(paint("yellow", advice));
  }
  const shown = flags.quiet
    ? diagnostics.filter(({ severity }) => severity !== "info")
    : unchanged
      ? diagnostics.filter(isOfSettings)
      : diagnostics;
  printDiagnostics(shown, { spec });
  for (const line of reportLines(result, exitCode)) {
    if (!flags.quiet || exitCode !== 0) say(plain(line));
  }
  if (!flags.quiet && result.created && result.applied) {
    const folder = path.relative(process.cwd(), result.dir) || ".";
    say(`Next: cd ${folder} && npm install && npm run build && npm start`);
  }
}

/** What is no tool, by reason; of many, a few stand for all. */
function skippedLines({ skipped }: GenerateResult): string[] {
  const byReason = new Map<string, string[]>();
  for (const { operation, reason } of skipped) {
    const same = byReason.get(reason);
    if (same === undefined) byReason.set(reason, [operation]);
    else same.push(operation);
  }
  return [...byReason].map(([reason, operations]) => {
    const more = operations.length - 3;
    return `  skipped ${operations.slice(0, 3).join(", ")}${more > 0 ? ` and ${more} more` : ""}: ${reason}`;
  });
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
