import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { afterAll, describe, expect, test } from "vitest";
import { textOf } from "../harness/client.js";
import { startRecorder } from "../harness/recorder.js";
import { describeShared } from "../shared.js";
import { lab, serve, type Lab } from "./lab.js";

// The run-time half of the hostile documents: what their servers do when they are called.

interface HostileCall {
  readonly args: { readonly id: string; readonly [name: string]: string };
  readonly expectPathOr?: string;
}

describeShared("servers of hostile documents", (shared) => {
  const folder = path.join(shared, "hostile");
  const made: string[] = [];
  afterAll(() => {
    for (const project of made)
      rmSync(project, { recursive: true, force: true });
  }, 60_000);

  function documentOf(number: string): string {
    return path.join(
      folder,
      readdirSync(folder).find((name) => name.startsWith(number))!,
    );
  }

  async function projectOf(number: string): Promise<Lab> {
    const project = await lab(documentOf(number));
    made.push(project.folder);
    return project;
  }

  function callsOf(number: string): HostileCall[] {
    return (
      load(readFileSync(documentOf(number), "utf8")) as {
        "x-calls": HostileCall[];
      }
    )["x-calls"];
  }

  test("36: a value that makes a pattern backtrack is answered at once", async () => {
    await using server = await serve(await projectOf("36"));
    // What the first call compiles is not what is measured.
    await server.call("get_thing", { id: "x" });
    for (const { args } of callsOf("36")) {
      const started = performance.now();
      await server.call("get_thing", args);
      expect(performance.now() - started).toBeLessThan(200);
    }
  });

  test("41: a path value stays one segment, or nothing is sent", async () => {
    await using server = await serve(await projectOf("41"), {
      args: (url) => ["--base-url", `${url}/v1`],
    });
    const name = (await server.connection.list())[0]!.name;
    const calls = callsOf("41");
    expect(calls.length).toBeGreaterThan(10);
    for (const { args, expectPathOr = "" } of calls) {
      const { answer, requests } = await server.call(name, args);
      const shown = `${JSON.stringify(args)}: ${textOf(answer)}`;
      if (expectPathOr.startsWith("refused")) {
        expect(requests, shown).toEqual([]);
        expect(answer.isError, shown).toBe(true);
      } else {
        expect(
          requests.map(({ url }) => url),
          shown,
        ).toEqual([expectPathOr]);
      }
    }
  });

  describe("42: credentials stay with the API's own origin", () => {
    const env = { SHELL_TOK_TOKEN: "secret-token", SHELL_KEY: "secret-key" };

    test("an operation's server elsewhere is not called with them", async () => {
      const project = await projectOf("42");
      await using other = await startRecorder();
      await using server = await serve(project, { env, args: () => [] });
      const answers = await Promise.all(
        project.tools.map(({ name, input }) =>
          server.connection.call(
            name,
            "id" in (input["properties"] as object) ? { id: "1" } : {},
          ),
        ),
      );
      expect(other.requests).toEqual([]);
      for (const [index, answer] of answers.entries()) {
        const { request } = project.tools[index]!;
        expect(answer.isError).toBe(true);
        const [origin] =
          request.servers?.map(({ url }) => new URL(url).origin) ?? [];
        expect(textOf(answer)).toContain(origin);
        expect(textOf(answer)).toMatch(/trustedOrigins|trusted-origins/);
        expect(textOf(answer)).not.toMatch(/secret-/);
      }
    });
  });

  test("43: a server that is no plain web address is not called", async () => {
    const project = await projectOf("43");
    await using server = await serve(project, {
      env: { SHELL_TOK_TOKEN: "secret-token" },
      args: () => [],
    });
    const answer = await server.connection.call(project.tools[0]!.name, {
      id: "1",
    });
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).not.toMatch(/secret-|pass@/);
    const listed = JSON.stringify(project.tools) + project.said;
    expect(listed).not.toContain("user:pass");
  });

  test("44: a value cannot start a header of its own, and the server lives on", async () => {
    const project = await projectOf("44");
    const trace = project.tools[0]!.request.parameters!.find(
      ({ name }) => name === "X-Trace",
    )!.argument!;
    await using server = await serve(project);
    for (const value of ["a\r\nX-Injected: 1", "a\nb", "a\u0000b"]) {
      const { answer, requests } = await server.call("get_thing", {
        id: "1",
        [trace]: value,
      });
      expect(requests).toEqual([]);
      expect(answer.isError).toBe(true);
      expect(textOf(answer)).toMatch(/header|line break|control/i);
    }
    // Beyond Latin-1 it is refused or encoded.
    const foreign = await server.call("get_thing", { id: "1", [trace]: "名" });
    if (!foreign.answer.isError)
      expect(foreign.requests[0]!.headers["x-trace"]).toMatch(/^[\x20-\x7e]+$/);
    const plain = await server.request("get_thing", { id: "1", [trace]: "t1" });
    expect(plain.headers["x-trace"]).toBe("t1");
  });

  test("45: a redirect to another origin takes nothing with it", async () => {
    const project = await projectOf("45");
    await using second = await startRecorder();
    await using server = await serve(project, {
      env: { SHELL_KEY: "secret-key", SHELL_Q: "secret-query" },
      reply: ({ url }) => ({
        status: Number(/\/r\/(\d+)/.exec(url)?.[1]),
        headers: { location: `${second.url}/steal` },
        body: "",
      }),
    });
    for (const tool of project.tools) {
      for (const code of [301, 302, 303, 307, 308]) {
        const { answer, requests } = await server.call(tool.name, {
          code,
          ...(tool.request.method === "POST" && { body: { secret: "body" } }),
        });
        expect(requests, textOf(answer)).toHaveLength(1);
        expect(requests[0]!.headers["x-api-key"]).toBe("secret-key");
        expect(answer.isError).toBe(true);
        expect(textOf(answer)).not.toMatch(/secret-/);
      }
    }
    expect(second.requests).toEqual([]);
  });
});
