import { describe, expect, it } from "vitest";
import { nameServer } from "../../src/tools/server-name.js";

describe("the server's name", () => {
  it.each([
    ["Petstore", "petstore", "PETSTORE"],
    ["The Petstore API", "petstore", "PETSTORE"],
    ["Swagger Petstore - OpenAPI 3.0", "petstore", "PETSTORE"],
    ["GitHub's REST API", "github", "GITHUB"],
    ["Netlify’s API documentation", "netlify", "NETLIFY"],
    ["L'Oréal Shop", "loreal-shop", "LOREAL_SHOP"],
    ["Zahlungsdienst für Händler", "zahlungsdienst", "ZAHLUNGSDIENST"],
    ["3scale Account Management", "api-3scale", "API_3SCALE"],
    ["API", "api", "API"],
    ["", "api", "API"],
    ["日本語", "api", "API"],
  ])("of %j is %s", (title, name, envPrefix) => {
    expect(nameServer(title)).toEqual({ name, envPrefix });
  });

  it("leaves room for the longest tool name in `mcp__<server>__<tool>`", () => {
    expect(
      nameServer("Extraordinarily Comprehensive Reservations Platform").name
        .length,
    ).toBeLessThanOrEqual(64 - "mcp____".length - 40);
  });

  it("is what the owner says", () => {
    expect(nameServer("Petstore", { name: "my-own-quite-long-name" })).toEqual({
      name: "my-own-quite-long-name",
      envPrefix: "MY_OWN_QUITE_LONG_NAME",
    });
    expect(nameServer("Petstore", { envPrefix: "SHOP" })).toEqual({
      name: "petstore",
      envPrefix: "SHOP",
    });
  });

  it.each([
    "My Server",
    "Pets",
    "-pets",
    "9lives",
    "",
    "a".repeat(41),
    "pets/../x",
    "__proto__",
  ])("cannot be %j", (name) => {
    expect(() => nameServer("Petstore", { name })).toThrow(
      expect.objectContaining({ name: "UserError" }),
    );
  });
});
