import { CancelledError, TimeLimitError } from "./network-error.js";

export interface Deadline {
  /** Fires when the time is up or the caller cancels. */
  readonly signal: AbortSignal;
  /** As Date.now() counts. */
  readonly at: number;
  /** To be called when the work has ended: the timer and the caller's signal are let go. */
  readonly clear: () => void;
}

/** Bounds some work in time. AbortSignal.any would do, but keeps memory in early Node 20. */
export function createDeadline(
  milliseconds: number,
  cancel: AbortSignal | undefined,
): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new TimeLimitError(milliseconds)),
    milliseconds,
  );
  const onCancel = () => controller.abort(new CancelledError("cancelled"));
  if (cancel?.aborted) onCancel();
  cancel?.addEventListener("abort", onCancel, { once: true });
  return {
    signal: controller.signal,
    at: Date.now() + milliseconds,
    clear: () => {
      clearTimeout(timer);
      cancel?.removeEventListener("abort", onCancel);
    },
  };
}
