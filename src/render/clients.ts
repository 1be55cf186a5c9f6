import { json, lines, plainName } from "./code.js";
import { inboundTokens, type EnvironmentVariable } from "./environment.js";
import type { Project } from "./project.js";

/** The values of `CLIENTS.md`: snippets with this server's own names and variables. */
export function clientSnippets(
  { server, template }: Project,
  variables: readonly EnvironmentVariable[],
): { readonly [key: string]: unknown } {
  const { name } = server;
  const folder = `${name}-mcp`;
  const program = `/path/to/${folder}/dist/main.js`;
  // What a client has to be told; the rest has defaults.
  const needed = variables.filter(({ secret }) => secret);
  const env = Object.fromEntries(
    needed.map((variable) => [variable.name, "…"]),
  );
  const command = (args: readonly string[], values: object): object => ({
    command: "node",
    args: [program, ...args],
    ...(needed.length > 0 && { env: values }),
  });
  const inputs = needed.map((variable) => ({
    type: "promptString",
    id: variable.name,
    description: variable.description,
    password: true,
  }));
  const prompted = Object.fromEntries(
    needed.map((variable) => [variable.name, `\${input:${variable.name}}`]),
  );
  return {
    tokensVariable: plainName(inboundTokens(server).name),
    published: template !== "minimal",
    name: plainName(name),
    folder: plainName(folder),
    flags: lines([needed.map((variable) => `-e ${variable.name}=… `).join("")]),
    mcpServers: json({ mcpServers: { [name]: command([], env) } }),
    mcpServersAll: json({
      mcpServers: { [name]: command(["--mode", "all"], env) },
    }),
    vscode: json({
      ...(inputs.length > 0 && { inputs }),
      servers: {
        [name]: { type: "stdio", ...command(["--mode", "all"], prompted) },
      },
    }),
    codex: lines([
      `[mcp_servers.${name}]`,
      'command = "node"',
      `args = [${JSON.stringify(program)}]`,
      ...(needed.length > 0
        ? [
            "",
            `[mcp_servers.${name}.env]`,
            ...needed.map((variable) => `${variable.name} = "…"`),
          ]
        : []),
    ]),
  };
}
