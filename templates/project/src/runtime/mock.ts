import { readFileSync } from "node:fs";
import path from "node:path";
import { createApi, type ApiOptions, type ApiRuntime } from "./api.js";
import type { ApiDescription } from "./api-description.js";
import type { Hooks } from "./hooks.js";
import type { Exchange } from "./http.js";
import { variablesOf } from "./security.js";
import type { AnyTool } from "./tool.js";
import { valueVariables } from "./variables.js";

/** What the document says that an operation answers: an example of its own, or one made from its schema. */
export interface Example {
  readonly status: number;
  /** Absent: the answer has no body. */
  readonly contentType?: string;
  /** JSON for a JSON media type, otherwise a text. */
  readonly body?: unknown;
}

/** Tool name to its answer: `examples.json`, which is generated beside package.json and copied into `dist`. */
export type Examples = { readonly [tool: string]: Example };

// Set by the mock on each request and read by the mock only.
const toolHeader = "x-mock-tool";

/** An API whose answers come from `examples.json`. Arguments, requests, hooks and answers are handled as ever; nothing leaves this machine, and no variable has to be set. */
export function createMockApi(
  description: ApiDescription,
  options: ApiOptions,
  root: string,
): ApiRuntime {
  const api = withSchemes(description, options.tools);
  const examples = readExamples([
    path.join(root, "dist/examples.json"),
    path.join(root, "examples.json"),
  ]);
  const runtime = createApi(api, {
    ...options,
    // `.invalid` never resolves: https://www.rfc-editor.org/rfc/rfc6761#section-6.4
    baseUrl: "https://mock.invalid",
    env: withPlaceholders(api, options),
    hooks: withToolHeader(options.hooks),
    exchange: answerFrom(examples),
  });
  return {
    ...runtime,
    // What a caller would have to send is as little needed as what the operator would have to set.
    apiFor: (tool, context) =>
      runtime.apiFor(tool, { ...context, credentials: undefined }),
  };
}

function answerFrom(examples: Examples): Exchange {
  return (request) => {
    const tool = request.headers[toolHeader] ?? "";
    const { status, contentType, body } = Object.hasOwn(examples, tool)
      ? examples[tool]!
      : { status: 204 };
    const text =
      body === undefined
        ? ""
        : typeof body === "string" && !/\bjson\b/i.test(contentType ?? "")
          ? body
          : JSON.stringify(body);
    return Promise.resolve({
      status,
      statusText: "",
      headers: contentType === undefined ? {} : { "content-type": contentType },
      url: request.url,
      body: Buffer.from(text),
    });
  };
}

function withToolHeader(hooks: Hooks = {}): Hooks {
  return {
    ...hooks,
    async beforeRequest(request, context) {
      const changed =
        (await hooks.beforeRequest?.(request, context)) ?? request;
      return {
        ...changed,
        headers: { ...changed.headers, [toolHeader]: context.tool.name },
      };
    },
  };
}

/** With a stand-in for each scheme that operations name and the server cannot use. */
function withSchemes(
  description: ApiDescription,
  tools: readonly AnyTool[] = [],
): ApiDescription {
  const named = [description, ...tools.map((tool) => tool.request)].flatMap(
    ({ security = [] }) => security.flatMap((one) => Object.keys(one)),
  );
  const standIn = { type: "bearer", env: "MOCK" } as const;
  return {
    ...description,
    securitySchemes: {
      ...Object.fromEntries(named.map((name) => [name, standIn])),
      ...description.securitySchemes,
    },
  };
}

/** Credentials that are none, and a value for each constant that is not set. */
function withPlaceholders(
  { securitySchemes }: ApiDescription,
  { env, tools = [] }: ApiOptions,
): ApiOptions["env"] {
  const secrets = Object.values(securitySchemes).flatMap(variablesOf);
  const values = [...valueVariables(tools)].filter((name) => !env[name]);
  return {
    ...env,
    ...Object.fromEntries(values.map((name) => [name, "mock"])),
    ...Object.fromEntries(
      secrets.map((name) => [name, "-----BEGIN MOCK-----"]),
    ),
  };
}

function readExamples(files: readonly string[]): Examples {
  for (const file of files) {
    try {
      return JSON.parse(readFileSync(file, "utf8")) as Examples;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  return {};
}
