import { isRecord } from "./json.js";
import { nearest } from "./nearest.js";

/** What can be set, once: the flag `--name`, the variable `PREFIX_NAME`, the key in `toolwright.config.json`, and the help text come from here. */
export interface Flag {
  readonly name: string;
  readonly kind: "switch" | "text" | "list" | "number" | "port";
  readonly help: string;
  /** How the help calls the value. */
  readonly value?: string;
  /** The only values that are taken. */
  readonly choices?: readonly string[];
  /** What a number must not fall below or go beyond. */
  readonly range?: readonly [least: number, most: number];
  /** Where it stands in the config file. */
  readonly config?: readonly string[];
}

/** A mistake of the person who starts the server, told without a stack. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

export type Value = string | number | boolean | readonly string[];

/** Values by flag name; a flag that was not given is absent. */
export type Values = ReadonlyMap<string, Value>;

/**
 * Reads the command line: `--name value`, `--name=value`; lists take commas and may be given again.
 *
 * @throws SettingsError at the first flag that does not exist or has a wrong value
 */
export function readArguments(
  flags: readonly Flag[],
  args: readonly string[],
): Values {
  const values = new Map<string, Value>();
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    const [head, inline] = split(arg);
    const flag = flags.find((candidate) => `--${candidate.name}` === head);
    if (flag === undefined) throw unknownFlag(flags, arg, head);
    const next = args[i + 1];
    let text = inline;
    if (text === undefined && takesNext(flag, next)) {
      text = next;
      i += 1;
    }
    if (text === undefined && flag.kind !== "switch" && flag.kind !== "port") {
      throw new SettingsError(
        `--${flag.name} needs a value: --${flag.name} ${flag.value ?? "VALUE"}`,
      );
    }
    const value = parse(flag, text ?? "true", `--${flag.name}`);
    const before = values.get(flag.name);
    // One of two values would be lost; to say twice that something is on loses nothing.
    if (before !== undefined && flag.kind !== "list")
      if (flag.kind !== "switch" || before !== value)
        throw new SettingsError(`--${flag.name} is given twice; give it once`);
    values.set(
      flag.name,
      Array.isArray(value) && Array.isArray(before)
        ? [...(before as string[]), ...(value as string[])]
        : value,
    );
  }
  return values;
}

/** Reads `PREFIX_NAME` of each flag; an empty variable is the same as none. */
export function readEnvironment(
  flags: readonly Flag[],
  prefix: string,
  env: NodeJS.ProcessEnv,
): Values {
  const values = new Map<string, Value>();
  for (const flag of flags) {
    const name = variableOf(prefix, flag.name);
    const text = env[name]?.trim();
    if (text === undefined || text === "") continue;
    values.set(flag.name, parse(flag, text, name));
  }
  return values;
}

/** What a flag's value is in JSON. */
const jsonKinds: {
  readonly [kind in Flag["kind"]]: readonly [
    fits: (value: unknown) => boolean,
    expected: string,
  ];
} = {
  switch: [(value) => typeof value === "boolean", "true or false"],
  text: [(value) => typeof value === "string", "a string"],
  list: [isStringList, "a list of strings"],
  number: [(value) => typeof value === "number", "a number"],
  port: [(value) => typeof value === "number", "a number"],
};

/** Reads the config keys of the flags; what else the config holds is the generator's. */
export function readConfig(
  flags: readonly Flag[],
  config: unknown,
  file: string,
): Values {
  const values = new Map<string, Value>();
  for (const flag of flags) {
    if (flag.config === undefined) continue;
    const found = flag.config.reduce<unknown>(
      (value, key) =>
        isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined,
      config,
    );
    if (found === undefined || found === null) continue;
    const where = `"${flag.config.join(".")}" in ${file}`;
    const [fits, expected] = jsonKinds[flag.kind];
    if (!fits(found)) throw new SettingsError(`${where} must be ${expected}`);
    values.set(
      flag.name,
      Array.isArray(found)
        ? (found as string[])
        : parse(flag, String(found), where),
    );
  }
  return values;
}

/** Reads what was given, the first source that has it winning. */
export interface Reader {
  readonly text: (name: string) => string | undefined;
  readonly url: (name: string) => string | undefined;
  readonly list: (name: string) => readonly string[];
  /** As `list`, undefined when it is empty. */
  readonly some: (name: string) => readonly string[] | undefined;
  /** A list of `left=right`. */
  readonly pairs: (name: string) => readonly (readonly [string, string])[];
  readonly on: (name: string) => boolean;
  readonly number: (name: string, otherwise: number) => number;
  readonly port: (name: string, otherwise: number) => number | undefined;
  readonly asUrl: (name: string, text: string) => string;
}

export function readerOf(
  flags: readonly Flag[],
  sources: readonly Values[],
): Reader {
  const get = (name: string): Value | undefined =>
    sources.find((values) => values.has(name))?.get(name);
  const text = (name: string): string | undefined =>
    get(name) as string | undefined;
  const list = (name: string): readonly string[] =>
    (get(name) ?? []) as readonly string[];
  const asUrl = (name: string, url: string): string => {
    if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))
      return url;
    throw new SettingsError(`--${name} ${url}: not an http(s) URL`);
  };
  return {
    text,
    list,
    asUrl,
    url: (name) =>
      text(name) === undefined ? undefined : asUrl(name, text(name)!),
    some: (name) => (list(name).length > 0 ? list(name) : undefined),
    pairs: (name) =>
      list(name).map((item) => {
        const at = item.indexOf("=");
        if (at > 0 && at < item.length - 1)
          return [item.slice(0, at), item.slice(at + 1)] as const;
        throw new SettingsError(
          `--${name} ${item}: write ${flags.find((flag) => flag.name === name)!.value}`,
        );
      }),
    on: (name) => get(name) === true,
    number: (name, otherwise) => (get(name) as number | undefined) ?? otherwise,
    port: (name, otherwise) => {
      const value = get(name);
      return value === true
        ? otherwise
        : typeof value === "number"
          ? value
          : undefined;
    },
  };
}

/** `PETSTORE_READ_ONLY` for `read-only`. */
export function variableOf(prefix: string, flag: string): string {
  return `${prefix}_${flag.toUpperCase().replaceAll("-", "_")}`;
}

/** The lines of `--help`. */
export function describeFlags(flags: readonly Flag[], prefix: string): string {
  const rows = flags.map((flag) => {
    const value = flag.choices?.join("|") ?? flag.value;
    const head =
      value === undefined
        ? `--${flag.name}`
        : flag.kind === "port"
          ? `--${flag.name} [${value}]`
          : `--${flag.name} ${value}`;
    return [head, flag.help, variableOf(prefix, flag.name)] as const;
  });
  const width = Math.max(...rows.map(([head]) => head.length));
  return rows
    .map(
      ([head, help, variable]) =>
        `  ${head.padEnd(width)}  ${help} [${variable}]`,
    )
    .join("\n");
}

function split(arg: string): readonly [string, string | undefined] {
  const at = arg.indexOf("=");
  return arg.startsWith("--") && at > 0
    ? [arg.slice(0, at), arg.slice(at + 1)]
    : [arg, undefined];
}

/** A switch never takes the next word; `--http` takes it only when it is a number. */
function takesNext(flag: Flag, next: string | undefined): boolean {
  if (next === undefined || flag.kind === "switch") return false;
  if (flag.kind === "port") return /^\d+$/.test(next);
  return !next.startsWith("--");
}

function parse(flag: Flag, text: string, where: string): Value {
  switch (flag.kind) {
    case "switch":
      return truth(text) ?? wrong(where, text, "true or false");
    case "list":
      return text
        .split(",")
        .map((item) => item.trim())
        .filter((item) => item !== "");
    case "port":
      if (/^\d+$/.test(text) && Number(text) <= 65_535) return Number(text);
      return truth(text) ?? wrong(where, text, "a port number, 0 to 65535");
    case "number": {
      const { range: [least, most] = [0, Infinity] } = flag;
      const number = /^\d+$/.test(text) ? Number(text) : NaN;
      if (number >= least && number <= most) return number;
      return wrong(
        where,
        text,
        most < Infinity
          ? `a whole number, ${least} to ${most}`
          : `a whole number of at least ${least}`,
      );
    }
    case "text":
      if (flag.choices !== undefined && !flag.choices.includes(text)) {
        const near = nearest(text, flag.choices);
        return wrong(
          where,
          text,
          `one of ${flag.choices.join(", ")}${near === undefined ? "" : ` (did you mean ${near}?)`}`,
        );
      }
      return text;
  }
}

function truth(text: string): boolean | undefined {
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  return /^(0|false|no|off)$/i.test(text) ? false : undefined;
}

function wrong(where: string, text: string, expected: string): never {
  throw new SettingsError(
    `${where} is ${JSON.stringify(text)}, and must be ${expected}`,
  );
}

function unknownFlag(
  flags: readonly Flag[],
  arg: string,
  head: string,
): SettingsError {
  if (!arg.startsWith("-"))
    return new SettingsError(
      `"${arg}" is not understood: settings are given as --flags (see --help)`,
    );
  const near = nearest(
    head.replace(/^-+/, ""),
    flags.map((flag) => flag.name),
  );
  return new SettingsError(
    `There is no flag ${head}${near === undefined ? "" : `; did you mean --${near}?`} (see --help)`,
  );
}

function isStringList(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((item) => typeof item === "string")
  );
}
