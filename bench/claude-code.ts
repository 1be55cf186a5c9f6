// node bench/run.mjs claude-code: Claude Code, from its package, connects to the server of the sample with the commands that the
// project's own CLIENTS.md shows. It needs no account for that. Ends with status 1 when it does not connect.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { run, type Outcome } from "../test/harness/process.js";
import { installed } from "../test/harness/toolbox.js";
import { listen, makeServer } from "./hosts/servers.js";

const claudeCode = { "@anthropic-ai/claude-code": "2.1.332" };

/** The folder of the command `claude`; undefined, with a message, when the registry does not give it. */
async function commandFolder(): Promise<string | undefined> {
  try {
    const folder = await installed("claude-code", claudeCode);
    const bin = path.join(folder, "node_modules/.bin");
    if (existsSync(path.join(bin, "claude"))) return bin;
    console.log("SKIPPED: Claude Code has no program for this system");
  } catch (error) {
    console.log(`SKIPPED: Claude Code cannot be installed: ${String(error)}`);
  }
  return undefined;
}

interface Case {
  readonly name: string;
  /** Adds the server, as a person types it. */
  readonly command: string;
  readonly connects: boolean;
}

/** Adds a server in a folder and a home of its own, and looks at what `mcp list` says of it. */
async function check(
  bin: string,
  home: string,
  { name, command, connects }: Case,
): Promise<boolean> {
  const cwd = path.join(home, name.replace(/\W+/g, "-"));
  mkdirSync(cwd);
  const shell = (line: string): Promise<Outcome> =>
    run("sh", ["-c", line], {
      cwd,
      // Nothing of whoever runs this: neither account nor settings.
      env: {
        PATH: `${bin}${path.delimiter}${process.env["PATH"]}`,
        HOME: cwd,
        CLAUDE_CONFIG_DIR: path.join(cwd, ".claude"),
        DISABLE_AUTOUPDATER: "1",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      },
      timeout: 120,
    });
  const added = await shell(command);
  const listed = await shell("claude mcp list");
  const line = listed.stdout
    .split("\n")
    .find((one) => one.startsWith("marina:"));
  const right =
    added.status === 0 &&
    line !== undefined &&
    line.includes("✔ Connected") === connects;
  console.log(`${right ? "pass" : "FAIL"}  ${name}: ${line ?? "not listed"}`);
  if (!right)
    console.log(added.stdout + added.stderr + listed.stdout + listed.stderr);
  return right;
}

/** The commands for Claude Code that a project shows, with something in place of what a person fills in. */
function shownCommands(project: string, url: string): [string, string] {
  const text = readFileSync(path.join(project, "CLIENTS.md"), "utf8")
    .replaceAll(/\/path\/to\/[\w-]+/g, project)
    .replaceAll("http://127.0.0.1:3000/mcp", url)
    .replaceAll("…", "filled-in");
  const commands = text.match(/^claude mcp add .+$/gm) ?? [];
  if (commands.length !== 2)
    throw new Error(`CLIENTS.md shows ${commands.length} commands`);
  return commands as [string, string];
}

const bin = await commandFolder();
if (bin !== undefined) {
  const project = await makeServer("claude-code");
  const home = mkdtempSync(path.join(tmpdir(), "toolwright-claude-code-"));
  try {
    using open = await listen(project);
    using guarded = await listen(project, {
      MARINA_INBOUND_TOKENS: "token-of-the-callers",
    });
    const [stdio, http] = shownCommands(project, open.url);
    const guardedHttp = http.replace(open.url, guarded.url);
    const cases: readonly Case[] = [
      { name: "stdio", command: stdio, connects: true },
      { name: "HTTP", command: http, connects: true },
      {
        name: "HTTP with a token",
        command: `${guardedHttp} --header "Authorization: Bearer token-of-the-callers"`,
        connects: true,
      },
      {
        name: "HTTP with a wrong token",
        command: `${guardedHttp} --header "Authorization: Bearer token-of-nobody-here"`,
        connects: false,
      },
    ];
    const passed: boolean[] = [];
    for (const one of cases) passed.push(await check(bin, home, one));
    process.exitCode = passed.every(Boolean) ? 0 : 1;
  } finally {
    rmSync(project, { recursive: true, force: true });
    rmSync(home, { recursive: true, force: true });
  }
}
