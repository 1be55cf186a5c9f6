import { checkPattern } from "../../src/spec/schema/pattern.js";
import {
  fields,
  isForm,
  mediaOf,
  one,
  sent,
  takes,
  urlencoded,
  type Limit,
} from "./limit.js";

/** The body as such is none, or several, of its alternatives. */
const wholeBody =
  /body Request body must match (exactly one|a) schema in (oneOf|anyOf)$/;

/** What no request can be right for, since the document contradicts the specification or itself; last, what tools leave to the API. */
export const documentLimits: readonly Limit[] = [
  {
    name: "bytes as an object",
    says: "the document calls the bytes of a file an object, which no bytes are",
    covers: (problem, refused) =>
      mediaOf(refused) === "application/octet-stream" &&
      problem.endsWith("body Request body must be object"),
    proof: {
      document: one(
        "/a",
        takes("application/octet-stream", { type: "object", format: "file" }),
      ),
      requests: [
        sent("/a", "application/octet-stream", "x"),
        sent("/a", "application/octet-stream", "{}"),
      ],
    },
  },
  {
    name: "list as a form",
    says: "the document calls a form a list, and a form is made of fields: no specification says what those of a list are called, and no form is one to Prism",
    covers: (problem, refused) =>
      isForm(refused) && problem.endsWith("body Request body must be array"),
    proof: {
      document: one(
        "/a",
        takes(urlencoded, { type: "array", items: { type: "string" } }),
      ),
      requests: [
        sent("/a", urlencoded, "0=x"),
        sent("/a", urlencoded, "%5B0%5D=x"),
        sent("/a", urlencoded, "%5B%5D=x"),
        sent("/a", urlencoded, '["x"]'),
        sent("/a", urlencoded, "%5B%22x%22%5D"),
      ],
    },
  },
  {
    name: "query or fragment in a path",
    says: "a path of the document has a query or a fragment, which https://spec.openapis.org/oas/v3.0.3#paths-object leaves no room for: Prism looks for both in the path of a request, or takes another operation",
    covers: (_problem, { tool }) => /[?#]/.test(tool.request.path),
    proof: {
      document: one("/rides?page={page}", {
        parameters: [
          {
            name: "page",
            in: "query",
            required: true,
            schema: { type: "string" },
          },
        ],
      }),
      requests: [sent("/rides?page=1")],
    },
  },
  {
    name: "media type that is none",
    says: "the document's media type has a parameter without a value (text/plain; utf-8): Prism takes neither the type without it nor with charset",
    covers: (problem, { request }) =>
      problem === "415 INVALID_CONTENT_TYPE" &&
      request.headers["content-type"] === "text/plain",
    proof: {
      document: one("/a", takes("text/plain; utf-8", { type: "string" })),
      requests: [
        sent("/a", "text/plain", "x"),
        sent("/a", "text/plain; charset=utf-8", "x"),
      ],
    },
  },
  {
    name: "objects in a query list",
    says: "a list of objects has no form in a query: https://spec.openapis.org/oas/v3.0.3#style-values",
    covers: (problem) =>
      /query\.\S+ Request query parameter \S+\.\d+ must be object$/.test(
        problem,
      ),
    proof: {
      document: one("/a", {
        parameters: [
          {
            name: "filter",
            in: "query",
            schema: { type: "array", items: fields({ x: { type: "string" } }) },
          },
        ],
      }),
      requests: [
        sent(`/a?filter=${encodeURIComponent('{"x":"1"}')}`),
        sent("/a?filter=x,1"),
      ],
    },
  },
  {
    name: "values of another type",
    says: "the document lists numbers as the values of a text: no text is one of them",
    covers: (problem) =>
      /query\.\S+ .* must be equal to one of the allowed values: [\d., ]+$/.test(
        problem,
      ),
    proof: {
      document: one("/a", {
        parameters: [
          { name: "on", in: "query", schema: { type: "string", enum: [1] } },
        ],
      }),
      requests: [sent("/a?on=1")],
    },
  },
  {
    name: "pattern in slashes",
    says: "the document writes a pattern as JavaScript writes it in code, /^…$/: read as a pattern no text matches it, since nothing stands before the start",
    covers: (problem) => / must match pattern "\/\^.*\$\/"$/s.test(problem),
    proof: {
      document: one(
        "/a",
        takes("application/json", { type: "string", pattern: "/^[a-z]+$/" }),
      ),
      requests: [
        sent("/a", "application/json", '"a"'),
        sent("/a", "application/json", '"/a/"'),
      ],
    },
  },
  {
    name: "Content-Length without a body",
    says: "the document requires the header of a DELETE without a body, where a client should not send it: https://www.rfc-editor.org/rfc/rfc9110#section-8.6-5",
    covers: (problem, { request }) =>
      request.body.length === 0 &&
      problem.endsWith(
        "Request header must have required property 'content-length'",
      ),
  },
  {
    name: "one of several fields",
    says: "fields of which the document wants one or another: a tool's schema is no union, its description says which, and the faker reads no descriptions",
    covers: (problem, { problems, tool }) => {
      const field =
        /body(?:\.\S+)? Request body (?:must have required property '(.*)'$|property (\S+) must )/.exec(
          problem,
        );
      const name = field?.[1] ?? field?.[2];
      return (
        problems.some((one) => wholeBody.test(one)) &&
        (name === undefined
          ? wholeBody.test(problem)
          : (tool.request.body?.fields ?? []).some((one) => one.name === name))
      );
    },
  },
  {
    name: "pattern that is not checked",
    says: "the document's pattern takes exponential time, or no engine takes it, so that tools go without it (pattern-slow, pattern-invalid) and the faker knows nothing of it",
    covers: (problem) => {
      const pattern = / must match pattern "(.*)"$/s.exec(problem)?.[1];
      return (
        pattern !== undefined && checkPattern(pattern).problem !== undefined
      );
    },
  },
  {
    name: "not",
    says: "`not` is left to the API (schema-keyword-dropped), so that the faker knows nothing of it",
    covers: (problem) => problem.endsWith("must NOT be valid"),
  },
];
