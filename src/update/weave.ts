/**
 * One order for the parts that two readings have. Where you left the generated order as it was, the new generated order
 * holds; where you moved parts, or the base is not known, yours does. What only the other reading has follows what it
 * follows there.
 */
export function weave(
  base: readonly string[] | undefined,
  yours: readonly string[],
  generated: readonly string[],
): readonly string[] {
  const inGenerated = new Set(generated);
  const inYours = new Set(yours);
  const inBase = new Set(base);
  const shared = (ids: readonly string[]): string =>
    ids
      .filter((id) => inBase.has(id) && inYours.has(id) && inGenerated.has(id))
      .join("\n");
  const moved = base === undefined || shared(base) !== shared(yours);
  return moved ? insert(yours, generated) : insert(generated, yours);
}

function insert(
  skeleton: readonly string[],
  other: readonly string[],
): readonly string[] {
  const order = [...skeleton];
  const placed = new Set(skeleton);
  for (const [index, id] of other.entries()) {
    if (placed.has(id)) continue;
    const previous = other[index - 1];
    // Everything before it in `other` has a place by now.
    if (previous !== undefined)
      order.splice(order.indexOf(previous) + 1, 0, id);
    else {
      const next = other.find((one) => placed.has(one));
      order.splice(
        next === undefined ? order.length : order.indexOf(next),
        0,
        id,
      );
    }
    placed.add(id);
  }
  return order;
}
