import type { ChildProcess } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { diagnostic, UserError } from "../diagnostics.js";
import { generate, type GenerateResult } from "../generate.js";
import { applyPlan } from "../update/apply.js";
import type { Choices } from "./choices.js";
import { runQuietly } from "./command.js";
import { askForTools } from "./handshake.js";
import { rememberFolder } from "./leftovers.js";
import type { PackageManager } from "./package-manager.js";

export interface MakeOptions {
  readonly cwd: string;
  /** undefined: neither install nor build. */
  readonly manager?: PackageManager;
  readonly stdin: () => Promise<string>;
  /** Called as each step begins. */
  readonly onStep: (step: string) => void;
  /** Ends the run: programs are stopped, and what was made is removed. */
  readonly signal: AbortSignal;
}

export interface Made {
  readonly result: GenerateResult;
  /** The tools that the server listed when it was asked; undefined when it was not installed. */
  readonly listed?: readonly string[];
}

/**
 * Generates a project, installs and builds it, and asks its server for its tools. A project that was there before is updated
 * in the same way.
 *
 * @throws UserError when a step fails; then nothing is left of a project that is new, and nothing is taken from one that is not
 */
export async function makeProject(
  choices: Choices,
  options: MakeOptions,
): Promise<Made> {
  let undo = (): void => undefined;
  try {
    options.onStep("Generating");
    const result = await generate({
      ...choices,
      cwd: options.cwd,
      stdin: options.stdin,
      dryRun: true,
    });
    options.signal.throwIfAborted();
    if (result.created) undo = rememberFolder(result.dir);
    applyPlan(result.plan);
    if (options.manager === undefined) return { result };
    await install(result, options.manager, options);
    options.onStep("Starting the server once");
    return { result, listed: await listedTools(result, options) };
  } catch (error) {
    undo();
    throw error;
  }
}

async function install(
  { dir, created }: GenerateResult,
  manager: PackageManager,
  options: MakeOptions,
): Promise<void> {
  const steps = [
    ["create-install-failed", "Installing", manager.install],
    ["create-build-failed", "Building", [manager.build]],
  ] as const;
  for (const [name, text] of Object.entries(manager.files ?? {})) {
    const file = path.join(dir, name);
    if (!existsSync(file)) writeFileSync(file, text);
  }
  for (const [code, doing, attempts] of steps) {
    options.onStep(`${doing} (${manager.name})`);
    let failure = "";
    for (const args of attempts) {
      const { status, output } = await runQuietly(manager.name, args, {
        cwd: dir,
        ...(manager.env && { env: manager.env }),
        started: stopOn(options.signal),
      });
      options.signal.throwIfAborted();
      failure =
        status === 0
          ? ""
          : `${[manager.name, ...args].join(" ")} failed${status === null ? "" : ` with status ${status}`}; ${created ? "nothing was left behind" : "the project itself was updated"}:\n${output}`;
      if (status === 0) break;
    }
    if (failure !== "") throw new UserError(diagnostic(code, failure));
  }
}

async function listedTools(
  { dir }: GenerateResult,
  options: MakeOptions,
): Promise<readonly string[]> {
  try {
    // As it is started by clients, but for the transport: over stdio no port can be taken.
    const { tools } = await askForTools(
      process.execPath,
      [path.join(dir, "dist", "main.js"), "--mode", "all"],
      { cwd: dir, started: stopOn(options.signal) },
    );
    return tools;
  } catch (error) {
    options.signal.throwIfAborted();
    throw new UserError(
      diagnostic(
        "create-server-silent",
        `The server was built but does not answer: ${(error as Error).message}`,
      ),
    );
  }
}

function stopOn(signal: AbortSignal): (child: ChildProcess) => void {
  return (child) => {
    const stop = (): void => void child.kill();
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    child.once("close", () => signal.removeEventListener("abort", stop));
  };
}
