import { AsyncResource } from "node:async_hooks";

/** Starts work in the order in which it comes, one piece in each turn of the event loop. */
export type Turns = (work: () => void) => void;

/**
 * Makes turns of their own for what comes in. Node takes one new connection per turn of its event loop, so that while everything
 * that is ready is worked on in one turn, and many callers have something ready, new ones wait for as many long turns as they are:
 * 200 at once waited 15 s for their first answer.
 */
export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  let planned = false;
  const plan = (): void => {
    planned = true;
    setImmediate(() => {
      planned = false;
      const work = waiting.shift()!;
      if (waiting.length > 0) plan();
      work();
    });
  };
  return (work) => {
    // In its own asynchronous context, by which telemetry tells requests apart.
    waiting.push(AsyncResource.bind(work));
    if (!planned) plan();
  };
}
