import type { Json, JsonObject } from "../../src/json.js";
import type { Operation } from "../../src/spec/operation.js";

/** An operation as a test writes it: what it does not say is empty. */
export type Sketch = Partial<
  Omit<Operation, "key" | "responses" | "parameters">
> & {
  readonly parameters?: readonly (Partial<Operation["parameters"][number]> & {
    readonly name: string;
  })[];
  /** Schema of the 200 answer. */
  readonly answer?: Json;
  /** Statuses of the answers; 200. */
  readonly statuses?: readonly string[];
};

/** `sketch("GET /pets/{id}", { operationId: "getPet" })` */
export function sketch(call: string, more: Sketch = {}): Operation {
  const space = call.indexOf(" ");
  const method = call.slice(0, space);
  const path = call.slice(space + 1);
  const { answer, statuses = ["200"], parameters = [], ...rest } = more;
  return {
    key: `${method} ${path.replace(/\{[^{}]*\}/g, "{}")}`,
    method,
    path,
    tags: [],
    deprecated: false,
    extensions: {} as JsonObject,
    at: `#/paths/${path.replaceAll("~", "~0").replaceAll("/", "~1")}/${method.toLowerCase()}`,
    clientHeaders: [],
    ...rest,
    parameters: parameters.map((parameter) => ({
      in: "query",
      required: false,
      deprecated: false,
      schema: {},
      style: "form",
      explode: true,
      allowReserved: false,
      extensions: {},
      at: "#",
      ...parameter,
    })),
    responses: statuses.map((status) => ({
      status,
      content:
        answer === undefined
          ? []
          : [
              {
                mediaType: "application/json",
                schema: answer,
                encoding: {},
                at: "#",
              },
            ],
      headers: [],
      at: "#",
    })),
  };
}
