// GET /berths. Edit anything: see README.md, "Editing generated code".
import { defineTool } from "../../runtime/tool.js";

export interface ListBerthsInput {
  /** Letter of the pontoon. */
  pontoon?: string;
  /** All of these must be at the berth. */
  features?: ("power" | "water" | "fuel" | "wifi")[];
  /** Shortest usable length in metres. */
  minLength?: number;
  /** How many to return. */
  limit?: number;
  /** Where to go on; nextCursor of the page before. */
  cursor?: string;
}

export const listBerths = defineTool<ListBerthsInput>({
  name: "list_berths",
  title: "List berths",
  description: "List berths. Returns berths in the order of their pontoon. Only berths that are open to visitors are listed by default. Paged by `cursor` and `limit`.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: {
    type: "object",
    properties: {
      pontoon: { type: "string", description: "Letter of the pontoon.", pattern: "^[A-F]$" },
      features: {
        type: "array",
        description: "All of these must be at the berth.",
        items: { type: "string", enum: ["power", "water", "fuel", "wifi"] },
      },
      minLength: { type: "number", description: "Shortest usable length in metres.", minimum: 0 },
      limit: { type: "integer", description: "How many to return.", default: 20, minimum: 1, maximum: 100 },
      cursor: { type: "string", description: "Where to go on; nextCursor of the page before." },
    },
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/berths",
    parameters: [
      { argument: "pontoon", name: "pontoon", in: "query" },
      { argument: "features", name: "features", in: "query", explode: false },
      { argument: "minLength", name: "minLength", in: "query" },
      { argument: "limit", name: "limit", in: "query" },
      { argument: "cursor", name: "cursor", in: "query" },
    ],
  },
  handler: (input, api) => api.send(input),
});
