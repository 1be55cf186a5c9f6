// GET /vessels/{vesselId}. Edit anything: see README.md, "Editing generated code".
import { defineTool } from "../../runtime/tool.js";

export interface GetVesselInput {
  vesselId: string;
}

export const getVessel = defineTool<GetVesselInput>({
  name: "get_vessel",
  title: "Get a vessel",
  description: "Get a vessel. Returns id, name, kind, length.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: {
    type: "object",
    properties: { vesselId: { type: "string" } },
    required: ["vesselId"],
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: "/vessels/{vesselId}",
    parameters: [{ argument: "vesselId", name: "vesselId", in: "path" }],
  },
  handler: (input, api) => api.send(input),
});
