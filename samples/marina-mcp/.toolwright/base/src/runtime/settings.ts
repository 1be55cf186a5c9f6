import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  describeFlags,
  readArguments,
  readConfig,
  readEnvironment,
  readerOf,
  SettingsError,
  variableOf,
  type Reader,
} from "./flags.js";
import { decideHttp, type HttpSettings } from "./http-settings.js";
import { commands, defaultPort, flags } from "./options.js";

export type Mode = "all" | "search" | "auto";
export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** Which tools a server shows. A list that is absent leaves everything in. */
export interface Exposure {
  readonly toolsets?: readonly string[];
  readonly tools?: readonly string[];
  readonly exclude?: readonly string[];
  readonly readOnly: boolean;
  readonly mode: Mode;
}

/** How the API is called. */
export interface ApiSettings {
  readonly baseUrl?: string;
  /** Origin in the document to the URL that takes its place. */
  readonly servers: ReadonlyMap<string, string>;
  readonly trustedOrigins: readonly string[];
  readonly timeoutMs: number;
  readonly retries: number;
  readonly maxConcurrent: number;
  readonly maxAnswerCharacters: number;
  readonly maxAnswerBytes: number;
  readonly maxUploadBytes: number;
  readonly uploadRoots: readonly string[];
  readonly downloadDir?: string;
}

export interface Settings {
  /** Absent: stdio. */
  readonly http?: HttpSettings;
  readonly api: ApiSettings;
  readonly exposure: Exposure;
  readonly confirm: "destructive" | "never";
  readonly mock: boolean;
  readonly watch: boolean;
  readonly logLevel: LogLevel;
  readonly logArguments: boolean;
  /** The config file, whether it is there or not. */
  readonly configFile: string;
}

export type Invocation =
  { readonly run: Settings } | { readonly print: string };

export interface Source {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The project's folder, where the config and `.env` are. */
  readonly root: string;
  readonly api: {
    readonly name: string;
    readonly title: string;
    readonly version: string;
    readonly envPrefix: string;
    readonly servers: readonly { readonly url: string }[];
  };
}

/**
 * Decides how to run: a flag wins over its environment variable, that over the config file, that over the default.
 *
 * @throws SettingsError with what is wrong, where and what would be right
 */
export function readSettings(source: Source): Invocation {
  const { api, env } = source;
  const args = readArguments([...flags, ...commands], source.args);
  if (args.get("help") === true) return { print: help(api) };
  if (args.get("version") === true) return { print: api.version };
  const environment = readEnvironment(
    [...flags, ...commands.slice(0, 1)],
    api.envPrefix,
    env,
  );
  const given = args.get("config") ?? environment.get("config");
  const configFile =
    given === undefined
      ? path.join(source.root, "toolwright.config.json")
      : path.resolve(String(given));
  if (given !== undefined && !existsSync(configFile))
    throw new SettingsError(`There is no config file ${configFile}`);
  const config = readConfig(
    flags,
    readJson(configFile),
    path.basename(configFile),
  );
  return {
    run: decide(
      readerOf(flags, [args, environment, config]),
      source,
      configFile,
    ),
  };
}

function decide(given: Reader, source: Source, configFile: string): Settings {
  const http = given.port("http", defaultPort);
  const { env, api } = source;
  return {
    http:
      http === undefined
        ? undefined
        : decideHttp(
            http,
            given,
            env[tokensVariable(api)] ?? "",
            tokensVariable(api),
          ),
    api: decideApi(given, api.servers),
    exposure: {
      toolsets: given.some("toolsets"),
      tools: given.some("tools"),
      exclude: given.some("exclude"),
      readOnly: given.on("read-only"),
      mode: (given.text("mode") ?? "auto") as Mode,
    },
    confirm: (given.text("confirm") ?? "never") as Settings["confirm"],
    mock: given.on("mock"),
    watch: given.on("watch"),
    logLevel: (given.text("log-level") ?? "info") as LogLevel,
    logArguments: given.on("log-arguments"),
    configFile,
  };
}

function decideApi(
  given: Reader,
  documented: Source["api"]["servers"],
): ApiSettings {
  const withQuery = documented.some(({ url }) => url.includes("?"));
  const base = (name: string, text: string): string => {
    const url = new URL(given.asUrl(name, text));
    // Paths of operations are appended, so that this would be part of every call.
    if ((url.search === "" || withQuery) && url.hash === "") return text;
    throw new SettingsError(
      `--${name} ${url.origin}${url.pathname}: give the URL without what follows its ${url.search === "" ? '"#"' : '"?"'}`,
    );
  };
  const baseUrl = given.text("base-url");
  return {
    baseUrl: baseUrl === undefined ? undefined : base("base-url", baseUrl),
    servers: new Map(
      given
        .pairs("server")
        .map(([origin, url]) => [originOf(origin), base("server", url)]),
    ),
    trustedOrigins: given.list("trusted-origins"),
    timeoutMs: given.number("timeout", 30) * 1000,
    retries: given.number("retries", 2),
    maxConcurrent: given.number("max-concurrent", 10),
    maxAnswerCharacters: given.number("max-answer", 40_000),
    maxAnswerBytes: given.number("max-answer-bytes", 20_000_000),
    maxUploadBytes: given.number("max-upload-bytes", 25_000_000),
    uploadRoots: given.list("upload-roots"),
    downloadDir: given.text("download-dir"),
  };
}

function originOf(text: string): string {
  if (!URL.canParse(text))
    throw new SettingsError(
      `--server ${text}: not an origin (https://api.example.com)`,
    );
  return new URL(text).origin;
}

/** Secret, so in the environment only. */
function tokensVariable(api: Source["api"]): string {
  return variableOf(api.envPrefix, "inbound-tokens");
}

function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new SettingsError(`${file} is not JSON: ${(error as Error).message}`);
  }
}

function help(api: Source["api"]): string {
  return [
    `${api.title} as an MCP server. Speaks stdio unless --http is given.`,
    "",
    describeFlags(flags, api.envPrefix),
    "",
    describeFlags(commands.slice(0, 1), api.envPrefix),
    ...commands.slice(1).map((flag) => `  --${flag.name}  ${flag.help}`),
    "",
    `The variable in brackets sets the same; a .env file beside package.json is read. The API's credentials are variables only: see .env.example.`,
    `${tokensVariable(api)}  tokens of at least 16 characters that admit callers over HTTP, separated by commas or spaces.`,
  ].join("\n");
}
