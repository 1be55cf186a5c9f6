import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run, toolwright } from "../../test/harness/process.js";
import { freshFolder } from "../../test/harness/project.js";
import { median, table } from "../report/table.js";

/** Prints how long TypeScript 7 takes over GitHub's generated project, beside a project that only imports the SDK. */
export async function typeCheck(runs: number, shared: string): Promise<void> {
  const github = path.join(shared, "corpus/github-com-api-github-com.json");
  if (!existsSync(github)) {
    console.log("type-check: no shared document of GitHub's: left out\n");
    return;
  }
  const project = await freshFolder("github");
  const alone = await freshFolder("sdk-alone");
  try {
    const generated = await toolwright(["generate", github, project]);
    if (generated.status !== 0) throw new Error(generated.stderr);
    sdkAlone(alone);
    const times = { project: [] as number[], alone: [] as number[] };
    for (let turn = 0; turn < runs; turn += 1) {
      times.project.push(await seconds(project));
      times.alone.push(await seconds(alone));
    }
    console.log(
      table(
        ["type-check, TypeScript 7", "wall s", "× SDK alone"],
        [
          [
            "a file that imports the SDK",
            median(times.alone).toFixed(2),
            "1.00",
          ],
          [
            "GitHub's project",
            median(times.project).toFixed(2),
            (median(times.project) / median(times.alone)).toFixed(2),
          ],
        ],
      ),
    );
    console.log();
  } finally {
    rmSync(project, { recursive: true, force: true });
    rmSync(alone, { recursive: true, force: true });
  }
}

function sdkAlone(folder: string): void {
  mkdirSync(path.join(folder, "src"));
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(
    path.join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        target: "es2023",
        module: "nodenext",
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        types: ["node"],
      },
      include: ["src"],
    }),
  );
  writeFileSync(
    path.join(folder, "src/main.ts"),
    'import { Server } from "@modelcontextprotocol/server";\nimport { serveStdio } from "@modelcontextprotocol/server/stdio";\nserveStdio(() => new Server({ name: "a", version: "1" }, { capabilities: { tools: {} } }));\n',
  );
}

async function seconds(folder: string): Promise<number> {
  const outcome = await run("npx", ["--no-install", "tsc", "--noEmit"], {
    cwd: folder,
  });
  if (outcome.status !== 0) throw new Error(outcome.stdout.slice(0, 2000));
  return outcome.seconds;
}
