import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { dump } from "js-yaml";
import { runNode, type Cost } from "../../test/harness/process.js";
import { cache, root } from "../../test/harness/root.js";
import { installed } from "../../test/harness/toolbox.js";
import { median, table } from "../report/table.js";
import { machineMade } from "./machine-made.js";

interface Input {
  readonly name: string;
  readonly file: string;
  /** The same document as JSON, which the floor is measured with. */
  readonly json: string;
}

/** Prints what generating costs, as whole processes, beside the floor and the rival on the same document. */
export async function generation(runs: number, shared: string): Promise<void> {
  const rival = await rivalCommand();
  const rows = [];
  const folder = mkdtempSync(path.join(tmpdir(), "toolwright-bench-"));
  for (const input of inputs(shared)) {
    const ours = await medianCost(runs, folder, (out) => [
      path.join(root, "dist/cli.js"),
      "generate",
      input.file,
      out,
    ]);
    const floor = await medianCost(runs, folder, () => [
      "--eval",
      floorScript,
      input.json,
    ]);
    const theirs =
      rival === undefined
        ? undefined
        : await medianCost(runs, folder, (out) => [
            rival,
            `--input=${input.file}`,
            `--output=${out}`,
            "--force",
          ]);
    rows.push([
      input.name,
      (statSync(input.file).size / 1e6).toFixed(1),
      show(ours),
      show(floor),
      show(theirs),
      ratio(ours, floor),
      ratio(ours, theirs),
    ]);
  }
  rmSync(folder, { recursive: true, force: true });
  console.log(
    table(
      [
        "generation (CPU s, MB)",
        "MB",
        "toolwright",
        "floor",
        "omg",
        "× floor",
        "× omg",
      ],
      rows,
    ),
  );
  console.log(
    "floor: a bare Node that reads, parses (JSON) and walks the document. omg: openapi-mcp-generator 4.0.1.\n",
  );
}

/** What no generator can do without. */
const floorScript = `
const value = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
let nodes = 0;
(function walk(node) { nodes += 1; if (node && typeof node === "object") for (const key in node) walk(node[key]); })(value);
`;

function inputs(shared: string): Input[] {
  const github = path.join(shared, "corpus/github-com-api-github-com.json");
  const heavy = heavyDocument();
  return [
    ...(existsSync(github)
      ? [{ name: "GitHub, 1,223 operations", file: github, json: github }]
      : []),
    {
      name: "samples/marina.yaml",
      file: path.join(root, "samples/marina.yaml"),
      json: heavy.marina,
    },
    { name: "machine-made JSON", file: heavy.json, json: heavy.json },
    { name: "the same as YAML", file: heavy.yaml, json: heavy.json },
  ];
}

/** A 20 MB document as JSON and as YAML; made once. */
function heavyDocument(): { json: string; yaml: string; marina: string } {
  const folder = path.join(cache, "machine-made");
  const json = path.join(folder, "heavy.json");
  const yaml = path.join(folder, "heavy.yaml");
  const marina = path.join(folder, "small.json");
  if (!existsSync(marina)) {
    mkdirSync(folder, { recursive: true });
    const document = machineMade(5000, 22);
    writeFileSync(json, JSON.stringify(document));
    writeFileSync(yaml, dump(document, { noRefs: true }));
    writeFileSync(marina, JSON.stringify(machineMade(15)));
  }
  return { json, yaml, marina };
}

/** The one open generator of a whole TypeScript project; undefined where it cannot be installed. */
async function rivalCommand(): Promise<string | undefined> {
  try {
    const folder = await installed("omg", { "openapi-mcp-generator": "4.0.1" });
    return path.join(
      folder,
      "node_modules/openapi-mcp-generator/bin/openapi-mcp-generator.js",
    );
  } catch (error) {
    console.log(
      `openapi-mcp-generator is left out: ${String(error).slice(0, 200)}`,
    );
    return undefined;
  }
}

/**
 * The median of so many runs, each into a new folder. What they wrote stays to the end: a file system that has just given
 * thousands of files back makes the next ones several times dearer, and nobody generates that way.
 */
async function medianCost(
  runs: number,
  parent: string,
  args: (folder: string) => readonly string[],
): Promise<Cost | undefined> {
  const costs: Cost[] = [];
  for (let run = 0; run < runs; run += 1) {
    const cwd = mkdtempSync(path.join(parent, "run-"));
    const outcome = await runNode(args(path.join(cwd, "out")), {
      timeout: 120,
      cwd,
    });
    if (outcome.status !== 0) return undefined;
    costs.push(outcome);
  }
  return {
    cpu: median(costs.map(({ cpu }) => cpu)),
    megabytes: median(costs.map(({ megabytes }) => megabytes)),
  };
}

function show(cost: Cost | undefined): string {
  return cost === undefined
    ? "fails"
    : `${cost.cpu.toFixed(2)} s, ${Math.round(cost.megabytes)} MB`;
}

function ratio(one: Cost | undefined, other: Cost | undefined): string {
  return one && other ? (one.cpu / other.cpu).toFixed(2) : "";
}
