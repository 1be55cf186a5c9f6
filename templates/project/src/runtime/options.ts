import type { Flag } from "./flags.js";

export const defaultPort = 3000;

/** In seconds: a timer that is set for more than 2^31 milliseconds goes off at once. https://nodejs.org/api/timers.html#settimeoutcallback-delay-args */
const longestTimer = 2_147_483;

/** In the order of `--help`. `http` and what follows it down to `stop-timeout` matter over HTTP only. */
export const flags: readonly Flag[] = [
  {
    name: "base-url",
    kind: "text",
    value: "URL",
    help: "Where the API is, in place of every server of its document.",
  },
  {
    name: "server",
    kind: "list",
    value: "ORIGIN=URL",
    help: "In place of one server of the document; may be given again.",
  },
  {
    name: "trusted-origins",
    kind: "list",
    value: "ORIGIN,…",
    help: "Origins beside the API's own that credentials may be sent to.",
    config: ["trustedOrigins"],
  },
  {
    name: "timeout",
    kind: "number",
    value: "SECONDS",
    help: "How long one request to the API may take, with its retries (30).",
    range: [1, longestTimer],
    config: ["budgets", "timeout"],
  },
  {
    name: "retries",
    kind: "number",
    value: "COUNT",
    help: "How often a request that does no harm is tried again (2).",
    config: ["budgets", "retries"],
  },
  {
    name: "max-concurrent",
    kind: "number",
    value: "COUNT",
    help: "Requests to the API at the same time (10).",
    range: [1, Infinity],
    config: ["budgets", "maxConcurrent"],
  },
  {
    name: "max-answer",
    kind: "number",
    value: "CHARACTERS",
    help: "The longest answer that a model is given (40000).",
    range: [1, Infinity],
    config: ["budgets", "maxAnswer"],
  },
  {
    name: "max-answer-bytes",
    kind: "number",
    value: "BYTES",
    help: "What is read of one answer of the API (20000000).",
    range: [1, Infinity],
    config: ["budgets", "maxAnswerBytes"],
  },
  {
    name: "max-upload-bytes",
    kind: "number",
    value: "BYTES",
    help: "The largest file that is sent (25000000).",
    config: ["budgets", "maxUploadBytes"],
  },
  {
    name: "upload-roots",
    kind: "list",
    value: "FOLDER,…",
    help: "Folders that files may be sent from by path (none).",
  },
  {
    name: "download-dir",
    kind: "text",
    value: "FOLDER",
    help: "Where large files are saved (a temporary folder; over HTTP nowhere).",
  },
  {
    name: "toolsets",
    kind: "list",
    value: "NAME,…",
    help: "Only the tools of these toolsets (and those of --tools).",
    config: ["exposure", "toolsets"],
  },
  {
    name: "tools",
    kind: "list",
    value: "NAME,…",
    help: "Only these tools (and those of --toolsets).",
    config: ["exposure", "tools"],
  },
  {
    name: "exclude",
    kind: "list",
    value: "NAME,…",
    help: "Without these tools or toolsets; wins over the others.",
    config: ["exposure", "exclude"],
  },
  {
    name: "read-only",
    kind: "switch",
    help: "Only tools that change nothing.",
    config: ["exposure", "readOnly"],
  },
  {
    name: "mode",
    kind: "text",
    choices: ["all", "search", "auto"],
    help: "List every tool, or four tools that search, describe and call; auto decides by size.",
    config: ["exposure", "mode"],
  },
  {
    name: "confirm",
    kind: "text",
    choices: ["destructive", "never"],
    help: "Whether destructive tools ask a person first.",
    config: ["confirm"],
  },
  {
    name: "mock",
    kind: "switch",
    help: "Answer from the document's examples, without the API.",
  },
  {
    name: "watch",
    kind: "switch",
    help: "Read the exposure again when the config file changes.",
  },
  {
    name: "http",
    kind: "port",
    value: "PORT",
    help: `Serve Streamable HTTP in place of stdio (port ${defaultPort} unless given).`,
  },
  {
    name: "host",
    kind: "text",
    value: "ADDRESS",
    help: "Listen here (127.0.0.1); beyond loopback only with tokens or OAuth.",
  },
  {
    name: "public-url",
    kind: "text",
    value: "URL",
    help: "How callers reach this server: https://tools.example.com/mcp.",
  },
  {
    name: "allowed-hosts",
    kind: "list",
    value: "HOST,…",
    help: "Host headers to accept beside loopback's; * accepts any.",
  },
  {
    name: "allowed-origins",
    kind: "list",
    value: "HOST,…",
    help: "Hosts of web pages that may call.",
  },
  {
    name: "oauth-issuer",
    kind: "text",
    value: "URL",
    help: "Accept access tokens (JWT) of this authorization server.",
  },
  {
    name: "oauth-audience",
    kind: "text",
    value: "TEXT",
    help: "What their aud must name (the public URL).",
  },
  {
    name: "oauth-scopes",
    kind: "list",
    value: "SCOPE,…",
    help: "Scopes that they must carry.",
  },
  {
    name: "oauth-jwks-url",
    kind: "text",
    value: "URL",
    help: "Where the issuer's keys are (found from its metadata).",
  },
  {
    name: "caller-credentials",
    kind: "list",
    value: "SCHEME=HEADER",
    help: "Take a caller's own API credential from this header; may be given again.",
  },
  {
    name: "max-body",
    kind: "number",
    value: "BYTES",
    help: "The largest request body (4194304).",
  },
  {
    name: "stop-timeout",
    kind: "number",
    value: "SECONDS",
    help: "How long running calls may take to end after SIGTERM (25).",
  },
  {
    name: "log-level",
    kind: "text",
    choices: ["debug", "info", "warn", "error", "silent"],
    help: "What is logged on standard error (info).",
  },
  {
    name: "log-arguments",
    kind: "switch",
    help: "Log the arguments of calls too; they may hold personal data.",
  },
];

/** What is said on the command line only (the config file in the environment too). */
export const commands: readonly Flag[] = [
  {
    name: "config",
    kind: "text",
    value: "FILE",
    help: "The config file (toolwright.config.json of the project).",
  },
  { name: "help", kind: "switch", help: "Print this." },
  { name: "version", kind: "switch", help: "Print the version." },
];
