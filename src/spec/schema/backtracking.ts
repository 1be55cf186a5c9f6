import { parseRegex, type CharSet, type Regex } from "./regex.js";

/**
 * True where a backtracking engine may take exponential time, or time that grows with the third power of the text or worse.
 *
 * The pattern is turned into its position automaton (Glushkov). Exponential: two different ways around one loop read the same
 * text. Polynomial: a chain of loops that all read the same character. The test errs on the side of "slow".
 * Weideman et al., https://doi.org/10.1007/978-3-319-40946-7_27
 */
export function isSlow(pattern: string): boolean {
  const graph: Graph = { sets: [], follow: [], slow: false };
  const regex = parseRegex(pattern);
  const whole = build(regex, graph);
  if (graph.slow) return true;
  const { sets, follow } = graph;
  if (sets.length > positionLimit) return true;
  const loops = loopsOf(follow.map((next) => [...next.keys()]));
  return (
    twoWaysAround(graph, loops) ||
    chainOfLoops(sets, follow, whole.first, !startsAnchored(regex))
  );
}

const positionLimit = 600;

interface Graph {
  readonly sets: CharSet[];
  /** For each position those that may come next, and in how many ways (2 is many). */
  readonly follow: Map<number, number>[];
  slow: boolean;
}

interface Fragment {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly nullable: boolean;
  /** Whether something in it repeats a variable number of times. */
  readonly loops: boolean;
}

const nothing: Fragment = { first: [], last: [], nullable: true, loops: false };

function build(regex: Regex, graph: Graph): Fragment {
  switch (regex.kind) {
    case "empty":
    case "start":
      return nothing;
    case "backreference":
      graph.slow = true;
      return nothing;
    case "look":
      // What it reads is given back: it costs by itself, and joins nothing.
      build(regex.body, graph);
      return nothing;
    case "set": {
      const position = graph.sets.push(regex.set) - 1;
      graph.follow.push(new Map());
      return {
        first: [position],
        last: [position],
        nullable: false,
        loops: false,
      };
    }
    case "choice": {
      const options = regex.options.map((option) => build(option, graph));
      if (options.filter((option) => option.nullable).length > 1)
        graph.slow = true;
      return {
        first: options.flatMap((option) => option.first),
        last: options.flatMap((option) => option.last),
        nullable: options.some((option) => option.nullable),
        loops: options.some((option) => option.loops),
      };
    }
    case "sequence": {
      let whole = nothing;
      for (const part of regex.parts) {
        const next = build(part, graph);
        connect(graph, whole.last, next.first);
        whole = {
          first: whole.nullable ? [...whole.first, ...next.first] : whole.first,
          last: next.nullable ? [...whole.last, ...next.last] : next.last,
          nullable: whole.nullable && next.nullable,
          loops: whole.loops || next.loops,
        };
      }
      return whole;
    }
    case "repeat": {
      const { min, max } = regex;
      const body = build(regex.body, graph);
      if (max === 0) return nothing;
      const varies = min !== max;
      // A body that may be empty can be tried empty as often as it must come.
      if (body.nullable && min > 1 && body.first.length > 0) graph.slow = true;
      const loops = max > 1 && (varies || body.loops);
      if (loops) connect(graph, body.last, body.first);
      return {
        first: body.first,
        last: body.last,
        nullable: min === 0 || body.nullable,
        loops: loops || body.loops,
      };
    }
  }
}

function connect(
  graph: Graph,
  from: readonly number[],
  to: readonly number[],
): void {
  if (graph.sets.length > positionLimit) {
    graph.slow = true;
    return;
  }
  for (const position of from) {
    const next = graph.follow[position]!;
    for (const other of to)
      next.set(other, Math.min((next.get(other) ?? 0) + 1, 2));
  }
}

/** `^` at the start of every way through. */
function startsAnchored(regex: Regex): boolean {
  if (regex.kind === "start") return true;
  if (regex.kind === "choice") return regex.options.every(startsAnchored);
  return (
    regex.kind === "sequence" &&
    regex.parts[0] !== undefined &&
    startsAnchored(regex.parts[0])
  );
}

/** For each node the number of the loop it is part of, or -1. Tarjan's strongly connected components, without recursion. */
function loopsOf(edges: readonly (readonly number[])[]): number[] {
  const order: number[] = edges.map(() => -1);
  const low: number[] = edges.map(() => 0);
  const loop: number[] = edges.map(() => -1);
  const onStack: boolean[] = edges.map(() => false);
  const stack: number[] = [];
  let counter = 0;
  let loops = 0;
  for (let root = 0; root < edges.length; root++) {
    if (order[root] !== -1) continue;
    const work: [number, number][] = [[root, 0]];
    while (work.length > 0) {
      const frame = work.at(-1)!;
      const [node, edge] = frame;
      if (edge === 0) {
        order[node] = low[node] = counter++;
        stack.push(node);
        onStack[node] = true;
      }
      const next = edges[node]![edge];
      if (next !== undefined) {
        frame[1] += 1;
        if (order[next] === -1) work.push([next, 0]);
        else if (onStack[next]) low[node] = Math.min(low[node]!, order[next]!);
        continue;
      }
      work.pop();
      const parent = work.at(-1);
      if (parent !== undefined)
        low[parent[0]] = Math.min(low[parent[0]]!, low[node]!);
      if (low[node] !== order[node]) continue;
      const members: number[] = [];
      let member: number;
      do {
        member = stack.pop()!;
        onStack[member] = false;
        members.push(member);
      } while (member !== node);
      if (members.length === 1 && !edges[node]!.includes(node)) continue;
      for (const one of members) loop[one] = loops;
      loops += 1;
    }
  }
  return loop;
}

/** Some text leads around a loop in two ways: pairs of positions that start equal, part, and meet again. */
function twoWaysAround(
  { sets, follow }: Graph,
  loop: readonly number[],
): boolean {
  const inLoop = loop.flatMap((number, position) =>
    number < 0 ? [] : [position],
  );
  for (const position of inLoop) {
    for (const [next, ways] of follow[position]!) {
      if (ways > 1 && loop[next] === loop[position]) return true;
    }
  }
  const index = new Map<string, number>();
  const pairs: [number, number][] = [];
  const edges: number[][] = [];
  const node = (a: number, b: number): number => {
    const key = `${a},${b}`;
    let found = index.get(key);
    if (found === undefined) {
      found = pairs.push([a, b]) - 1;
      edges.push([]);
      index.set(key, found);
    }
    return found;
  };
  for (const position of inLoop) node(position, position);
  for (let i = 0; i < pairs.length; i++) {
    if (pairs.length > 20_000) return true;
    const [a, b] = pairs[i]!;
    for (const nextA of follow[a]!.keys()) {
      if (loop[nextA] !== loop[a]) continue;
      for (const nextB of follow[b]!.keys()) {
        if (loop[nextB] === loop[a] && overlap(sets[nextA]!, sets[nextB]!)) {
          edges[i]!.push(node(nextA, nextB));
        }
      }
    }
  }
  const components = loopsOf(edges);
  const equal = new Set<number>();
  pairs.forEach(([a, b], i) => {
    if (a === b && components[i]! >= 0) equal.add(components[i]!);
  });
  return pairs.some(([a, b], i) => a !== b && equal.has(components[i]!));
}

/** Three loops one behind the other that can all read the same character; the search for a start counts as one. */
function chainOfLoops(
  sets: readonly CharSet[],
  follow: readonly ReadonlyMap<number, number>[],
  first: readonly number[],
  searched: boolean,
): boolean {
  const samples = new Set(sets.flatMap((set) => set.map(([low]) => low)));
  for (const char of samples) {
    const reads = sets.map((set) =>
      set.some(([low, high]) => low <= char && char <= high),
    );
    const edges = follow.map((next, position) =>
      reads[position] ? [...next.keys()].filter((other) => reads[other]) : [],
    );
    const loop = loopsOf(edges);
    // How many loops lie ahead of each position; three is enough to know.
    const ahead = sets.map(() => 0);
    for (let changed = true; changed;) {
      changed = false;
      for (let position = sets.length - 1; position >= 0; position--) {
        let most = ahead[position]!;
        for (const next of edges[position]!) {
          const enters =
            loop[next]! >= 0 && loop[next] !== loop[position] ? 1 : 0;
          most = Math.max(most, Math.min(3, enters + ahead[next]!));
        }
        if (most > ahead[position]!) {
          ahead[position] = most;
          changed = true;
        }
      }
    }
    for (let start = 0; start < sets.length; start++) {
      if (!reads[start]) continue;
      const own = loop[start]! >= 0 ? 1 : 0;
      const search = searched && first.includes(start) ? 1 : 0;
      if (own + search + ahead[start]! >= 3) return true;
    }
  }
  return false;
}

function overlap(a: CharSet, b: CharSet): boolean {
  return a.some(([low, high]) =>
    b.some(([from, to]) => low <= to && from <= high),
  );
}
