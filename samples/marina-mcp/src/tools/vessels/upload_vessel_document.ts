// POST /vessels/{vesselId}/documents. Edit anything: see README.md, "Editing generated code".
import { defineTool } from "../../runtime/tool.js";

export interface UploadVesselDocumentInput {
  vesselId: string;
  kind: "insurance" | "registration";
  validUntil?: string;
  /** Scanned papers. */
  file: {
    /** Only in folders that the operator allows. */
    path?: string;
    base64?: string;
    /** Give exactly one of path, base64 and text. */
    text?: string;
    filename?: string;
    contentType?: string;
  };
}

export const uploadVesselDocument = defineTool<UploadVesselDocumentInput>({
  name: "upload_vessel_document",
  title: "Upload a vessel's papers",
  description: "Upload a vessel's papers. Insurance or registration papers as PDF or picture, at most 10 MB. Returns id, kind, bytes.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: {
    type: "object",
    properties: {
      vesselId: { type: "string" },
      kind: { type: "string", enum: ["insurance", "registration"] },
      validUntil: { type: "string", format: "date" },
      file: {
        type: "object",
        description: "Scanned papers.",
        properties: {
          path: { type: "string", description: "Only in folders that the operator allows." },
          base64: { type: "string" },
          text: { type: "string", description: "Give exactly one of path, base64 and text." },
          filename: { type: "string" },
          contentType: { type: "string" },
        },
        additionalProperties: false,
      },
    },
    required: ["vesselId", "kind", "file"],
    additionalProperties: false,
  },
  request: {
    method: "POST",
    path: "/vessels/{vesselId}/documents",
    parameters: [{ argument: "vesselId", name: "vesselId", in: "path" }],
    body: {
      contentType: "multipart/form-data",
      fields: [
        { argument: "kind", name: "kind" },
        { argument: "validUntil", name: "validUntil" },
        { argument: "file", name: "file", file: true, contentType: "application/pdf, image/png, image/jpeg" },
      ],
    },
  },
  handler: (input, api) => api.send(input),
});
