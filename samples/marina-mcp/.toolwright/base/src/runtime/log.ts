import type { LogLevel } from "./settings.js";

type Fields = {
  readonly [name: string]:
    string | number | boolean | undefined | readonly string[] | object;
};

/** Writes events as JSON lines on standard error. Never give it a credential; arguments of calls only where the operator asked. */
export interface Log {
  readonly debug: (event: string, fields?: Fields) => void;
  readonly info: (event: string, fields?: Fields) => void;
  readonly warn: (event: string, fields?: Fields) => void;
  readonly error: (event: string, fields?: Fields) => void;
}

const levels = ["debug", "info", "warn", "error"] as const;

/** Makes a log that drops what is below `level`. */
export function createLog(
  level: LogLevel,
  write: (line: string) => void = (line) => process.stderr.write(line),
): Log {
  const lowest = level === "silent" ? levels.length : levels.indexOf(level);
  const at =
    (index: number) =>
    (event: string, fields: Fields = {}) => {
      if (index < lowest) return;
      write(
        `${JSON.stringify({ time: new Date().toISOString(), level: levels[index], event, ...fields })}\n`,
      );
    };
  return { debug: at(0), info: at(1), warn: at(2), error: at(3) };
}

/** An error as a line: its message and those of its causes, without a stack. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined
    ? error.message
    : `${error.message}: ${messageOf(error.cause)}`;
}
