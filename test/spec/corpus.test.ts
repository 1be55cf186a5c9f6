import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UserError } from "../../src/diagnostics.js";
import type { Json } from "../../src/json.js";
import { loadSpec } from "../../src/spec/load.js";
import { listOperations } from "../../src/spec/operations.js";
import { describeShared } from "../shared.js";
import { load, ok, withPaths } from "./documents.js";

describeShared("real documents list every operation", (folder) => {
  const rows = readFileSync(path.join(folder, "corpus/index.tsv"), "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));
  test.each(rows.map((row) => [row[0]!, Number(row[4])] as const))(
    "%s: %i",
    async (file, count) => {
      const { spec, diagnostics } = await loadSpec(
        path.join(folder, "corpus", file),
        { validate: "never" },
      );
      const { operations, dropped } = listOperations(spec);
      expect(dropped).toEqual([]);
      expect(operations).toHaveLength(count);
      expect(new Set(operations.map(({ key }) => key)).size).toBe(count);
      // The one broken reference of the collection is Intercom's own.
      expect(
        diagnostics.filter(({ code }) => /^reference-(?!neighbour)/.test(code))
          .length,
      ).toBe(file.startsWith("intercom") ? 1 : 0);
    },
  );
});

describeShared(
  "documents of real bug reports list their operations without a loss",
  (folder) => {
    test.each(
      readdirSync(path.join(folder, "cases")).filter(
        (name) => !name.includes(".parts."),
      ),
    )("%s", async (file) => {
      const { spec } = await loadSpec(path.join(folder, "cases", file), {
        validate: "never",
      });
      const { operations, dropped } = listOperations(spec);
      expect(operations.length).toBeGreaterThan(0);
      expect(dropped).toEqual([]);
    });
  },
);

describeShared("hostile documents", (folder) => {
  const want: {
    readonly [prefix: string]: {
      readonly codes?: readonly string[];
      readonly error?: string;
    };
  } = {
    "05": { codes: ["server-refused", "server-missing"] },
    "11": {
      codes: ["parameter-dropped", "media-type-dropped", "header-dropped"],
    },
    "24": { codes: ["reference-unresolved"] },
    "28": { codes: ["reference-outside"] },
    "29": { codes: ["reference-remote"] },
    "30": { codes: ["reference-loop"] },
    "34": { error: "document-too-large" },
    "35": { codes: ["document-too-deep"] },
    "43": { codes: ["server-refused", "server-doubtful"] },
  };
  test.each(
    readdirSync(path.join(folder, "hostile")).filter((name) =>
      /\.(json|yaml)$/.test(name),
    ),
  )("%s", async (file) => {
    const start = performance.now();
    const expected = want[file.slice(0, 2)];
    let codes: string[];
    try {
      const { spec, diagnostics } = await loadSpec(
        path.join(folder, "hostile", file),
        { validate: true },
      );
      const listed = listOperations(spec);
      codes = [...diagnostics, ...listed.diagnostics].map(({ code }) => code);
      expect(listed.operations.length).toBeGreaterThan(0);
      expect(expected?.error).toBeUndefined();
    } catch (error) {
      expect(error).toBeInstanceOf(UserError);
      codes = (error as UserError).diagnostics.map(({ code }) => code);
      expect(codes).toEqual([expected?.error]);
    }
    for (const code of expected?.codes ?? []) expect(codes).toContain(code);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(
      ({} as Record<string, unknown>)["HOSTILE_CANARY_23"],
    ).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe("whatever stands in a document", () => {
  const rich = withPaths(
    {
      "/a/{id}": {
        parameters: [
          {
            name: "id",
            in: "path",
            required: true,
            schema: { type: "string" },
          },
          { $ref: "#/components/parameters/p" },
        ],
        servers: [
          {
            url: "https://{v}.example.test",
            variables: { v: { default: "x", enum: ["x"] } },
          },
        ],
        post: {
          operationId: "a",
          tags: ["t"],
          requestBody: {
            required: true,
            content: {
              "multipart/form-data": {
                schema: { $ref: "#/components/schemas/s" },
                encoding: { f: { contentType: "a/b" } },
                examples: { e: { value: 1 } },
              },
            },
          },
          responses: {
            "200": {
              description: "x",
              headers: { X: {} },
              content: { "text/plain": { schema: {} } },
            },
          },
          callbacks: { c: { "{$url}": { post: { responses: ok } } } },
          security: [{ k: [] }],
          "x-mcp": {
            annotations: { readOnlyHint: true },
            arguments: { id: { name: "x" } },
          },
        },
      },
    },
    {
      tags: [{ name: "t" }],
      webhooks: { w: { post: {} } },
      components: {
        parameters: {
          p: { name: "p", in: "query", content: { "application/json": {} } },
        },
        schemas: {
          s: { discriminator: { propertyName: "t", mapping: { a: "#/x" } } },
        },
        securitySchemes: { k: { type: "http" } },
      },
    },
  );
  const old = {
    swagger: "2.0",
    info: {},
    host: "a.example.test",
    basePath: "/",
    schemes: ["https"],
    consumes: ["a/b"],
    produces: ["a/b"],
    paths: {
      "/a": {
        post: {
          consumes: ["c/d"],
          parameters: [
            { name: "b", in: "body", schema: {} },
            {
              name: "f",
              in: "formData",
              type: "file",
              collectionFormat: "csv",
            },
            {
              name: "q",
              in: "query",
              type: "array",
              items: { type: "string" },
            },
          ],
          responses: {
            "200": { schema: {}, examples: { "a/b": 1 }, headers: { X: {} } },
          },
        },
      },
    },
    securityDefinitions: { k: {} },
  };

  const pointers = (value: unknown, path: string[] = []): string[][] =>
    typeof value === "object" && value !== null
      ? [
          path,
          ...Object.entries(value).flatMap(([key, child]) =>
            pointers(child, [...path, key]),
          ),
        ]
      : [path];
  const replaced = (
    value: unknown,
    path: readonly string[],
    by: unknown,
  ): unknown => {
    if (path.length === 0) return by;
    const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
      ? [...value]
      : { ...(value as object) };
    (copy as Record<string, unknown>)[path[0]!] = replaced(
      (copy as Record<string, unknown>)[path[0]!],
      path.slice(1),
      by,
    );
    return copy;
  };
  const odd = fc.oneof(
    fc.constantFrom<Json>(
      null,
      true,
      0,
      "",
      "x",
      [],
      {},
      [null],
      [[]],
      [{}],
      { $ref: null },
      { $ref: "#" },
      { $ref: "#/paths" },
      { $ref: "#/nothing" },
      { $ref: "" },
      { $ref: "a b:c" },
      { constructor: {} },
      "\u0000",
      "{",
      "${x}",
    ),
    fc.json({ maxDepth: 2 }).map((text) => JSON.parse(text) as Json),
  );

  test.each<[string, object]>([
    ["OpenAPI 3", rich],
    ["Swagger 2.0", old],
  ])(
    "%s: any part may be anything, and nothing is thrown but errors for the user",
    async (_, document) => {
      const places = pointers(document).filter((path) => path.length > 0);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.constantFrom(...places), odd), {
            minLength: 1,
            maxLength: 3,
          }),
          async (changes) => {
            let mutant: unknown = document;
            for (const [path, by] of changes) {
              try {
                mutant = replaced(mutant, path, by);
              } catch {
                // An earlier change took the place away.
              }
            }
            try {
              const { spec } = await load(JSON.stringify(mutant));
              const { operations } = listOperations(spec);
              expect(new Set(operations.map(({ key }) => key)).size).toBe(
                operations.length,
              );
            } catch (error) {
              expect(error).toBeInstanceOf(UserError);
            }
          },
        ),
        { numRuns: 300 },
      );
    },
  );
});
