/** Runs at most `max` tasks at once; the others wait in order, each no longer than its signal lets it. */
export function createLimiter(
  max: number,
): <T>(signal: AbortSignal, task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener("abort", leave, { once: true });
      waiting.push(start);
    });
  return async (signal, task) => {
    signal.throwIfAborted();
    // A finished task hands its place to the next in line, so that `running` stays.
    if (running >= max) await turn(signal);
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
