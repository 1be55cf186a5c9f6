// PUT /vessels/{vesselId}. Edit anything: see README.md, "Editing generated code".
import { defineTool } from "../../runtime/tool.js";

export interface ReplaceVesselInput {
  vesselId: string;
  name: string;
  /** Overall length in metres. */
  length: number;
  kind?: "sail" | "motor" | "rowing";
  /** Maritime Mobile Service Identity. */
  mmsi?: string;
}

export const replaceVessel = defineTool<ReplaceVesselInput>({
  name: "replace_vessel",
  title: "Replace a vessel's record",
  description: "Replace a vessel's record. Returns id, name, kind, length.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: {
    type: "object",
    properties: {
      vesselId: { type: "string" },
      name: { type: "string", minLength: 1 },
      length: { type: "number", description: "Overall length in metres.", exclusiveMinimum: 0 },
      kind: { type: "string", enum: ["sail", "motor", "rowing"] },
      mmsi: { type: "string", description: "Maritime Mobile Service Identity.", pattern: "^\\d{9}$" },
    },
    required: ["vesselId", "name", "length"],
    additionalProperties: false,
  },
  request: {
    method: "PUT",
    path: "/vessels/{vesselId}",
    parameters: [{ argument: "vesselId", name: "vesselId", in: "path" }],
    body: {
      contentType: "application/json",
      fields: [
        { argument: "name", name: "name" },
        { argument: "length", name: "length" },
        { argument: "kind", name: "kind" },
        { argument: "mmsi", name: "mmsi" },
      ],
    },
  },
  handler: (input, api) => api.send(input),
});
