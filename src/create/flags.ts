import type { Argv } from "yargs";
import {
  templates,
  transports,
  type Template,
  type Transport,
} from "../render/project.js";

/** The flags of `create-toolwright`; those that say how a document is read are those of `toolwright generate`. */
export function createFlags(argv: Argv) {
  return argv
    .positional("dir", {
      type: "string",
      describe: "The project's folder (default: <name>-mcp)",
    })
    .option("spec", {
      type: "string",
      requiresArg: true,
      describe: "The OpenAPI document: path, URL or - (stdin)",
    })
    .option("template", {
      choices: templates,
      describe: "What comes with the tools (default: standard)",
    })
    .option("transport", {
      choices: transports,
      describe: "How npm start serves (default: stdio)",
    })
    .option("name", {
      type: "string",
      requiresArg: true,
      describe: "The server's name (default: from the title)",
    })
    .option("toolsets", {
      type: "string",
      array: true,
      nargs: 1,
      describe: "Toolsets that the server lists (default: all)",
    })
    .option("include", {
      type: "string",
      array: true,
      nargs: 1,
      describe: "Only these: tag:NAME, path:/GLOB, method:NAME",
    })
    .option("exclude", {
      type: "string",
      array: true,
      nargs: 1,
      describe: "Not these; wins over --include",
    })
    .option("overlay", {
      type: "string",
      array: true,
      nargs: 1,
      describe: "OpenAPI Overlay document, applied first",
    })
    .option("allow-remote", {
      type: "string",
      array: true,
      nargs: 1,
      describe: "Host that references may be fetched from",
    })
    .option("install", {
      type: "boolean",
      default: true,
      describe: "Install, build, try; --no-install: do not",
    })
    .option("yes", {
      type: "boolean",
      alias: "y",
      describe: "Ask nothing: take the defaults",
    })
    .option("quiet", { type: "boolean", describe: "Print problems only" });
}

/** The parsed flags. */
export interface CreateFlags {
  readonly dir?: string;
  readonly spec?: string;
  readonly template?: Template;
  readonly transport?: Transport;
  readonly name?: string;
  readonly toolsets?: readonly string[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly overlay?: readonly string[];
  readonly allowRemote?: readonly string[];
  readonly install: boolean;
  readonly yes?: boolean;
  readonly quiet?: boolean;
}
