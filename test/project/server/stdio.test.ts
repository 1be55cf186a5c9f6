import { beforeAll, describe, expect, test } from "vitest";
import {
  buildFixture,
  connectStdio,
  eras,
  run,
  textOf,
  until,
  writeConfig,
} from "./harness.js";

let folder: string;
beforeAll(async () => {
  folder = await buildFixture();
});

describe.each(eras)("over stdio, era %s", (era) => {
  test("lists every tool in the order of the table, with the shortened schema, hints and the answer limit", async () => {
    await using connection = await connectStdio(folder, era);
    const { tools } = await connection.client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([
      "list_pets",
      "create_pet",
      "delete_pet",
      "make_slow_report",
      "get_failure",
      "print_noise",
      "list_tags",
      "get_stock",
    ]);
    expect(tools[0]).toMatchObject({
      title: "List pets",
      inputSchema: {
        type: "object",
        properties: { status: { type: "string" } },
        additionalProperties: false,
      },
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
      _meta: { "anthropic/maxResultSizeChars": expect.any(Number) },
    });
    expect(tools[0]!.inputSchema.properties).toEqual({
      status: { type: "string" },
    });
    expect(connection.client.getServerVersion()).toMatchObject({
      name: "petshop",
      title: "Pet shop",
      version: "1.2.3",
    });
    expect(connection.client.getServerCapabilities()).toEqual({ tools: {} });
    expect(connection.client.getInstructions()).toBe("Sells pets.");
  });

  test("answers a call", async () => {
    await using connection = await connectStdio(folder, era);
    const result = await connection.client.callTool({
      name: "list_pets",
      arguments: { status: "sold" },
    });
    expect(textOf(result)).toBe("pets sold");
    expect(result.isError).toBeUndefined();
  });

  test("answers an unknown tool with a protocol error, and a failure with a result", async () => {
    await using connection = await connectStdio(folder, era);
    await expect(
      connection.client.callTool({ name: "no_such_tool" }),
    ).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("no_such_tool") as string,
    });
    const result = await connection.client.callTool({ name: "get_failure" });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain("broken on purpose");
  });

  test("gives structured content that is no object in the form of the era", async () => {
    await using connection = await connectStdio(folder, era);
    await connection.client.listTools();
    const result = await connection.client.callTool({ name: "list_tags" });
    expect(result.structuredContent).toEqual(
      era === "2025" ? { result: ["a"] } : ["a"],
    );
  });

  test("keeps whatever is printed off the protocol's stream", async () => {
    await using connection = await connectStdio(folder, era);
    const result = await connection.client.callTool({ name: "print_noise" });
    expect(textOf(result)).toBe("printed");
    await until(
      () => connection.log().includes("noise by write"),
      "the noise on standard error",
    );
    expect(connection.log()).toContain("noise by console.log");
  });

  test("tells progress, and only what goes up", async () => {
    await using connection = await connectStdio(folder, era);
    const told: unknown[] = [];
    await connection.client.callTool(
      { name: "make_slow_report", arguments: { ms: 20 } },
      { onprogress: (progress) => told.push(progress) },
    );
    // The client hands notices on in a later turn than the answer.
    await until(() => told.length > 1, "both notices");
    expect(told).toEqual([
      { progress: 0.5, total: 1, message: "half" },
      { progress: 1, total: 1, message: "whole" },
    ]);
  });

  test("passes a cancellation on to the call", async () => {
    await using connection = await connectStdio(folder, era);
    const abort = new AbortController();
    const call = connection.client.callTool(
      { name: "make_slow_report", arguments: { ms: 30_000 } },
      {
        signal: abort.signal,
        onprogress: ({ progress }) => progress === 1 && abort.abort(),
      },
    );
    await expect(call).rejects.toThrow();
    await until(
      () => connection.log().includes("ABORTED"),
      "the call was told to stop",
    );
    // The server goes on.
    expect(
      textOf(await connection.client.callTool({ name: "list_pets" })),
    ).toBe("pets any");
  });

  test("tells clients when the config changes what is shown", async () => {
    const own = await buildFixture(undefined, {
      exposure: { toolsets: ["pets"] },
    });
    let changes = 0;
    await using connection = await connectStdio(own, era, {
      args: ["--watch"],
      options: {
        listChanged: { tools: { onChanged: () => void (changes += 1) } },
      },
    });
    expect(connection.client.getServerCapabilities()).toEqual({
      tools: { listChanged: true },
    });
    expect((await connection.client.listTools()).tools).toHaveLength(3);
    writeConfig(own, { exposure: { toolsets: ["reports"] } });
    await until(() => changes > 0, "the notice");
    expect(
      (await connection.client.listTools()).tools.map((tool) => tool.name),
    ).toEqual(["make_slow_report", "get_failure"]);
    writeConfig(own, { exposure: { toolsets: ["no-such"] } });
    await until(
      () => connection.log().includes("exposure kept"),
      "the complaint",
    );
    expect((await connection.client.listTools()).tools).toHaveLength(2);
  });
});

test("lets a running call end after SIGTERM", async () => {
  await using connection = await connectStdio(folder, "2026");
  const { pid } = connection.client.transport as unknown as { pid: number };
  let begun = false;
  const call = connection.client.callTool(
    { name: "make_slow_report", arguments: { ms: 500 } },
    { onprogress: () => void (begun = true) },
  );
  await until(() => begun, "the call runs");
  process.kill(pid, "SIGTERM");
  expect(textOf(await call)).toBe("report after 500");
  await until(() => !isAlive(pid), "the process ended");
});

test("ends with 0 when standard input is closed", async () => {
  const result = await run(folder, []);
  expect(result).toMatchObject({ code: 0, stdout: "" });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
