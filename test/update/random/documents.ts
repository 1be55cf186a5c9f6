/** A document as plain data, so that changes can be made to it. */
export type Data = { [key: string]: any };

const answer = {
  "200": {
    description: "OK",
    content: {
      "application/json": {
        schema: {
          type: "object",
          properties: { id: { type: "string" }, name: { type: "string" } },
        },
      },
    },
  },
};
const query = (name: string, schema: Data, more: Data = {}): Data => ({
  name,
  in: "query",
  description: `The ${name} to look for.`,
  schema,
  ...more,
});
const inPath = (name: string): Data => ({
  name,
  in: "path",
  required: true,
  description: `Identifies the ${name}.`,
  schema: { type: "string" },
});
const body = (properties: Data, required: string[] = []): Data => ({
  required: true,
  content: {
    "application/json": {
      schema: {
        type: "object",
        properties,
        ...(required.length > 0 && { required }),
      },
    },
  },
});
const text = (description: string, more: Data = {}): Data => ({
  type: "string",
  description,
  ...more,
});

/** Five small interfaces, each with another accent: queries, nested bodies, references, security, forms. */
export const documents: readonly Data[] = [
  {
    openapi: "3.1.0",
    info: { title: "Ferry", version: "1.0.0" },
    servers: [{ url: "https://ferry.example" }],
    tags: [{ name: "crossings" }, { name: "harbours" }],
    paths: {
      "/crossings": {
        get: {
          operationId: "listCrossings",
          tags: ["crossings"],
          summary: "List crossings",
          description: "Lists crossings that are planned.",
          parameters: [
            query("from", { type: "string" }),
            query(
              "day",
              { type: "string", format: "date" },
              { required: true },
            ),
            query("limit", { type: "integer", minimum: 1, maximum: 50 }),
          ],
          responses: answer,
        },
        post: {
          operationId: "bookCrossing",
          tags: ["crossings"],
          summary: "Book a crossing",
          requestBody: body(
            {
              day: text("Day of travel."),
              seats: { type: "integer", description: "How many seats." },
              note: text("Words for the crew."),
            },
            ["day"],
          ),
          responses: answer,
        },
      },
      "/crossings/{crossing}": {
        get: {
          operationId: "getCrossing",
          tags: ["crossings"],
          summary: "Get a crossing",
          parameters: [inPath("crossing")],
          responses: answer,
        },
        delete: {
          operationId: "cancelCrossing",
          tags: ["crossings"],
          summary: "Cancel a crossing",
          parameters: [inPath("crossing")],
          responses: answer,
        },
      },
      "/harbours": {
        get: {
          operationId: "listHarbours",
          tags: ["harbours"],
          summary: "List harbours",
          parameters: [query("near", { type: "string" })],
          responses: answer,
        },
      },
    },
  },
  {
    openapi: "3.0.3",
    info: { title: "Workshop", version: "2.1" },
    servers: [{ url: "https://workshop.example/v2" }],
    paths: {
      "/jobs": {
        post: {
          operationId: "createJob",
          summary: "Create a job",
          description: "Creates a job for the workshop.",
          requestBody: body(
            {
              title: text("What is to be done."),
              owner: {
                type: "object",
                description: "Who asks.",
                properties: {
                  name: text("Full name."),
                  mail: text("Address.", { format: "email" }),
                },
                required: ["name"],
              },
              parts: {
                type: "array",
                description: "What it takes.",
                items: {
                  type: "object",
                  properties: {
                    sku: text("Article."),
                    count: { type: "integer" },
                  },
                },
              },
            },
            ["title", "owner"],
          ),
          responses: answer,
        },
        get: {
          operationId: "findJobs",
          summary: "Find jobs",
          parameters: [
            query("state", { type: "string", enum: ["open", "done", "late"] }),
            query("page", { type: "integer" }),
          ],
          responses: answer,
        },
      },
      "/jobs/{job}": {
        put: {
          operationId: "replaceJob",
          summary: "Replace a job",
          parameters: [inPath("job")],
          requestBody: body({
            title: text("What is to be done."),
            urgent: { type: "boolean", description: "Whether it is." },
          }),
          responses: answer,
        },
        patch: {
          operationId: "changeJob",
          summary: "Change a job",
          parameters: [inPath("job")],
          requestBody: body({ title: text("What is to be done.") }),
          responses: answer,
        },
      },
    },
  },
  {
    openapi: "3.0.0",
    info: { title: "Library", version: "0.9" },
    servers: [{ url: "https://library.example" }],
    paths: {
      "/books": {
        get: {
          operationId: "searchBooks",
          summary: "Search books",
          parameters: [
            query("title", { type: "string" }),
            query("author", { $ref: "#/components/schemas/Author" }),
            query("tags", { type: "array", items: { type: "string" } }),
          ],
          responses: answer,
        },
        post: {
          operationId: "addBook",
          summary: "Add a book",
          requestBody: {
            content: {
              "application/json": {
                schema: { $ref: "#/components/schemas/Book" },
              },
            },
          },
          responses: answer,
        },
      },
      "/books/{isbn}/lend": {
        post: {
          operationId: "lendBook",
          summary: "Lend a book",
          parameters: [inPath("isbn")],
          requestBody: body(
            {
              reader: text("Who takes it."),
              until: text("Day of return.", { format: "date" }),
            },
            ["reader"],
          ),
          responses: answer,
        },
      },
    },
    components: {
      schemas: {
        Author: { type: "string", description: "Family name.", maxLength: 80 },
        Book: {
          type: "object",
          required: ["title"],
          properties: {
            title: text("Its title."),
            author: { $ref: "#/components/schemas/Author" },
            pages: { type: "integer", minimum: 1 },
          },
        },
      },
    },
  },
  {
    openapi: "3.0.3",
    info: { title: "Gate", version: "1" },
    servers: [
      {
        url: "https://{region}.gate.example",
        variables: { region: { default: "eu", enum: ["eu", "us"] } },
      },
    ],
    security: [{ key: [] }],
    paths: {
      "/doors": {
        get: {
          operationId: "getDoors",
          summary: "Get doors",
          security: [{ token: ["read"] }],
          parameters: [query("floor", { type: "integer" })],
          responses: answer,
        },
      },
      "/doors/{door}/open": {
        post: {
          operationId: "openDoor",
          summary: "Open a door",
          parameters: [
            inPath("door"),
            {
              name: "X-Reason",
              in: "header",
              description: "Why.",
              schema: { type: "string" },
            },
          ],
          responses: answer,
        },
      },
    },
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-Key" },
        token: { type: "http", scheme: "bearer" },
      },
    },
  },
  {
    swagger: "2.0",
    info: { title: "Forms", version: "3" },
    host: "forms.example",
    schemes: ["https"],
    paths: {
      "/entries": {
        post: {
          operationId: "submitEntry",
          summary: "Submit an entry",
          consumes: ["application/x-www-form-urlencoded"],
          parameters: [
            {
              name: "name",
              in: "formData",
              type: "string",
              required: true,
              description: "Your name.",
            },
            {
              name: "age",
              in: "formData",
              type: "integer",
              description: "Your age.",
            },
          ],
          responses: { "200": { description: "OK" } },
        },
        get: {
          operationId: "listEntries",
          summary: "List entries",
          parameters: [
            {
              name: "since",
              in: "query",
              type: "string",
              description: "First day.",
            },
          ],
          responses: { "200": { description: "OK" } },
        },
      },
    },
  },
];
