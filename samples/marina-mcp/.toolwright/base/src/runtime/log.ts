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

/** Makes a log that drops what is below `level`; by default it writes to standard error, and what is no warning a moment later. */
export function createLog(
  level: LogLevel,
  write: (line: string, urgent: boolean) => void = batched(),
): Log {
  const lowest = level === "silent" ? levels.length : levels.indexOf(level);
  const at =
    (index: number) =>
    (event: string, fields: Fields = {}) => {
      if (index < lowest) return;
      write(
        `${JSON.stringify({ time: new Date().toISOString(), level: levels[index], event, ...fields })}\n`,
        index >= levels.indexOf("warn"),
      );
    };
  return { debug: at(0), info: at(1), warn: at(2), error: at(3) };
}

const batchMs = 50;

/** Writes lines together: writing to a pipe waits, and one write per call would take as long as the rest of the server does. */
function batched(): (line: string, urgent: boolean) => void {
  let lines = "";
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines !== "") process.stderr.write(lines);
    lines = "";
  };
  process.once("exit", flush);
  return (line, urgent) => {
    lines += line;
    if (urgent) flush();
    else timer ??= setTimeout(flush, batchMs).unref();
  };
}

/** An error as a line: its message and those of its causes, without a stack. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined
    ? error.message
    : `${error.message}: ${messageOf(error.cause)}`;
}
