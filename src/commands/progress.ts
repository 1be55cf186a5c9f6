/** Work shorter than this, in milliseconds, shows no progress. */
const patience = 1000;

/**
 * Shows on a terminal which stage is at work, once the work has taken over a second. Nothing is printed elsewhere, and
 * nothing stays on the screen.
 *
 * @returns `stage`, to be called as each stage begins, and `done`, to be called at the end
 */
export function progress(enabled: boolean): {
  readonly stage: (name: string) => void;
  readonly done: () => void;
} {
  const stream = process.stderr;
  if (!enabled || !stream.isTTY) {
    return { stage: () => undefined, done: () => undefined };
  }
  const started = performance.now();
  const clear = (): void => {
    stream.write("\r\u001b[K");
  };
  return {
    stage: (name) => {
      if (performance.now() - started < patience) return;
      clear();
      stream.write(`${name}…`);
    },
    done: clear,
  };
}
