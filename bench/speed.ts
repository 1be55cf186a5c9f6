// npm run bench [-- --runs N] [--seconds N] [--shared FOLDER] [generation startup calls load types]: what Toolwright and its servers cost, as ratios to floors and rivals that
// are measured in the same run. It prints; it never judges, since machines differ.
import path from "node:path";
import { parseArgs } from "node:util";
import { root } from "../test/harness/root.js";
import { calls } from "./speed/calls.js";
import { generation } from "./speed/generation.js";
import { load } from "./speed/load.js";
import { startup } from "./speed/startup.js";
import { typeCheck } from "./speed/type-check.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "3" },
    seconds: { type: "string", default: "60" },
    shared: {
      type: "string",
      default:
        process.env["TOOLWRIGHT_SHARED"] ?? path.join(root, "..", "shared"),
    },
  },
});
const runs = Number(values.runs);
const parts: { readonly [name: string]: () => Promise<void> } = {
  generation: () => generation(runs, values.shared),
  startup: () => startup(runs * 3),
  calls: () => calls(1000),
  load: () => load(Number(values.seconds)),
  types: () => typeCheck(runs, values.shared),
};
for (const [name, part] of Object.entries(parts)) {
  if (positionals.length === 0 || positionals.includes(name)) await part();
}
