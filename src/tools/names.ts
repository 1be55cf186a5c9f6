/**
 * The one place that decides what a tool is called: `^[a-z][a-z0-9_]*$`, verb first, at most 40 characters, unique, never a
 * running number, and the same whatever the order of the document. DESIGN 6.1.
 */
import { diagnostic, type Diagnostic } from "../diagnostics.js";
import { isMethodOverride, overridingMethod } from "../spec/method-override.js";
import type { Operation } from "../spec/operation.js";
import { answerOf, type Resolve } from "./names/answers.js";
import { settle, type Settled } from "./names/collisions.js";
import { pathPhrase } from "./names/from-path.js";
import type { Phrase } from "./names/phrase.js";
import { idPhrase } from "./names/id.js";
import type { Claim } from "./names/rungs.js";
import { shapeOf, structure, type Shape } from "./names/shape.js";
import { write } from "./names/shorten.js";
import { saidPhrase } from "./names/told.js";
import { isPlural, last, singular, words } from "./names/tokens.js";

export interface ToolName {
  readonly name: string;
  /** The verb that the document's own words and method give, `_` between its parts; whatever the tool is called. */
  readonly verb: string;
  /** What the verb is done to, whatever the tool is called. */
  readonly nouns: readonly string[];
  readonly from: "lock" | "config" | "id" | "path";
  /** The name that several operations wanted, where this is one of them. */
  readonly family?: string;
}

export interface NameOptions {
  /** Operation key to the name it has had: it keeps it. */
  readonly locked: ReadonlyMap<string, string>;
  /** Names that were used once, with the operation key they belonged to: no other may take them. */
  readonly retired: ReadonlyMap<string, string>;
  /** Operation key to the name that its owner chose (config, overlay, `x-mcp`): it wins over all. */
  readonly overrides: ReadonlyMap<string, string>;
  /** Characters of a name that is made here; 40. */
  readonly maxLength?: number;
  /** Looks up `$ref`s, to see whether an answer is a list. */
  readonly resolve?: Resolve;
}

/** Gives every operation its tool name, by operation key, in the order given; and what there is to say of the names. */
export function nameTools(
  operations: readonly Operation[],
  options: NameOptions,
): { names: Map<string, ToolName>; diagnostics: Diagnostic[] } {
  const max = Math.max(options.maxLength ?? 40, 16);
  const acting = operations.map(withMethod);
  const shape = shapeOf(acting);
  const claims = acting.map((operation): Claim => {
    const answer = answerOf(operation, options.resolve);
    return { operation, answer, phrase: phraseOf(operation, shape, answer) };
  });
  const { fixed, taken, diagnostics } = fixNames(operations, options);
  // What the document alone would settle: verb, nouns and family must not differ between the first run and the next ones,
  // in which the lock holds the names.
  const unbound = settle(claims, new Set(), shape, max);
  const settled =
    taken.size === 0
      ? unbound
      : settle(
          claims.filter(({ operation }) => !fixed.has(operation.key)),
          taken,
          shape,
          max,
        );
  const names = new Map<string, ToolName>();
  for (const { operation, phrase } of claims) {
    const { key } = operation;
    const { family, phrase: full } = unbound.get(key)!;
    const known = {
      verb: phrase.verb.join("_"),
      nouns: full.nouns,
      ...(family !== undefined && { family }),
    };
    const given = fixed.get(key);
    if (given !== undefined) {
      names.set(key, { ...given, ...known });
      continue;
    }
    const made = settled.get(key)!;
    diagnostics.push(...remarks(operation, made, max));
    names.set(key, { name: made.name, from: phrase.from, ...known });
  }
  return { names, diagnostics };
}

/** A POST that a header makes into another method is named as that one. */
function withMethod(operation: Operation): Operation {
  const header = operation.parameters.find(isMethodOverride);
  const method =
    header?.required === true ? overridingMethod(header) : undefined;
  return method !== undefined &&
    /^(?:GET|PUT|PATCH|DELETE|HEAD|QUERY)$/.test(method)
    ? { ...operation, method }
    : operation;
}

function phraseOf(
  operation: Operation,
  shape: Shape,
  answer: Claim["answer"],
): Phrase {
  const phrase =
    idPhrase(operation, shape, answer) ?? pathPhrase(operation, shape, answer);
  const nouns = withoutEcho(phrase);
  if (nouns.length > 0) return legal({ ...phrase, nouns });
  // `lanterns.light` on /{name}:light.
  const group = words(structure(operation.operationId ?? "").at(-2) ?? "");
  if (group.length > 0 && !group.some((word) => phrase.verb.includes(word)))
    return legal({ ...phrase, nouns: last(group, singular) });
  // "Authorize a user" on /authorize.
  const said = phrase.verb.length === 1 ? saidPhrase(operation) : undefined;
  if (said?.verb[0] === phrase.verb[0])
    return legal({ ...phrase, nouns: said!.nouns });
  // A verb alone is a name (`search`, `login`), but a poor one where there is a word to add.
  const tag = operation.tags
    .filter((name) => !shape.commonTags.has(name))
    .map((name) => words(name))
    .find(
      (list) =>
        list.length > 0 && list.length <= 2 && !phrase.verb.includes(list[0]!),
    );
  const added =
    tag ?? (reserved.has(phrase.verb.join("_")) ? ["resource"] : []);
  return legal({ ...phrase, nouns: added });
}

/** `download_downloads_image`: a module that only says the verb again; `persons_ids`: the ids of persons. */
function withoutEcho({ verb, nouns, from }: Phrase): readonly string[] {
  const thing = nouns.at(-2);
  const told =
    verb[0] === "list" &&
    nouns.at(-1) === "ids" &&
    thing !== undefined &&
    isPlural(thing)
      ? nouns.with(-2, singular(thing))
      : nouns;
  if (from === "id" && told.length === 1 && told[0] === verb.join(" "))
    return [];
  return told.filter(
    (word, at) =>
      at === told.length - 1 ||
      word === verb[0] ||
      singular(word) !== verb[0]?.replace(/^(?:un|dis)(?=[a-z]{4})/, ""),
  );
}

/** Words that cannot be the name of a TypeScript constant, or would be the file that lists the others. */
const reserved = new Set(
  "delete import export new default do in is return switch case class const enum static void with index get set create update list add remove post put patch".split(
    " ",
  ),
);

/** A name begins with a letter. */
function legal(phrase: Phrase): Phrase {
  return /^[a-z]/.test(phrase.verb[0] ?? "")
    ? phrase
    : { ...phrase, verb: ["call", ...phrase.verb] };
}

type Fixed = Map<
  string,
  { readonly name: string; readonly from: "lock" | "config" }
>;

/** The names that are no longer to be found: chosen by the owner, then held by the lock, then held once and never given away. */
function fixNames(
  operations: readonly Operation[],
  options: NameOptions,
): {
  fixed: Fixed;
  taken: ReadonlySet<string>;
  diagnostics: Diagnostic[];
} {
  const fixed: Fixed = new Map();
  const owners = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  const sorted = operations.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  for (const { key, at } of sorted) {
    const name = options.overrides.get(key);
    if (name === undefined) continue;
    const other = owners.get(name.toLowerCase());
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
      diagnostics.push(
        diagnostic(
          "name-illegal",
          `The name ${JSON.stringify(name.slice(0, 80))} that ${key} is given is not 1 to 64 letters, digits, "_" and "-".`,
          { at },
        ),
      );
    } else if (other !== undefined) {
      diagnostics.push(
        diagnostic(
          "name-taken",
          `${key} and ${other} are both given the name ${name}; ${other} keeps it.`,
          { at },
        ),
      );
    } else {
      fixed.set(key, { name, from: "config" });
      owners.set(name.toLowerCase(), key);
    }
  }
  const once = new Map<string, string[]>();
  for (const [name, key] of options.retired)
    once.set(key, [...(once.get(key) ?? []), name]);
  for (const { key, at } of sorted) {
    if (fixed.has(key)) continue;
    const before = once.get(key);
    // An operation that comes back takes its name again.
    const name =
      options.locked.get(key) ?? (before?.length === 1 ? before[0] : undefined);
    if (name === undefined) continue;
    const other = owners.get(name.toLowerCase());
    if (other !== undefined) {
      diagnostics.push(
        diagnostic(
          "name-taken",
          `${key} was called ${name}, which is now the name of ${other}; it gets a new one.`,
          { at },
        ),
      );
      continue;
    }
    fixed.set(key, { name, from: "lock" });
    owners.set(name.toLowerCase(), key);
  }
  const taken = new Set([
    ...owners.keys(),
    ...Array.from(options.retired.keys(), (name) => name.toLowerCase()),
  ]);
  return { fixed, taken, diagnostics };
}

function remarks(
  operation: Operation,
  made: Settled,
  max: number,
): Diagnostic[] {
  const { key, at, operationId } = operation;
  const { name, phrase, hashed } = made;
  if (hashed)
    return [
      diagnostic(
        "name-hashed",
        `${key} has no words of its own left to be told apart by: ${name}`,
        { at },
      ),
    ];
  if (write(phrase).length > max)
    return [
      diagnostic(
        "name-shortened",
        `${write(phrase)} is longer than ${max} characters: ${key} is called ${name}`,
        { at },
      ),
    ];
  if (operationId === undefined || operationId === "")
    return [
      diagnostic(
        "name-made",
        `${key} has no operationId: it is called ${name} after its method and path`,
        { at },
      ),
    ];
  return [];
}
