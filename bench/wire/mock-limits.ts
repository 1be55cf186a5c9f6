import {
  fields,
  isForm,
  mediaOf,
  mockEnded,
  one,
  sent,
  takes,
  urlencoded,
  type Limit,
} from "./limit.js";

/** What Prism 5.14 refuses although the request is right. */
export const mockLimits: readonly Limit[] = [
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
    name: "lines of JSON",
    says: "Prism reads no lines of JSON: it compares their text with the schema",
    covers: (problem, refused) =>
      /ndjson|jsonl|json-seq/.test(mediaOf(refused)) &&
      /body Request body must be (object|array)$/.test(problem),
    proof: {
      document: one(
        "/a",
        takes("application/x-ndjson", fields({ name: { type: "string" } })),
      ),
      requests: [sent("/a", "application/x-ndjson", '{"name":"x"}\n')],
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
    name: "list in a header",
    says: "a list that may be sent in a header and is not ends Prism: TypeError: Cannot read properties of undefined (reading 'split')",
    // Whether Prism took the operation for another one of the same path, nobody can tell any more.
    covers: (problem, { tool }) =>
      problem === mockEnded &&
      (/[?#]/.test(tool.request.path) ||
        (tool.request.parameters ?? []).some((one) => one.in === "header")),
    proof: {
      document: one("/a", {
        parameters: [
          {
            name: "X-Tags",
            in: "header",
            schema: { type: "array", items: { type: "string" } },
          },
        ],
      }),
      requests: [sent("/a")],
    },
  },
  {
    name: "body without consumes",
    says: "a Swagger 2.0 document that does not say in which media type bodies are sent, as it need not (https://spec.openapis.org/oas/v2.0#operation-object): Prism refuses every one",
    covers: (problem) =>
      problem.endsWith(
        "No supported content types, but request included a non-empty body",
      ),
    proof: {
      document: {
        swagger: "2.0",
        info: { title: "limit", version: "1" },
        host: "127.0.0.1",
        paths: {
          "/form": {
            post: {
              parameters: [{ name: "city", in: "formData", type: "string" }],
              responses: { 200: { description: "" } },
            },
          },
          "/json": {
            post: {
              parameters: [
                { name: "body", in: "body", schema: { type: "object" } },
              ],
              responses: { 200: { description: "" } },
            },
          },
        },
      },
      requests: [
        sent("/form", urlencoded, "city=x"),
        sent(
          "/form",
          "multipart/form-data; boundary=b",
          '--b\r\nContent-Disposition: form-data; name="city"\r\n\r\nx\r\n--b--\r\n',
        ),
        sent("/json", "application/json", '{"city":"x"}'),
      ],
    },
  },
  {
    name: "list in a query that may be null",
    says: "Prism makes no list of one text where the schema says array or null",
    covers: (problem) =>
      /query\.\S+ Request query parameter \S+ must be array,null$/.test(
        problem,
      ),
    proof: {
      document: one("/a", {
        parameters: [
          {
            name: "tag",
            in: "query",
            schema: {
              type: "array",
              nullable: true,
              items: { type: "string" },
            },
          },
        ],
      }),
      requests: [sent("/a?tag=x")],
    },
  },
  {
    name: "number or text in a parameter",
    says: "what the document calls either a number or a text is both to Prism, and so not exactly one, when it is written in digits",
    covers: (problem, { tool }) => {
      const name =
        /(?:path|query|header)\.(\S+) .* must match exactly one schema in oneOf$/.exec(
          problem,
        )?.[1];
      const argument = tool.request.parameters?.find(
        (one) => one.name.toLowerCase() === name?.toLowerCase(),
      )?.argument;
      const schema = (
        tool.input["properties"] as { [name: string]: { anyOf?: unknown } }
      )[argument ?? ""];
      return /"type":"string"/.test(JSON.stringify(schema?.anyOf ?? ""));
    },
    proof: {
      document: one("/a/{id}", {
        parameters: [
          {
            name: "id",
            in: "path",
            required: true,
            schema: { oneOf: [{ type: "integer" }, { type: "string" }] },
          },
        ],
      }),
      requests: [sent("/a/5")],
    },
  },
];
