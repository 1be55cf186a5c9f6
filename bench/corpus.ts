// npm run corpus -- FOLDER [--only NAME]… [--jobs N] [--keep]: every document of a folder, judged by what the document says
// and by others' tools. Ends with status 1 when anything is not as promised.
import path from "node:path";
import { parseArgs } from "node:util";
import { check, type Verdict } from "./corpus/check.js";
import { documentsOf } from "./corpus/documents.js";
import { inspectorLint } from "./corpus/schemas.js";
import { inParallel } from "./report/pool.js";
import { byKind, sum, table } from "./report/table.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", multiple: true, default: [] },
    jobs: { type: "string", default: "2" },
    keep: { type: "boolean", default: false },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("name a folder of documents");
const documents = documentsOf(path.resolve(folder), values.only);
if (documents.length === 0) throw new Error(`no documents in ${folder}`);

const started = performance.now();
const lint = await inspectorLint();
const verdicts = await inParallel(
  documents,
  Number(values.jobs),
  async (document) => {
    const verdict = await check(document, { lint, keep: values.keep });
    console.error(
      `${document.name}: ${verdict.failures.length === 0 ? "passed" : `${verdict.failures.length} failures`}`,
    );
    return verdict;
  },
);

const total = (value: (verdict: Verdict) => number): number =>
  sum(verdicts.map(value));
console.log(
  table(
    [
      "document",
      "operations",
      "tools",
      "skipped",
      "lost",
      "lint E",
      "lint W",
      "build s",
      "listed",
      "CPU s",
      "MB",
      "failures",
    ],
    [
      ...verdicts.map((one) => [
        one.document.name,
        one.operations,
        one.tools,
        one.skipped,
        one.lost,
        one.lintErrors,
        one.lintWarnings,
        one.build.toFixed(1),
        one.listed,
        one.cpu.toFixed(2),
        Math.round(one.megabytes),
        one.failures.length,
      ]),
      [
        "all",
        total((one) => one.operations),
        total((one) => one.tools),
        total((one) => one.skipped),
        total((one) => one.lost),
        total((one) => one.lintErrors),
        total((one) => one.lintWarnings),
        total((one) => one.build).toFixed(1),
        total((one) => one.listed),
        total((one) => one.cpu).toFixed(2),
        Math.max(...verdicts.map((one) => Math.round(one.megabytes))),
        total((one) => one.failures.length),
      ],
    ],
  ),
);
const failed = verdicts.filter(({ failures }) => failures.length > 0);
for (const { document, failures } of failed) {
  console.log(`\n${document.name}`);
  console.log(byKind(failures, (failure) => failure.split(":")[0]!).join("\n"));
}
const served = total((one) => one.tools) / total((one) => one.operations);
console.log(
  `\n${(served * 100).toFixed(2)} % of operations are tools; what is no tool has to be accounted for, and may be 0.5 %`,
);
console.log(
  `${documents.length - failed.length} documents passed, ${failed.length} failed, in ${Math.round((performance.now() - started) / 1000)} s`,
);
process.exitCode = failed.length > 0 || served < 0.995 ? 1 : 0;
