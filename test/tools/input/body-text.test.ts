import { expect, it } from "vitest";
import { bodyText } from "../../../src/tools/body-text.js";

const json = "application/json";
const order = { $ref: "#/components/schemas/OrderLineRequest" };

it.each([
  [order, json, "The request body: an order line."],
  [
    { type: "array", items: order },
    json,
    "The request body: a list of order lines.",
  ],
  [
    { type: "array", items: { type: "string" } },
    json,
    "The request body: a list of strings.",
  ],
  [{ type: "array", items: {} }, json, "The request body: a list."],
  [{ type: "object" }, json, "The request body."],
  [{ $ref: "#/components/schemas/Model1" }, json, "The request body."],
  [{ type: "string" }, "application/xml", "The request body, as XML."],
  [{ type: "string" }, "text/plain", "The request body, as text."],
])("%j as %s: %s", (schema, contentType, want) => {
  expect(bodyText(schema, contentType)).toBe(want);
});
