import { diagnostic, UserError } from "../diagnostics.js";
import { inspect } from "../generate.js";
import { nearest } from "../nearest.js";
import type { SurfaceReading } from "../read.js";
import type { Choices } from "./choices.js";
import type { CreateFlags } from "./flags.js";

export interface ChooseOptions {
  readonly cwd: string;
  readonly stdin: () => Promise<string>;
  /** Whether questions may be asked. */
  readonly ask: boolean;
}

/**
 * Everything that has to be known to make a project: from the flags, and where they leave something open, from the person, or
 * by default where none is to be asked.
 *
 * @returns undefined when the person left
 * @throws UserError when the document is not named, or a toolset is not one of its
 */
export async function choose(
  flags: CreateFlags,
  { cwd, stdin, ask }: ChooseOptions,
): Promise<Choices | undefined> {
  const given = fromFlags(flags);
  const read = (document: string): Promise<SurfaceReading> =>
    inspect({ ...given, document, cwd, stdin, validate: false });
  if (ask) {
    const { askChoices } = await import("./wizard.js");
    const choices = await askChoices(given, { cwd, read });
    if (flags.toolsets === undefined) return choices;
    if (choices?.document !== undefined)
      checkToolsets(flags.toolsets, await read(choices.document));
    return choices;
  }
  if (given.document === undefined) {
    throw new UserError(
      diagnostic("create-spec-missing", "--spec does not say which document"),
    );
  }
  if (given.toolsets !== undefined)
    checkToolsets(given.toolsets, await read(given.document));
  return given;
}

function fromFlags(flags: CreateFlags): Choices {
  return {
    ...(flags.spec !== undefined && { document: flags.spec }),
    ...(flags.dir !== undefined && { dir: flags.dir }),
    ...(flags.name !== undefined && { name: flags.name }),
    ...(flags.template && { template: flags.template }),
    ...(flags.transport && { transport: flags.transport }),
    ...(flags.toolsets && {
      // A list with commas is what the server's own flag takes.
      toolsets: flags.toolsets.flatMap((list) => list.split(",")),
    }),
    ...(flags.include && { include: flags.include }),
    ...(flags.exclude && { exclude: flags.exclude }),
    ...(flags.overlay && { overlays: flags.overlay }),
    ...(flags.allowRemote && { allowRemote: flags.allowRemote }),
  };
}

function checkToolsets(
  chosen: readonly string[],
  { tools }: SurfaceReading,
): void {
  const known = [...new Set(tools.map(({ toolset }) => toolset))];
  for (const toolset of chosen) {
    if (known.includes(toolset)) continue;
    const near = nearest(toolset, known);
    throw new UserError(
      diagnostic(
        "create-toolset-unknown",
        `--toolsets ${toolset}: ${near === undefined ? `the document's toolsets are ${known.slice(0, 20).join(", ")}${known.length > 20 ? " …" : ""}` : `did you mean ${near}?`}`,
      ),
    );
  }
}
