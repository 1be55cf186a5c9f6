import { readFileSync } from "node:fs";
import path from "node:path";
import { json, oneLine } from "./code.js";
import type { EnvironmentVariable } from "./environment.js";
import type { Project } from "./project.js";
import { packageRoot } from "./templates.js";

/** The version of the generator, for the lock and for the command that runs it again. */
export const generatorVersion: string = (
  JSON.parse(readFileSync(path.join(packageRoot, "package.json"), "utf8")) as {
    version: string;
  }
).version;

/** What a generated project needs to run and to be built, with the ranges that npm resolves. */
const dependencies = {
  "@modelcontextprotocol/server": "^2.4.0",
  ajv: "^8.20.0",
  "ajv-formats": "^3.0.1",
  jose: "^6.2.0",
};
const devDependencies = {
  "@types/node": "^20.19.0",
  esbuild: "^0.28.2",
  typescript: "^7.0.2",
};

type Values = { readonly [key: string]: unknown };

/** The values of `package.json`, `server.json` and `manifest.json`. */
export function packageMetadata(
  { spec, server, template, transport }: Project,
  variables: readonly EnvironmentVariable[],
): { package: Values; serverJson: Values; manifest: Values; version: string } {
  const packageName = `${server.name}-mcp`;
  const version = "0.1.0";
  const title = shorten(oneLine(spec.title) || server.name, 100);
  const description = shorten(`MCP tools for ${title}.`, 100);
  const mcpName = `io.github.owner/${packageName}`;
  return {
    version,
    package: {
      packageName,
      version,
      description,
      binName: packageName,
      mcpName,
      published: template !== "minimal",
      start: `node dist/main.js${transport === "http" ? " --http" : ""}`,
      dependencies: json(dependencies, 2),
      devDependencies: json(devDependencies, 2),
    },
    serverJson: {
      mcpName,
      title,
      description,
      version,
      packageName,
      variables: json(variables.map(registryVariable), 6),
    },
    manifest: {
      packageName,
      title,
      version,
      description,
      author: packageName,
      env: json(
        Object.fromEntries(
          variables.map(({ name }) => [
            name,
            `\${user_config.${name.toLowerCase()}}`,
          ]),
        ),
        6,
      ),
      userConfig: json(
        Object.fromEntries(
          variables.map((variable) => [
            variable.name.toLowerCase(),
            {
              type: "string",
              title: variable.name,
              description: variable.description,
              ...(variable.secret && { sensitive: true }),
              required: false,
              default: variable.default ?? "",
            },
          ]),
        ),
        2,
      ),
    },
  };
}

/** https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json, `KeyValueInput` */
function registryVariable(variable: EnvironmentVariable): Values {
  return {
    name: variable.name,
    description: variable.description,
    format: "string",
    ...(variable.default !== undefined && { default: variable.default }),
    ...(variable.secret && { isSecret: true }),
  };
}

function shorten(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}
