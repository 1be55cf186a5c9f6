import { withoutKey } from "./drawn.js";
import { isPlural, isVersion, last, singular, words } from "./tokens.js";

/** One thing that a path names: `/pets/{petId}` is the node `pets` with an id. */
export interface PathNode {
  readonly words: readonly string[];
  /** A parameter follows: one of these, or what belongs to one. */
  readonly id: boolean;
  /** The parameters that follow. */
  readonly params: readonly string[];
}

/** A path as what it names, outermost first. */
export interface PathWords {
  readonly nodes: readonly PathNode[];
  /** Words of an action that the path sets apart: `:cancel`, `#Action=RunInstances`. */
  readonly action?: string;
  /** `v1`, `2010-04-01`: told apart by it when nothing else does. */
  readonly version?: string;
  /** Parameters in order, as the document writes them. */
  readonly params: readonly string[];
  /** Segments, for "the shortest path". */
  readonly depth: number;
}

/** The last literal of a path, or the action set apart from it. */
export function pathAction(path: string): string {
  const { action, nodes } = readPath(path);
  const leaf = nodes.at(-1);
  return action ?? (leaf === undefined || leaf.id ? "" : leaf.words.join("-"));
}

type Segment = { readonly literal: string } | { readonly param: string };

const cache = new Map<string, PathWords>();

/** Reads a path template; the same for every document, so it is remembered. */
export function readPath(path: string): PathWords {
  const known = cache.get(path);
  if (known !== undefined) return known;
  const found = read(path.slice(0, 2_000));
  if (cache.size > 50_000) cache.clear();
  cache.set(path, found);
  return found;
}

function read(path: string): PathWords {
  let rest = path;
  let action: string | undefined;
  // AWS query and JSON protocols: `/#Action=RunInstances`, `/#X-Amz-Target=DynamoDB_20120810.PutItem`.
  const hash = /[#?](?:Action|X-Amz-Target|method|operation)=([\w.]+)/i.exec(
    rest,
  );
  if (hash !== null) action = hash[1]!.split(".").at(-1);
  rest = rest.replace(/[#?].*$/s, "");
  // Google: `/v1/{name}:cancel` (a colon inside braces belongs to the parameter).
  const custom = /[^/{]:([A-Za-z][\w-]*)$/.exec(rest);
  if (custom !== null) {
    action = custom[1];
    rest = rest.slice(0, -custom[1]!.length - 1);
  }
  const segments = rest
    .split("/")
    .filter((s) => s !== "")
    .flatMap(readSegment);
  const nodes: { words: readonly string[]; id: boolean; params: string[] }[] =
    [];
  const params: string[] = [];
  let version: string | undefined;
  segments.forEach((segment, index) => {
    if ("param" in segment) {
      const named = words(segment.param);
      if (
        /^(?:format|ext|extension|(?:output|response)_?format|media_?type_?extension)$/i.test(
          segment.param,
        )
      )
        return;
      if (/^(?:api)?_?version$/i.test(segment.param)) return;
      params.push(segment.param);
      const owner = nodes.at(-1);
      if (owner === undefined) {
        const thing = entity(named);
        if (thing.length > 0)
          nodes.push({ words: thing, id: true, params: [segment.param] });
      } else if (
        owner.id &&
        owner.params.some((name) => {
          const said = words(name);
          return [said, entity(said)].some((one) =>
            sameThing(one, owner.words),
          );
        }) &&
        entity(named).length > 0
      ) {
        // `/project/{username}/{project}/{build_num}`: after what the literal names comes another thing.
        nodes.push({ words: entity(named), id: true, params: [segment.param] });
      } else {
        owner.id = true;
        owner.params.push(segment.param);
      }
      return;
    }
    const literal = withoutKey(segment.literal)
      .replace(/\.(?:json|xml|php|aspx?|do|html?|action|svc)$/i, "")
      // `/info.0.json`.
      .replace(/(?<=[a-z])\.\d+$/i, "");
    const said = idLast(words(literal));
    // `/ProductsApi`.
    const found =
      said.length > 1 && said.at(-1) === "api" ? said.slice(0, -1) : said;
    if (found.length === 0) return;
    if (found.every(isVersion) || /^v?\d[\d._-]*$/i.test(literal)) {
      if (/^v?\d/.test(literal)) version = found.join("_");
      return;
    }
    if (
      index < segments.length - 1 &&
      nodes.length === 0 &&
      leading.has(found.join(" "))
    )
      return;
    const next = segments[index + 1];
    // `/images/by_id/{imageId}`: the id is the image's.
    if (
      found[0] === "by" &&
      nodes.length > 0 &&
      next !== undefined &&
      "param" in next
    )
      return;
    // `/reports/{from}/to/{until}`.
    if (
      found.length === 1 &&
      /^(?:to|from|until|and)$/.test(found[0]!) &&
      nodes.at(-1)?.id === true &&
      next !== undefined &&
      "param" in next
    )
      return;
    // `/users/current/followedTags`: as `/users/me`.
    if (
      found.join(" ") === "current" &&
      /^(?:users?|accounts?)$/.test(nodes.at(-1)?.words.join(" ") ?? "") &&
      nodes.at(-1)?.id === false &&
      index < segments.length - 1
    ) {
      nodes.push({ words: ["me"], id: false, params: [] });
      return;
    }
    const kept = found.filter((word) => !isVersion(word));
    nodes.push({
      words: kept.length === 0 ? found : kept,
      id: false,
      params: [],
    });
  });
  const cleaned = dropContainers(nodes);
  return {
    nodes: cleaned,
    params,
    depth: segments.length,
    ...(action !== undefined && { action }),
    ...(version !== undefined && { version }),
  };
}

/** What says nothing at the start of a path. */
const leading = new Set([
  "api",
  "apis",
  "rest",
  "restapi",
  "rest api",
  "restv2",
  "services",
  "service",
  "public",
  "rpc",
  "odata",
  "json",
  "ws",
  "webapi",
  "web api",
  "open api",
  "openapi",
  "gateway",
  "wp json",
]);

function readSegment(segment: string): Segment[] {
  // OData keys and functions: `users('{id}')`, `users({id})`, `getByName(name='{name}')`.
  const odata = /^([\w.$-]+)\((.*)\)$/.exec(segment);
  if (odata !== null) {
    const name = odata[1]!.split(".").at(-1)!;
    const inner = Array.from(odata[2]!.matchAll(/\{([^{}]+)\}/g), (match) => ({
      param: match[1]!,
    }));
    return /=/.test(odata[2]!)
      ? [{ literal: name }]
      : [{ literal: name }, ...inner];
  }
  const found: Segment[] = [];
  let at = 0;
  for (const match of segment.matchAll(/\{([^{}]*)\}/g)) {
    const before = segment.slice(at, match.index);
    if (/[a-z]{2}/i.test(before)) found.push({ literal: decode(before) });
    // Google's `{name=projects/*}` and `{+name}`; `{.format}`.
    found.push({ param: match[1]!.replace(/^[+.;/]|[=:*].*$/g, "") });
    at = match.index + match[0].length;
  }
  const after = segment.slice(at);
  // Slack: `/admin.users.session.reset`.
  const dotted =
    at === 0 &&
    /^[a-z][\w-]*(?:\.[a-z][\w-]*)+$/i.test(after) &&
    !/\.(?:json|xml|php|aspx?|do|html?|action|svc|txt|csv|md|ya?ml|js|well-known)$/i.test(
      after,
    );
  if (dotted) return after.split(".").map((literal) => ({ literal }));
  if (at === 0 || (/^\W?[a-z]{3,}/i.test(after) && !/^\.\w{1,4}$/.test(after)))
    found.push({ literal: decode(after) });
  return found;
}

/** `idList` is the id of a list, `idLabels` are ids of labels. */
function idLast(list: readonly string[]): readonly string[] {
  if (list.length < 2 || list[0] !== "id" || list[1] === "or") return list;
  const thing = list.slice(1);
  return isPlural(thing.at(-1)!)
    ? [...last(thing, singular), "ids"]
    : [...thing, "id"];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The thing that an id parameter identifies: `petId` -> pet, `build_num` -> build. */
export function entity(list: readonly string[]): readonly string[] {
  let end = list.length;
  while (
    end > 1 &&
    /^(?:id|ids|uuid|guid|sid|num|number|no|name|slug|key|code|handle|identifier|ref|uid|exposed|or)$/.test(
      list[end - 1]!,
    )
  )
    end -= 1;
  // `idCard` and `id_client`, as `cardId`.
  const start = end > 1 && list[0] === "id" ? 1 : 0;
  const kept = list.slice(start, end);
  return kept.length === 1 &&
    /^(?:id|ids|uuid|guid|sid|name|key|slug|uid|identifier|exposed|code|index|token)$/.test(
      kept[0]!,
    )
    ? []
    : kept;
}

/** Whether two lists of words name one thing, in whatever number. */
export function sameThing(a: readonly string[], b: readonly string[]): boolean {
  return (
    a.length === b.length &&
    a.length > 0 &&
    a.every((word, i) => word === b[i] || singular(word) === singular(b[i]!))
  );
}

/** Azure's addresses: what every resource hangs under says nothing of it. */
function dropContainers(nodes: readonly PathNode[]): readonly PathNode[] {
  if (
    !nodes.some(
      (node) =>
        node.words[0] === "providers" ||
        node.words.join(" ") === "resource groups",
    )
  )
    return nodes;
  const kept = nodes.filter((node, index) => {
    if (index === nodes.length - 1) return true;
    const name = node.words.join(" ");
    if (
      name === "subscriptions" ||
      name === "resource groups" ||
      name === "resourcegroups" ||
      name === "providers"
    )
      return false;
    return !(nodes[index - 1]?.words.join(" ") === "providers" && !node.id);
  });
  return kept;
}
