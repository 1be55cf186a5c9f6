import { expect, test } from "vitest";
import { build, query } from "./build.js";

test("gemini: lists of numbers become bounds and words", async () => {
  const level = { type: "integer", enum: [1, 2] } as const;
  const body = { type: "object", properties: { level } } as const;
  expect((await build({ body })).input.properties["level"]).toEqual(level);
  expect(
    (await build({ body, clients: ["gemini"] })).input.properties["level"],
  ).toEqual({
    type: "integer",
    description: "One of 1, 2.",
    minimum: 1,
    maximum: 2,
  });
});

test("parameters carry their style where it is not the location's", async () => {
  const array = { type: "array", items: { type: "string" } };
  const { request } = await build({
    method: "get",
    parameters: [
      query("a", array),
      query("b", array, { explode: false }),
      query("c", array, { style: "pipeDelimited", explode: false }),
      query(
        "d",
        { type: "object", properties: {} },
        { style: "deepObject", explode: true },
      ),
      query("e", { type: "string" }, { allowReserved: true }),
      {
        name: "f",
        in: "query",
        content: {
          "application/json": {
            schema: { type: "object", properties: { x: { type: "string" } } },
          },
        },
      },
    ],
  });
  const sent = (name: string) => ({ argument: name, name, in: "query" });
  expect(request.parameters).toEqual([
    sent("a"),
    { ...sent("b"), explode: false },
    { ...sent("c"), style: "pipeDelimited" },
    { ...sent("d"), style: "deepObject" },
    { ...sent("e"), allowReserved: true },
    { ...sent("f"), contentType: "application/json" },
  ]);
});
