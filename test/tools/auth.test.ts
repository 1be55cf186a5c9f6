import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Spec } from "../../src/spec/spec.js";
import { readAuth } from "../../src/tools/auth.js";

function schemesOf(securitySchemes: Spec["securitySchemes"]) {
  const security = Object.keys(securitySchemes).map((name) => ({ [name]: [] }));
  const spec = { security, securitySchemes } as unknown as Spec;
  return readAuth(spec, [], "SHOP").schemes;
}

const apiKey = { type: "apiKey", in: "header", name: "X-Key" };

it.each([
  ["Api-Key.v2", "SHOP_API_KEY_V2"],
  ["apiKey", "SHOP_API_KEY"],
  ["line\nbreak=x", "SHOP_LINE_BREAK_X"],
  // The server's own settings keep their names.
  ["http", "SHOP_HTTP_KEY"],
  ["mode", "SHOP_MODE_KEY"],
])("the API key %j is read from %s", (name, env) => {
  expect(schemesOf({ [name]: apiKey })[name]).toMatchObject({ env });
});

it("gives two schemes two variables", () => {
  const schemes = schemesOf({ "api-key": apiKey, api_key: apiKey });
  expect(new Set(Object.values(schemes).map(({ env }) => env)).size).toBe(2);
});

it("knows the name of every setting of the generated server", () => {
  const options = readFileSync(
    new URL("../../templates/project/src/runtime/options.ts", import.meta.url),
    "utf8",
  );
  const names = [...options.matchAll(/name: "([a-z-]+)"/g)].map(
    ([, name]) => name!,
  );
  expect(names.length).toBeGreaterThan(20);
  for (const name of names.filter((flag) => !/^(help|version)$/.test(flag))) {
    const setting = name.toUpperCase().replaceAll("-", "_");
    expect(schemesOf({ [name]: apiKey })[name]).toMatchObject({
      env: `SHOP_${setting}_KEY`,
    });
  }
});

it.each([
  [{ type: "http", scheme: "Basic" }, { type: "basic" }],
  [{ type: "basic" }, { type: "basic" }],
  [{ type: "http", scheme: "bearer" }, { type: "bearer" }],
  [
    { type: "openIdConnect", openIdConnectUrl: "https://x.test" },
    { type: "bearer" },
  ],
  [{ type: "mutualTLS" }, { type: "mutualTLS" }],
  [
    {
      type: "oauth2",
      flow: "application",
      tokenUrl: "https://x.test/token",
      scopes: { a: "" },
    },
    {
      type: "oauth2",
      flow: "clientCredentials",
      tokenUrl: "https://x.test/token",
    },
  ],
  // Credentials are not sent over an open connection, nor where the address hides who is asked.
  [
    {
      type: "oauth2",
      flows: { password: { tokenUrl: "http://x.test/token" } },
    },
    { type: "oauth2", flow: "password" },
  ],
])("%j", (given, want) => {
  const scheme = schemesOf({ s: given as never })["s"];
  expect(scheme).toMatchObject(want);
  if (!("tokenUrl" in want)) expect(scheme).not.toHaveProperty("tokenUrl");
});

it("reports a scheme that is not there", () => {
  const spec = {
    security: [{ lost: [] }],
    securitySchemes: {},
  } as unknown as Spec;
  const { schemes, diagnostics } = readAuth(spec, [], "SHOP");
  expect(Object.keys(schemes)).toEqual([]);
  expect(diagnostics.map(({ code }) => code)).toEqual([
    "security-scheme-unknown",
  ]);
});
