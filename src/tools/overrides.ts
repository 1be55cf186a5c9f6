import { diagnostic, type Diagnostic } from "../diagnostics.js";
import { nearest } from "../nearest.js";
import type { Operation } from "../spec/operation.js";
import { isLegal, type Place } from "./keys.js";
import type { ArgumentOverride } from "../spec/override.js";

/** A value that is sent without being an argument. */
export type Constant = { readonly value: unknown } | { readonly env: string };

/** What an owner fixed: a value, or the variable of the environment that `${NAME}` stands for. */
export function readConstant(
  override: ArgumentOverride | undefined,
): Constant | undefined {
  if (override?.value === undefined) return undefined;
  const variable =
    typeof override.value === "string"
      ? /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(override.value)
      : null;
  return variable === null ? { value: override.value } : { env: variable[1]! };
}

/** Finds for each value of the request what the owner says of it, by its name on the wire or `in:name`. */
export function findOverrides(
  values: readonly {
    readonly place: Place;
    readonly wire: string;
    readonly required: boolean;
  }[],
  wholeBody: { readonly required: boolean } | undefined,
  overrides: { readonly [name: string]: ArgumentOverride },
  operation: Operation,
): {
  readonly values: readonly (ArgumentOverride | undefined)[];
  readonly body?: ArgumentOverride;
  readonly diagnostics: readonly Diagnostic[];
} {
  const diagnostics: Diagnostic[] = [];
  const found: (ArgumentOverride | undefined)[] = values.map(() => undefined);
  const taken = new Set<string>();
  let body: ArgumentOverride | undefined;
  const complain = (message: string): void => {
    diagnostics.push(
      diagnostic(
        "argument-override-impossible",
        `${operation.key}: ${message}`,
        { at: operation.at },
      ),
    );
  };
  for (const [name, override] of Object.entries(overrides)) {
    const matches = values.flatMap((value, i) =>
      name === value.wire || sameName(name, value) ? [i] : [],
    );
    const possible = check(
      name,
      override,
      matches.length === 1 && values[matches[0]!]!.required,
      taken,
      complain,
    );
    for (const i of matches) {
      // What names the place counts more than the bare name.
      if (found[i] === undefined || name.includes(":"))
        found[i] = { ...found[i], ...possible };
      else found[i] = { ...possible, ...found[i] };
    }
    if (matches.length > 0) continue;
    if (wholeBody !== undefined && name === "body") {
      // A whole body has no constant form: it can be named, described and, where it is optional, hidden.
      const { value, ...rest } = check(
        name,
        override,
        wholeBody.required,
        new Set(),
        complain,
      );
      if (value !== undefined)
        complain(`"body" is the whole body, which cannot be fixed`);
      body = value === undefined ? rest : { ...rest, hidden: false };
    } else {
      diagnostics.push(
        diagnostic(
          "argument-override-unknown",
          `${operation.key} has no "${name}"${suggestion(name, values)}`,
          { at: operation.at },
        ),
      );
    }
  }
  return { values: found, ...(body !== undefined && { body }), diagnostics };
}

function suggestion(
  name: string,
  values: readonly { readonly wire: string }[],
): string {
  const near = nearest(
    name,
    values.map(({ wire }) => wire),
  );
  return near === undefined ? "" : `; did you mean "${near}"?`;
}

function sameName(
  name: string,
  value: { readonly place: Place; readonly wire: string },
): boolean {
  const written = `${value.place}:${value.wire}`;
  return value.place === "header"
    ? name.toLowerCase() === written.toLowerCase()
    : name === written;
}

function check(
  name: string,
  override: ArgumentOverride,
  required: boolean,
  taken: Set<string>,
  complain: (message: string) => void,
): ArgumentOverride {
  let possible = override;
  if (override.name !== undefined) {
    if (!isLegal(override.name) || taken.has(override.name)) {
      complain(`"${name}" cannot be named ${JSON.stringify(override.name)}`);
      const { name: _, ...rest } = possible;
      possible = rest;
    } else taken.add(override.name);
  }
  if (override.hidden === true && override.value === undefined && required) {
    complain(`"${name}" is required and has no value, so it cannot be hidden`);
    const { hidden: _, ...rest } = possible;
    possible = rest;
  }
  return possible;
}
