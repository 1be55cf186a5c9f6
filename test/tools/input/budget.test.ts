import { describe, expect, test } from "vitest";
import type { Json } from "../../../src/json.js";
import { compile } from "../../spec/schema/strict.js";
import { build } from "./build.js";

describe("the budget", () => {
  const address = {
    type: "object",
    properties: Object.fromEntries(
      ["street", "city", "zip"].map((name) => [
        name,
        {
          type: "string",
          description: `The ${name} as it stands on the letter, in capitals`,
        },
      ]),
    ),
  };
  const large: Json = {
    type: "object",
    required: ["name"],
    properties: {
      name: {
        type: "object",
        required: ["first"],
        properties: {
          first: { type: "string", description: "As in the passport." },
          last: { type: "string" },
        },
      },
      ...Object.fromEntries(
        Array.from({ length: 15 }, (_, i) => [
          `address${i}`,
          {
            ...address,
            description: `Address number ${i} of the person who orders`,
          },
        ]),
      ),
    },
  };

  test("a small schema is listed as it is", async () => {
    expect((await build({ body: address })).listed).toBeUndefined();
  });

  test("a large one is shortened: all names, the required in full, the rest by its keys", async () => {
    const { input, listed } = await build({ body: large });
    expect(Object.keys(listed!.properties)).toEqual(
      Object.keys(input.properties),
    );
    expect(listed!["required"]).toEqual(input["required"]);
    expect(JSON.stringify(listed).length).toBeLessThanOrEqual(2880);
    expect(JSON.stringify(input).length).toBeGreaterThan(2880);
    expect(listed!.properties["name"]).toMatchObject({
      properties: {
        first: { type: "string", description: "As in the passport." },
      },
      required: ["first"],
    });
    expect(listed!.properties["address3"]).toMatchObject({
      type: "object",
      description: "Keys: street, city, zip.",
    });
    // What the full schema takes the shortened one takes too.
    const call = {
      name: { first: "Ann" },
      address3: { street: "A", city: "B" },
    };
    expect(compile(input)(call)).toBe(true);
    expect(compile(listed!)(call)).toBe(true);
  });

  test("what is wrong by the full schema in a required part or a bound is wrong by the shortened one too", async () => {
    const part = {
      type: "object",
      required: ["kind", "at"],
      properties: {
        kind: { type: "string", enum: ["gsm", "lte"] },
        at: {
          type: "object",
          required: ["cell"],
          properties: {
            cell: { type: "integer", minimum: 1, maximum: 99 },
            note: { type: "string", description: "Whatever else there is" },
          },
        },
        note: { type: "string", description: "Whatever else there is" },
      },
    };
    const { input, listed } = await build({
      body: {
        type: "object",
        properties: Object.fromEntries(
          Array.from({ length: 12 }, (_, i) => [`part${i}`, part]),
        ),
      },
    });
    const full = compile(input);
    const short = compile(listed!);
    for (const [part3, right] of [
      [{}, false],
      [{ kind: "gsm" }, false],
      [{ kind: "gsm", at: {} }, false],
      [{ kind: "cdma", at: { cell: 1 } }, false],
      [{ kind: "gsm", at: { cell: 100 } }, false],
      [{ kind: "gsm", at: { cell: 1 } }, true],
    ]) {
      expect([part3, full({ part3 })]).toEqual([part3, right]);
      expect([part3, short({ part3 })]).toEqual([part3, right]);
    }
  });

  test("recursion ends", async () => {
    const { listed } = await build({
      body: {
        type: "object",
        properties: Object.fromEntries(
          Array.from({ length: 120 }, (_, i) => [
            `node${i}`,
            { $ref: "#/components/schemas/Node" },
          ]),
        ),
      },
      schemas: {
        Node: {
          type: "object",
          properties: {
            name: { type: "string", description: "x".repeat(60) },
            next: { $ref: "#/components/schemas/Node" },
          },
        },
      },
    });
    expect(listed).not.toHaveProperty("$defs");
    expect(JSON.stringify(listed)).not.toContain("$ref");
  });
});
