import { rmSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { textOf } from "../harness/client.js";
import { loadApi } from "../harness/project.js";
import type { Recorded } from "../harness/recorder.js";
import { describeShared } from "../shared.js";
import { lab, line, serve, type Lab } from "./lab.js";

// The cases of ../shared/cases whose header says what goes over the wire. Each expectation is that header's.

function json({ body }: Recorded): unknown {
  return JSON.parse(body.toString());
}

describeShared("cases: bodies", (shared) => {
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

  test("01: a recursive argument is sent as it is", async () => {
    await using server = await serve(await project("01-circular-schema.yaml"));
    const folder = { name: "a", children: [{ name: "b", children: [] }] };
    const request = await server.request("create_folder", { folder });
    expect(json(request)).toEqual({ folder });
  });

  test("02: a property named $ref is a field like any other", async () => {
    await using server = await serve(
      await project("02-property-named-dollar-ref.yaml"),
    );
    const [{ name } = { name: "" }] = await server.connection.list();
    const args = {
      displayName: "g",
      members: [{ value: "1", $ref: "/Users/1" }],
    };
    expect(json(await server.request(name, args))).toEqual(args);
  });

  test("11: the slot of a whole body steps aside for parameters", async () => {
    const values = await project("11-parameter-named-like-the-body-slot.yaml");
    const tool = values.tool("set_values");
    const slot = tool.request.body!.argument!;
    expect(["body", "requestBody"]).not.toContain(slot);
    await using server = await serve(values);
    const request = await server.request("set_values", {
      body: "active",
      requestBody: "x",
      [slot]: [1, 2],
    });
    expect(line(request)).toBe("POST /values?body=active&requestBody=x");
    expect(json(request)).toEqual([1, 2]);
  });

  test("12: bodies that are no objects", async () => {
    await using server = await serve(
      await project("12-non-object-bodies.yaml"),
    );
    const sent = async (tool: string, body: unknown): Promise<string[]> => {
      const request = await server.request(tool, { body });
      return [request.headers["content-type"] ?? "", request.body.toString()];
    };
    expect(await sent("replace_tags", ["a", "b"])).toEqual([
      "application/json",
      '["a","b"]',
    ]);
    expect(await sent("set_flag", true)).toEqual(["application/json", "true"]);
    expect(await sent("set_note", "true")).toEqual([
      "application/json",
      '"true"',
    ]);
    for (const { inputSchema } of await server.connection.list())
      expect(inputSchema.type).toBe("object");
  });

  test("13: a dictionary is sent unwrapped; unknown keys at the root are refused", async () => {
    const labels = await project("13-dictionary-body.yaml");
    await using server = await serve(labels);
    expect(labels.tools).toHaveLength(2);
    for (const { name, request } of labels.tools) {
      const sent = await server.request(name, {
        [request.body!.argument!]: { team: "infra" },
      });
      expect(json(sent)).toEqual({ team: "infra" });
      const { answer, requests } = await server.call(name, {
        [request.body!.argument!]: {},
        unknown: 1,
      });
      expect([answer.isError, requests]).toEqual([true, []]);
    }
  });

  test("14: one field of an object body is still an object", async () => {
    const notify = await project("14-one-field-object-body.yaml");
    expect(
      [
        ...(notify.tool("create_notification").input["required"] as string[]),
      ].sort(),
    ).toEqual(["body", "project_id"]);
    await using server = await serve(notify);
    const request = await server.request("create_notification", {
      project_id: 1,
      body: "Test",
    });
    expect(line(request)).toBe("POST /projects/1/notifications");
    expect(request.body.toString()).toBe('{"body":"Test"}');
  });

  test("15: a form as its Encoding Object says", async () => {
    await using server = await serve(
      await project("15-form-urlencoded-body.yaml"),
    );
    const request = await server.request("create_charge", {
      amount: 500,
      currency: "eur",
      metadata: { order: "1" },
      expand: ["customer"],
    });
    expect(request.headers["content-type"]).toMatch(
      /^application\/x-www-form-urlencoded/,
    );
    expect(request.body.toString()).toBe(
      "amount=500&currency=eur&metadata%5Border%5D=1&expand%5B%5D=customer",
    );
  });

  test("16: an upload is multipart; a path needs the operator's leave", async () => {
    const uploads = await project("16-multipart-upload.yaml");
    const tool = uploads.tool("upload_file");
    expect([...(tool.input["required"] as string[])].sort()).toEqual([
      "file",
      "purpose",
    ]);
    expect(tool.annotations).toMatchObject({
      readOnlyHint: false,
      openWorldHint: true,
    });
    await using server = await serve(uploads);
    const request = await server.request("upload_file", {
      purpose: "batch",
      file: { text: "one,two", filename: "a.csv", contentType: "text/csv" },
    });
    const type = request.headers["content-type"] ?? "";
    expect(type).toMatch(/^multipart\/form-data; ?boundary=/);
    const form = await new Response(new Uint8Array(request.body), {
      headers: { "content-type": type },
    }).formData();
    expect(form.get("purpose")).toBe("batch");
    const file = form.get("file") as File;
    expect([file.name, file.type, await file.text()]).toEqual([
      "a.csv",
      "text/csv",
      "one,two",
    ]);
    const { answer, requests } = await server.call("upload_file", {
      purpose: "batch",
      file: { path: "/etc/hostname" },
    });
    expect([answer.isError, requests]).toEqual([true, []]);
  });

  test("17: the declared media type goes on the wire", async () => {
    const media = await project("17-vendor-json-media-types.yaml");
    await using server = await serve(media, {
      reply: () => ({
        status: 201,
        headers: { "content-type": "application/vnd.api+json" },
        body: '{ "data": {} }',
      }),
    });
    const { name, request: described } = media.tools.find(
      ({ request }) => request.method === "PATCH",
    )!;
    const { argument } = described.body!;
    const patch = await server.request(name, {
      id: "1",
      [argument!]: [{ op: "add", path: "/a", value: 1 }],
    });
    expect(patch.headers["content-type"]).toBe("application/json-patch+json");
    expect(json(patch)).toEqual([{ op: "add", path: "/a", value: 1 }]);
    const { answer, requests } = await server.call("create_article", {
      data: {},
    });
    expect(requests[0]!.headers["content-type"]).toMatch(
      /^application\/vnd\.api\+json/,
    );
    expect(textOf(answer)).toContain('{"data":{}}');
  });

  test("26: a union goes out as it was given", async () => {
    const pets = await project("26-discriminated-unions.yaml");
    await using server = await serve(pets);
    const kitty = { petType: "kitty", lives: 9 };
    expect(json(await server.request("create_pet", { pet: kitty }))).toEqual({
      pet: kitty,
    });
    const { argument } = pets.tool("register_pet").request.body!;
    expect(
      json(await server.request("register_pet", { [argument!]: kitty })),
    ).toEqual(kitty);
  });

  test("35: Swagger 2.0", async () => {
    const old = await project("35-swagger-2-input.yaml");
    expect((await loadApi(old.folder)).servers).toMatchObject([
      { url: "https://api.example.test/v2" },
    ]);
    await using server = await serve(old);
    const upload = await server.request("create_pet", {
      name: "Rex",
      photo: { base64: "AAEC", filename: "r.png" },
    });
    const form = await new Response(new Uint8Array(upload.body), {
      headers: { "content-type": upload.headers["content-type"] ?? "" },
    }).formData();
    expect(form.get("name")).toBe("Rex");
    expect([
      ...new Uint8Array(await (form.get("photo") as File).arrayBuffer()),
    ]).toEqual([0, 1, 2]);
    expect(
      line(
        await server.request("search_pets", { ids: [1, 2], tags: ["a", "b"] }),
      ),
    ).toBe("GET /pets?ids=1&ids=2&tags=a,b");
  });
});
