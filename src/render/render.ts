import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  compactJson,
  hashComment,
  identifier,
  inlineCode,
  json,
  lines,
  markdown,
  oneLine,
  plainName,
  propertyKey,
  verbatim,
} from "./code.js";
import { clientSnippets } from "./clients.js";
import { runtimeServers } from "../tools/servers.js";
import { environmentVariables, inboundTokens } from "./environment.js";
import type { File, Ownership } from "./file.js";
import { packageMetadata } from "./package.js";
import { exampleAnswer } from "../tools/examples.js";
import type { Tool } from "../tools/tool.js";
import type { Project } from "./project.js";
import { render, templatesFolder } from "./templates.js";
import { toolConstant, toolFile, toolPath } from "./tool-file.js";

/** Files under `templates/project/` that a project has as they are; a folder stands for all in it. */
const copied: readonly (readonly [path: string, ownership: Ownership])[] = [
  ["src/main.ts", "seeded"],
  ["src/custom-tools.ts", "seeded"],
  ["src/hooks.ts", "seeded"],
  ["tsconfig.json", "seeded"],
  // npm leaves a file named .gitignore out of a package.
  ["_gitignore", "seeded"],
  ["_gitattributes", "seeded"],
  ["_dockerignore", "seeded"],
  ["Dockerfile", "seeded"],
  ["src/start.ts", "tracked"],
  ["src/server.ts", "tracked"],
  ["src/runtime", "tracked"],
  ["src/transports", "tracked"],
  ["scripts", "tracked"],
  ["test", "tracked"],
];

/** What only a project that is to be published needs. */
const publishing: ReadonlySet<string> = new Set([
  "Dockerfile",
  ".dockerignore",
  "server.json",
  "manifest.json",
  "scripts/pack-mcpb.mjs",
]);

/**
 * All files of a project, the tools' last, each once.
 *
 * @param options.deploy also a compose file and a Kubernetes manifest
 */
export function renderProject(
  project: Project,
  options: { readonly deploy: boolean },
): File[] {
  const served = project.tools.filter(
    ({ operation }) => !project.deleted.has(operation.key),
  );
  const files = [
    ...copiedFiles(),
    ...renderedFiles({ ...project, tools: served }),
    ...(options.deploy ? deployFiles(project) : []),
  ].filter(
    ({ path }) => project.template !== "minimal" || !publishing.has(path),
  );
  for (const tool of project.tools) {
    files.push({
      path: toolPath(tool.toolset, tool.name),
      text: toolFile(tool),
      ownership: "tracked",
    });
  }
  return files;
}

let copies: File[] | undefined;

function copiedFiles(): readonly File[] {
  copies ??= copied.flatMap(([name, ownership]) =>
    filesBelow(path.join(templatesFolder, "project"), name).map((file) => ({
      path: file.replace(/^_/, "."),
      text: readFileSync(path.join(templatesFolder, "project", file), "utf8"),
      ownership,
    })),
  );
  return copies;
}

function filesBelow(root: string, name: string): string[] {
  if (path.extname(name) !== "" || /^_|file$/.test(name)) return [name];
  return readdirSync(path.join(root, name), { withFileTypes: true })
    .map((entry) => entry.name)
    .sort()
    .flatMap((entry) => filesBelow(root, `${name}/${entry}`));
}

function renderedFiles(project: Project): File[] {
  const { spec, server, tools } = project;
  const variables = environmentVariables(project);
  const meta = packageMetadata(project, variables);
  const bySet = byToolset(tools);
  const tracked = (
    name: string,
    template: string,
    values: { readonly [key: string]: unknown },
  ): File => ({
    path: name,
    text: render(template, values),
    ownership: "tracked",
  });
  const seeded = (
    name: string,
    template: string,
    values: { readonly [key: string]: unknown },
  ): File => ({ ...tracked(name, template, values), ownership: "seeded" });
  const title = oneLine(spec.title) || server.name;
  return [
    tracked("package.json", "package.json", meta.package),
    tracked("server.json", "server.json", meta.serverJson),
    tracked("manifest.json", "manifest.json", meta.manifest),
    tracked(".env.example", "env.example", {
      variables: [...variables, inboundTokens(server)].map((variable) => ({
        comment: hashComment(
          variable.description +
            (variable.default === undefined
              ? ""
              : `; default ${variable.default}`),
        ),
        name: plainName(variable.name),
        value: verbatim(""),
      })),
    }),
    tracked("TOOLS.md", "TOOLS.md", {
      summary: verbatim(
        `${tools.length} ${tools.length === 1 ? "tool" : "tools"} in ${bySet.size} ${bySet.size === 1 ? "toolset" : "toolsets"}. Hints are what a host may rely on: R reads only, W writes, D may destroy, i may be repeated.`,
      ),
      toolsets: [...bySet].map(([name, members]) => ({
        name: plainName(name),
        tools: members.map((tool) => ({
          name: inlineCode(tool.name),
          title: markdown(tool.title),
          hints: plainName(hintLetters(tool.annotations)),
          arguments: verbatim(
            Object.keys(tool.input.properties)
              .map((name) => inlineCode(name).text)
              .join(" "),
          ),
        })),
      })),
    }),
    tracked("CLIENTS.md", "CLIENTS.md", clientSnippets(project, variables)),
    seeded("README.md", "README.md", {
      title: markdown(title),
      name: plainName(server.name),
      prefix: plainName(server.envPrefix),
      http: project.transport === "http",
      published: project.template !== "minimal",
    }),
    seeded("toolwright.config.json", "toolwright.config.json", {
      document: project.document,
      options: Object.entries(project.options).map(([key, value]) => ({
        key,
        value: json(value, 2),
      })),
    }),
    {
      path: ".toolwright/config.schema.json",
      text: readFileSync(
        path.join(templatesFolder, "config.schema.json"),
        "utf8",
      ),
      ownership: "tracked",
    },
    tracked("src/api.ts", "api.ts", {
      name: server.name,
      title,
      version: meta.version,
      instructions: null,
      envPrefix: server.envPrefix,
      servers: runtimeServers(spec.servers, server.envPrefix),
      security: spec.security,
      securitySchemes: project.securitySchemes,
    }),
    tracked("examples.json", "examples.json", {
      examples: tools.map((tool, i) => ({
        name: tool.name,
        answer: compactJson(exampleAnswer(tool.operation, spec)),
        comma: verbatim(i < tools.length - 1 ? "," : ""),
      })),
    }),
    tracked("src/tools/index.ts", "tools-index.ts", toolsIndex(bySet)),
  ];
}

/** What runs the server elsewhere, for those who ask for it. */
function deployFiles({ server }: Project): File[] {
  const name = plainName(`${server.name}-mcp`);
  const values = {
    name,
    image: plainName(`${server.name}-mcp`),
    tokensVariable: plainName(inboundTokens(server).name),
    hostsVariable: plainName(`${server.envPrefix}_ALLOWED_HOSTS`),
    hosts: `${server.name}-mcp`,
  };
  return [
    ["compose.yaml", "deploy/compose.yaml"] as const,
    ["deploy/kubernetes.yaml", "deploy/kubernetes.yaml"] as const,
  ].map(([file, template]) => ({
    path: file,
    text: render(template, values),
    ownership: "seeded",
  }));
}

function hintLetters(hints: Tool["annotations"]): string {
  if (hints.readOnlyHint) return "R";
  return (
    (hints.destructiveHint ? "D" : "W") + (hints.idempotentHint ? "i" : "")
  );
}

/** The tools of each toolset, in the order of the tools. */
function byToolset(tools: readonly Tool[]): ReadonlyMap<string, Tool[]> {
  const sets = new Map<string, Tool[]>();
  for (const tool of tools) {
    const members = sets.get(tool.toolset);
    if (members === undefined) sets.set(tool.toolset, [tool]);
    else members.push(tool);
  }
  return sets;
}

function toolsIndex(bySet: ReadonlyMap<string, readonly Tool[]>): {
  readonly [key: string]: unknown;
} {
  // Two names can make one identifier (`a_1` and `a1`); the later import takes another.
  const taken = new Set<string>();
  const bindings = new Map<Tool, string>();
  for (const tool of [...bySet.values()].flat()) {
    let binding = toolConstant(tool.name);
    while (taken.has(binding)) binding += "_";
    taken.add(binding);
    bindings.set(tool, binding);
  }
  return {
    tools: [...bindings].map(([tool, binding]) => {
      const constant = toolConstant(tool.name);
      return {
        imported: lines([
          binding === constant ? constant : `${constant} as ${binding}`,
        ]),
        file: `./${toolPath(tool.toolset, tool.name).slice("src/tools/".length).replace(/\.ts$/, ".js")}`,
      };
    }),
    toolsets: [...bySet].map(([name, members]) => ({
      key: propertyKey(name),
      constants: members.map((tool) => identifier(bindings.get(tool)!)),
    })),
  };
}
