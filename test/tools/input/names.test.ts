import { describe, expect, test } from "vitest";
import { build, query, type Given } from "./build.js";

describe("argument names", () => {
  test.each<{ title: string; given: Given; want: Record<string, string> }>([
    {
      title: "legal ones as they are, others made legal",
      given: {
        method: "get",
        parameters: [
          query("filter[name]"),
          query("filter[name.prefix]"),
          query("$top"),
          query("filter[ID]"),
          query("filter[XMLName]"),
          query("pageSize"),
          query("2fa"),
          query("größe"),
          { name: "X-Trace-Id", in: "header", schema: { type: "string" } },
        ],
      },
      want: {
        filter_name: "filter[name]",
        filter_name_prefix: "filter[name.prefix]",
        top: "$top",
        filter_id: "filter[ID]",
        filter_XMLName: "filter[XMLName]",
        pageSize: "pageSize",
        _2fa: "2fa",
        gro_e: "größe",
        x_trace_id: "X-Trace-Id",
      },
    },
    {
      title: "one name in several places",
      given: {
        path: "/x/{id}",
        parameters: [
          {
            name: "id",
            in: "path",
            required: true,
            schema: { type: "integer" },
          },
          query("version"),
          { name: "version", in: "header", schema: { type: "string" } },
          { name: "version", in: "cookie", schema: { type: "string" } },
        ],
        body: {
          type: "object",
          properties: { id: { type: "integer" }, version: { type: "string" } },
        },
      },
      want: {
        id: "id",
        version: "version",
        header_version: "version",
        cookie_version: "version",
        body_id: "id",
        body_version: "version",
      },
    },
    {
      title: "a name that another is made into",
      given: {
        method: "get",
        parameters: [query("a[b]"), query("a_b"), query("a.b"), query("a-b")],
      },
      want: { query_a_b: "a[b]", a_b: "a_b", a_b_2: "a.b", a_b_3: "a-b" },
    },
    {
      title: "names of the language",
      given: {
        method: "get",
        parameters: [query("__proto__"), query("constructor")],
      },
      want: { proto: "__proto__", constructor: "constructor" },
    },
  ])("$title", async ({ given, want }) => {
    const { input, request } = await build(given);
    const sent = [
      ...(request.parameters ?? []),
      ...(request.body?.fields ?? []),
    ];
    const named = Object.fromEntries(
      sent.map(({ argument, name }) => [argument, name]),
    );
    expect(named).toEqual(want);
    expect(Object.keys(input.properties).toSorted()).toEqual(
      Object.keys(want).toSorted(),
    );
    for (const [key, wire] of Object.entries(want)) {
      expect(key).toMatch(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/);
      if (key !== wire) {
        expect(input.properties[key]!["description"]).toContain(`Sent as`);
        expect(input.properties[key]!["description"]).toContain(wire);
      }
    }
  });

  test("over-long ones are cut and stay different", async () => {
    const long = "n".repeat(80);
    const { input } = await build({
      method: "get",
      parameters: [query(`${long}a`), query(`${long}b`)],
    });
    const keys = Object.keys(input.properties);
    expect(new Set(keys).size).toBe(2);
    for (const key of keys) expect(key.length).toBeLessThanOrEqual(64);
  });
});
