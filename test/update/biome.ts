import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** The program itself: its wrapper would start Node for every file. */
const program = createRequire(
  createRequire(import.meta.url).resolve("@biomejs/biome/package.json"),
).resolve(`@biomejs/cli-${process.platform}-${process.arch}/biome`);

/** A text as Biome formats it. https://biomejs.dev/reference/configuration/#formatter */
export function biome(
  file: string,
  text: string,
  {
    formatter = {},
    javascript = {},
  }: { readonly formatter?: object; readonly javascript?: object },
): string {
  const dir = mkdtempSync(path.join(tmpdir(), "toolwright-biome-"));
  try {
    writeFileSync(
      path.join(dir, "biome.json"),
      JSON.stringify({ formatter, javascript: { formatter: javascript } }),
    );
    return execFileSync(
      program,
      [
        "format",
        `--config-path=${dir}`,
        `--stdin-file-path=${path.basename(file)}`,
      ],
      { input: text, encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] },
    );
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** What Biome's users set, and then some. */
export const biomeOptions = [
  {},
  {
    formatter: { indentStyle: "space", lineWidth: 40 },
    javascript: {
      quoteStyle: "single",
      semicolons: "asNeeded",
      arrowParentheses: "asNeeded",
    },
  },
  {
    formatter: { lineWidth: 200, lineEnding: "crlf" },
    javascript: {
      trailingCommas: "none",
      bracketSpacing: false,
      quoteProperties: "preserve",
    },
  },
  {
    formatter: { indentStyle: "space", indentWidth: 8, expand: "always" },
    javascript: { quoteProperties: "asNeeded", operatorLinebreak: "before" },
  },
] as const;
