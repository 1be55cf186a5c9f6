// GET /bookings. Edit anything: see README.md, "Editing generated code".
import { defineTool } from "../../runtime/tool.js";

export interface ListBookingsInput {
  status?: "held" | "confirmed" | "cancelled";
  vesselId?: string;
  /** Only bookings that overlap this time. */
  period?: {
    from?: string;
    to?: string;
  };
  /** How many to return. */
  limit?: number;
  /** Where to go on; nextCursor of the page before. */
  cursor?: string;
}

export const listBookings = defineTool<ListBookingsInput>({
  name: "list_bookings",
  title: "List bookings",
  description: "List bookings. Returns a list (berthId, status, total, vesselId). Paged by `cursor` and `limit`.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: {
    type: "object",
    properties: {
      status: { type: "string", enum: ["held", "confirmed", "cancelled"] },
      vesselId: { type: "string" },
      period: {
        type: "object",
        description: "Only bookings that overlap this time.",
        properties: { from: { type: "string", format: "date" }, to: { type: "string", format: "date" } },
      },
      limit: { type: "integer", description: "How many to return.", default: 20, minimum: 1, maximum: 100 },
      cursor: { type: "string", description: "Where to go on; nextCursor of the page before." },
    },
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/bookings",
    parameters: [
      { argument: "status", name: "status", in: "query" },
      { argument: "vesselId", name: "vesselId", in: "query" },
      { argument: "period", name: "period", in: "query", style: "deepObject" },
      { argument: "limit", name: "limit", in: "query" },
      { argument: "cursor", name: "cursor", in: "query" },
    ],
  },
  handler: (input, api) => api.send(input),
});
