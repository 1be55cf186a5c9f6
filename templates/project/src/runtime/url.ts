import { ToolError } from "./errors.js";
import { encodePathLiteral } from "./encode.js";

/** A path template with its values filled in; `segments` is how many parts between slashes the template has. */
export interface FilledPath {
  readonly path: string;
  /** The query that some documents write into the path: `/search?kind=user`. */
  readonly query: string;
  readonly segments: number;
}

/**
 * Fills a path template.
 *
 * @param valueOf gives the encoded value of a placeholder
 * @throws ToolError when a placeholder has no value
 */
export function fillPath(
  template: string,
  valueOf: (name: string) => string | undefined,
): FilledPath {
  // A fragment is never sent; some documents use one to tell two operations of a path apart.
  const [beforeFragment = ""] = template.split("#", 1);
  const mark = beforeFragment.indexOf("?");
  const path = mark < 0 ? beforeFragment : beforeFragment.slice(0, mark);
  const query = mark < 0 ? "" : beforeFragment.slice(mark + 1);
  const fill = (text: string) =>
    text.replace(
      /\{([^{}]*)\}|([^{}]+|[{}])/g,
      (_, name: string | undefined, literal: string | undefined) => {
        if (name === undefined) return encodePathLiteral(literal ?? "");
        const value = valueOf(name);
        if (value === undefined || value === "") {
          throw new ToolError(
            `${name} must not be empty: it is part of the URL's path.`,
          );
        }
        return value;
      },
    );
  return {
    path: fill(path),
    query: fill(query),
    segments: path.split("/").length,
  };
}

/**
 * Refuses values that would climb out of their place in a path: percent-encoding does not help against dots, because URL
 * parsers collapse `.` and `..` whether encoded or not. https://url.spec.whatwg.org/#double-dot-path-segment
 *
 * @throws ToolError when the value is not safe
 */
export function checkPathText(argument: string, text: string): void {
  if (text === "" || text === "." || text === "..") {
    throw new ToolError(
      `${argument} must not be "${text}": it is one part of the URL's path.`,
    );
  }
  if (/\p{Cc}/u.test(text)) {
    throw new ToolError(
      `${argument} must not contain control characters: it is part of the URL's path.`,
    );
  }
}

/**
 * Puts the URL together and checks that no value has moved it: same origin, as many path segments as the template has.
 *
 * @throws ToolError when the URL is not what the description says
 */
export function joinUrl(
  base: URL,
  filled: FilledPath,
  query: readonly string[],
): string {
  const basePath = base.pathname.replace(/\/+$/, "");
  const path = filled.path.startsWith("/") ? filled.path : `/${filled.path}`;
  const pathname = basePath + path;
  // An argument says more than the pair that the path was written with.
  const given = new Set(query.map(nameOf));
  const fixed = filled.query
    .split("&")
    .filter((pair) => !given.has(nameOf(pair)));
  const search = [base.search.slice(1), ...fixed, ...query]
    .filter((part) => part !== "")
    .join("&");
  const url = `${base.origin}${pathname}${search === "" ? "" : `?${search}`}`;
  const parsed = new URL(url);
  const expected =
    basePath.split("/").length +
    filled.segments -
    (filled.path.startsWith("/") ? 1 : 0);
  if (
    parsed.origin !== base.origin ||
    parsed.pathname.split("/").length !== expected ||
    pathname.split("/").some((part) => /^(\.|%2e){1,2}$/i.test(part))
  ) {
    throw new ToolError(
      "The arguments would change where the request goes: none may be a dot segment of the URL's path.",
    );
  }
  return url;
}

function nameOf(pair: string): string {
  return pair.split("=", 1)[0]!;
}
