import { expect } from "vitest";
import type { Json } from "../../../src/json.js";
import type { ToolOverride } from "../../../src/spec/override.js";
import { createConverter } from "../../../src/spec/schema.js";
import { buildInput } from "../../../src/tools/input.js";

import { list, ok, withPaths } from "../../spec/documents.js";
import { compile, lint } from "../../spec/schema/strict.js";

/** An operation as a test writes it. */
export interface Given {
  readonly parameters?: readonly object[];
  readonly body?: Json;
  readonly bodyRequired?: boolean;
  readonly content?: Record<string, object>;
  readonly answer?: Json;
  readonly responses?: object;
  readonly path?: string;
  readonly method?: string;
  readonly version?: string;
  readonly schemas?: object;
  readonly override?: ToolOverride;
  readonly credentials?: readonly string[];
  /** Credentials that are parameters alone: the scheme of each. */
  readonly undeclared?: { readonly [parameter: string]: string };
  readonly clients?: readonly string[];
}

/** Builds the input of an operation; every schema has to compile strictly and pass the lint. */
export async function build(given: Given) {
  const { path = "/x", method = "post", body, answer } = given;
  const content =
    given.content ??
    (body === undefined ? undefined : { "application/json": { schema: body } });
  const operation = {
    operationId: "x",
    parameters: given.parameters ?? [],
    ...(content && {
      requestBody: { required: given.bodyRequired ?? true, content },
    }),
    responses:
      given.responses ??
      (answer === undefined
        ? ok
        : {
            200: {
              description: "OK",
              content: { "application/json": { schema: answer } },
            },
          }),
  };
  const { spec, operations } = await list({
    ...withPaths(
      { [path]: { [method]: operation } },
      { components: { schemas: given.schemas ?? {} } },
    ),
    openapi: given.version ?? "3.0.3",
  });
  const built = buildInput(operations[0]!, createConverter(spec), {
    override: given.override ?? {},
    credentials: {
      credentialParameters: new Set(given.credentials),
      undeclared: new Map(Object.entries(given.undeclared ?? {})),
    },
    ...(given.clients && { clients: given.clients }),
  });
  for (const schema of [built.input, built.listed]) {
    if (schema === undefined) continue;
    compile(schema);
    expect(lint(schema)).toEqual([]);
    expect(schema.additionalProperties).toBe(false);
  }
  return built;
}

export const query = (
  name: string,
  schema: object = { type: "string" },
  more = {},
) => ({
  name,
  in: "query",
  schema,
  ...more,
});
