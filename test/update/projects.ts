import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import type { File } from "../../src/render/file.js";
import { applyPlan } from "../../src/update/apply.js";
import type { Lock } from "../../src/update/lock.js";
import { planUpdate, type Conflict, type Plan } from "../../src/update/plan.js";
import { readProject } from "../../src/update/project.js";

const made: string[] = [];
afterAll(() =>
  made.forEach((dir) => rmSync(dir, { recursive: true, force: true })),
);

/** A path for a project that does not exist yet. */
export function newDir(): string {
  const dir = mkdtempSync(path.join(tmpdir(), "toolwright-test-"));
  made.push(dir);
  return path.join(dir, "project");
}

/** A tool of the tests: enough of one for files and lock. */
export interface Sample {
  readonly name: string;
  readonly key: string;
  readonly operationId?: string;
  readonly description?: string;
  readonly toolset?: string;
}

const constantOf = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What generation makes of the samples. */
export function sampleFiles(
  samples: readonly Sample[],
  more: readonly File[] = [],
): File[] {
  const tracked = (file: string, text: string): File => ({
    path: file,
    text,
    ownership: "tracked",
  });
  const place = ({ toolset = "pets", name }: Sample): string =>
    `${toolset}/${name}`;
  return [
    ...samples.map((sample) => {
      const [method, url] = sample.key.split(" ");
      return tracked(
        `src/tools/${place(sample)}.ts`,
        `// ${sample.key}. Edit anything: see README.md, "Editing generated code".
import { defineTool } from "../../runtime/tool.js";

export interface Input {
  id: string;
}

export const ${constantOf(sample.name)} = defineTool<Input>({
  name: "${sample.name}",
  description: "${sample.description ?? sample.name}",
  request: { method: "${method}", path: "${url}" },
  handler: (input, api) => api.send(input),
});
`,
      );
    }),
    tracked(
      "src/tools/index.ts",
      `import type { AnyTool } from "../runtime/tool.js";
${samples.map((sample) => `import { ${constantOf(sample.name)} } from "./${place(sample)}.js";\n`).join("")}
export const tools: readonly AnyTool[] = [
${samples.map((sample) => `  ${constantOf(sample.name)},\n`).join("")}];
`,
    ),
    tracked(
      "package.json",
      `${JSON.stringify({ name: "sample", scripts: { build: "x" }, dependencies: { a: "1" } }, null, 2)}\n`,
    ),
    tracked(".env.example", "# Where the API is.\nSAMPLE_BASE_URL=\n"),
    { path: "README.md", text: "# Sample\n", ownership: "seeded" },
    ...more,
  ];
}

export function sampleLock(
  samples: readonly Sample[],
  files: readonly File[],
  previous?: Lock,
): Lock {
  return {
    lockVersion: 1,
    generator: "0.1.0",
    spec: {
      source: "api.yaml",
      title: "Sample",
      version: "1",
      hash: "sha256-0",
    },
    tools: Object.fromEntries(
      samples.map((sample) => [
        sample.key,
        {
          name: sample.name,
          ...(sample.operationId !== undefined && {
            operationId: sample.operationId,
          }),
          toolset: sample.toolset ?? "pets",
          file: `src/tools/${sample.toolset ?? "pets"}/${sample.name}.ts`,
          annotations: "read idempotent",
          auth: [],
          input: { id: "string required" },
        },
      ]),
    ),
    retired: {},
    seeded: [
      ...new Set([
        ...(previous?.seeded ?? []),
        ...files
          .filter(({ ownership }) => ownership === "seeded")
          .map((file) => file.path),
      ]),
    ].sort(),
  };
}

/** Plans a run over the samples. */
export async function planSamples(
  dir: string,
  samples: readonly Sample[],
  options: {
    readonly more?: readonly File[];
    readonly conflict?: Conflict;
  } = {},
): Promise<Plan> {
  const files = sampleFiles(samples, options.more);
  const state = await readProject(dir);
  const lock = sampleLock(samples, files, state?.lock);
  return planUpdate({
    dir,
    files,
    lock,
    state,
    ...(options.conflict && { conflict: options.conflict }),
  });
}

/** Plans a run and carries it out. */
export async function run(
  ...args: Parameters<typeof planSamples>
): Promise<Plan> {
  const plan = await planSamples(...args);
  applyPlan(plan);
  return plan;
}

/** Every file below a folder with its text. */
export function snapshot(dir: string): { readonly [path: string]: string } {
  const entries = readdirSync(dir, {
    recursive: true,
    withFileTypes: true,
  }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [
        path.relative(dir, file).split(path.sep).join("/"),
        readFileSync(file, "utf8"),
      ]),
  );
}

/** When each file was last written. */
export function times(dir: string): { readonly [path: string]: number } {
  return Object.fromEntries(
    Object.keys(snapshot(dir)).map((file) => [
      file,
      statSync(path.join(dir, file)).mtimeMs,
    ]),
  );
}
