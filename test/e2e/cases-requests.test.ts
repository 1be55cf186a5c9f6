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

/** Query of a request, decoded, `+` as a space; pairs in order. */
function query({ url }: Recorded): [string, string][] {
  return [...new URL(url, "http://localhost").searchParams];
}

describeShared("cases: requests", (shared) => {
  const made: string[] = [];
  afterAll(() => {
    for (const folder of made) rmSync(folder, { recursive: true, force: true });
  });

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

  test("03: a path item in another file is called, with its parameter", async () => {
    await using server = await serve(await project("03-multi-file-ref.yaml"));
    expect(line(await server.request("list_items", { limit: 5 }))).toBe(
      "GET /items?limit=5",
    );
  });

  test("05: the operation's server before the document's, one setting per host", async () => {
    const files = await project("05-path-and-operation-servers.yaml");
    expect((await loadApi(files.folder)).servers).toMatchObject([
      { url: "https://api.example.test/2.0" },
    ]);
    expect(files.tool("upload_file").request.servers).toMatchObject([
      { url: "https://upload.example.test/api/2.0" },
    ]);
    await using one = await serve(files, {
      args: (url) => [
        "--server",
        `https://api.example.test=${url}/api`,
        "--server",
        `https://upload.example.test=${url}/upload`,
      ],
    });
    expect(line(await one.request("list_files"))).toBe("GET /api/files");
    expect(line(await one.request("upload_file", { name: "a" }))).toBe(
      "POST /upload/files",
    );
    await using all = await serve(files);
    expect(line(await all.request("upload_file", { name: "a" }))).toBe(
      "POST /files",
    );
  });

  test("06: variables from the environment; one slash between base path and path", async () => {
    const users = await project("06-relative-server-and-variables.yaml");
    const via = (region: string) => (url: string) => [
      "--server",
      `https://${region}.example.test=${url}/myapp/`,
    ];
    await using eu = await serve(users, { args: via("eu") });
    expect(line(await eu.request("list_users"))).toBe("GET /myapp/v1/users");
    await using us = await serve(users, {
      args: via("us"),
      env: { USERS_SERVER_REGION: "us" },
    });
    expect(line(await us.request("list_users"))).toBe("GET /myapp/v1/users");
    await using wrong = await serve(users, {
      args: via("eu"),
      env: { USERS_SERVER_REGION: "moon" },
    });
    const { answer, requests } = await wrong.call("list_users");
    expect(requests).toEqual([]);
    expect(textOf(answer)).toContain("USERS_SERVER_REGION");
  });

  test("09: legal argument names, wire names on the wire", async () => {
    const apps = await project("09-bracketed-parameter-names.yaml");
    const tool = apps.tool("list_apps");
    expect(Object.keys(tool.input["properties"] as object)).toEqual([
      "filter_name",
      "filter_name_prefix",
      "top",
      "x_trace_id",
    ]);
    expect(JSON.stringify(tool.input)).toContain("filter[name]");
    await using server = await serve(apps);
    const request = await server.request("list_apps", {
      filter_name: "a",
      filter_name_prefix: "b",
      top: 5,
      x_trace_id: "t1",
    });
    expect(line(request)).toBe(
      "GET /apps?filter%5Bname%5D=a&filter%5Bname.prefix%5D=b&%24top=5",
    );
    expect(request.headers["x-trace-id"]).toBe("t1");
  });

  test("10: one name in two places is two arguments", async () => {
    const users = await project("10-path-body-name-collision.yaml");
    const { properties } = users.tool("update_user").input as {
      properties: { [name: string]: { description?: string } };
    };
    expect(properties["body_id"]?.description).toBeTruthy();
    const [query_, header] = Object.keys(properties).filter((name) =>
      name.includes("version"),
    );
    await using server = await serve(users);
    const request = await server.request("update_user", {
      id: 7,
      body_id: 9,
      name: "Ann",
      [query_!]: "q",
      [header!]: "h",
    });
    expect(line(request)).toBe("PUT /users/7?version=q");
    expect(request.headers["version"]).toBe("h");
    expect(json(request)).toEqual({ id: 9, name: "Ann" });
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
    const { argument } = media.tool("patch_thing").request.body!;
    const patch = await server.request("patch_thing", {
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

  test("18: the style of each array", async () => {
    await using server = await serve(
      await project("18-query-array-styles.yaml"),
    );
    const [{ name } = { name: "" }] = await server.connection.list();
    const of = async (args: object): Promise<string> =>
      (await server.request(name, args)).url.replace("/search", "");
    expect(await of({ a: ["1", "2"] })).toBe("?a=1&a=2");
    expect(await of({ b: ["1", "2"] })).toBe("?b=1,2");
    expect(await of({ c: ["1", "2"] })).toMatch(/^\?c=1(%20|\+)2$/);
    expect(await of({ d: ["1", "2"] })).toBe("?d=1%7C2");
    expect(await of({ a: [] })).toBe("");
    expect(await of({ e: "/a/b" })).toBe("?e=/a/b");
  });

  test("19: objects in a query", async () => {
    await using server = await serve(
      await project("19-deep-object-query.yaml"),
    );
    const [{ name } = { name: "" }] = await server.connection.list();
    expect(
      query(await server.request(name, { target: { id: "57", type: "org" } })),
    ).toEqual([
      ["target[id]", "57"],
      ["target[type]", "org"],
    ]);
    expect(
      query(await server.request(name, { page: { number: 2, size: 10 } })),
    ).toEqual([
      ["number", "2"],
      ["size", "10"],
    ]);
    expect(
      query(await server.request(name, { sort: { by: "name", dir: "asc" } })),
    ).toEqual([["sort", "by,name,dir,asc"]]);
  });

  test("20: path values stay in their segment", async () => {
    await using server = await serve(
      await project("20-path-parameters-hostile-values.yaml"),
    );
    const url = async (tool: string, args: object): Promise<string> =>
      (await server.request(tool, args)).url;
    expect(await url("get_mirror", { id: "../admin" })).toBe(
      "/accounts/..%2Fadmin/mirrors/..%2Fadmin",
    );
    expect(await url("get_mirror", { id: "a?b#c" })).toBe(
      "/accounts/a%3Fb%23c/mirrors/a%3Fb%23c",
    );
    for (const id of [".", ".."]) {
      const { answer, requests } = await server.call("get_mirror", { id });
      expect([answer.isError, requests]).toEqual([true, []]);
    }
    const tools = (await server.connection.list()).map(({ name }) => name);
    const named = (part: string): string =>
      tools.find((name) => name.includes(part))!;
    expect(await url(named("day"), { days: ["mon", "tue"] })).toBe(
      "/select/mon,tue",
    );
    expect(await url(named("switch"), { on: true })).toBe("/switch/true");
    expect(await url(named("paint"), { color: ["red", "blue"] })).toBe(
      "/paint/;color=red,blue",
    );
    const { answer, requests } = await server.call("get_mirror", {});
    expect([answer.isError, requests]).toEqual([true, []]);
  });

  test("21: headers and cookies", async () => {
    const things = await project("21-header-and-cookie-parameters.yaml");
    const tool = things.tool("list_things");
    const argument = (name: string): string =>
      tool.request.parameters!.find((one) => one.name === name)!.argument!;
    expect(tool.request.parameters!.map(({ name }) => name).sort()).toEqual(
      ["X-Ids", "X-Verbose", "color", "session_tags"].sort(),
    );
    await using server = await serve(things);
    const { headers } = await server.request("list_things", {
      [argument("X-Verbose")]: true,
      [argument("X-Ids")]: [1, 2],
      session_tags: ["a", "b"],
      color: { R: 100, G: 200 },
    });
    expect(headers["x-verbose"]).toBe("true");
    expect(headers["x-ids"]).toBe("1,2");
    expect(headers.cookie).toBe("session_tags=a,b; R=100; G=200");
  });

  test("22: a parameter with content is JSON text", async () => {
    await using server = await serve(
      await project("22-parameter-with-content.yaml"),
    );
    const request = await server.request("list_reports", {
      filter: { from: "2026-01-01" },
    });
    expect(request.url).toBe(
      "/reports?filter=%7B%22from%22%3A%222026-01-01%22%7D",
    );
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
