#!/usr/bin/env node
// Yours: written once, never touched again. Add start-up code of your own here; standard output belongs to the protocol.
import "./transports/stdout-guard.js";
import { api } from "./api.js";
import { customTools } from "./custom-tools.js";
import { hooks } from "./hooks.js";
import { start } from "./start.js";
import { toolsets } from "./tools/index.js";

await start({ api, toolsets, customTools, hooks });
