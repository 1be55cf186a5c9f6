// GET /bookings/{bookingId}. Edit anything: see README.md, "Editing generated code".
import { defineTool } from "../../runtime/tool.js";

export interface GetBookingInput {
  bookingId: string;
}

export const getBooking = defineTool<GetBookingInput>({
  name: "get_booking",
  title: "Get a booking",
  description: "Get a booking. Returns berthId, status, total, vesselId.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: {
    type: "object",
    properties: { bookingId: { type: "string" } },
    required: ["bookingId"],
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/bookings/{bookingId}",
    parameters: [{ argument: "bookingId", name: "bookingId", in: "path" }],
  },
  handler: (input, api) => api.send(input),
});
