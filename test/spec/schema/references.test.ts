import { describe, expect, test } from "vitest";
import type { Json } from "../../../src/json.js";
import { codesOf, load, withPaths } from "../documents.js";
import { compile, convert, converted, ref } from "./strict.js";

describe("references", () => {
  test("recursion is kept, what is used once is put in place, nothing else is left", async () => {
    const { schema, diagnostics } = await converted(ref("Order"), {
      Order: {
        type: "object",
        properties: { root: ref("Node"), customer: ref("Customer") },
      },
      Node: {
        type: "object",
        properties: {
          parent: { allOf: [ref("Node")] },
          children: { type: "array", items: ref("Node") },
        },
      },
      Customer: { type: "object", properties: { name: { type: "string" } } },
      Unused: { type: "object", properties: { a: { type: "string" } } },
    });
    const node = { $ref: "#/$defs/Node" };
    expect(schema).toEqual({
      type: "object",
      properties: {
        root: node,
        customer: { type: "object", properties: { name: { type: "string" } } },
      },
      $defs: {
        Node: {
          type: "object",
          properties: {
            parent: node,
            children: { type: "array", items: node },
          },
        },
      },
    });
    expect(diagnostics).toEqual([]);
    expect(
      compile(schema)({
        root: { children: [{ parent: {} }, { children: [] }] },
      }),
    ).toBe(true);
  });

  test.each<{ title: string; schemas: Record<string, Json> }>([
    {
      title: "a union of itself",
      schemas: {
        A: { oneOf: [ref("B"), { type: "string" }] },
        B: { oneOf: [ref("A"), { type: "integer" }] },
      },
    },
    {
      title: "an extension of itself",
      schemas: {
        A: {
          allOf: [
            ref("A"),
            { type: "object", properties: { a: { type: "string" } } },
          ],
        },
      },
    },
    {
      title: "two that extend each other",
      schemas: {
        A: { allOf: [ref("B")], properties: { a: { type: "string" } } },
        B: { allOf: [ref("A")], properties: { b: { type: "string" } } },
      },
    },
  ])("$title is checked in finite time and told", async ({ schemas }) => {
    const { schema, diagnostics } = await converted(ref("A"), schemas);
    expect(codesOf(diagnostics)).toContain("schema-circular");
    expect(() => compile(schema)({ a: "x", b: "y" })).not.toThrow();
  });

  test("a reference to nothing names the pointer and the operation", async () => {
    const { schema, diagnostics } = await converted({ $ref: "#/nowhere" });
    expect(compile(schema)({ any: "thing" })).toBe(true);
    expect(diagnostics).toMatchObject([
      {
        code: "schema-ref-unresolved",
        severity: "error",
        message: expect.stringMatching(/#\/nowhere.*POST \/x/),
      },
    ]);
  });

  test("texts beside a reference are honoured, in 3.1 all keywords", async () => {
    const schemas = { S: { type: "string", description: "Its own" } };
    expect(
      (
        await converted({ ...ref("S"), description: "Here" }, schemas, {
          version: "3.0.3",
        })
      ).schema,
    ).toEqual({ type: "string", description: "Here" });
    expect(
      (await converted({ ...ref("S"), maxLength: 3 }, schemas)).schema,
    ).toEqual({ type: "string", description: "Its own", maxLength: 3 });
  });

  test("names of the language are names like any other", async () => {
    const raw = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"},"$ref":{"type":"boolean"}},"required":["constructor"]}',
    ) as Json;
    const { schema } = await converted(raw);
    expect(Object.keys(schema["properties"] as object)).toEqual([
      "__proto__",
      "constructor",
      "$ref",
    ]);
    const accepts = compile(schema);
    expect(accepts({ constructor: 3 })).toBe(true);
    expect(accepts({})).toBe(false);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe("what is too much", () => {
  test("nesting of thousands of levels is cut, and told", async () => {
    let raw: Json = { type: "string" };
    for (let i = 0; i < 3000; i++)
      raw = { type: "object", properties: { a: raw } };
    const { spec } = await load(withPaths({}));
    const { schema, diagnostics } = convert(spec, raw);
    expect(codesOf(diagnostics)).toEqual(["schema-too-deep"]);
    compile(schema);
  });

  test("exponential and endless chains of references stay small", async () => {
    const schemas: Record<string, Json> = {};
    for (let i = 0; i < 60; i++)
      schemas[`L${i}`] = {
        type: "object",
        properties: { a: ref(`L${i + 1}`), b: ref(`L${i + 1}`) },
      };
    schemas["L60"] = { type: "string" };
    for (let i = 0; i < 3000; i++)
      schemas[`D${i}`] = {
        allOf: [
          ref(`D${i + 1}`),
          { properties: { [`p${i}`]: { type: "string" } } },
        ],
      };
    schemas["D3000"] = {
      type: "object",
      properties: { z: { type: "string" } },
    };
    const start = process.cpuUsage();
    const wide = await converted(ref("L0"), schemas);
    const deep = await converted(ref("D0"), schemas);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1e6).toBeLessThan(10);
    expect(JSON.stringify(wide.schema).length).toBeLessThan(20_000);
    expect(JSON.stringify(deep.schema).length).toBeLessThan(200_000);
    compile(wide.schema);
    compile(deep.schema);
  });
});
