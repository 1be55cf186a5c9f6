import type { Operation } from "../../spec/operation.js";
import { readPath } from "./path.js";
import { isVersion, words } from "./tokens.js";

/** What the identifiers of a document share, or count with: it says nothing of one operation. */
export interface IdNoise {
  /** `Page` of `StartScanPage`, where nearly all end so. */
  readonly ending: string | undefined;
  /** Identifiers without their last number, where several differ in that alone: `getFile1`, `getFile2`. */
  readonly counted: ReadonlySet<string>;
  /** The operations of each identifier, whatever number a tool has put behind a second one. */
  readonly sharers: ReadonlyMap<string, readonly Operation[]>;
}

const technical =
  /^(?:page|view|method|handler|api|service|endpoint|controller|action|operation|resource|func|function|rest|json|route|call|command|impl|webservice|ws|rpc)$/;

export function noiseOf(operations: readonly Operation[]): IdNoise {
  const ids = operations.flatMap(({ operationId }) =>
    operationId === undefined ? [] : [operationId],
  );
  const endings = new Map<string, number>();
  const stems = new Map<string, Set<string>>();
  const sharers = new Map<string, Operation[]>();
  for (const operation of operations) {
    if (operation.operationId === undefined) continue;
    const stem = stemOf(operation.operationId);
    const known = sharers.get(stem);
    if (known === undefined) sharers.set(stem, [operation]);
    else known.push(operation);
  }
  for (const id of ids) {
    const end = words(id).at(-1);
    if (end !== undefined) endings.set(end, (endings.get(end) ?? 0) + 1);
    const stem = withoutNumber(id);
    const known = stems.get(stem);
    if (known === undefined) stems.set(stem, new Set([id]));
    else known.add(id);
  }
  return {
    ending: [...endings].find(
      ([word, count]) =>
        technical.test(word) && count >= 4 && count > 0.8 * ids.length,
    )?.[0],
    counted: new Set(
      [...stems].filter(([, all]) => all.size > 1).map(([stem]) => stem),
    ),
    sharers,
  };
}

/** `updateUser` of `updateUser_1` and `updateUserUsingPUT_2`. */
export function stemOf(id: string): string {
  return withoutNumber(id.trim().replace(/(?:Using[A-Z]{3,7})?(?:_\d+)?$/, ""));
}

/** `getUserV2` keeps its number: that is a version's. */
function withoutNumber(id: string): string {
  return id.replace(/(?<=[a-z]{2})\d{1,2}$/, "");
}

/** An identifier without the number that tells it from others of the same words, unless the path counts so, too. */
export function uncounted(
  id: string,
  operation: Operation,
  noise: IdNoise,
): string {
  const stem = withoutNumber(id);
  if (stem === id || !noise.counted.has(stem)) return id;
  const end = words(id).at(-1)!;
  const { nodes, params } = readPath(operation.path);
  const spelt = [
    ...nodes.flatMap((node) => node.words),
    ...params.flatMap(words),
  ];
  return spelt.includes(end) ? id : stem;
}

/** `GetBycreditWriteOffNumber` of /creditWriteOff/{creditWriteOffNumber}: a generator has spelt out what the path says. */
export function withoutParameters(id: string, operation: Operation): string {
  const { params } = readPath(operation.path);
  const spelt = params.join("");
  if (!/^[a-z]/.test(spelt)) return id;
  for (const tail of [`By${spelt}`, ...params.map((name) => `By${name}`)])
    if (id.length > tail.length + 2 && id.endsWith(tail))
      return id.slice(0, -tail.length);
  return id;
}

/**
 * The words of an identifier without the API group of an address such as /apis/shop.example/v1/…: a domain and a version, and
 * nothing of the thing. https://kubernetes.io/docs/reference/using-api/#api-groups
 */
export function withoutGroup(
  list: readonly string[],
  operation: Operation,
): { readonly kept: readonly string[]; readonly group: readonly string[] } {
  const found = /^\/apis\/([\w-]+\.[\w.-]+)\/v\d\w*(?:\/|$)/.exec(
    operation.path,
  )?.[1];
  const version = list.findIndex(isVersion);
  if (found === undefined || version < 2 || version === list.length - 1)
    return { kept: list, group: [] };
  const inGroup = new Set(words(found));
  let start = version;
  while (start > 1 && inGroup.has(list[start - 1]!)) start -= 1;
  return {
    kept: [...list.slice(0, start), ...list.slice(version)],
    group: list.slice(start, version),
  };
}
