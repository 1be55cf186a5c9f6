// GET /tides. Edit anything: see README.md, "Editing generated code".
import { defineTool } from "../../runtime/tool.js";

export interface ListTidesInput {}

export const listTides = defineTool<ListTidesInput>({
  name: "list_tides",
  title: "Get today's tides",
  description: "Get today's tides. Returns text.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: { type: "object", properties: {}, additionalProperties: false },
  request: { method: "GET", path: "/tides", accept: "text/csv", security: [] },
  handler: (input, api) => api.send(input),
});
