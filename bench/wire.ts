// npm run wire -- FOLDER [--only NAME]… [--jobs N] [--limit TOOLS] [--listed | --full] [--verbose]: every tool of every document of a folder is
// called against Prism, which validates the request by the original document, and the values given are looked for in it. What is refused although it is right is explained, and
// npm run wire -- --limits: proves that, with requests that are right by the specification and documents of a few lines.
import path from "node:path";
import { parseArgs } from "node:util";
import { documentsOf } from "./corpus/documents.js";
import { inParallel } from "./report/pool.js";
import { printLimits, proveLimits } from "./wire/explain.js";
import { byKind, sum, table } from "./report/table.js";
import { checkWire } from "./wire/check.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", multiple: true, default: [] },
    jobs: { type: "string", default: "2" },
    limit: { type: "string", default: "Infinity" },
    listed: { type: "boolean", default: false },
    full: { type: "boolean", default: false },
    limits: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
});
if (values.limits) {
  process.exit((await proveLimits()) ? 0 : 1);
}
const [folder] = positionals;
if (folder === undefined) throw new Error("name a folder of documents");
const documents = documentsOf(path.resolve(folder), values.only);
if (documents.length === 0) throw new Error(`no documents in ${folder}`);

const outcomes = await inParallel(
  documents,
  Number(values.jobs),
  async (document) => {
    const outcome = await checkWire(document, {
      limit: Number(values.limit),
      source: values.full ? "full" : values.listed ? "listed" : "tool",
    });
    console.error(
      `${document.name}: ${outcome.unusable ?? `${outcome.right} of ${outcome.calls} calls right`}`,
    );
    return outcome;
  },
);

const percent = (part: number, whole: number): string =>
  whole === 0 ? "" : `${((100 * part) / whole).toFixed(2)} %`;
const judged = outcomes.filter(({ unusable }) => unusable === undefined);
const total = {
  tools: sum(judged.map(({ tools }) => tools)),
  toolsRight: sum(judged.map(({ toolsRight }) => toolsRight)),
  calls: sum(judged.map(({ calls }) => calls)),
  right: sum(judged.map(({ right }) => right)),
};
console.log(
  table(
    ["document", "tools", "all right", "", "calls", "right", ""],
    [
      ...judged.map((one) => ({ name: one.document.name, ...one })),
      { name: "all", ...total },
    ].map(({ name, tools, toolsRight, calls, right }) => [
      name,
      tools,
      toolsRight,
      percent(toolsRight, tools),
      calls,
      right,
      percent(right, calls),
    ]),
  ),
);
for (const { document, unusable } of outcomes) {
  if (unusable !== undefined)
    console.log(`not judged: ${document.name}: ${unusable}`);
}
for (const { document, failures } of judged) {
  const open = failures.filter(({ limits }) => limits === undefined);
  if (open.length === 0) continue;
  console.log(`\n${document.name}`);
  const texts = open.map(({ text }) => text);
  const shown = values.verbose
    ? texts
    : byKind(texts, (text) =>
        text
          .replace(/^(no request|lost|refused|no arguments): \w+: /, "$1: ")
          .replace(/ (GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) .*/s, "")
          .replace(/"[^"]*"|'[^']*'|\d+|\{.*$/gs, "…")
          .slice(0, 80),
      );
  console.log(shown.join("\n"));
}
printLimits(judged);
process.exitCode = total.right >= total.calls * 0.99 ? 0 : 1;
