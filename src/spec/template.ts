import type { Parameter } from "./operation.js";
import { quote, type Report } from "./report.js";
import { templateVariables } from "./syntax.js";

/** `{.format}`, `{+name}`, `{/part}`, `{id*}`: expressions of RFC 6570. https://www.rfc-editor.org/rfc/rfc6570#section-3.2 */
const expression = /^([+#./;]?)([^+#./;?&*:][^*:]*?)(\*|:\d+)?$/;

/**
 * Brings a path template and its parameters into agreement: each variable has one path parameter, each path parameter a
 * variable. What cannot be matched is reported.
 *
 * https://spec.openapis.org/oas/v3.2.0.html#path-templating
 */
export function matchTemplate(
  path: string,
  parameters: readonly Parameter[],
  at: string,
  report: Report,
): { readonly path: string; readonly parameters: readonly Parameter[] } {
  const inPath = new Map(
    parameters
      .filter(({ in: where }) => where === "path")
      .map((parameter) => [parameter.name, parameter]),
  );
  const others = parameters.filter(({ in: where }) => where !== "path");
  const inQuery = new Set(
    others.filter(({ in: where }) => where === "query").map(({ name }) => name),
  );

  const template = plainTemplate(path, inPath, inQuery);
  const variables = [...new Set(templateVariables(template))];
  const missing = variables.filter((name) => !inPath.has(name));
  const unused = [...inPath.keys()].filter((name) => !variables.includes(name));
  const renamed = pair(missing, unused);
  const added: Parameter[] = [];
  const matched = new Map<Parameter, Parameter>();
  for (const name of variables) {
    const declared = inPath.get(name) ?? inPath.get(renamed.get(name) ?? "");
    if (declared === undefined) {
      report(
        "path-variable-undeclared",
        `The path variable {${name}} has no parameter; it became a required string`,
        at,
      );
      added.push(undeclared(name, at));
    } else if (declared.name === name) matched.set(declared, declared);
    else {
      report(
        "parameter-repaired",
        `The path parameter ${quote(declared.name)} was taken for the path's variable {${name}}`,
        declared.at,
      );
      matched.set(declared, { ...declared, name });
    }
  }
  for (const parameter of inPath.values()) {
    if (matched.has(parameter)) continue;
    report(
      "parameter-dropped",
      `The path parameter ${quote(parameter.name)} was left out: the path ${quote(path)} has no such variable`,
      parameter.at,
    );
  }
  const kept = parameters.flatMap((parameter) =>
    parameter.in === "path" ? (matched.get(parameter) ?? []) : parameter,
  );
  return { path: template, parameters: [...added, ...kept] };
}

function undeclared(name: string, at: string): Parameter {
  return {
    name,
    in: "path",
    required: true,
    deprecated: false,
    schema: { type: "string" },
    style: "simple",
    explode: false,
    allowReserved: false,
    extensions: {},
    at,
  };
}

/**
 * The template with plain variables only: RFC 6570 expressions whose plain name is declared are written out, and
 * `?page={page}` is left out where `page` is declared as a query parameter, which is then sent as such.
 */
function plainTemplate(
  path: string,
  inPath: ReadonlyMap<string, Parameter>,
  inQuery: ReadonlySet<string>,
): string {
  const plain = path.replace(/\{([^{}]*)\}/g, (variable, inner: string) => {
    if (inPath.has(inner)) return variable;
    const parts = expression.exec(inner);
    if (parts === null || !inPath.has(parts[2]!)) return variable;
    const prefix = parts[1] === "." || parts[1] === "/" ? parts[1] : "";
    return `${prefix}{${parts[2]}}`;
  });
  const mark = plain.indexOf("?");
  const optional = plain.replace(
    /\{[?&]([^{}]*)\}/g,
    (variable, names: string) =>
      names.split(",").every((name) => inQuery.has(name.replace(/\*$/, "")))
        ? ""
        : variable,
  );
  if (mark < 0 || optional !== plain) return optional;
  const hash = plain.indexOf("#", mark);
  const end = hash < 0 ? plain.length : hash;
  const query = plain
    .slice(mark + 1, end)
    .split("&")
    .filter((part) => {
      const variable = /^[^=]*=\{([^{}]*)\}$/.exec(part)?.[1];
      return (
        variable === undefined || inPath.has(variable) || !inQuery.has(variable)
      );
    });
  return `${plain.slice(0, mark)}${query.length > 0 ? `?${query.join("&")}` : ""}${plain.slice(end)}`;
}

/** Variables without a parameter and parameters without a variable that are meant for each other: `{petId}` and `pet_id`. */
function pair(
  missing: readonly string[],
  unused: readonly string[],
): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  const letters = (name: string) =>
    name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  for (const name of missing) {
    const alike = unused.filter((other) => letters(other) === letters(name));
    if (alike.length === 1 && ![...pairs.values()].includes(alike[0]!))
      pairs.set(name, alike[0]!);
  }
  if (missing.length === 1 && unused.length === 1)
    pairs.set(missing[0]!, unused[0]!);
  return pairs;
}
