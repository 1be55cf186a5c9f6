// npm run quality -- FOLDER [--only NAME]… [--queries FOLDER] [--show]: what a model gets from every document of a folder, in
// figures: names, hints, tokens, and how well tools are found by questions. --show prints the tools themselves, to be read.
import { readdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { listOperations } from "../src/spec/operations.js";
import { readSurface } from "../src/read.js";
import { isVerb, verbLength } from "../src/tools/names/verbs.js";
import { lintTools } from "../src/tools/lint.js";
import { toolTokens } from "../src/tools/tokens.js";
import type { Tool } from "../src/tools/tool.js";
import { documentsOf } from "./corpus/documents.js";
import { measureMoves } from "./quality/names.js";
import { bm25, queryFiles, readQueries, recallAt5 } from "./quality/search.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", multiple: true, default: [] },
    queries: { type: "string" },
    show: { type: "boolean", default: false },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("name a folder of documents");

interface Row {
  readonly document: string;
  readonly tools: number;
  readonly illegal: number;
  readonly long: number;
  readonly twice: number;
  readonly hashed: number;
  readonly shortened: number;
  readonly noVerb: number;
  readonly noHints: number;
  readonly longText: number;
  readonly doubts: number;
  /** Tools that a client profile refuses, numeric enums under `gemini` aside. */
  readonly refused: number;
  readonly reversed: number;
  readonly shuffled: number;
  readonly grown: number;
  readonly grownLocked: number;
  readonly before: number;
  readonly tokens: number;
  readonly median: number;
  readonly largestSet: number;
  readonly nameMs: number;
}

const rows: Row[] = [];
for (const document of documentsOf(path.resolve(folder), values.only)) {
  try {
    rows.push(await measure(document.name, document.file));
  } catch (error) {
    console.log(`${document.name}: ${(error as Error).message.split("\n")[0]}`);
  }
}
print();
if (values.queries !== undefined) await search(path.resolve(values.queries));

async function read(file: string): ReturnType<typeof readSurface> {
  return readSurface(file, {
    cwd: path.dirname(file),
    config: { document: file },
  });
}

async function measure(name: string, file: string): Promise<Row> {
  const reading = await read(file);
  const { spec, tools, diagnostics } = reading;
  if (values.show) show(name, tools);
  const { operations } = listOperations(spec);
  const started = process.cpuUsage();
  const moves = measureMoves(spec, operations);
  const { user, system } = process.cpuUsage(started);
  const count = (of: (tool: Tool) => boolean): number =>
    tools.filter(of).length;
  const tokens = tools.map(toolTokens).toSorted((a, b) => a - b);
  const sets = new Map<string, number>();
  for (const { toolset } of tools)
    sets.set(toolset, (sets.get(toolset) ?? 0) + 1);
  const told = (code: string): number =>
    diagnostics.filter((found) => found.code === code).length;
  return {
    document: name,
    tools: tools.length,
    illegal: count((tool) => !/^[a-z][a-z0-9_]*$/.test(tool.name)),
    long: count((tool) => tool.name.length > 40),
    twice: tools.length - new Set(tools.map((tool) => tool.name)).size,
    hashed: told("name-hashed"),
    shortened: told("name-shortened"),
    noVerb: count((tool) => {
      const words = tool.name.split("_");
      return !isVerb(words[0]!) && verbLength(words, 0) === 0;
    }),
    noHints: count(
      (tool) =>
        tool.title === "" ||
        tool.title.length > 60 ||
        Object.values(tool.annotations).filter(
          (hint) => typeof hint === "boolean",
        ).length !== 4,
    ),
    longText: count(
      (tool) => tool.description.length > 1024 || tool.description === "",
    ),
    refused: new Set(
      lintTools(tools, { serverKey: reading.server.name })
        .filter(
          ({ effect, rule, tool }) =>
            effect === "refuses" &&
            rule !== "numeric-enums" &&
            tool !== undefined,
        )
        .map(({ tool }) => tool),
    ).size,
    doubts: count((tool) => tool.doubt !== undefined),
    ...moves,
    tokens: tokens.reduce((sum, one) => sum + one, 0),
    median: tokens[Math.floor(tokens.length / 2)] ?? 0,
    largestSet: Math.max(0, ...sets.values()),
    nameMs: Math.round((user + system) / 5000),
  };
}

function print(): void {
  console.log(
    "document\ttools\thashed\tshortened\tno verb\tdoubts\tgrown moves\ttokens\tmedian\tlargest set\tnaming ms",
  );
  for (const row of rows) {
    console.log(
      [
        row.document,
        row.tools,
        row.hashed,
        row.shortened,
        row.noVerb,
        row.doubts,
        row.grown,
        row.tokens,
        row.median,
        row.largestSet,
        row.nameMs,
      ].join("\t"),
    );
  }
  const sum = (of: (row: Row) => number): number =>
    rows.reduce((total, row) => total + of(row), 0);
  const tools = sum((row) => row.tools);
  const percent = (part: number, whole: number): string =>
    `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;
  console.log(`
${rows.length} documents, ${tools} tools
names illegal ${sum((row) => row.illegal)}, over 40 characters ${sum((row) => row.long)}, twice ${sum((row) => row.twice)}
hash suffixes ${percent(
    sum((row) => row.hashed),
    tools,
  )} (goal 0.4 %), shortened ${percent(
    sum((row) => row.shortened),
    tools,
  )}
a known verb first ${percent(tools - sum((row) => row.noVerb), tools)} (goal 98 %)
moved by reversing ${sum((row) => row.reversed)}, by shuffling ${sum((row) => row.shuffled)}, by a fifth more with a lock ${sum((row) => row.grownLocked)}, without ${percent(
    sum((row) => row.grown),
    sum((row) => row.before),
  )} (goal 2 %)
without four hints and a title ${sum((row) => row.noHints)}, hints to be reviewed ${sum((row) => row.doubts)}
tools refused by a client profile ${sum((row) => row.refused)}
descriptions empty or over 1,024 characters ${sum((row) => row.longText)}
tokens ${sum((row) => row.tokens)}`);
}

async function search(queries: string): Promise<void> {
  const names = readdirSync(queries);
  for (const file of queryFiles(queries, names)) {
    const dataset = path.basename(file).split("-")[0]!;
    const document = names.find(
      (name) =>
        name.startsWith(`${dataset}_`) && /\.(?:json|ya?ml)$/.test(name),
    );
    if (document === undefined) continue;
    const { tools, spec } = await read(path.join(queries, document));
    const { operations } = listOperations(spec);
    const asked = readQueries(file);
    const ours = bm25(
      tools.map((tool) => ({
        key: tool.operation.key,
        text: `${tool.name} ${tool.description}`,
      })),
    );
    const theirs = bm25(
      operations.map((operation) => ({
        key: operation.key,
        text: `${operation.operationId ?? ""} ${operation.path} ${operation.summary ?? ""} ${operation.description ?? ""}`,
      })),
    );
    const shown = (share: number): string => `${(100 * share).toFixed(1)} %`;
    console.log(
      `\n${dataset}: recall@5 over ${asked.length} questions ${shown(recallAt5(asked, ours))} (goal 55 %); over the document's own text ${shown(recallAt5(asked, theirs))}`,
    );
  }
}

function show(document: string, tools: readonly Tool[]): void {
  console.log(`\n# ${document}`);
  for (const tool of tools) {
    const { readOnlyHint, destructiveHint, idempotentHint } = tool.annotations;
    const hints = `${readOnlyHint ? "R" : destructiveHint ? "D" : "W"}${idempotentHint ? "i" : ""}${tool.doubt === undefined ? "" : "?"}`;
    console.log(
      `\n${tool.name} [${tool.toolset}] ${hints} <${tool.title}> ${tool.operation.key} (${tool.operation.operationId ?? "-"})\n  ${tool.description}`,
    );
  }
}
