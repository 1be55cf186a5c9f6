import path from "node:path";
import { accountLine, manyToolsAdvice, plural } from "../commands/account.js";
import { paint, plain, printDiagnostics } from "../commands/print.js";
import { readStandardInput } from "../commands/stdin.js";
import { diagnostic, UserError } from "../diagnostics.js";
import { documentPath } from "../document-name.js";
import { readProject } from "../update/project.js";
import { reportLines } from "../update/report.js";
import { choose } from "./choose.js";
import type { Choices } from "./choices.js";
import type { CreateFlags } from "./flags.js";
import { makeProject, type Made } from "./make.js";
import { nextSteps } from "./next-steps.js";
import { packageManager } from "./package-manager.js";
import { steps } from "./steps.js";

/**
 * `create-toolwright`: asks what the flags leave open where there is somebody to ask, makes the project or updates the one
 * that is there, and says what is next.
 *
 * @returns the exit code
 * @throws UserError when it cannot be made; then nothing is left of it
 */
export async function create(flags: CreateFlags): Promise<number> {
  const cwd = process.cwd();
  const manager = packageManager(process.env["npm_config_user_agent"]);
  let input: Promise<string> | undefined;
  const stdin = (): Promise<string> => (input ??= readStandardInput());
  const project = await existingProject(flags, cwd);
  const choices = project
    ? updateChoices(flags)
    : await choose(flags, { cwd, stdin, ask: mayAsk(flags) });
  if (choices === undefined) return 1;

  const interrupted = new AbortController();
  const stop = (): void => interrupted.abort();
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, stop);
  const shown = steps(!flags.quiet);
  let made: Made;
  try {
    made = await makeProject(choices, {
      cwd,
      stdin,
      onStep: shown.begin,
      signal: interrupted.signal,
      ...(flags.install && { manager }),
    });
  } catch (error) {
    shown.stop();
    if (!interrupted.signal.aborted) throw error;
    process.stderr.write(
      project ? "Stopped.\n" : "Stopped; nothing was left behind.\n",
    );
    return 130;
  } finally {
    shown.end();
    for (const signal of signals) process.off(signal, stop);
  }
  if (flags.quiet) {
    printWarnings(made);
  } else {
    report(made);
    const lines = nextSteps(made.result, choices, {
      cwd,
      installed: made.listed !== undefined,
      manager: manager.name,
    });
    if (made.result.created)
      process.stdout.write(`\n${plain(lines.join("\n"))}\n`);
  }
  return made.result.plan.conflicts.length > 0 ? 3 : 0;
}

/** @throws UserError when the folder that is named holds something else: before anything is asked */
async function existingProject(
  { dir, spec }: CreateFlags,
  cwd: string,
): Promise<boolean> {
  const document = documentPath(spec, cwd);
  const state = await readProject(path.resolve(cwd, dir ?? "."), {
    newProjectElsewhere: dir === undefined,
    ...(document !== undefined && { document }),
  });
  return state?.lock !== undefined;
}

/** What can be said of a project that is there; the rest is in its config. */
function updateChoices(flags: CreateFlags): Choices {
  const settled = ["template", "transport", "toolsets", "name"] as const;
  const given = settled.filter((name) => flags[name] !== undefined);
  if (given.length > 0) {
    throw new UserError(
      diagnostic(
        "create-settled",
        `The project is there already, and ${given.map((name) => `--${name}`).join(", ")} ${given.length === 1 ? "is" : "are"} settled in its config`,
        { at: "toolwright.config.json" },
      ),
    );
  }
  return {
    ...(flags.dir !== undefined && { dir: flags.dir }),
    ...(flags.spec !== undefined && { document: flags.spec }),
  };
}

/** Somebody is there to answer, and did not say that they do not want to. */
function mayAsk(flags: CreateFlags): boolean {
  return (
    flags.yes !== true &&
    flags.spec !== "-" &&
    process.stdin.isTTY === true &&
    process.stdout.isTTY === true &&
    !process.env["CI"]
  );
}

/** Remarks that ask for nothing are for those who look closer. */
function printWarnings({ result }: Made): void {
  printDiagnostics(
    result.diagnostics.filter(({ severity }) => severity !== "info"),
    { spec: result.spec, rest: "toolwright inspect --json lists them all" },
  );
}

function report({ result, listed }: Made): void {
  const { spec, created, plan } = result;
  const say = (line: string): void => {
    process.stderr.write(`${plain(line)}\n`);
  };
  if (created || plan.changes.length > 0) {
    say(`${spec.title} ${spec.apiVersion}: ${accountLine(result)}`);
    const advice = manyToolsAdvice(result);
    if (advice !== undefined) say(advice);
    printWarnings({ result });
  }
  if (!created)
    for (const line of reportLines({ ...result, applied: true }, 0)) say(line);
  if (listed !== undefined) {
    process.stderr.write(
      `${paint("green", "✔")} The server is built, and answers with ${plural(listed.length, "tool")}.\n`,
    );
  }
}
