import type { Diagnostic } from "../diagnostics.js";
import type { LintFinding } from "../tools/lint.js";
import type { Tool } from "../tools/tool.js";
import { plural } from "./account.js";
import type { Inspection, Row } from "./inspection.js";
import { paint, plain } from "./print.js";

/** From this width on, a tool takes one line; below it, two. */
const wide = 110;
const narrowest = 60;

const out = process.stdout;

/**
 * The tools by toolset, as lines that fit the given width: name, hints, tokens, operation and arguments.
 *
 * @param width characters of a line
 */
export function toolTable(rows: readonly Row[], width: number): string[] {
  const room = Math.max(width, narrowest);
  const longestName = Math.max(...rows.map(({ tool }) => tool.name.length));
  const longestOperation = Math.max(
    ...rows.map(({ tool }) => operationText(tool).length),
  );
  const lines: string[] = [];
  let toolset: string | undefined;
  for (const row of rows) {
    const { tool, tokens } = row;
    if (tool.toolset !== toolset) {
      toolset = tool.toolset;
      const members = rows.filter((other) => other.tool.toolset === toolset);
      lines.push("", heading(toolset, members));
    }
    const start = `  ${tool.name.padEnd(longestName)}  ${hints(tool)} ${String(tokens).padStart(5)}  `;
    const operation = operationText(tool);
    if (room >= wide) {
      const column = Math.min(longestOperation, Math.floor(room * 0.35));
      const middle = `${cut(operation, column).padEnd(column)}  `;
      const rest = room - start.length - middle.length;
      lines.push(
        coloured(start, tool) +
          paint("grey", middle, out) +
          argumentList(tool, rest),
      );
    } else {
      lines.push(
        coloured(start, tool) + argumentList(tool, room - start.length),
        paint("grey", `      ${cut(operation, room - 6)}`, out),
      );
    }
  }
  return lines;
}

function heading(toolset: string, members: readonly Row[]): string {
  const tokens = members.reduce((sum, row) => sum + row.tokens, 0);
  return paint(
    "bold",
    `${toolset}: ${plural(members.length, "tool")}, ${plural(tokens, "token")}`,
    out,
  );
}

function operationText({ operation }: Tool): string {
  return plain(`${operation.method} ${operation.path}`);
}

/** `R` reads, `W` writes, `D` may destroy; `i` may be repeated; `?` should be confirmed by a person. */
function hints({ annotations, doubt }: Tool): string {
  const effect = annotations.readOnlyHint
    ? "R"
    : annotations.destructiveHint
      ? "D"
      : "W";
  const repeatable =
    annotations.idempotentHint && !annotations.readOnlyHint ? "i" : " ";
  return effect + repeatable + (doubt === undefined ? " " : "?");
}

function coloured(text: string, { annotations }: Tool): string {
  if (annotations.readOnlyHint) return text;
  return paint(annotations.destructiveHint ? "red" : "yellow", text, out);
}

/** The arguments that fit, required ones first, and how many more there are. */
function argumentList({ input }: Tool, room: number): string {
  const required = new Set(
    Array.isArray(input["required"]) ? input["required"] : [],
  );
  const names = Object.keys(input.properties);
  const ordered = [
    ...names.filter((name) => required.has(name)),
    ...names.filter((name) => !required.has(name)).map((name) => `${name}?`),
  ];
  let text = "";
  for (const [i, name] of ordered.entries()) {
    const longer = text === "" ? name : `${text} ${name}`;
    const left = ordered.length - i - 1;
    const tail = left === 0 ? "" : ` +${left}`;
    if (longer.length + tail.length > room) {
      return `${text} +${left + 1}`.trim();
    }
    text = longer;
  }
  return text;
}

function cut(text: string, room: number): string {
  return text.length <= room
    ? text
    : `${text.slice(0, Math.max(room - 1, 1))}…`;
}

/** What a person should look at before the tools are used: doubtful hints, weak texts, and what clients would do. */
export function reviewLines(inspection: Inspection, all: boolean): string[] {
  const { rows, lint, serverKey, reading } = inspection;
  const doubtful = rows.filter(({ tool }) => tool.doubt !== undefined);
  return [
    ...section(
      `Hints to confirm: ${doubtful.length}`,
      "settle each once under tools in toolwright.config.json",
      doubtful.map(({ tool }) => `${tool.name}: ${tool.doubt!.reason}`),
      all,
    ),
    ...section(
      `Texts to improve: ${weakTexts(reading.diagnostics).length}`,
      "describe the operation in the document, or under tools in toolwright.config.json",
      weakTexts(reading.diagnostics),
      all,
    ),
    ...clientLines(lint, serverKey, all),
  ];
}

function weakTexts(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics
    .filter(({ code }) => code.startsWith("text-"))
    .map(({ message }) => message);
}

function clientLines(
  lint: readonly LintFinding[],
  serverKey: string,
  all: boolean,
): string[] {
  const groups = new Map<string, LintFinding[]>();
  for (const finding of lint) {
    const key = `${finding.client} ${finding.effect} (${finding.rule})`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [
    "",
    paint(
      "bold",
      lint.length === 0
        ? `Clients: none refuses or shortens anything (server key "${serverKey}")`
        : `Clients (server key "${serverKey}")`,
      out,
    ),
    ...[...groups].flatMap(([key, findings]) => [
      `  ${key}: ${plural(findings.length, "finding")}`,
      ...some(
        findings.map(({ tool, message }) =>
          tool === undefined ? message : `${tool}: ${message}`,
        ),
        all,
      ).map((line) => `    ${line}`),
    ]),
  ];
}

const shown = 5;

function section(
  title: string,
  advice: string,
  lines: readonly string[],
  all: boolean,
): string[] {
  if (lines.length === 0) return [];
  return [
    "",
    `${paint("bold", title, out)} ${paint("grey", `(${advice})`, out)}`,
    ...some(lines, all).map((line) => `  ${line}`),
  ];
}

function some(lines: readonly string[], all: boolean): string[] {
  if (all || lines.length <= shown) return lines.map(plain);
  return [
    ...lines.slice(0, shown).map(plain),
    `and ${lines.length - shown} more; --all shows them`,
  ];
}
