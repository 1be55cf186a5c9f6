// POST /vessels. Edit anything: see README.md, "Editing generated code".
import { defineTool } from "../../runtime/tool.js";

export interface RegisterVesselInput {
  name: string;
  /** Overall length in metres. */
  length: number;
  kind?: "sail" | "motor" | "rowing";
  /** Maritime Mobile Service Identity. */
  mmsi?: string;
}

export const registerVessel = defineTool<RegisterVesselInput>({
  name: "register_vessel",
  title: "Register a vessel",
  description: "Register a vessel. Returns id, name, kind, length.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: {
    type: "object",
    properties: {
      name: { type: "string", minLength: 1 },
      length: { type: "number", description: "Overall length in metres.", exclusiveMinimum: 0 },
      kind: { type: "string", enum: ["sail", "motor", "rowing"] },
      mmsi: { type: "string", description: "Maritime Mobile Service Identity.", pattern: "^\\d{9}$" },
    },
    required: ["name", "length"],
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/vessels",
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
