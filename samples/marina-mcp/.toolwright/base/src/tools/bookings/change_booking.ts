// PATCH /bookings/{bookingId}. Edit anything: see README.md, "Editing generated code".
import { defineTool } from "../../runtime/tool.js";

export interface ChangeBookingInput {
  bookingId: string;
  arrival?: string;
  departure?: string;
  notes?: string | null;
}

export const changeBooking = defineTool<ChangeBookingInput>({
  name: "change_booking",
  title: "Change a booking",
  description: "Change a booking. Only what is given changes. Returns berthId, status, total, vesselId.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: {
    type: "object",
    properties: {
      bookingId: { type: "string" },
      arrival: { type: "string", format: "date" },
      departure: { type: "string", format: "date" },
      notes: { anyOf: [{ type: "string" }, { type: "null" }] },
    },
    required: ["bookingId"],
    additionalProperties: false,
  },
  request: {
    method: "PATCH",
    path: "/bookings/{bookingId}",
    parameters: [{ argument: "bookingId", name: "bookingId", in: "path" }],
    body: {
      contentType: "application/merge-patch+json",
      fields: [
        { argument: "arrival", name: "arrival" },
        { argument: "departure", name: "departure" },
        { argument: "notes", name: "notes" },
      ],
    },
  },
  handler: (input, api) => api.send(input),
});
