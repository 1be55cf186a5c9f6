import type { Diagnostic, Severity } from "../diagnostics.js";
import { withPositions } from "../spec/position.js";
import type { Spec } from "../spec/spec.js";

/** Text for a terminal, without what a terminal would act on: documents are not trusted with it. */
export function plain(text: string): string {
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, "");
}

const colours = { red: 31, yellow: 33, cyan: 36, green: 32, grey: 90, bold: 1 };

/** Whether a stream gets colours: a terminal, unless NO_COLOR (https://no-color.org) or FORCE_COLOR says otherwise. */
function coloured(stream: NodeJS.WriteStream): boolean {
  if (process.env["NO_COLOR"]) return false;
  if (process.env["FORCE_COLOR"]) return process.env["FORCE_COLOR"] !== "0";
  return stream.isTTY === true;
}

/** The text in a colour, where the stream shows colours. */
export function paint(
  colour: keyof typeof colours,
  text: string,
  stream: NodeJS.WriteStream = process.stderr,
): string {
  return coloured(stream) ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text;
}

const severities: {
  readonly [severity in Severity]: keyof typeof colours;
} = { error: "red", warning: "yellow", info: "cyan" };

/** How many findings of one code are shown before the rest is counted. */
const shownPerCode = 3;

/**
 * Prints findings on standard error, errors first; those of one code together, the rest of many as a count.
 *
 * @param options.all print each, whatever their number
 * @param options.spec the document they are about, for lines and columns
 * @param options.rest where those are seen that are only counted
 */
export function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  {
    all = false,
    spec,
    rest = "--json lists them all",
  }: {
    readonly all?: boolean;
    readonly spec?: Pick<Spec, "texts">;
    readonly rest?: string;
  } = {},
): void {
  const groups = new Map<string, Diagnostic[]>();
  for (const finding of diagnostics) {
    const group = groups.get(finding.code);
    if (group === undefined) groups.set(finding.code, [finding]);
    else group.push(finding);
  }
  const order: readonly Severity[] = ["error", "warning", "info"];
  const sorted = [...groups.values()].sort(
    (a, b) =>
      order.indexOf(a[0]!.severity) - order.indexOf(b[0]!.severity) ||
      (a[0]!.code < b[0]!.code ? -1 : 1),
  );
  const shownGroups = sorted.map((group) =>
    all || group.length <= shownPerCode ? group : group.slice(0, 1),
  );
  const located = spec && withPositions(spec, shownGroups.flat());
  let next = 0;
  for (const [i, group] of sorted.entries()) {
    const { severity, code, help } = group[0]!;
    const shown = shownGroups[i]!;
    for (const one of shown) {
      const finding = located?.[next++] ?? one;
      process.stderr.write(
        `${paint(severities[severity], severity)} ${plain(finding.message)}${place(finding)} ${paint("grey", `[${code}]`)}\n`,
      );
    }
    if (shown.length < group.length) {
      process.stderr.write(
        `  and ${group.length - shown.length} more like it; ${rest}\n`,
      );
    }
    process.stderr.write(`  ${paint("grey", plain(help))}\n`);
  }
}

/** Where it is, unless the message says so: the pointer into the document, and the line and column in its text. */
function place({ message, at, line, column }: Diagnostic): string {
  const pointer = at?.replace(/#$/, "") ?? "";
  const said = pointer !== "" && message.includes(`${pointer}:${line}`);
  if (at === undefined || said) return "";
  const parts = [
    ...(pointer === "" ? [] : [plain(pointer)]),
    ...(line === undefined
      ? []
      : [`line ${line}${column === undefined ? "" : `:${column}`}`]),
  ];
  return parts.length === 0 ? "" : paint("grey", ` (${parts.join(", ")})`);
}
