import type { Recorded } from "../../test/harness/recorder.js";
import type { AnyTool } from "../../templates/project/src/runtime/tool.js";
import { checkPattern } from "../../src/spec/schema/pattern.js";

// What the mock refuses although it is right, and what no request can be right for. Each is as narrow as it can be told, and
// those of the mock are proven: `npm run wire -- --limits` sends a request that is right by the specification to a document of
// a few lines. A refused call counts as wrong whether it is explained or not.

/** A request that was refused, each problem a sentence of Prism. */
export interface Refused {
  readonly problems: readonly string[];
  readonly request: Recorded;
  readonly tool: AnyTool;
}

export interface Limit {
  readonly name: string;
  readonly says: string;
  /** Whether this is why the mock has the problem. */
  readonly covers: (problem: string, refused: Refused) => boolean;
  /** A document and requests that are right by it, each of which the mock refuses. */
  readonly proof?: Proof;
}

export interface Proof {
  readonly document: object;
  readonly requests: readonly {
    readonly method: string;
    readonly url: string;
    readonly contentType?: string;
    readonly body?: string;
  }[];
}

/** The limits that a refusal comes from; undefined where one of its problems is not explained. */
export function limitsOf(refused: Refused): readonly Limit[] | undefined {
  const found = refused.problems.map((problem) =>
    limits.find(({ covers }) => covers(problem, refused)),
  );
  return found.includes(undefined) || found.length === 0
    ? undefined
    : [...new Set(found as Limit[])];
}

const urlencoded = "application/x-www-form-urlencoded";

const mediaOf = ({ request }: Refused): string =>
  request.headers["content-type"] ?? "";

const isForm = (refused: Refused): boolean =>
  /urlencoded|multipart/.test(mediaOf(refused));

/** A document with one operation, of OpenAPI 3.0. */
const one = (path: string, operation: object): object => ({
  openapi: "3.0.3",
  info: { title: "limit", version: "1" },
  paths: {
    [path]: { post: { ...operation, responses: { 200: { description: "" } } } },
  },
});

const takes = (mediaType: string, schema: object): object => ({
  requestBody: { required: true, content: { [mediaType]: { schema } } },
});

const fields = (properties: object): object => ({ type: "object", properties });

const sent = (url: string, contentType?: string, body = "") => ({
  method: "POST",
  url,
  ...(contentType !== undefined && { contentType, body }),
});

export const limits: readonly Limit[] = [
  {
    name: "list in a form",
    says: "of the fields of one name Prism keeps the last, so a list is none, unless an Encoding Object names a style. The default is style form with explode: https://spec.openapis.org/oas/v3.0.3#encoding-object",
    covers: (problem, refused) =>
      isForm(refused) && /body\.\S+ .* must be array$/.test(problem),
    proof: {
      document: one(
        "/a",
        takes(
          urlencoded,
          fields({ tag: { type: "array", items: { type: "string" } } }),
        ),
      ),
      requests: [sent("/a", urlencoded, "tag=a&tag=b")],
    },
  },
  {
    name: "object in a form",
    says: "Prism compares the text of a field with the object, which is JSON there: https://spec.openapis.org/oas/v3.0.3#support-for-x-www-form-urlencoded-request-bodies",
    covers: (problem, refused) =>
      isForm(refused) && /body\.\S+ .* must be object$/.test(problem),
    proof: {
      document: one(
        "/a",
        takes(
          urlencoded,
          fields({ address: fields({ city: { type: "string" } }) }),
        ),
      ),
      requests: [
        sent("/a", urlencoded, `address=${encodeURIComponent('{"city":"x"}')}`),
      ],
    },
  },
  {
    name: "empty form",
    says: "a form that has to be there while no field has to is an empty body, which Prism takes for none",
    covers: (problem, { request, tool }) =>
      problem.endsWith("Body parameter is required") &&
      request.body.length === 0 &&
      /urlencoded/.test(tool.request.body?.contentType ?? ""),
    proof: {
      document: one(
        "/a",
        takes(urlencoded, fields({ on: { type: "boolean" } })),
      ),
      requests: [sent("/a", urlencoded)],
    },
  },
  {
    name: "XML",
    says: "Prism reads no XML: it compares the text of the document with the schema of what is in it",
    covers: (problem, refused) =>
      /[/+]xml/.test(mediaOf(refused)) &&
      /body Request body must be (object|array)$/.test(problem),
    proof: {
      document: one(
        "/a",
        takes("application/xml", {
          ...fields({ name: { type: "string" } }),
          xml: { name: "pet" },
        }),
      ),
      requests: [sent("/a", "application/xml", "<pet><name>x</name></pet>")],
    },
  },
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
    name: "operator in a path",
    says: "Prism finds no path for a template with an operator of RFC 6570, such as {.format}",
    covers: (problem, { tool }) =>
      problem === "404 NO_PATH_MATCHED" && /\{[.;/]/.test(tool.request.path),
    proof: {
      document: one("/projects{.format}", {
        parameters: [
          {
            name: ".format",
            in: "path",
            required: true,
            schema: { type: "string" },
          },
        ],
      }),
      requests: [sent("/projects.json"), sent("/projectsjson")],
    },
  },
  {
    name: "two slashes",
    says: "Prism finds no path that begins with two slashes",
    covers: (problem, { tool }) =>
      problem === "404 NO_PATH_MATCHED" && tool.request.path.startsWith("//"),
    proof: { document: one("//a", {}), requests: [sent("//a"), sent("/a")] },
  },
  {
    name: "form without consumes",
    says: "a Swagger 2.0 document that does not say in which of the two forms its fields are sent: Prism refuses both",
    covers: (problem, refused) =>
      isForm(refused) &&
      (problem === "415 INVALID_CONTENT_TYPE" ||
        problem.endsWith(
          "No supported content types, but request included a non-empty body",
        )),
    proof: {
      document: {
        swagger: "2.0",
        info: { title: "limit", version: "1" },
        paths: {
          "/a": {
            post: {
              parameters: [{ name: "city", in: "formData", type: "string" }],
              responses: { 200: { description: "" } },
            },
          },
        },
      },
      requests: [
        sent("/a", urlencoded, "city=x"),
        sent(
          "/a",
          "multipart/form-data; boundary=b",
          '--b\r\nContent-Disposition: form-data; name="city"\r\n\r\nx\r\n--b--\r\n',
        ),
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
    name: "list in a path",
    says: "two values in a path end Prism: TypeError: value.split is not a function",
    // Lists there are made with one value.
    covers: () => false,
    proof: {
      document: one("/a/{ids}", {
        parameters: [
          {
            name: "ids",
            in: "path",
            required: true,
            schema: { type: "array", items: { type: "integer" } },
          },
        ],
      }),
      requests: [sent("/a/3,5")],
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
