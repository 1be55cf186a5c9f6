import { paint } from "../commands/print.js";

/**
 * Says on standard error what is being done, a line for each step, with the seconds it took once it is over.
 *
 * @returns `begin`, to be called as each step begins, `end`, to be called after the last, and `stop` in its place where that did not come to its end
 */
export function steps(enabled: boolean): {
  readonly begin: (step: string) => void;
  readonly end: () => void;
  readonly stop: () => void;
} {
  const write = (text: string): void => {
    if (enabled) process.stderr.write(text);
  };
  let started: number | undefined;
  const end = (): void => {
    if (started === undefined) return;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    write(paint("grey", ` ${seconds} s\n`));
    started = undefined;
  };
  return {
    begin: (step) => {
      end();
      started = performance.now();
      write(`${paint("green", "◇")} ${step}…`);
    },
    end,
    stop: () => {
      if (started !== undefined) write("\n");
      started = undefined;
    },
  };
}
