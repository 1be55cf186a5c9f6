import type { Recorded } from "../../test/harness/recorder.js";
import type { AnyTool } from "../../templates/project/src/runtime/tool.js";

// What the mock refuses although it is right, and what no request can be right for. Each is as narrow as it can be told, and
// those of the mock are proven: `npm run wire -- --limits` sends a request that is right by the specification to a document of
// a few lines. A refused call counts as wrong whether it is explained or not.

/** A request that was refused, each problem a sentence of Prism. */
export interface Refused {
  readonly problems: readonly string[];
  readonly request: Recorded;
  readonly tool: AnyTool;
}

export interface Limit {
  readonly name: string;
  readonly says: string;
  /** Whether this is why the mock has the problem. */
  readonly covers: (problem: string, refused: Refused) => boolean;
  /** A document and requests that are right by it, each of which the mock refuses. */
  readonly proof?: Proof;
}

export interface Proof {
  readonly document: object;
  readonly requests: readonly {
    readonly method: string;
    readonly url: string;
    readonly contentType?: string;
    readonly body?: string;
  }[];
}

/** The problem of a request that ended the mock. */
export const mockEnded = "the mock ended";

export const urlencoded = "application/x-www-form-urlencoded";

export const mediaOf = ({ request }: Refused): string =>
  request.headers["content-type"] ?? "";

export const isForm = (refused: Refused): boolean =>
  /urlencoded|multipart/.test(mediaOf(refused));

/** A document with one operation, of OpenAPI 3.0. */
export const one = (path: string, operation: object): object => ({
  openapi: "3.0.3",
  info: { title: "limit", version: "1" },
  paths: {
    [path]: { post: { ...operation, responses: { 200: { description: "" } } } },
  },
});

export const takes = (mediaType: string, schema: object): object => ({
  requestBody: { required: true, content: { [mediaType]: { schema } } },
});

export const fields = (properties: object): object => ({
  type: "object",
  properties,
});

export const sent = (url: string, contentType?: string, body = "") => ({
  method: "POST",
  url,
  ...(contentType !== undefined && { contentType, body }),
});
