#!/usr/bin/env node
import "./commands/optimise-late.js";

// After it, and not beside it: what is loaded before is optimised as ever.
await import("./create/create-toolwright.js");
