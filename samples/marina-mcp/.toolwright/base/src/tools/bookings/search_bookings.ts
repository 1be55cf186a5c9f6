// POST /bookings/search. Edit anything: see README.md, "Editing generated code".
import { defineTool } from "../../runtime/tool.js";

export interface SearchBookingsInput {
  /** Words in the skipper's name, the vessel's name or the notes. */
  query: string;
  from?: string;
  to?: string;
  limit?: number;
}

export const searchBookings = defineTool<SearchBookingsInput>({
  name: "search_bookings",
  title: "Search bookings",
  description: "Search bookings. Finds bookings by text and time. Nothing is changed. Returns a list (berthId, status, total, vesselId). Finds the `bookingId` for a booking's details.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: {
    type: "object",
    properties: {
      query: {
        type: "string",
        description: "Words in the skipper's name, the vessel's name or the notes.",
        minLength: 2,
      },
      from: { type: "string", format: "date" },
      to: { type: "string", format: "date" },
      limit: { type: "integer", default: 20, minimum: 1, maximum: 100 },
    },
    required: ["query"],
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/bookings/search",
    body: {
      contentType: "application/json",
      fields: [
        { argument: "query", name: "query" },
        { argument: "from", name: "from" },
        { argument: "to", name: "to" },
        { argument: "limit", name: "limit" },
      ],
    },
  },
  handler: (input, api) => api.send(input),
});
