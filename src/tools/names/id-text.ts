import type { Operation } from "../../spec/operation.js";
import { stemOf } from "./id-noise.js";
import { inPath } from "./id-owners.js";
import { readPath } from "./path.js";
import { pathVocabulary, type Shape } from "./shape.js";
import {
  isVersion,
  last,
  plural,
  singular,
  withoutId,
  words,
} from "./tokens.js";

/** What frameworks and code generators add to a name. */
export function clean(id: string, operation: Operation): string {
  let kept = id.trim();
  // FastAPI: function name + path + method. https://fastapi.tiangolo.com/advanced/path-operation-advanced-configuration/
  const tail = `${operation.path.replace(/\W/g, "_")}_${operation.method.toLowerCase()}`;
  if (
    kept.length > tail.length &&
    kept.toLowerCase().endsWith(tail.toLowerCase())
  )
    kept = kept.slice(0, -tail.length);
  // Magento: service + version + function + method.
  const [, service, done, method] =
    /^([a-z]\w*?)(?:Repository|Management|Service)?V\d+([A-Z]\w*?)(Get|Post|Put|Delete)$/.exec(
      kept,
    ) ?? [];
  if (method?.toUpperCase() === operation.method) return `${service}.${done}`;
  kept = withoutSort(kept, operation);
  return (
    kept
      .replace(/Using(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)(?:_\d+)?$/, "")
      .replace(/^(?:GET|POST|PUT|DELETE|PATCH|HEAD)_(?=[A-Z][A-Za-z\d]*$)/, "")
      .replace(/_\d+$/, "")
      // What Vimeo calls the same operation of one's own account.
      .replace(/_alt\d*$/, "")
      // "Update a specific contact list", where the identifier is the summary.
      .replace(
        /(?<=\S )(?:(?:an?|the|this) )?(?:specific|particular|existing) |(?<= )an? (?:single|new) /gi,
        "",
      )
      // `getByIdv1`, but not `ipv4`.
      .replace(/(?<=[A-Za-z][a-z])(?<![Ii]p)v\d$/, "")
      .replace(/(?<=[a-z])Async$/, "")
      .replace(/-[\da-f]{4}$/, (end) => (/\d/.test(end) ? "" : end))
      .replace(
        /(?<=[a-z])(?:Endpoint|Handler|Operation|Action)$/,
        (end, at: number) =>
          at > 6 && !operation.path.toLowerCase().includes(end.toLowerCase())
            ? ""
            : end,
      )
  );
}

/** API Platform's `getCrawlCollection` and `getCrawlItem`: what the path says is no part of the name. */
function withoutSort(id: string, { method, path }: Operation): string {
  const [, verb, resource, sort] =
    /^(get|post|put|patch|delete)([A-Z]\w*?)(Collection|Item)$/.exec(id) ?? [];
  if (
    resource === undefined ||
    verb!.toUpperCase() !== method ||
    (sort === "Item") !== path.endsWith("}")
  )
    return id;
  const { nodes } = readPath(path);
  const leaf = nodes.at(-1)?.words.join("") ?? "";
  const thing = words(resource);
  if (
    singular(leaf).endsWith(sort!.toLowerCase()) ||
    !nodes.some((node) =>
      node.words.some((word) => singular(word) === singular(thing.at(-1)!)),
    )
  )
    return id;
  return sort === "Collection" && method === "GET" && thing.at(-1) !== "count"
    ? ["list", ...last(thing, plural)].join("_")
    : `${verb}${resource}`;
}

export function meaningful(list: readonly string[]): readonly string[] {
  const kept = list.filter(
    (word) =>
      !isVersion(word) && word !== "the" && word !== "an" && word !== "a",
  );
  const named = withoutId(
    kept[0] === "api" &&
      kept.length > 1 &&
      !/^(?:keys?|tokens?|versions?|clients?)$/.test(kept[1]!)
      ? kept.slice(1)
      : kept,
  );
  // A last word that is the number of a duplicate says nothing.
  return named.length > 1 && /^\d+$/.test(named.at(-1)!)
    ? named.slice(0, -1)
    : named;
}

/** Words for the methods, of identifiers such as `addCardsStickersByIdCard`. */
const defaults: { readonly [method: string]: ReadonlySet<string> } = {
  GET: new Set(["get", "list"]),
  POST: new Set(["add", "create"]),
  PUT: new Set(["update"]),
  DELETE: new Set(["delete", "remove"]),
};

/** `updateBoardsByIdBoard` of /boards/{idBoard}. */
function endsWithParameter(
  all: readonly string[],
  operation: Operation,
): boolean {
  const said = all.slice(all.indexOf("by") + 1).join(" ");
  return readPath(operation.path).params.some(
    (name) => words(name).join(" ") === said && said !== "id",
  );
}

/**
 * The words of an identifier, those that were glued together told apart as the path has them: `getVehicleidChargestate` of
 * /vehicles/{vehicleId}/charge-state.
 */
export function unglue(
  list: readonly string[],
  operation: Operation,
): readonly string[] {
  const path = readPath(operation.path);
  const spelt = [
    ...path.nodes.map((node) => node.words),
    ...path.params.map((name) => words(name)),
  ].filter((parts) => parts.length > 1);
  return spelt.length === 0
    ? list
    : list.flatMap(
        (word) =>
          spelt.find(
            (parts) =>
              parts.join("") === word || singular(word) === parts.join(""),
          ) ?? [word],
      );
}

/** `GetCustomersCustomerSources`: the method, and the path spelt out. */
export function isPathDerived(
  all: readonly string[],
  operation: Operation,
): boolean {
  const method = operation.method.toLowerCase();
  const body =
    all[0] === method
      ? all.slice(1)
      : all.at(-1) === method
        ? all.slice(0, -1)
        : defaults[operation.method]?.has(all[0]!) === true &&
            all.includes("by") &&
            (readPath(operation.path).nodes.length > 1 ||
              endsWithParameter(all, operation))
          ? all.slice(1)
          : undefined;
  if (body === undefined || body.length === 0) return false;
  const vocabulary = pathVocabulary(operation);
  const aliens = body.filter(
    (word) =>
      !vocabulary.has(word) &&
      !vocabulary.has(singular(word)) &&
      !/^(?:by|id|in|api|from|and)$/.test(word),
  ).length;
  if (aliens > (body.length >= 4 ? 1 : 0)) return false;
  let at = 0;
  for (const node of readPath(operation.path).nodes) {
    for (const word of node.words) {
      const found = body.findIndex(
        (candidate, index) =>
          index >= at &&
          // `patchPet` of /pets/{id} is somebody's choice: a path spelt out keeps its plural.
          (method === "patch"
            ? candidate === word
            : singular(candidate) === singular(word)),
      );
      if (found < 0) {
        if (aliens > 0 && body.length >= 4 && at === 0) break;
        return false;
      }
      at = found + 1;
    }
  }
  return true;
}

/** `put_files_id#add_link`: of a group that spells method and path out, what the path names. */
export function withoutMethod(
  group: readonly string[],
  operation: Operation,
): readonly string[] {
  return group.length > 1 &&
    group[0] === operation.method.toLowerCase() &&
    isPathDerived(group, operation)
    ? group.slice(1).filter((word) => word !== "id")
    : group;
}

export function isGenerated(all: readonly string[]): boolean {
  const joined = all.join("");
  return (
    /^[\da-f]{8,}$/.test(joined) ||
    /^(?:operation|method|endpoint|path|unnamed|resource|func|handler|default|op|call|request)\d*$/.test(
      joined,
    ) ||
    all.some((word) => /^(?=\w*\d)[\da-f]{12,}$/.test(word))
  );
}

/** `updateUser` of /tariffs/{id}: it stands on another operation, too, whose path it speaks of, and of this one's it knows nothing. */
export function isCopied(
  all: readonly string[],
  operation: Operation,
  shape: Shape,
): boolean {
  const others = shape.noise.sharers.get(stemOf(operation.operationId!)) ?? [];
  if (others.length < 2) return false;
  const letters = operation.path.toLowerCase().replace(/[^a-z]/g, "");
  const said = all.filter((word) => word.length > 3);
  return (
    !said.some((word) => letters.includes(word.replace(/(?:ies|y|s)$/, ""))) &&
    others.some(({ path }) => inPath(said, readPath(path).nodes))
  );
}
