// The program `toolwright`.
import yargs from "yargs";
import { hideBin } from "yargs/helpers";
import { generateCommand } from "./generate.js";
import { inspectCommand } from "./inspect.js";
import { run } from "./run.js";
import { generatorVersion } from "../render/package.js";

await run(
  yargs(hideBin(process.argv))
    .scriptName("toolwright")
    .usage(
      "$0 <command>\n\nAn OpenAPI document in, a TypeScript MCP server project out.",
    )
    .command(generateCommand)
    .command(inspectCommand)
    .completion("completion", "Print a completion script for bash or zsh")
    .demandCommand(1, "Name a command: generate or inspect.")
    .version(generatorVersion)
    .recommendCommands(),
);
