import path from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../harness/process.js";
import { root } from "../harness/root.js";

const dist = (file: string): string => path.join(root, "dist", file);

/** What is printed on a terminal of 80 columns, which is where no width is known. */
function print(...args: string[]) {
  return run(process.execPath, args);
}

describe.each([
  ["toolwright generate", dist("cli.js"), "generate"],
  ["toolwright inspect", dist("cli.js"), "inspect"],
  ["create-toolwright", dist("create.js")],
])("%s --help", (_, ...command) => {
  it("fits a screen, and has one example", async () => {
    const { stdout, status } = await print(...command, "--help");
    const lines = stdout.trimEnd().split("\n");
    expect(status).toBe(0);
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(
      80,
    );
    expect(stdout.match(/^Examples:$/gm)).toHaveLength(1);
  });
});

it("the commands are completed in a shell", async () => {
  const script = await print(dist("cli.js"), "completion");
  expect(script.stdout).toContain("toolwright");
  const { stdout } = await print(
    dist("cli.js"),
    "--get-yargs-completions",
    "toolwright",
    "gen",
  );
  expect(stdout).toContain("generate");
  const flags = await print(
    dist("cli.js"),
    "--get-yargs-completions",
    "toolwright",
    "generate",
    "--conf",
  );
  expect(flags.stdout).toContain("--conflict");
});
