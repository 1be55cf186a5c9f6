// DELETE /berths/{berthId}. Edit anything: see README.md, "Editing generated code".
import { defineTool } from "../../runtime/tool.js";

export interface RemoveBerthInput {
  /** Id of the berth, as list_berths gives it. */
  berthId: string;
}

export const removeBerth = defineTool<RemoveBerthInput>({
  name: "remove_berth",
  title: "Remove a berth for good",
  description: "Remove a berth for good. Removes the berth and its history. Bookings in the future must be cancelled first. This cannot be undone. Returns nothing.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: {
    type: "object",
    properties: { berthId: { type: "string", description: "Id of the berth, as list_berths gives it." } },
    required: ["berthId"],
    additionalProperties: false,
  },
  request: {
    method: "DELETE",
    path: "/berths/{berthId}",
    parameters: [{ argument: "berthId", name: "berthId", in: "path" }],
    security: [{ oauth: ["berths.admin"] }],
  },
  handler: (input, api) => api.send(input),
});
