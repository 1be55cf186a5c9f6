// What tests of the runtime share: a server on loopback, and an API that calls it.
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { ApiDescription } from "../../../templates/project/src/runtime/api-description.js";
import {
  createApi,
  type ApiContext,
  type ApiOptions,
} from "../../../templates/project/src/runtime/api.js";
import { callTool } from "../../../templates/project/src/runtime/call.js";
import type {
  AnyTool,
  RequestDescription,
  Tool,
  ToolResult,
} from "../../../templates/project/src/runtime/tool.js";

export interface Recorded {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface TestServer {
  readonly url: string;
  readonly requests: Recorded[];
  readonly close: () => Promise<void>;
}

/** Serves each request with a handler, and records it. */
export async function serve(
  handler: (
    request: Recorded,
    response: http.ServerResponse,
  ) => void | Promise<void>,
): Promise<TestServer> {
  const requests: Recorded[] = [];
  const server = http.createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const recorded = {
        method: incoming.method!,
        url: incoming.url!,
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      requests.push(recorded);
      void handler(recorded, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function json(
  response: http.ServerResponse,
  value: unknown,
  status = 200,
  headers: http.OutgoingHttpHeaders = {},
): void {
  response.writeHead(status, {
    "content-type": "application/json",
    ...headers,
  });
  response.end(JSON.stringify(value));
}

export function describeApi(
  url: string,
  more: Partial<ApiDescription> = {},
): ApiDescription {
  return {
    name: "shop",
    title: "Shop",
    version: "1.0.0",
    envPrefix: "SHOP",
    servers: [{ url }],
    security: [],
    securitySchemes: {},
    ...more,
  };
}

/** A tool of a request; its arguments are those that the request names, unless properties say more. */
export function tool(
  request: RequestDescription,
  more: Partial<Omit<Tool<object>, "request">> & {
    readonly properties?: Record<string, object>;
    readonly required?: readonly string[];
  } = {},
): AnyTool {
  const { properties = {}, required = [], ...rest } = more;
  const names = [
    ...(request.parameters ?? []),
    ...(request.body?.fields ?? []),
    { argument: request.body?.argument },
  ].flatMap(({ argument }) => (argument === undefined ? [] : [argument]));
  const reads = request.method === "GET" || request.method === "HEAD";
  return {
    name: "do_it",
    title: "Do it",
    description: "Does it.",
    annotations: {
      readOnlyHint: reads,
      destructiveHint: !reads,
      idempotentHint: request.method !== "POST" && request.method !== "PATCH",
      openWorldHint: true,
    },
    input: {
      type: "object",
      properties: {
        ...Object.fromEntries(names.map((name) => [name, {}])),
        ...properties,
      },
      required,
      additionalProperties: false,
    },
    request,
    handler: (input, api) => api.send(input),
    ...rest,
  } as Tool<object> as AnyTool;
}

/** Makes a function that calls tools of an API. */
export function caller(
  description: ApiDescription,
  options: Partial<ApiOptions> = {},
): (tool: AnyTool, args?: object, context?: ApiContext) => Promise<ToolResult> {
  const runtime = createApi(description, {
    env: {},
    transport: "stdio",
    ...options,
  });
  return (one, args = {}, context = {}) =>
    callTool(one, args, runtime, context);
}

/** The text of a result's first block. */
export function textOf(result: ToolResult): string {
  const [block] = result.content;
  return block?.type === "text" ? block.text : `<${block?.type}>`;
}
