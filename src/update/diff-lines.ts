/** A stretch of a text that is replaced: lines `[from, to)` by others. */
export interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** Beyond so many edits two texts have nothing in common that is worth finding. */
const maxEdits = 2000;

/** The fewest replacements that make the one list of lines into the other (Myers 1986); line ends do not count. */
export function diffLines(
  before: readonly string[],
  after: readonly string[],
): Hunk[] {
  const [a, b] = [before.map(plain), after.map(plain)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start])
    start += 1;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1])
    [endA, endB] = [endA - 1, endB - 1];
  const pairs = commonLines(a.slice(start, endA), b.slice(start, endB)).map(
    ([x, y]) => [x + start, y + start] as const,
  );
  const hunks: Hunk[] = [];
  let [x, y] = [start, start];
  for (const [nextX, nextY] of [...pairs, [endA, endB] as const]) {
    if (nextX > x || nextY > y)
      hunks.push({ from: x, to: nextX, lines: after.slice(y, nextY) });
    [x, y] = [nextX + 1, nextY + 1];
  }
  return hunks;
}

const plain = (line: string): string => line.replace(/\r?\n$/, "");

/** Pairs of positions of a longest common subsequence. */
function commonLines(
  a: readonly string[],
  b: readonly string[],
): (readonly [number, number])[] {
  const furthest = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (
    let edits = 0;
    edits <= Math.min(a.length + b.length, maxEdits);
    edits += 1
  ) {
    trace.push(new Map(furthest));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = isDown(furthest, diagonal, edits)
        ? furthest.get(diagonal + 1)!
        : furthest.get(diagonal - 1)! + 1;
      while (
        x < a.length &&
        x - diagonal < b.length &&
        a[x] === b[x - diagonal]
      )
        x += 1;
      furthest.set(diagonal, x);
      if (x >= a.length && x - diagonal >= b.length)
        return wayBack(trace, a.length, b.length);
    }
  }
  return [];
}

function isDown(
  furthest: ReadonlyMap<number, number>,
  diagonal: number,
  edits: number,
): boolean {
  if (diagonal === -edits) return true;
  return (
    diagonal !== edits &&
    furthest.get(diagonal - 1)! < furthest.get(diagonal + 1)!
  );
}

function wayBack(
  trace: readonly ReadonlyMap<number, number>[],
  lengthA: number,
  lengthB: number,
) {
  const pairs: (readonly [number, number])[] = [];
  let [x, y] = [lengthA, lengthB];
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const furthest = trace[edits]!;
    const diagonal = x - y;
    const previous = isDown(furthest, diagonal, edits)
      ? diagonal + 1
      : diagonal - 1;
    const fromX = furthest.get(previous)!;
    const fromY = fromX - previous;
    while (x > Math.max(fromX, 0) && y > Math.max(fromY, 0)) {
      [x, y] = [x - 1, y - 1];
      pairs.push([x, y]);
    }
    [x, y] = [fromX, fromY];
  }
  return pairs.reverse();
}
