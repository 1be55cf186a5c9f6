import type { SurfaceChange } from "./surface.js";

type Change = Omit<SurfaceChange, "tool">;
type Signatures = { readonly [argument: string]: string };

/** One line of the lock's `input`, taken apart. */
interface Signature {
  readonly types: ReadonlySet<string>;
  readonly required: boolean;
  /** `minimum=1` as `minimum` to `1`; a fact without a value (`closed`) to an empty text. */
  readonly facts: ReadonlyMap<string, string>;
}

/** What changes for those who fill in the arguments of a tool. Fields of nested objects count like arguments. */
export function compareInput(before: Signatures, after: Signatures): Change[] {
  const changes: Change[] = [];
  const report = (level: Change["level"], message: string): void => {
    changes.push({ level, area: "input", message });
  };
  for (const [name, line] of Object.entries(after)) {
    if (Object.hasOwn(before, name)) continue;
    // What comes with a new parent is told by the parent.
    if (
      parents(name).some(
        (parent) =>
          !Object.hasOwn(before, parent) && Object.hasOwn(after, parent),
      )
    )
      continue;
    const { required } = parse(line);
    if (name.endsWith("[]")) continue;
    report(
      required ? "breaking" : "compatible",
      `${name}: new ${required ? "required" : "optional"} argument`,
    );
  }
  for (const [name, line] of Object.entries(before)) {
    if (Object.hasOwn(after, name)) {
      compareArgument(name, parse(line), parse(after[name]!), report);
    } else if (
      !name.endsWith("[]") &&
      parents(name).every(
        (parent) =>
          !Object.hasOwn(before, parent) || Object.hasOwn(after, parent),
      )
    ) {
      report("breaking", `${name}: argument removed`);
    }
  }
  return changes;
}

/** `a.b[].c` has the parents `a.b[]`, `a.b` and `a`. */
function parents(name: string): string[] {
  return [...name.matchAll(/\[\]|\./g)]
    .map((match) => name.slice(0, match.index))
    .concat(
      [...name.matchAll(/\[\](?=.)/g)].map((match) =>
        name.slice(0, match.index + 2),
      ),
    );
}

function parse(line: string): Signature {
  const [type = "", ...words] = line.split(" ");
  return {
    types: new Set(split(type)),
    required: words.includes("required"),
    facts: new Map(
      words
        .filter((word) => word !== "required")
        .map((word) => {
          const at = word.indexOf("=");
          return at < 0 ? [word, ""] : [word.slice(0, at), word.slice(at + 1)];
        }),
    ),
  };
}

/** The alternatives of a type: `string|null`, but `(a|b)[]` is one. */
function split(type: string): string[] {
  return type.startsWith("(") ? [type] : type.split("|");
}

function compareArgument(
  name: string,
  before: Signature,
  after: Signature,
  report: (level: Change["level"], message: string) => void,
): void {
  if (before.required !== after.required) {
    report(
      after.required ? "breaking" : "compatible",
      `${name}: is now ${after.required ? "required" : "optional"}`,
    );
  }
  const types = [...before.types].join("|");
  if (types !== [...after.types].join("|")) {
    const still = [...before.types].every((type) => accepts(after.types, type));
    report(
      still ? "compatible" : "breaking",
      `${name}: was ${types}, is ${[...after.types].join("|")}`,
    );
    if (!still) return;
  }
  for (const fact of new Set([...before.facts.keys(), ...after.facts.keys()])) {
    compareFact(
      name,
      fact,
      before.facts.get(fact),
      after.facts.get(fact),
      report,
    );
  }
}

function accepts(types: ReadonlySet<string>, type: string): boolean {
  return (
    types.has(type) ||
    types.has("any") ||
    (type === "integer" && types.has("number"))
  );
}

/** Keywords whose value may grow, and those whose value may shrink, without shutting anyone out. */
const upper = new Set([
  "maximum",
  "exclusiveMaximum",
  "maxLength",
  "maxItems",
  "maxProperties",
]);
const lower = new Set([
  "minimum",
  "exclusiveMinimum",
  "minLength",
  "minItems",
  "minProperties",
]);

function compareFact(
  name: string,
  fact: string,
  before: string | undefined,
  after: string | undefined,
  report: (level: Change["level"], message: string) => void,
): void {
  if (before === after) return;
  if (fact === "shape")
    return report("notable", `${name}: what is inside it changed`);
  if (fact === "format")
    return report(
      "notable",
      `${name}: format was ${before ?? "free"}, is ${after ?? "free"}`,
    );
  if (fact === "enum") return compareEnum(name, before, after, report);
  const told = (value: string): string =>
    value === "" ? fact : `${fact} ${value}`;
  if (before === undefined)
    return report("breaking", `${name}: now limited by ${told(after!)}`);
  if (after === undefined)
    return report(
      "compatible",
      `${name}: no longer limited by ${told(before)}`,
    );
  const grows = Number(after) > Number(before);
  const relaxed = (upper.has(fact) && grows) || (lower.has(fact) && !grows);
  report(
    relaxed ? "compatible" : "breaking",
    `${name}: ${fact} was ${before}, is ${after}`,
  );
}

function compareEnum(
  name: string,
  before: string | undefined,
  after: string | undefined,
  report: (level: Change["level"], message: string) => void,
): void {
  if (before === undefined)
    return report(
      "breaking",
      `${name}: only these values now: ${shown(after!)}`,
    );
  if (after === undefined)
    return report("compatible", `${name}: any value now`);
  const was = before.split("|");
  const is = after.split("|");
  const lost = was.filter((value) => !is.includes(value));
  const won = is.filter((value) => !was.includes(value));
  if (lost.length > 0)
    report(
      "breaking",
      `${name}: values no longer taken: ${shown(lost.join("|"))}`,
    );
  if (won.length > 0)
    report("compatible", `${name}: new values: ${shown(won.join("|"))}`);
}

const shown = (values: string): string => values.replaceAll("|", ", ");
