// GET /berths/{berthId}. Edit anything: see README.md, "Editing generated code".
import { defineTool } from "../../runtime/tool.js";

export interface GetBerthInput {
  /** Id of the berth, as list_berths gives it. */
  berthId: string;
}

export const getBerth = defineTool<GetBerthInput>({
  name: "get_berth",
  title: "Get a berth",
  description: "Get a berth. Returns id, pontoon, length, features.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: {
    type: "object",
    properties: { berthId: { type: "string", description: "Id of the berth, as list_berths gives it." } },
    required: ["berthId"],
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/berths/{berthId}",
    parameters: [{ argument: "berthId", name: "berthId", in: "path" }],
  },
  handler: (input, api) => api.send(input),
});
