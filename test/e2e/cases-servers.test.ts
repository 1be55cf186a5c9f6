import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { textOf } from "../harness/client.js";
import { describeShared } from "../shared.js";
import { lab, serve, type Lab } from "./lab.js";

// The cases of ../shared/cases whose header says what a running server does. Each expectation is that header's.

describeShared("cases: servers", (shared) => {
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

  test("29: answers that drift, fail or are empty", async () => {
    const answers = await project("29-non-object-and-drifting-responses.yaml", {
      output: "structured",
    });
    const replies: { [url: string]: object } = {
      "/tags": { body: '["a","b"]' },
      "/me": { body: '{ "id": "7", "extra": 1 }' },
      "/logout": { status: 204 },
    };
    let missing = false;
    await using server = await serve(answers, {
      reply: ({ url }) =>
        missing
          ? {
              status: 404,
              headers: { "content-type": "application/problem+json" },
              body: '{ "detail": "no such user" }',
            }
          : {
              headers: { "content-type": "application/json" },
              ...replies[url],
            },
    });
    const tags = await server.connection.call("list_tags");
    expect(tags.isError).not.toBe(true);
    expect([["a", "b"], { result: ["a", "b"] }]).toContainEqual(
      tags.structuredContent,
    );
    const me = await server.connection.call("get_me");
    expect(me.isError).not.toBe(true);
    // What contradicts the schema that was advertised would make clients throw the whole answer away.
    expect(me.structuredContent).toMatchObject({ extra: 1 });
    expect(textOf(me)).toContain('"id":"7"');
    const done = await server.connection.call("logout");
    expect(done.isError).not.toBe(true);
    expect(textOf(done)).toMatch(/done|204/i);
    missing = true;
    const failed = await server.connection.call("get_me");
    expect(failed.isError).toBe(true);
    expect(failed.structuredContent).toBeUndefined();
    expect(textOf(failed)).toMatch(/404[\s\S]*no such user/);
  });

  test("30: bytes stay bytes, by media type", async () => {
    // Not UTF-8, so that whatever reads them as text is found out.
    const picture = Buffer.from("\x89PNG\r\n\x1a\n\xff\x00\xfe", "latin1");
    const pages = Buffer.from("%PDF-1.7\n\xff\x00\xfe", "latin1");
    let broken = false;
    await using server = await serve(
      await project("30-binary-responses.yaml"),
      {
        reply: ({ url }) =>
          broken
            ? {
                status: 500,
                headers: { "content-type": "text/plain" },
                body: "camera on fire",
              }
            : url.startsWith("/photo")
              ? { headers: { "content-type": "image/png" }, body: picture }
              : url.startsWith("/invoice")
                ? {
                    headers: { "content-type": "application/pdf" },
                    body: pages,
                  }
                : {
                    headers: { "content-type": "text/csv" },
                    body: "a,b\n1,2\n",
                  },
      },
    );
    const photo = await server.connection.call("get_photo", { id: "1" });
    expect(photo.content[0]).toMatchObject({
      type: "image",
      mimeType: "image/png",
      data: picture.toString("base64"),
    });
    const invoice = await server.connection.call("get_invoice_pdf", {
      id: "1",
    });
    expect(
      invoice.content.find(({ type }) => type === "resource"),
    ).toMatchObject({
      resource: { mimeType: "application/pdf", blob: pages.toString("base64") },
    });
    const csv = await server.connection.call("export_csv");
    expect(textOf(csv)).toContain("a,b\n1,2");
    broken = true;
    const failed = await server.connection.call("get_photo", { id: "1" });
    expect(failed.isError).toBe(true);
    expect(textOf(failed)).toMatch(/500[\s\S]*camera on fire/);
  });

  test("31: texts of the document do nothing when the server starts", async () => {
    const evil = await project("31-hostile-spec-text.yaml");
    const [tool] = evil.tools;
    expect(tool!.name).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(tool!.description).not.toContain("ignore previous");
    const { properties } = tool!.input as {
      properties: { id: { enum: string[] } };
    };
    expect(properties.id.enum).toEqual(["`${1}`", "a'b", "line\\nbreak"]);
    expect(Reflect.get(globalThis, "PWNED")).toBeUndefined();
    expect(process.env["PWNED"]).toBeUndefined();
    await using server = await serve(evil);
    expect(await server.connection.list()).toHaveLength(1);
  });

  test("32: alternatives, public operations, and the variables to set", async () => {
    const auth = await project("32-security-combinations.yaml");
    const example = readFileSync(
      path.join(auth.folder, ".env.example"),
      "utf8",
    );
    const variables = [...example.matchAll(/^([A-Z0-9_]+)=$/gm)].map(
      (match) => match[1]!,
    );
    const named = (...parts: string[]): string => {
      const found = variables.find((name) =>
        parts.every((part) => name.includes(part)),
      );
      expect(found, `${parts.join()} in ${variables.join()}`).toBeDefined();
      return found!;
    };
    const key = named("API_KEY");
    const user = named("BASIC", "USERNAME");
    const password = named("BASIC", "PASSWORD");
    const session = named("SESSION");
    const token = variables.find((name) => name.endsWith("OAUTH_TOKEN"))!;

    await using none = await serve(auth);
    const refused = await none.call("get_a");
    expect(refused.requests).toEqual([]);
    expect(refused.answer.isError).toBe(true);
    for (const name of [key, user, token])
      expect(textOf(refused.answer)).toContain(name);
    const open = await none.request("get_public");
    expect(open.headers.authorization).toBeUndefined();
    expect(open.headers.cookie).toBeUndefined();
    const maybe = await none.request("get_maybe");
    expect(maybe.headers.authorization).toBeUndefined();

    // An empty password is one.
    await using both = await serve(auth, {
      env: { [key]: "k", [user]: "u", [password]: "", [session]: "s" },
    });
    const first = await both.request("get_a");
    expect(first.url).toBe("/a?api_key=k");
    expect(first.headers.authorization).toBe(
      `Basic ${Buffer.from("u:").toString("base64")}`,
    );
    expect((await both.request("get_cookie")).headers.cookie).toBe("sid=s");
    expect((await both.request("get_public")).url).toBe("/public");

    await using second = await serve(auth, { env: { [token]: "t-secret" } });
    const other = await second.request("get_a");
    expect(other.url).toBe("/a");
    expect(other.headers.authorization).toBe("Bearer t-secret");
    const listed = JSON.stringify(await second.connection.list());
    expect(listed + second.connection.log()).not.toContain("t-secret");
    expect(listed).not.toContain("api_key");
  });
});
