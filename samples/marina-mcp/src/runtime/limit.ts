import type { Deadline } from "./deadline.js";

export type Limiter = <T>(
  deadline: Deadline,
  task: () => Promise<T>,
) => Promise<T>;

/** Runs at most `max` tasks at once; the others wait in order, each no longer than its deadline lets it. */
export function createLimiter(max: number): Limiter {
  let running = 0;
  const waiting: (() => void)[] = [];
  const turn = (deadline: Deadline) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        forget();
        resolve();
      };
      const forget = deadline.onEnd((reason) => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(reason);
      });
      waiting.push(start);
    });
  return async (deadline, task) => {
    const reason = deadline.reason();
    if (reason !== undefined) throw reason;
    // A finished task hands its place to the next in line, so that `running` stays.
    if (running >= max) await turn(deadline);
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
