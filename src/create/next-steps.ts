import path from "node:path";
import { environmentVariables } from "../render/environment.js";
import type { GenerateResult } from "../generate.js";
import type { Tool } from "../tools/tool.js";
import type { Choices } from "./choices.js";

/** From this many tools on a server searches by itself; clients that search too are told to list all. */
const manyTools = 128;

/** What a person does next with a project that was just made: variables, a client, a first call. Lines of plain text. */
export function nextSteps(
  result: GenerateResult,
  { template, transport }: Pick<Choices, "template" | "transport">,
  {
    cwd,
    installed,
    manager,
  }: {
    readonly cwd: string;
    readonly installed: boolean;
    readonly manager: string;
  },
): readonly string[] {
  const folder = path.relative(cwd, result.dir) || ".";
  return [
    ...(installed
      ? []
      : [
          "Install and build:",
          `  cd ${quote(folder)} && ${manager} install && ${manager} run build`,
          "",
        ]),
    ...variableLines(result, folder),
    "",
    ...((transport ?? (template === "http" ? "http" : "stdio")) === "http"
      ? httpClients(result, folder)
      : stdioClients(result)),
    "",
    ...firstCall(result),
  ];
}

function variableLines(result: GenerateResult, folder: string): string[] {
  const { spec, server, tools, auth } = result;
  const variables = environmentVariables({
    spec,
    server,
    tools,
    securitySchemes: auth.schemes,
  }).filter(
    ({ secret, description }) => secret || description.includes("set it"),
  );
  const file = path.join(folder, ".env");
  if (variables.length === 0)
    return [
      "The document names no credentials. If the API wants some all the same, src/hooks.ts can add them to each request.",
      `${path.join(folder, ".env.example")} lists what else can be set.`,
    ];
  const width = Math.max(...variables.map(({ name }) => name.length));
  return [
    `Put what you need of these into ${file} (see .env.example beside it):`,
    ...variables
      .slice(0, 8)
      .map(
        ({ name, description }) =>
          `  ${`${name}=`.padEnd(width + 1)}  # ${description}`,
      ),
    ...(variables.length > 8 ? [`  and ${variables.length - 8} more`] : []),
  ];
}

function stdioClients({ dir, server, tools }: GenerateResult): string[] {
  const program = path.join(dir, "dist", "main.js");
  const all = tools.length > manyTools ? ["--mode", "all"] : [];
  const command = (args: readonly string[]): string =>
    ["node", quote(program), ...args].join(" ");
  const entry = (args: readonly string[]): object => ({
    command: "node",
    args: [program, ...args],
  });
  return [
    "Connect a client (CLIENTS.md has more):",
    `  Claude Code  claude mcp add ${server.name} -- ${command(all)}`,
    `  Codex        codex mcp add ${server.name} -- ${command([])}`,
    `  Gemini CLI   gemini mcp add ${server.name} ${command([])}`,
    `  VS Code      code --add-mcp '${JSON.stringify({ name: server.name, ...entry(all) })}'`,
    "  Cursor (~/.cursor/mcp.json)",
    `               ${JSON.stringify({ mcpServers: { [server.name]: entry(all) } })}`,
    "  Claude Desktop (claude_desktop_config.json)",
    `               ${JSON.stringify({ mcpServers: { [server.name]: entry([]) } })}`,
  ];
}

function httpClients({ server }: GenerateResult, folder: string): string[] {
  const url = "http://127.0.0.1:3000/mcp";
  return [
    "Start it and connect a client (CLIENTS.md has more):",
    `  cd ${quote(folder)} && npm start`,
    `  Claude Code  claude mcp add --transport http ${server.name} ${url}`,
    `  VS Code      code --add-mcp '${JSON.stringify({ name: server.name, type: "http", url })}'`,
    `  Cursor       ${JSON.stringify({ mcpServers: { [server.name]: { url } } })}`,
  ];
}

/** A call that reads and needs no argument, or as few as can be. */
function firstCall({ tools }: GenerateResult): string[] {
  const needs = (tool: Tool): number =>
    (Array.isArray(tool.input["required"])
      ? tool.input["required"].length
      : 0) + (tool.annotations.readOnlyHint ? 0 : 100);
  const [first] = [...tools].sort((a, b) => needs(a) - needs(b));
  if (first === undefined) return [];
  return [
    `Then ask your agent to use ${first.name} (${first.title}).`,
    "To try it without the API, add --mock to the server's command: it answers from the document's examples.",
  ];
}

/** A path for a shell, in quotes where it needs them. */
function quote(file: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(file) ? file : `"${file}"`;
}
