import { expect, test } from "vitest";
import type { Operation } from "../../src/spec/operation.js";
import type { Spec } from "../../src/spec/spec.js";
import { readAuth } from "../../src/tools/auth.js";
import { credentialsBeside } from "../../src/tools/credentials.js";
import { sketch, type Sketch } from "./operations.js";

const api = "https://api.example.test";
const spec = {
  servers: [{ url: api, variables: {} }],
  security: [{ key: [], app: [] }],
  securitySchemes: {
    key: { type: "apiKey", in: "header", name: "X-Key" },
    app: { type: "apiKey", in: "header", name: "X-App-Id" },
  },
} as unknown as Spec;

const app = { name: "x-app-id", in: "header", required: true } as const;

function sent(more: Sketch): object {
  const operation: Operation = sketch("GET /a", more);
  return credentialsBeside(
    spec,
    operation,
    readAuth(spec, [operation], "SHOP"),
  );
}

test.each<[string, Sketch, object]>([
  [
    "a credential that the operation's security leaves out",
    { security: [{ key: [] }], parameters: [app] },
    [{ env: "SHOP_APP", name: "x-app-id", in: "header" }],
  ],
  ["one that it mentions", { parameters: [app] }, []],
  [
    "one that only an alternative mentions",
    { security: [{ key: [] }, { app: [] }], parameters: [app] },
    [],
  ],
  [
    "one of a public operation that wants it all the same",
    { security: [], parameters: [app] },
    [{ env: "SHOP_APP", name: "x-app-id", in: "header" }],
  ],
  [
    "one that a public operation does not need",
    { security: [], parameters: [{ ...app, required: false }] },
    [],
  ],
  [
    "one that would go to another origin",
    {
      security: [{ key: [] }],
      parameters: [app],
      servers: [{ url: "https://other.example.test", variables: {} }],
    },
    [],
  ],
  [
    "a parameter of the same name in another place",
    { security: [{ key: [] }], parameters: [{ ...app, in: "query" }] },
    [],
  ],
])("%s", (_, more, want) => {
  expect(sent(more)).toEqual(want);
});
