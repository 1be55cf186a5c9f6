// POST /bookings. Edit anything: see README.md, "Editing generated code".
import { defineTool } from "../../runtime/tool.js";

export interface CreateBookingInput {
  /** Makes a repeated request safe; any unique text. Sent as Idempotency-Key. */
  idempotency_key?: string;
  berthId: string;
  vesselId: string;
  arrival: string;
  /** Day after the last night. */
  departure: string;
  skipper: {
    name: string;
    phone: string;
    email?: string | null;
  };
  /** What to prepare on arrival. */
  extras?: {
    item: "fuel" | "pump_out" | "laundry";
    quantity?: number;
  }[];
  notes?: string;
}

export const createBooking = defineTool<CreateBookingInput>({
  name: "create_booking",
  title: "Book a berth",
  description: "Book a berth. Holds the berth for the vessel. The stay must not be longer than 30 nights. Returns berthId, status, total, vesselId.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: {
    type: "object",
    properties: {
      idempotency_key: {
        type: "string",
        description: "Makes a repeated request safe; any unique text. Sent as Idempotency-Key.",
        maxLength: 64,
      },
      berthId: { type: "string" },
      vesselId: { type: "string" },
      arrival: { type: "string", format: "date" },
      departure: { type: "string", description: "Day after the last night.", format: "date" },
      skipper: {
        type: "object",
        properties: {
          name: { type: "string", minLength: 1 },
          phone: { type: "string" },
          email: { anyOf: [{ type: "string", format: "email" }, { type: "null" }] },
        },
        required: ["name", "phone"],
      },
      extras: {
        type: "array",
        description: "What to prepare on arrival.",
        items: {
          type: "object",
          properties: {
            item: { type: "string", enum: ["fuel", "pump_out", "laundry"] },
            quantity: { type: "integer", default: 1, minimum: 1 },
          },
          required: ["item"],
        },
      },
      notes: { type: "string" },
    },
    required: ["berthId", "vesselId", "arrival", "departure", "skipper"],
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/bookings",
    parameters: [{ argument: "idempotency_key", name: "Idempotency-Key", in: "header" }],
    body: {
      contentType: "application/json",
      fields: [
        { argument: "berthId", name: "berthId" },
        { argument: "vesselId", name: "vesselId" },
        { argument: "arrival", name: "arrival" },
        { argument: "departure", name: "departure" },
        { argument: "skipper", name: "skipper" },
        { argument: "extras", name: "extras" },
        { argument: "notes", name: "notes" },
      ],
    },
    idempotencyHeader: "Idempotency-Key",
  },
  handler: (input, api) => api.send(input),
});
