import { catalogue } from "../diagnostics.js";
import type { SurfaceReading } from "../read.js";
import type { Tool } from "../tools/tool.js";
import { accountLine, manyToolsAdvice } from "./account.js";
import { inspectionJson, type Inspection } from "./inspection.js";

/** What can be done about what a client's profile says of a tool, by rule of `tools/clients.json`. */
export const lintFixes: { readonly [rule: string]: string } = {
  "name-length":
    "Rename the tool, or give the server a shorter name in the client's configuration.",
  "name-pattern":
    "Rename the tool with letters, digits, underscores and hyphens alone.",
  "tool-count":
    "Generate fewer tools (--include, --exclude), show fewer (--toolsets, --read-only), or serve in search mode.",
  "description-length": "Shorten the description on this page.",
  "argument-pattern":
    "Rename the arguments under `arguments` of the tool in toolwright.config.json.",
  "root-keywords":
    "Describe the body as one object in the document, or keep the tool from this client.",
  "root-type": "Describe the body as an object in the document.",
  "output-root": 'Leave `output` at "text" in toolwright.config.json.',
  "properties-present": "Describe the body's fields in the document.",
  keywords:
    "Nothing has to be done: the API checks it. Say the condition in the description.",
  "items-present": "Add `items` to the array's schema in the document.",
  "type-lists":
    "Give the value one type in the document or an overlay, if the API allows it.",
  "numeric-enums": 'Add "gemini" to `clients` in toolwright.config.json.',
  "enum-unique": "Remove the repeated value from the enum in the document.",
  "hints-stated": "Nothing has to be done: this client asks in another way.",
  "title-present": "Give the tool a title on this page.",
};

/** One part of the request as the document describes it, and what became of it. */
interface RequestPart {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly deprecated?: boolean;
  /** Where it says more or less than the tool's argument. */
  readonly description?: string;
  readonly argument?: string;
  /** Sent always, and never shown. */
  readonly value?: unknown;
  /** The environment variable that it is read from. */
  readonly env?: string;
}

/**
 * What the report of an inspection shows: the inspection as programs get it, each tool with the operation it came from, and
 * each finding with its cause, its fix and its tool.
 */
export function reportData(inspection: Inspection) {
  const { reading, rows, serverKey } = inspection;
  const json = inspectionJson(inspection);
  const toolAt = new Map(
    reading.tools.map((tool) => [tool.operation.at, tool.name]),
  );
  const advice = manyToolsAdvice(reading);
  return {
    ...json,
    serverKey,
    account: accountLine(reading),
    ...(advice !== undefined && { advice }),
    tools: json.tools.map((tool, index) => ({
      ...tool,
      source: sourceOf(rows[index]!.tool),
    })),
    skipped: reading.skipped.map((skipped) => ({
      ...skipped,
      ...(switchedOff(skipped) && { switchedOff: true }),
    })),
    lint: json.lint.map((finding) => ({
      ...finding,
      help: lintFixes[finding.rule],
    })),
    diagnostics: json.diagnostics.map((finding) => {
      const { title, cause } = catalogue[finding.code];
      const tool = around(finding.at, toolAt);
      return { ...finding, title, cause, ...(tool !== undefined && { tool }) };
    }),
  };
}

/** Whether `enabled` in the config decides: selectors of the run win over it. */
function switchedOff({ reason }: SurfaceReading["skipped"][number]): boolean {
  return reason.startsWith("switched off");
}

/** The tool of the operation that a pointer lies in. */
function around(
  pointer: string | undefined,
  toolAt: ReadonlyMap<string, string>,
): string | undefined {
  let at = pointer ?? "";
  for (;;) {
    const tool = toolAt.get(at);
    if (tool !== undefined) return tool;
    const slash = at.lastIndexOf("/");
    if (slash < 0) return undefined;
    at = at.slice(0, slash);
  }
}

function sourceOf(tool: Tool) {
  const { operation, request } = tool;
  const body = operation.body;
  return {
    at: operation.at,
    ...(operation.operationId !== undefined && {
      operationId: operation.operationId,
    }),
    ...(operation.summary !== undefined && { summary: operation.summary }),
    ...(operation.description !== undefined && {
      description: operation.description,
    }),
    ...(operation.deprecated && { deprecated: true }),
    tags: operation.tags,
    parts: [...parameterParts(tool), ...bodyParts(tool)],
    ...(body && {
      body: {
        required: body.required,
        mediaTypes: body.content.map(({ mediaType }) => mediaType),
        ...(request.body && { sent: request.body.contentType }),
        ...(body.description !== undefined && {
          description: body.description,
        }),
      },
    }),
    answers: operation.responses.map(({ status, description }) => ({
      status,
      ...(description !== undefined && { description }),
    })),
  };
}

function parameterParts(tool: Tool): RequestPart[] {
  const { operation, request } = tool;
  return operation.parameters.map((parameter) => {
    const sent = request.parameters?.find(
      (candidate) =>
        candidate.in === parameter.in && candidate.name === parameter.name,
    );
    return {
      name: parameter.name,
      in: parameter.in,
      ...(parameter.required && { required: true }),
      ...(parameter.deprecated && { deprecated: true }),
      ...(parameter.description !== undefined &&
        parameter.description !== shownOf(tool, sent?.argument) && {
          description: parameter.description,
        }),
      ...(sent && becomes(sent)),
    };
  });
}

function bodyParts({ request: { body } }: Tool): RequestPart[] {
  if (body?.argument !== undefined)
    return [{ name: "the whole body", in: "body", argument: body.argument }];
  return (body?.fields ?? []).map((field) => ({
    name: field.name,
    in: "body",
    ...becomes(field),
  }));
}

function becomes(source: {
  readonly argument?: string;
  readonly value?: unknown;
  readonly env?: string;
}) {
  if (source.argument !== undefined) return { argument: source.argument };
  return source.env === undefined
    ? { value: source.value }
    : { env: source.env };
}

/** What a model reads of an argument. */
function shownOf(
  { input, listed }: Tool,
  argument: string | undefined,
): unknown {
  const { properties } = listed ?? input;
  return argument !== undefined && Object.hasOwn(properties, argument)
    ? properties[argument]!["description"]
    : undefined;
}
