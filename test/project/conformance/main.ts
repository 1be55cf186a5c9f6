// A fixture build of the template: its transports, protocol layer and dispatch, over the tools that the scenarios call.
import "../../../templates/project/src/transports/stdout-guard.js";
import { MissingRequiredClientCapabilityError } from "@modelcontextprotocol/server";
import { createDispatch } from "../../../templates/project/src/runtime/dispatch.js";
import { createLog } from "../../../templates/project/src/runtime/log.js";
import { createMetrics } from "../../../templates/project/src/runtime/metrics.js";
import {
  createView,
  type Entry,
  type View,
} from "../../../templates/project/src/runtime/view.js";
import { createServer } from "../../../templates/project/src/server.js";
import { startHttp } from "../../../templates/project/src/transports/http.js";
import { tools } from "./tools.js";

const api = {
  name: "conformance",
  title: "Conformance",
  version: "1.0.0",
  envPrefix: "CONFORMANCE",
  servers: [],
  security: [],
  securitySchemes: {},
};
const log = createLog("info");
const metrics = createMetrics();
const dispatch = createDispatch({
  callTool: async (tool, args, context) =>
    tool.handler(args as never, context as never),
  confirm: "never",
  logArguments: false,
  log,
  metrics,
});
const view = withMissingCapability(
  createView(new Map([["fixture", tools]]), "all", {
    dispatch,
    confirm: "never",
    answerLimit: 40_000,
  }),
);

await startHttp({
  settings: {
    port: Number(process.env["PORT"] ?? 0),
    host: "127.0.0.1",
    allowedHosts: [],
    allowedOrigins: [],
    maxBodyBytes: 4 * 1024 * 1024,
    stopTimeoutMs: 1000,
    inbound: { tokens: [] },
    callerCredentials: new Map(),
  },
  title: api.title,
  factory: (context) =>
    createServer(
      {
        api,
        view: () => view,
        watch: false,
        callerCredentials: new Map(),
        log,
      },
      context,
    ),
  checkUrl: () => undefined,
  log,
  metrics,
});

/** Adds a tool that needs what the client did not declare: none of a generated server does. */
function withMissingCapability(view: View): View {
  const entry: Entry = {
    definition: { ...view.definitions[0]!, name: "test_missing_capability" },
    run: () =>
      Promise.reject(
        new MissingRequiredClientCapabilityError({
          requiredCapabilities: { sampling: {} },
        }),
      ),
  };
  return {
    ...view,
    definitions: [...view.definitions, entry.definition],
    find: (name) => (name === entry.definition.name ? entry : view.find(name)),
  };
}
