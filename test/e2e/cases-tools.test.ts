import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { load } from "js-yaml";
import { afterAll, expect, test } from "vitest";
import type { AnyTool } from "../../templates/project/src/runtime/tool.js";
import { describeShared } from "../shared.js";
import { lab, type Lab } from "./lab.js";

// The cases of ../shared/cases whose header says what a tool looks like. Each expectation is that header's.

type Schema = { readonly [keyword: string]: unknown } & {
  readonly properties?: { readonly [name: string]: Schema };
  readonly $defs?: { readonly [name: string]: Schema };
};

function inputOf(tool: AnyTool): Schema {
  return tool.input as Schema;
}

/** The schema that a reference within the tool's input leads to. */
function resolve(root: Schema, schema: Schema | undefined): Schema {
  const ref = schema?.["$ref"];
  return typeof ref === "string"
    ? resolve(root, root.$defs![ref.replace("#/$defs/", "")])
    : schema!;
}

/** Whether the arguments are valid, by a validator that is not the server's. */
function accepts(tool: AnyTool, args: object): boolean {
  return new Ajv2020({ strict: false, validateFormats: false }).compile(
    tool.input,
  )(args) as boolean;
}

describeShared("cases: tools", (shared) => {
  const made: string[] = [];
  afterAll(() => {
    for (const folder of made) rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  async function project(file: string, config?: object): Promise<Lab> {
    const result = await lab(
      path.join(shared, "cases", file),
      config && { config },
    );
    made.push(result.folder);
    return result;
  }

  test("01: recursion is kept as a local reference", async () => {
    const tool = (await project("01-circular-schema.yaml")).tool(
      "create_folder",
    );
    const input = inputOf(tool);
    const folder = resolve(input, input.properties!["folder"]);
    const items = folder.properties!["children"]!["items"] as Schema;
    expect(items["$ref"]).toMatch(/^#\/\$defs\//);
    expect(resolve(input, items)).toBe(
      resolve(input, { $ref: items["$ref"] as string }),
    );
    expect(resolve(input, items).properties).toHaveProperty("children");
    expect(Object.keys(input.properties!)).toEqual(["folder", "owner"]);
    const deep = { name: "a", children: [{ name: "b", children: [{}] }] };
    expect(accepts(tool, { folder: deep })).toBe(false);
  });

  test("02: a property named $ref is a property", async () => {
    const [tool] = (await project("02-property-named-dollar-ref.yaml")).tools;
    const { items } = inputOf(tool!).properties!["members"] as {
      items: Schema;
    };
    expect(Object.keys(items.properties!)).toEqual(["value", "$ref"]);
  });

  test("03: references across files, from any working folder", async () => {
    const document = path.join(shared, "cases/03-multi-file-ref.yaml");
    const elsewhere = await lab(document, { cwd: "/" });
    made.push(elsewhere.folder);
    expect(
      inputOf(elsewhere.tool("list_items")).properties!["limit"],
    ).toMatchObject({ type: "integer", minimum: 1, maximum: 100 });
  });

  test("04: pointers to anywhere; nothing dangles, nothing is left over", async () => {
    const tool = (await project("04-ref-outside-components.yaml")).tool(
      "save_prefs",
    );
    const input = inputOf(tool);
    expect(resolve(input, input.properties!["guid"])).toMatchObject({
      type: "string",
      format: "uuid",
    });
    const view = resolve(input, input.properties!["view"]);
    const layout = resolve(input, view.properties!["layout"]);
    expect(layout.properties!["columns"]).toMatchObject({ type: "integer" });
    expect(JSON.stringify(input)).not.toContain("Unused");
    expect(() =>
      new Ajv2020({ strict: false, validateFormats: false }).compile(input),
    ).not.toThrow();
  });

  test("07: unique names without a running number, whatever the order", async () => {
    const file = path.join(
      shared,
      "cases/07-missing-and-clashing-operation-ids.yaml",
    );
    const names = (from: Lab): { [key: string]: string } =>
      Object.fromEntries(
        from.tools.map(({ name, request }) => [request.path, name]),
      );
    const tree = names(
      await project("07-missing-and-clashing-operation-ids.yaml"),
    );
    expect(tree["/people"]).toBe("list_people");
    expect(tree["/places"]).toBe("list_places");
    expect(tree["/people/{handle}"]).toBe("get_person");
    expect(new Set(Object.values(tree)).size).toBe(5);
    for (const name of Object.values(tree)) expect(name).not.toMatch(/\d/);
    expect(tree["/a"]).toMatch(/^list_/);
    expect(tree["/b"]).toMatch(/^list_/);
    const document = load(readFileSync(file, "utf8")) as { paths: object };
    const reversed = await lab("-", {
      input: JSON.stringify({
        ...document,
        paths: Object.fromEntries(Object.entries(document.paths).reverse()),
      }),
    });
    made.push(reversed.folder);
    expect(names(reversed)).toEqual(tree);
  });

  test("08: 40 characters, verb and main noun kept, short names untouched", async () => {
    const { tools } = await project("08-long-operation-ids.yaml");
    const [members, owners, requests] = [
      "/sheets/{id}/values/clear",
      "/sheets/{id}/values/clear-owners",
      "/requests",
    ].map((at) => tools.find(({ request }) => request.path === at)!.name);
    expect(requests).toBe("list_requests");
    for (const name of [members!, owners!]) {
      expect(name.length).toBeLessThanOrEqual(40);
      expect(name).toMatch(/clear/);
      expect(name).toMatch(/value|sheet/);
    }
    expect(members).not.toBe(owners);
  });

  test("23: nullable, and what only OpenAPI knows", async () => {
    const tool = (await project("23-nullable-in-3-0.yaml")).tool(
      "create_ticket",
    );
    const input = inputOf(tool);
    const text = JSON.stringify(input);
    for (const keyword of ["nullable", "xml", "discriminator", "externalDocs"])
      expect(text).not.toContain(`"${keyword}"`);
    const { status, note, parent, price } = input.properties!;
    expect(status!["anyOf"]).toMatchObject([
      { type: "string", enum: ["open", "closed"] },
      { type: "null" },
    ]);
    expect(note).not.toHaveProperty("type");
    expect(note!["anyOf"]).toMatchObject([
      { type: "string" },
      { type: "null" },
    ]);
    expect((parent!["anyOf"] as Schema[]).at(-1)).toEqual({ type: "null" });
    expect(price!["exclusiveMinimum"]).toBe(0);
    expect(price).not.toHaveProperty("minimum");
    expect(price).not.toHaveProperty("example");
    expect(accepts(tool, { status: null, note: null, parent: null })).toBe(
      true,
    );
    expect(accepts(tool, { status: "other" })).toBe(false);
    expect(accepts(tool, { status: "open", price: 0 })).toBe(false);
  });

  test("24: readOnly leaves the input with its required, writeOnly the output", async () => {
    const projects = await project("24-read-only-write-only.yaml", {
      output: "structured",
    });
    const tool = projects.tool("update_project");
    expect(Object.keys(inputOf(tool).properties!).sort()).toEqual([
      "name",
      "pid",
      "secret",
    ]);
    expect([...(inputOf(tool)["required"] as string[])].sort()).toEqual([
      "name",
      "pid",
    ]);
    const output = tool.output as Schema;
    expect(Object.keys(resolve(output, output).properties!).sort()).toEqual([
      "created",
      "id",
      "name",
    ]);
  });

  test("25: allOf of objects is one object; bounds meet; the outer text wins", async () => {
    const boxes = (await project("25-allof-composition.yaml")).tool(
      "create_box",
    );
    const input = inputOf(boxes);
    expect(input).not.toHaveProperty("allOf");
    expect(Object.keys(input.properties!).sort()).toEqual([
      "kind",
      "name",
      "size",
    ]);
    expect([...(input["required"] as string[])].sort()).toEqual([
      "kind",
      "name",
    ]);
    expect(input.properties!["size"]).toMatchObject({
      minimum: 1,
      maximum: 10,
    });
  });

  test("26: each member of a union names itself; the root is an object", async () => {
    const pets = await project("26-discriminated-unions.yaml");
    const input = inputOf(pets.tool("create_pet"));
    const pet = resolve(input, input.properties!["pet"]);
    const members = ((pet["anyOf"] ?? pet["oneOf"]) as Schema[]).map((one) =>
      resolve(input, one),
    );
    expect(members.map((one) => one.properties!["petType"]!["enum"])).toEqual([
      ["kitty"],
      ["dog"],
    ]);
    expect(members.map((one) => Object.keys(one.properties!))).toEqual([
      ["petType", "lives"],
      ["petType", "bark"],
    ]);
    const root = inputOf(pets.tool("register_pet"));
    expect(root["type"]).toBe("object");
    for (const keyword of ["oneOf", "anyOf", "allOf", "not", "enum"])
      expect(root).not.toHaveProperty(keyword);
    expect(JSON.stringify([input, root])).not.toContain("discriminator");
  });

  test("27: nothing that a strict client refuses", async () => {
    const strict = await project("27-schemas-strict-clients-refuse.yaml");
    expect(inputOf(strict.tool("ping"))).toEqual({
      type: "object",
      properties: {},
      additionalProperties: false,
    });
    const { tags, kind, level, version, point, extra } = inputOf(
      strict.tool("create_job"),
    ).properties!;
    expect(tags).toHaveProperty("items");
    expect(kind!["enum"]).toEqual(["a", "b"]);
    expect(level).toMatchObject({ type: "integer", enum: [1, 2] });
    expect(version!["enum"]).toEqual([2]);
    expect(version).not.toHaveProperty("const");
    expect(point).toHaveProperty("items");
    expect(extra).not.toHaveProperty("type");
    expect(extra!["anyOf"]).toMatchObject([
      { type: "string" },
      { type: "null" },
    ]);
    const gemini = await project("27-schemas-strict-clients-refuse.yaml", {
      clients: ["gemini"],
    });
    const bounded = inputOf(gemini.tool("create_job")).properties!["level"]!;
    expect(bounded).toMatchObject({ type: "integer", minimum: 1, maximum: 2 });
    expect(bounded).not.toHaveProperty("enum");
  });

  test("28: hints by operation, extension before verb", async () => {
    const { tools } = await project("28-annotations-by-operation.yaml");
    const hints = Object.fromEntries(
      tools.map(
        ({
          name,
          annotations: { readOnlyHint, destructiveHint, idempotentHint },
        }) => [
          name,
          [readOnlyHint, destructiveHint, idempotentHint].map(Number).join(""),
        ],
      ),
    );
    // Read-only, destructive, idempotent.
    expect(hints).toEqual({
      list_pets: "101",
      search_pets: "101",
      create_pet: "000",
      replace_pet: "011",
      patch_pet: "010",
      delete_pet: "011",
      reset_all: expect.stringMatching(/^01/),
    });
    for (const { title, annotations } of tools) {
      expect(title).not.toBe("");
      expect(typeof annotations.openWorldHint).toBe("boolean");
    }
  });

  test("33: descriptions say what matters and nothing else", async () => {
    const orgs = await project("33-descriptions.yaml");
    expect(orgs.tool("list_orgs").description).toMatch(
      /list all organi[sz]ations/i,
    );
    const one = orgs.tool("get_org");
    expect(one.description).toMatch(/^Get one organisation/);
    expect(one.description).toContain("organisation with its plan");
    expect(one.description).not.toMatch(/\*\*|\]\(|<details>|https:/);
    expect(one.description.length).toBeLessThanOrEqual(1024);
    const { id, state } = inputOf(one).properties!;
    expect(id!["description"]).toContain("Organisation number from list_orgs");
    const text = `${String(state!["description"])} ${JSON.stringify(resolve(inputOf(one), state))}`;
    expect(text).toContain("Which state to show");
    expect(text).toContain("open");
    const removed = orgs.tools.find(
      ({ request }) => request.method === "DELETE",
    )!;
    expect(removed.description).toMatch(/deprecated/i);
    const without = await lab(path.join(shared, "cases/33-descriptions.yaml"), {
      flags: ["--deprecated", "exclude"],
    });
    made.push(without.folder);
    expect(without.tools).toHaveLength(2);
    expect(without.said).toMatch(
      /3 operations: 2 tools, 1 skipped \(.*deprecated/,
    );
  });
});
