import { rmSync } from "node:fs";
import type { AnyTool } from "../../templates/project/src/runtime/tool.js";
import { connectStdio } from "../../test/harness/client.js";
import { toolwright } from "../../test/harness/process.js";
import {
  buildProject,
  freshFolder,
  loadTools,
} from "../../test/harness/project.js";
import type { Document } from "./documents.js";
import { lostInputs, matchTools } from "./lost.js";
import { readRaw, type RawOperation } from "./raw.js";
import { invalidSchemas, type inspectorLint } from "./schemas.js";

/** What was found of one document. */
export interface Verdict {
  readonly document: Document;
  readonly operations: number;
  readonly tools: number;
  readonly skipped: number;
  readonly lost: number;
  readonly lintErrors: number;
  readonly lintWarnings: number;
  /** Seconds for the project's own build. */
  readonly build: number;
  readonly listed: number;
  /** Of the generating process. */
  readonly cpu: number;
  readonly megabytes: number;
  /** Each starts with the kind of check and a colon. */
  readonly failures: readonly string[];
}

export interface CheckOptions {
  readonly lint: Awaited<ReturnType<typeof inspectorLint>>;
  /** Leave the project where it is, and say where. */
  readonly keep: boolean;
}

/** Generates the project of a document and holds every promise about it against the document and against others' tools. */
export async function check(
  document: Document,
  { lint, keep }: CheckOptions,
): Promise<Verdict> {
  const folder = await freshFolder(document.name);
  const failures: string[] = [];
  try {
    const generated = await toolwright(["generate", document.file, folder], {
      timeout: 120,
    });
    const { cpu, megabytes } = generated;
    const raw = attempt(failures, "raw", () => readRaw(document.file));
    const operations = raw?.operations ?? [];
    const verdict = {
      document,
      operations: operations.length,
      tools: 0,
      skipped: 0,
      lost: 0,
      lintErrors: 0,
      lintWarnings: 0,
      build: 0,
      listed: 0,
      cpu,
      megabytes,
      failures,
    };
    if (generated.status !== 0) {
      failures.push(
        `exit: ${generated.status} ${generated.stderr.slice(0, 300)}`,
      );
      return verdict;
    }
    const account = accountOf(generated.stderr);
    if (account === undefined || account.operations !== operations.length) {
      failures.push(
        `account: ${operations.length} operations in the document, said: ${account?.operations ?? generated.stderr.slice(0, 200)}`,
      );
    } else if (account.tools + account.skipped !== account.operations) {
      failures.push(`account: ${JSON.stringify(account)} does not add up`);
    }
    const tools = await loadTools(folder);
    if (account?.tools !== tools.length) {
      failures.push(
        `account: ${account?.tools} tools said, ${tools.length} made`,
      );
    }
    failures.push(...surfaceFailures(tools));
    const lost = inputsLost(operations, tools);
    failures.push(
      ...lost,
      ...tools.flatMap(invalidSchemas).map((text) => `schema: ${text}`),
    );
    const findings = lint(
      tools.map(({ name, input, listed, output }) => ({
        name,
        inputSchema: listed ?? input,
        ...(output && { outputSchema: output }),
      })),
    ).flatMap(({ toolName, findings }) =>
      findings.map((one) => ({ ...one, toolName })),
    );
    const errors = findings.filter(({ severity }) => severity === "error");
    failures.push(
      ...errors.map(
        ({ rule, toolName, path }) => `lint: ${rule} ${toolName} ${path}`,
      ),
    );
    const built = await buildProject(folder);
    const names = built.status === 0 ? await listedNames(folder, failures) : [];
    if (built.status !== 0) {
      failures.push(
        ...(built.stdout + built.stderr)
          .split("\n")
          .filter((line) => line.includes("error"))
          .slice(0, 20)
          .map((line) => `build: ${line}`),
        `build: exit ${built.status}`,
      );
    }
    if (names.length !== tools.length) {
      failures.push(`list: ${names.length} of ${tools.length} tools`);
    }
    return {
      ...verdict,
      tools: tools.length,
      skipped: account?.skipped ?? 0,
      lost: lost.length,
      lintErrors: errors.length,
      lintWarnings: findings.length - errors.length,
      build: built.seconds,
      listed: new Set(names).size,
    };
  } finally {
    if (keep) console.log(`${document.name}: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

function attempt<Result>(
  failures: string[],
  kind: string,
  action: () => Result,
): Result | undefined {
  try {
    return action();
  } catch (error) {
    failures.push(`${kind}: ${String(error).slice(0, 300)}`);
    return undefined;
  }
}

/** What the command said: `1,223 operations: 1,223 tools, 0 skipped`. */
function accountOf(
  output: string,
): { operations: number; tools: number; skipped: number } | undefined {
  const found = /([\d,]+) operations?: ([\d,]+) tools?, ([\d,]+) skipped/.exec(
    output,
  );
  if (found === null) return undefined;
  const [operations, tools, skipped] = found
    .slice(1)
    .map((digits) => Number(digits.replaceAll(",", "")));
  return { operations: operations!, tools: tools!, skipped: skipped! };
}

function inputsLost(
  operations: readonly RawOperation[],
  tools: readonly AnyTool[],
): string[] {
  return [...matchTools(operations, tools)].flatMap(([operation, tool]) =>
    tool === undefined
      ? []
      : lostInputs(operation, tool).map(
          (input) => `lost: ${input} of ${operation.method} ${operation.path}`,
        ),
  );
}

function surfaceFailures(tools: readonly AnyTool[]): string[] {
  const names = tools.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return [
    ...twice.map((name) => `name: ${name} twice`),
    ...names
      .filter((name) => !/^[a-z][a-z0-9_]{0,39}$/.test(name))
      .map((name) => `name: ${name} is not legal`),
    ...tools.flatMap((tool) => {
      const { annotations, title, description } = tool;
      const hints = [
        annotations.readOnlyHint,
        annotations.destructiveHint,
        annotations.idempotentHint,
        annotations.openWorldHint,
      ];
      return [
        ...(hints.some((hint) => typeof hint !== "boolean")
          ? [`hints: ${tool.name} does not state all four`]
          : []),
        ...(title.trim() === "" ? [`hints: ${tool.name} has no title`] : []),
        ...(description.trim() === "" || description.length > 1024
          ? [`description: ${tool.name} has ${description.length} characters`]
          : []),
      ];
    }),
  ];
}

async function listedNames(
  folder: string,
  failures: string[],
): Promise<readonly string[]> {
  try {
    await using connection = await connectStdio(folder, {
      args: ["--mode", "all"],
    });
    return (await connection.list()).map(({ name }) => name);
  } catch (error) {
    failures.push(`list: ${String(error).slice(0, 300)}`);
    return [];
  }
}
