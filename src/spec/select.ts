import picomatch from "picomatch";
import { diagnostic, type Diagnostic } from "../diagnostics.js";
import { own, type JsonObject } from "../json.js";
import { nearest } from "../nearest.js";
import { operationKey } from "./keys.js";
import type { Operation } from "./operation.js";
import { quote } from "./report.js";
import type { Spec } from "./spec.js";
import { internalMarks, readOverride } from "./x-mcp.js";

/**
 * Which operations become tools. A selector is `tag:x`, `path:/pets/**`, `method:delete`, `id:getPet`, `tool:get_pet`, `extension:x-internal` or an
 * operation's key (`GET /pets/{}`); without a prefix a path glob if it begins with `/`, else a tag, operationId or tool name.
 * `*` stands for any letters, in paths for those of one segment, `**` for any segments. Capitals do not matter.
 */
export interface Selection {
  /** All, if left out or empty. */
  readonly include?: readonly string[];
  /** Wins over `include`. */
  readonly exclude?: readonly string[];
  readonly deprecated?: "keep" | "exclude";
  /** What the owner's config says of single operations, by key: it wins over the document's own `x-mcp`. */
  readonly enabled?: ReadonlyMap<string, boolean>;
}

export interface Excluded {
  readonly operation: Operation;
  readonly reason: string;
}

export interface SelectionResult {
  readonly selected: readonly Operation[];
  readonly excluded: readonly Excluded[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Selector {
  readonly text: string;
  /** Whether it fits an operation, as far as that is known without the tool's name. */
  readonly matches: (operation: Operation) => boolean;
  /** Whether it may fit by the tool's name. */
  readonly matchesName?: (name: string) => boolean;
}

/**
 * Selects by everything but tool names, which are decided later: what may still be included by its name stays in, for
 * {@link selectTools} to decide.
 */
export function selectOperations(
  operations: readonly Operation[],
  selection: Selection,
  spec: Spec,
): SelectionResult {
  const include = (selection.include ?? []).map(readSelector);
  const exclude = (selection.exclude ?? []).map(readSelector);
  const selected: Operation[] = [];
  const excluded: Excluded[] = [];
  const includedByName = include.some((selector) => selector.matchesName);
  for (const operation of operations) {
    const reason = reasonAgainst(operation);
    if (reason === undefined) selected.push(operation);
    else excluded.push({ operation, reason });
  }
  const unmatched = [...include, ...exclude].filter(
    (selector) =>
      selector.matchesName === undefined && !operations.some(selector.matches),
  );
  return {
    selected,
    excluded,
    diagnostics: [
      ...unmatched.map((selector) =>
        unmatchedDiagnostic(selector, operations, spec),
      ),
      ...internalDiagnostics(selected),
    ],
  };

  function reasonAgainst(operation: Operation): string | undefined {
    const denied = exclude.find((selector) => selector.matches(operation));
    if (denied) return `excluded by ${quote(denied.text)}`;
    if (
      include.length > 0 &&
      !includedByName &&
      !include.some((selector) => selector.matches(operation))
    )
      return "not included";
    const config = selection.enabled?.get(operation.key);
    if (config === false) return "switched off in the config";
    if (
      config === undefined &&
      readOverride(operation.extensions, operation.at).override.enabled ===
        false
    ) {
      return `switched off in the document by ${switchOf(operation)}`;
    }
    if (operation.deprecated && selection.deprecated === "exclude")
      return "deprecated";
    return undefined;
  }
}

/** Decides, once tools have names, on the selectors that may name one. */
export function selectTools(
  operations: readonly Operation[],
  selection: Selection,
  names: ReadonlyMap<string, string>,
): SelectionResult {
  const include = (selection.include ?? []).map(readSelector);
  const exclude = (selection.exclude ?? []).map(readSelector);
  const fits = (selector: Selector, operation: Operation) =>
    selector.matches(operation) ||
    selector.matchesName?.(names.get(operation.key) ?? "") === true;
  const selected: Operation[] = [];
  const excluded: Excluded[] = [];
  for (const operation of operations) {
    const denied = exclude.find((selector) => fits(selector, operation));
    if (denied)
      excluded.push({ operation, reason: `excluded by ${quote(denied.text)}` });
    else if (
      include.length > 0 &&
      !include.some((selector) => fits(selector, operation))
    ) {
      excluded.push({ operation, reason: "not included" });
    } else selected.push(operation);
  }
  const unmatched = [...include, ...exclude].filter(
    (selector) =>
      selector.matchesName &&
      !operations.some((operation) => fits(selector, operation)),
  );
  return {
    selected,
    excluded,
    diagnostics: unmatched.map((selector) =>
      unmatchedDiagnostic(selector, operations, undefined, names),
    ),
  };
}

/** Whether a selector names a tool: `tool:get_*` does, and so does a bare word, which may be a tag or an operationId too. */
export function matchesTool(selector: string, name: string): boolean {
  return readSelector(selector).matchesName?.(name) === true;
}

function readSelector(text: string): Selector {
  const [, prefix, rest] =
    /^(tag|path|method|id|operationId|tool|extension):(.*)$/is.exec(
      text.trim(),
    ) ?? [];
  const value = (rest ?? text).trim();
  switch (prefix?.toLowerCase()) {
    case "tag":
      return { text, matches: byTag(value) };
    case "path":
      return { text, matches: byPath(value) };
    case "method":
      return {
        text,
        matches: ({ method }) => method.toLowerCase() === value.toLowerCase(),
      };
    case "id":
    case "operationid":
      return { text, matches: byId(value) };
    case "extension":
      return { text, matches: ({ extensions }) => isSet(extensions, value) };
    case "tool":
      return { text, matches: () => false, matchesName: words(value) };
    default: {
      if (value.startsWith("/")) return { text, matches: byPath(value) };
      const [, method, path] = /^(\S+)\s+(\/.*)$/s.exec(value) ?? [];
      if (path !== undefined) {
        const onPath = byPath(path);
        return {
          text,
          matches: (operation) =>
            operation.key === value ||
            (operation.method.toLowerCase() === method!.toLowerCase() &&
              onPath(operation)),
        };
      }
      const tag = byTag(value);
      const id = byId(value);
      return {
        text,
        matches: (operation) => tag(operation) || id(operation),
        matchesName: words(value),
      };
    }
  }
}

function byTag(pattern: string): (operation: Operation) => boolean {
  const fits = words(pattern);
  return ({ tags }) => tags.some(fits);
}

function byId(pattern: string): (operation: Operation) => boolean {
  const fits = words(pattern);
  return ({ operationId }) => operationId !== undefined && fits(operationId);
}

/** Braces in a path name variables and are no glob; `/pets/{}` fits whatever the variable is called. */
function byPath(pattern: string): (operation: Operation) => boolean {
  const options = {
    nobrace: true,
    nobracket: true,
    noextglob: true,
    nonegate: true,
    dot: true,
    nocase: true,
  };
  // Everything but `*` and `?` is to be taken as it stands.
  const fits = picomatch(pattern.replace(/[\\()[\]!+@|^$]/g, "\\$&"), options);
  return ({ path }) => fits(path) || fits(operationKey("", path).trimStart());
}

/** Tests words against a pattern in which `*` stands for any letters. */
function words(pattern: string): (word: string) => boolean {
  const parts = pattern
    .split("*")
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const expression = new RegExp(`^${parts.join(".*")}$`, "isu");
  return (word) => expression.test(word);
}

function isSet(extensions: JsonObject, name: string): boolean {
  const value = own(extensions, name);
  return value !== undefined && value !== null && value !== false;
}

/**
 * Operations that are kept out of documentation elsewhere are tools all the same, for the owner may want just these; but
 * the owner is told, and how to leave them out.
 */
function internalDiagnostics(operations: readonly Operation[]): Diagnostic[] {
  return operations.flatMap(({ key, at, extensions }) => {
    const mark = internalMarks.find((name) => own(extensions, name) === true);
    return mark === undefined || own(extensions, "x-mcp") !== undefined
      ? []
      : [
          diagnostic(
            "operation-internal",
            `${key} is marked \`${mark}\`, and is a tool; --exclude extension:${mark} leaves all such out`,
            { at },
          ),
        ];
  });
}

function switchOf({ extensions }: Operation): string {
  const off = ["x-mcp", "x-speakeasy-mcp", "x-mint"].find((key) => {
    const value = own(extensions, key);
    return (
      value !== undefined &&
      readOverride({ [key]: value }, "").override.enabled === false
    );
  });
  return `\`${off ?? "x-mcp"}\``;
}

function unmatchedDiagnostic(
  { text }: Selector,
  operations: readonly Operation[],
  spec: Spec | undefined,
  names?: ReadonlyMap<string, string>,
): Diagnostic {
  const [prefix = "", value = text.trim()] = text.trim().split(/:(.*)/s);
  const candidates = new Set<string>();
  const add = (kind: string, candidate: string | undefined) => {
    const asked = prefix.toLowerCase().replace("operationid", "id");
    const others = !["tag", "path", "method", "id", "tool"].includes(asked);
    if (candidate !== undefined && (others || asked === kind))
      candidates.add(candidate);
  };
  for (const operation of operations) {
    for (const tag of operation.tags) add("tag", tag);
    add("path", operation.path);
    add("method", operation.method.toLowerCase());
    add("id", operation.operationId);
    add("tool", names?.get(operation.key));
  }
  for (const tag of spec?.tags ?? []) add("tag", tag.name);
  const meant = nearest(value, [...candidates]);
  return diagnostic(
    "selector-unmatched",
    `The selector ${quote(text)} matches nothing${meant === undefined ? "" : `; is ${quote(meant)} meant?`}`,
  );
}
