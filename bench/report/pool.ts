/** Does the work of each item, so many at a time, and gives the results in the items' order. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  jobs: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (;;) {
      const index = next;
      next += 1;
      const item = items[index];
      if (item === undefined) return;
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return results;
}
