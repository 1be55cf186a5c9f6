import { expect, test } from "vitest";
import type { SecurityRequirement } from "../../src/spec/operation.js";
import type { Spec } from "../../src/spec/spec.js";
import { readAuth } from "../../src/tools/auth.js";
import { securityOf } from "../../src/tools/credentials.js";
import { sketch } from "./operations.js";

const spec = {
  servers: [],
  security: [{ key: [], app: [] }],
  securitySchemes: {
    key: { type: "apiKey", in: "header", name: "X-Key" },
    app: { type: "apiKey", in: "header", name: "X-App-Id" },
    token: { type: "http", scheme: "bearer" },
  },
} as unknown as Spec;

const needed = { name: "x-app-id", in: "header", required: true } as const;
const optional = { ...needed, required: false };

type Security = readonly SecurityRequirement[] | undefined;

test.each<[string, Security, typeof needed | typeof optional, Security]>([
  ["the document's security has it", undefined, needed, undefined],
  [
    "the operation's leaves it out",
    [{ key: [] }],
    needed,
    [{ key: [], app: [] }],
  ],
  [
    "one alternative has it",
    [{ key: [] }, { app: [] }],
    needed,
    [{ key: [], app: [] }, { app: [] }],
  ],
  [
    "two alternatives become one",
    [{ token: ["a"] }, { token: ["a"], app: [] }],
    needed,
    [{ token: ["a"], app: [] }],
  ],
  [
    "security is optional",
    [{}, { key: [] }],
    needed,
    [{ app: [] }, { key: [], app: [] }],
  ],
  ["the operation is public", [], needed, [{ app: [] }]],
  ["it is optional and public", [], optional, []],
  [
    "it is optional and left out",
    [{ key: [] }],
    optional,
    [{ key: [], app: [] }, { key: [] }],
  ],
  [
    "it is optional and in an alternative",
    [{ key: [] }, { app: [] }],
    optional,
    [{ key: [] }, { app: [] }],
  ],
])(
  "a credential that is a parameter, too: %s",
  (_, security, parameter, want) => {
    const operation = sketch("GET /a", {
      ...(security && { security }),
      parameters: [parameter],
    });
    expect(securityOf(spec, operation, readAuth(spec, [], "SHOP"))).toEqual(
      want,
    );
  },
);

test("a parameter of that name in another place is none", () => {
  const operation = sketch("GET /a", {
    security: [{ key: [] }],
    parameters: [{ ...needed, in: "query" }],
  });
  expect(securityOf(spec, operation, readAuth(spec, [], "SHOP"))).toEqual([
    { key: [] },
  ]);
});
