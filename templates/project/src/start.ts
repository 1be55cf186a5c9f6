import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { ApiOptions } from "./runtime/api.js";
import type { ApiDescription } from "./runtime/api-description.js";
import { checkSettings } from "./runtime/checks.js";
import { createDispatch, type CallTool } from "./runtime/dispatch.js";
import { catalogueOf, expose } from "./runtime/exposure.js";
import type { Hooks } from "./runtime/hooks.js";
import { createLog, messageOf, type Log } from "./runtime/log.js";
import { createMetrics } from "./runtime/metrics.js";
import { SettingsError } from "./runtime/flags.js";
import { readSettings, type Settings } from "./runtime/settings.js";
import type { AnyTool } from "./runtime/tool.js";
import { createViews, type View } from "./runtime/view.js";
import { createServer, type ServerSettings } from "./server.js";
import { startHttp } from "./transports/http.js";
import { startStdio, type Running } from "./transports/stdio.js";
import { protocolOutput } from "./transports/stdout-guard.js";

/** What the project is made of. */
export interface Project {
  readonly api: ApiDescription;
  readonly toolsets: { readonly [name: string]: readonly AnyTool[] };
  readonly customTools: readonly AnyTool[];
  readonly hooks: Hooks;
}

/** The folder with package.json: the bundle is `dist/main.js`. */
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Reads the settings and serves until a signal or the end of standard input. A mistake in the settings ends the process with status 1. */
export async function start(project: Project): Promise<void> {
  try {
    const dotenv = path.join(root, ".env");
    if (existsSync(dotenv)) process.loadEnvFile(dotenv);
    const source = {
      args: process.argv.slice(2),
      env: process.env,
      root,
      api: project.api,
    };
    const invocation = readSettings(source);
    if ("print" in invocation)
      return void protocolOutput.write(`${invocation.print}\n`);
    await serve(project, invocation.run, () => {
      const again = readSettings(source);
      return "run" in again ? again.run : invocation.run;
    });
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${project.api.name}: ${error.message}\n`);
    process.exitCode = 1;
  }
}

async function serve(
  project: Project,
  settings: Settings,
  readAgain: () => Settings,
): Promise<void> {
  const { api } = project;
  const tools = toolsOf(project);
  const warnings = checkSettings(settings, api, tools, { ...process.env });
  const log = createLog(settings.logLevel);
  for (const message of warnings) log.warn("setting", { message });
  const metrics = createMetrics();
  const dispatch = createDispatch({
    callTool: createCallTool(project, tools, settings, log),
    confirm: settings.confirm,
    logArguments: settings.logArguments,
    log,
    metrics,
  });
  const catalogue = catalogueOf(project.toolsets, project.customTools);
  const viewsOf = ({
    exposure,
  }: Settings): ((search: URLSearchParams) => View) =>
    createViews(expose(catalogue, exposure), exposure.mode, {
      dispatch,
      confirm: settings.confirm,
      answerLimit: settings.api.maxAnswerCharacters,
    });
  let views = viewsOf(settings);
  const none = new URLSearchParams();
  const serverSettings: ServerSettings = {
    api,
    view: ({ requestInfo }) =>
      views(
        requestInfo === undefined
          ? none
          : new URL(requestInfo.url).searchParams,
      ),
    watch: settings.watch,
    callerCredentials: settings.http?.callerCredentials ?? new Map(),
    log,
  };
  const factory = (
    context: Parameters<typeof createServer>[1],
  ): ReturnType<typeof createServer> => createServer(serverSettings, context);
  const shown = views(none);
  log.debug("starting", {
    tools: shown.tools,
    mode: shown.mode,
    mock: settings.mock,
  });

  let running: Running;
  if (settings.http === undefined)
    running = startStdio(factory, dispatch.running, log);
  else {
    running = await startHttp({
      settings: settings.http,
      title: api.title,
      factory,
      checkUrl: (search) => void views(search),
      log,
      metrics,
    });
  }
  stopOnSignal(running, log);
  if (settings.watch) {
    const { watchFile } = await import("./runtime/watch.js");
    watchFile(settings.configFile, () => {
      try {
        views = viewsOf(readAgain());
        running.toolsChanged();
        log.info("exposure changed", { tools: views(none).tools });
      } catch (error) {
        log.error("exposure kept: the new config is wrong", {
          message: messageOf(error),
        });
      }
    });
  }
}

function toolsOf({ toolsets, customTools }: Project): readonly AnyTool[] {
  return [...Object.values(toolsets).flat(), ...customTools];
}

function stopOnSignal(running: Running, log: Log): void {
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      // Asked twice: at once.
      if (stopping) process.exit(1);
      stopping = true;
      log.info("stopping", { signal });
      void running.stop().then(() => process.exit(0));
    });
  }
}

/** What calls a tool. The client of the API is made with the first call: nothing of it is needed to list tools. */
function createCallTool(
  { api, hooks }: Project,
  tools: readonly AnyTool[],
  settings: Settings,
  log: Log,
): CallTool {
  const make = async (): Promise<CallTool> => {
    const { createApi } = await import("./runtime/api.js");
    const { callTool } = await import("./runtime/call.js");
    const options: ApiOptions = {
      // A copy: each look into process.env asks the system.
      env: { ...process.env },
      transport: settings.http === undefined ? "stdio" : "http",
      tools,
      hooks,
      log,
      ...settings.api,
    };
    const runtime = settings.mock
      ? (await import("./runtime/mock.js")).createMockApi(api, options, root)
      : createApi(api, options);
    return (tool, args, context) => callTool(tool, args, runtime, context);
  };
  let made: Promise<CallTool> | undefined;
  return async (tool, args, context) =>
    (await (made ??= make()))(tool, args, context);
}
