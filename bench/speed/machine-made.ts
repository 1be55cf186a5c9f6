/** A machine-made OpenAPI document, the same on every run. */
export type Document = { readonly [key: string]: unknown };

const nouns = [
  "order",
  "invoice",
  "customer",
  "shipment",
  "contract",
  "ticket",
  "device",
  "report",
  "budget",
  "campaign",
];

/**
 * Makes a document of so many operations in the proportions of large real ones: five operations per resource, parameters by
 * reference, schemas that refer to each other, examples, and descriptions of a paragraph.
 *
 * @param weight how many sentences a description has: what makes a document heavy without making it longer
 */
export function machineMade(operations: number, weight = 2): Document {
  const paths: { [path: string]: unknown } = {};
  const schemas: { [name: string]: unknown } = {};
  for (let made = 0, area = 0; made < operations; area += 1) {
    const noun = nouns[area % nouns.length]!;
    const name = `${noun}${letters(Math.floor(area / nouns.length))}`;
    schemas[name] = schema(name, area, weight);
    const collection = `/v1/{tenant}/${name}s`;
    const all = {
      [`${collection} get`]: {
        operationId: `list${title(name)}s`,
        parameters: [
          ref("parameters/Limit"),
          ref("parameters/Cursor"),
          ...filters(area),
        ],
      },
      [`${collection} post`]: {
        operationId: `create${title(name)}`,
        requestBody: { required: true, content: json(ref(`schemas/${name}`)) },
      },
      [`${collection}/{id} get`]: {
        operationId: `get${title(name)}`,
        parameters: [id],
      },
      [`${collection}/{id} patch`]: {
        operationId: `update${title(name)}`,
        parameters: [id],
        requestBody: { required: true, content: json(ref(`schemas/${name}`)) },
      },
      [`${collection}/{id} delete`]: {
        operationId: `delete${title(name)}`,
        parameters: [id],
      },
    };
    for (const [key, operation] of Object.entries(all).slice(
      0,
      operations - made,
    )) {
      const [path, method] = key.split(" ") as [string, string];
      made += 1;
      paths[path] = {
        ...(paths[path] as object | undefined),
        [method]: {
          ...operation,
          tags: [noun],
          summary: `${operation.operationId.replace(/([A-Z])/g, " $1")}`,
          description: prose(made, weight),
          responses: {
            "200": {
              description: "Done.",
              content: json(ref(`schemas/${name}`), example(name)),
            },
            "404": { description: "There is none." },
          },
        },
      };
    }
  }
  return {
    openapi: "3.0.3",
    info: { title: "Machine made", version: "1.0.0" },
    servers: [{ url: "https://api.example.test" }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
      parameters: {
        Limit: {
          name: "limit",
          in: "query",
          schema: { type: "integer", minimum: 1, maximum: 100 },
        },
        Cursor: { name: "cursor", in: "query", schema: { type: "string" } },
      },
      schemas,
    },
  };
}

const id = {
  name: "id",
  in: "path",
  required: true,
  schema: { type: "string" },
};

function ref(to: string): Document {
  return { $ref: `#/components/${to}` };
}

function json(schema: Document, shown?: Document): Document {
  return { "application/json": { schema, ...(shown && { example: shown }) } };
}

function letters(index: number): string {
  return index === 0
    ? ""
    : letters(Math.floor((index - 1) / 26)) +
        String.fromCharCode(97 + ((index - 1) % 26));
}

function title(name: string): string {
  return name[0]!.toUpperCase() + name.slice(1);
}

function filters(area: number): Document[] {
  return ["state", "owner", "region", "createdAfter"]
    .slice(0, 1 + (area % 4))
    .map((name) => ({
      name,
      in: "query",
      description: prose(area, 1),
      schema:
        name === "state"
          ? { type: "string", enum: ["open", "held", "closed"] }
          : { type: "string" },
    }));
}

function schema(name: string, area: number, weight: number): Document {
  const properties: { [name: string]: unknown } = {
    id: { type: "string", readOnly: true },
  };
  for (let field = 0; field < 12; field += 1) {
    properties[`field${letters(field + 1)}`] = [
      {
        type: "string",
        description: prose(area + field, weight),
        maxLength: 200,
      },
      {
        type: "integer",
        format: "int64",
        description: prose(area + field, weight),
      },
      {
        type: "array",
        items: {
          type: "object",
          required: ["key"],
          properties: {
            key: { type: "string" },
            value: { type: "number", nullable: true },
          },
        },
      },
      {
        type: "string",
        format: "date-time",
        description: prose(area + field, weight),
      },
    ][field % 4];
  }
  // Every third refers to the one before it, so that there are chains, and itself, so that there is recursion.
  if (area % 3 === 0) properties["parent"] = ref(`schemas/${name}`);
  return {
    type: "object",
    description: prose(area, weight),
    required: ["fielda"],
    properties,
  };
}

function example(name: string): Document {
  return {
    id: `${name}-1`,
    fielda: "text",
    fieldb: 12,
    fieldc: [{ key: "a", value: 1.5 }],
    fieldd: "2026-01-01T00:00:00Z",
  };
}

const sentences = [
  "Only what the caller may see is returned.",
  "The change takes effect at once and cannot be undone.",
  "Times are in UTC, to the second.",
  "Amounts are in the smallest unit of the currency.",
  "Large results come in pages; follow the cursor until there is none.",
];

function prose(seed: number, count: number): string {
  return Array.from(
    { length: count },
    (_, index) => sentences[(seed + index) % sentences.length],
  ).join(" ");
}
