import type { Tool } from "../tools/tool.js";
import {
  camelCase,
  identifier,
  lineComment,
  lines,
  pascalCase,
} from "./code.js";
import { render } from "./templates.js";
import { inputType } from "./types.js";

// Device names that Windows reserves in every folder. https://learn.microsoft.com/windows/win32/fileio/naming-a-file
const deviceNames = /^(con|prn|aux|nul|com\d|lpt\d)$/;

function safeSegment(segment: string): string {
  return deviceNames.test(segment) ? `${segment}_` : segment;
}

/** Where a tool's file is, relative to the project. */
export function toolPath(toolset: string, name: string): string {
  return `src/tools/${safeSegment(toolset)}/${safeSegment(name)}.ts`;
}

/** The identifier that a tool's file exports it as. */
export function toolConstant(name: string): string {
  return camelCase(name);
}

/** The text of a tool's file. */
export function toolFile(tool: Tool): string {
  const typeName = `${pascalCase(tool.name)}Input`;
  return render("tool.ts", {
    header: lineComment(
      `${tool.operation.method} ${tool.operation.path}. Edit anything: see README.md, "Editing generated code".`,
    ),
    inputType: lines([inputType(tool.input, typeName)]),
    constant: identifier(toolConstant(tool.name)),
    typeName: identifier(typeName),
    name: tool.name,
    title: tool.title,
    description: tool.description,
    annotations: tool.annotations,
    input: tool.input,
    listed: tool.listed ?? null,
    output: tool.output ?? null,
    request: tool.request,
  });
}
