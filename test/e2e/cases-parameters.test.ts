import { rmSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { run } from "../harness/process.js";
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

describeShared("cases: parameters", (shared) => {
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
    const { status, stderr } = await run(process.execPath, ["dist/main.js"], {
      cwd: users.folder,
      env: { ...process.env, USERS_SERVER_REGION: "moon" },
      timeout: 30,
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/USERS_SERVER_REGION is "moon".* eu, us/);
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
});
