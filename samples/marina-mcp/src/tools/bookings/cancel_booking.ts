// POST /bookings/{bookingId}/cancel. Edit anything: see README.md, "Editing generated code".
import { defineTool } from "../../runtime/tool.js";

export interface CancelBookingInput {
  bookingId: string;
  /** Why the stay is called off. */
  reason?: "weather" | "plans_changed" | "vessel_damage" | "other";
}

export const cancelBooking = defineTool<CancelBookingInput>({
  name: "cancel_booking",
  title: "Cancel a booking",
  description: "Cancel a booking. Frees the berth. A fee may be due within 48 hours of arrival. Returns berthId, status, total, vesselId.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: {
    type: "object",
    properties: {
      bookingId: { type: "string" },
      reason: {
        type: "string",
        description: "Why the stay is called off.",
        enum: ["weather", "plans_changed", "vessel_damage", "other"],
      },
    },
    required: ["bookingId"],
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/bookings/{bookingId}/cancel",
    parameters: [{ argument: "bookingId", name: "bookingId", in: "path" }],
    body: { contentType: "application/json", required: false, fields: [{ argument: "reason", name: "reason" }] },
  },
  handler: (input, api) => api.send(input),
});
