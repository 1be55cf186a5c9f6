import type { Operation } from "../../spec/operation.js";
import { entity, readPath, sameThing, type PathNode } from "./path.js";
import { noiseOf, type IdNoise } from "./id-noise.js";
import { isPlural, singular, withoutId, words } from "./tokens.js";
import { spellings } from "./spellings.js";
import { joinStates, withoutPeriod } from "./states.js";
import { isStrongVerb } from "./verbs.js";

/** What one operation's name needs to know of the others: taken from the set, whatever its order. */
export interface Shape {
  /** Most identifiers end with their verb. */
  readonly verbLast: boolean;
  /** The first part of nearly every structured identifier: the API's own name. */
  readonly prefix: string | undefined;
  /** What identifiers end with that says nothing. */
  readonly noise: IdNoise;
  /** Methods on a path (parameter names blanked). */
  readonly methods: ReadonlyMap<string, ReadonlySet<string>>;
  /** Paths (blanked) that the id of one of what they name follows. */
  readonly parents: ReadonlySet<string>;
  /** Things that are seen with an id or as a list: their words are nouns here, even where they could be verbs. */
  readonly nouns: ReadonlySet<string>;
  /** Versions in the paths. */
  readonly versions: ReadonlySet<string>;
  /** Pairs of words, singular, that paths and their parameters write as one: `purchase order`. */
  readonly bonds: ReadonlySet<string>;
  /** Things that are seen with an id. */
  readonly entities: ReadonlySet<string>;
  /** Tags that every operation has: the API's own name. */
  readonly commonTags: ReadonlySet<string>;
  /** What an operation's path names, without what all or nearly all of them share. */
  readonly nodes: (operation: Operation) => readonly PathNode[];
}

/** The path with its parameter names blanked, as in the operation's key. */
export function blankPath(operation: Operation): string {
  return operation.key.slice(operation.key.indexOf(" ") + 1);
}

/** An identifier cut at what sets groups apart: `a.b.c`, `a/b-c`, `Group_VerbRest`. */
export function structure(id: string): readonly string[] {
  const parts = id
    .split(/[./:#|\\]+|::|->/)
    .filter((part) => /[a-z]/i.test(part));
  return parts.flatMap((part, index) =>
    index === parts.length - 1 ? underscored(part) : [part],
  );
}

function underscored(part: string): readonly string[] {
  const pieces = part.split("_").filter((piece) => piece !== "");
  if (pieces.length < 2 || pieces.length > 6) return [part];
  const humps = pieces.some((piece) => /[a-z][A-Z]/.test(piece));
  const pascalPair =
    pieces.length === 2 &&
    pieces.every((piece) => /^[A-Z][a-z]/.test(piece)) &&
    isPlural(pieces[0]!.toLowerCase());
  return humps || pascalPair ? pieces : [part];
}

export function shapeOf(operations: readonly Operation[]): Shape {
  let first = 0;
  let end = 0;
  let structured = 0;
  const prefixes = new Map<string, number>();
  const methods = new Map<string, Set<string>>();
  const parents = new Set<string>();
  const nouns = new Set<string>();
  const entities = new Set<string>();
  const bonds = new Set<string>();
  const spelt = spellings(operations);
  for (const operation of operations) {
    const blank = blankPath(operation);
    const here = methods.get(blank) ?? new Set();
    methods.set(blank, here.add(operation.method));
    const named = operation.path.split("/");
    blank.split("/").forEach((segment, at, all) => {
      if (
        segment === "{}" &&
        isOwnParameter(named[at]!.slice(1, -1), named[at - 1] ?? "")
      )
        parents.add(all.slice(0, at).join("/"));
    });
    const { nodes } = readPath(operation.path);
    nodes.forEach((node, index) => {
      const name = node.words.map(singular).join(" ");
      // `/services.get_cases` is an order, whatever its number.
      if (
        node.words.length > 1 &&
        (saysWhatToDo(node.words[0]!) ||
          (nodes.length === 1 &&
            node.words[0] === "list" &&
            isPlural(node.words.at(-1)!)))
      )
        return;
      if (node.id) entities.add(name).add(spelt.get(name)?.join(" ") ?? name);
      for (const said of [node.words, ...node.params.map(words)])
        said.forEach((word, at) => {
          const next = said[at + 1];
          if (next !== undefined && !/^(?:ids?|name|number)$/.test(next))
            bonds.add(`${singular(word)} ${singular(next)}`);
        });
      if (
        node.id ||
        (index === nodes.length - 1 &&
          operation.method === "GET" &&
          isPlural(node.words.at(-1)!))
      )
        nouns.add(name);
    });
    if (operation.operationId === undefined) continue;
    const parts = structure(operation.operationId);
    if (parts.length > 1) {
      structured += 1;
      prefixes.set(parts[0]!, (prefixes.get(parts[0]!) ?? 0) + 1);
    }
    const all = withoutId(words(operation.operationId));
    if (isStrongVerb(all[0] ?? "")) first += 1;
    if (isStrongVerb(all.at(-1) ?? "")) end += 1;
  }
  const prefix = [...prefixes].find(
    ([, count]) =>
      operations.length >= 3 &&
      count > 0.9 * operations.length &&
      structured > 0.9 * operations.length,
  )?.[0];
  const { modules, tenants } = shared(operations);
  const commonTags = new Set(
    operations.length < 3
      ? []
      : operations[0]!.tags.filter((tag) =>
          operations.every(({ tags }) => tags.includes(tag)),
        ),
  );
  return {
    verbLast: end > first,
    prefix,
    noise: noiseOf(operations),
    methods,
    parents,
    nouns,
    bonds,
    entities,
    versions: new Set(
      operations.flatMap(({ path }) => readPath(path).version ?? []),
    ),
    commonTags,
    nodes: (operation) => {
      const nodes = readPath(operation.path).nodes.map((node) => {
        const apart =
          node.words.length === 1 ? spelt.get(node.words[0]!) : undefined;
        return apart === undefined ? node : { ...node, words: apart };
      });
      const kept = nodes.filter((node, index) => {
        if (index === nodes.length - 1) return true;
        const name = node.words.join(" ");
        return (
          !(index < modules.length && name === modules[index]) &&
          !(node.id && index === modules.length && tenants.has(name))
        );
      });
      return joinStates(kept).map(withoutPeriod);
    },
  };
}

function saysWhatToDo(word: string): boolean {
  return /^(?:get|create|update|delete|add|remove|fetch)$/.test(word);
}

/** Whether a parameter says which one of what stands before it: `/pets/{petId}`, `/pets/{id}`, not `/pets/{field}`. */
function isOwnParameter(parameter: string, literal: string): boolean {
  const thing = entity(words(parameter));
  const owner = words(literal);
  if (thing.length === 0 || owner.length === 0) return true;
  if (
    /^(?:field|filter|type|format|kind|status|action|method|version|lang|language|locale|scope)$/.test(
      thing.at(-1)!,
    )
  )
    return false;
  return true;
}

/** What the paths of a document have in common: leading modules that all share, and an outermost owner of nearly all (an account, a tenant). */
function shared(operations: readonly Operation[]): {
  modules: readonly string[];
  tenants: ReadonlySet<string>;
} {
  const modules: string[] = [];
  if (operations.length < 5) return { modules, tenants: new Set() };
  const paths = operations.map((operation) => readPath(operation.path).nodes);
  for (let depth = 0; ; depth += 1) {
    const name = paths[0]?.[depth]?.words.join(" ");
    if (name === undefined) break;
    // An entity is no module: its name is wanted by what belongs to it.
    if (
      !paths.every(
        (nodes) =>
          nodes.length > depth + 1 &&
          !nodes[depth]!.id &&
          nodes[depth]!.words.join(" ") === name,
      )
    )
      break;
    modules.push(name);
  }
  const counts = new Map<string, number>();
  for (const nodes of paths) {
    const node = nodes[modules.length];
    if (node?.id === true)
      counts.set(
        node.words.join(" "),
        (counts.get(node.words.join(" ")) ?? 0) + 1,
      );
  }
  const tenants = Array.from(counts)
    .filter(([, count]) => count >= 0.85 * paths.length)
    .map(([name]) => name);
  return { modules, tenants: new Set(tenants) };
}

/** The words that an operation's path is made of, parameters too. */
export function pathVocabulary(operation: Operation): ReadonlySet<string> {
  const path = readPath(operation.path);
  const found = new Set<string>();
  for (const node of path.nodes)
    for (const word of node.words) found.add(word).add(singular(word));
  for (const name of path.params)
    for (const word of words(name)) found.add(word);
  for (const segment of operation.path.split("/"))
    if (!segment.includes("{"))
      for (const word of words(segment)) found.add(word);
  return found;
}

/** The node of a path that these words name. */
export function findNode(
  nodes: readonly PathNode[],
  list: readonly string[],
): PathNode | undefined {
  const glued = singular(list.join(""));
  return nodes.find(
    (node) =>
      sameThing(node.words, list) ||
      // `CustomerDocument` of /customerdocument.
      (list.length > 1 &&
        node.words.length === 1 &&
        singular(node.words[0]!) === glued) ||
      (node.id &&
        node.params.some((name) => sameThing(entity(words(name)), list))),
  );
}
