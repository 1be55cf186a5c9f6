import { CancelledError, TimeLimitError } from "./network-error.js";

/** When some work has to end. An AbortSignal would do, but making one takes as long as a quarter of a local request. */
export interface Deadline {
  /** As Date.now() counts. */
  readonly at: number;
  /** Why the work has to end now: the time is up, or the caller has cancelled. */
  readonly reason: () => Error | undefined;
  /** Calls a function when the work has to end; what is given back takes it off again. */
  readonly onEnd: (listener: (reason: Error) => void) => () => void;
  /** To be called when the work is done: the timer and the caller's signal are let go. */
  readonly clear: () => void;
}

export function createDeadline(
  milliseconds: number,
  cancel?: AbortSignal,
): Deadline {
  const listeners = new Set<(reason: Error) => void>();
  let reason: Error | undefined;
  const end = (why: Error) => {
    if (reason !== undefined) return;
    reason = why;
    for (const listener of listeners) listener(why);
  };
  const timer = setTimeout(
    () => end(new TimeLimitError(milliseconds)),
    milliseconds,
  );
  const onCancel = () => end(new CancelledError("cancelled"));
  if (cancel?.aborted) onCancel();
  cancel?.addEventListener("abort", onCancel, { once: true });
  return {
    at: Date.now() + milliseconds,
    reason: () => reason,
    onEnd: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    clear: () => {
      clearTimeout(timer);
      cancel?.removeEventListener("abort", onCancel);
    },
  };
}
