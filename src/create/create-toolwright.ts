// The program `create-toolwright`.
import yargs from "yargs";
import { hideBin } from "yargs/helpers";
import { run } from "../commands/run.js";
import { createFlags, type CreateFlags } from "./flags.js";
import { create } from "./run.js";
import { generatorVersion } from "../render/package.js";

await run(
  yargs(hideBin(process.argv))
    .scriptName("create-toolwright")
    .command(
      "$0 [dir]",
      "Make an MCP server of an OpenAPI document: generated, installed, built and tried",
      (argv) =>
        createFlags(argv).example(
          "npm create toolwright@latest my-server -- --spec openapi.yaml",
          "",
        ),
      async (argv) => {
        process.exitCode = await create(argv as unknown as CreateFlags);
      },
    )
    .version(generatorVersion),
);
