import { beforeAll, describe, expect, test } from "vitest";
import type { ElicitResult } from "@modelcontextprotocol/client";
import {
  buildFixture,
  connectHttp,
  connectStdio,
  eras,
  startHttp,
  textOf,
  type Connection,
  type Era,
} from "./harness.js";

let folder: string;
beforeAll(async () => {
  folder = await buildFixture();
});

const call = { name: "delete_pet", arguments: { petId: 7 } };

/** A client whose user answers so; undefined: it cannot ask. */
async function connect(
  era: Era,
  answer?: ElicitResult,
  args: string[] = [],
): Promise<Connection & { readonly asked: string[] }> {
  const asked: string[] = [];
  const connection = await connectStdio(folder, era, {
    args: ["--confirm", "destructive", ...args],
    options: answer === undefined ? {} : { capabilities: { elicitation: {} } },
  });
  if (answer !== undefined) {
    connection.client.setRequestHandler("elicitation/create", (request) => {
      asked.push(request.params.message);
      return answer;
    });
  }
  return { ...connection, asked };
}

describe.each(eras)("confirmation of destructive calls, era %s", (era) => {
  test("runs when the user agrees", async () => {
    await using connection = await connect(era, {
      action: "accept",
      content: { confirm: true },
    });
    const result = await connection.client.callTool(call);
    expect(textOf(result)).toBe('deleted {"petId":7}');
    expect(connection.asked).toEqual([
      'Run "Delete a pet" (delete_pet)? It may delete or overwrite data. Arguments: {"petId":7}',
    ]);
  });

  test.each([
    [{ action: "decline" }],
    [{ action: "cancel" }],
    [{ action: "accept", content: { confirm: false } }],
  ] as [ElicitResult][])(
    "does nothing when the user says %j",
    async (answer) => {
      await using connection = await connect(era, answer);
      // What the model claims does not count where the user can be asked.
      const result = await connection.client.callTool({
        ...call,
        arguments: { ...call.arguments, confirm: true },
      });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(/declined, and nothing was done/);
      expect(connection.asked).toHaveLength(1);
    },
  );

  test("wants an explicit argument of a client that cannot ask", async () => {
    await using connection = await connect(era);
    const { tools } = await connection.client.listTools();
    expect(
      Object.keys(
        tools.find((tool) => tool.name === "delete_pet")!.inputSchema
          .properties!,
      ),
    ).toEqual(["petId", "confirm"]);
    expect(
      Object.keys(
        tools.find((tool) => tool.name === "create_pet")!.inputSchema
          .properties!,
      ),
    ).toEqual(["name"]);
    const refused = await connection.client.callTool(call);
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toMatch(/nothing was done.*confirm: true/);
    const done = await connection.client.callTool({
      ...call,
      arguments: { petId: 7, confirm: true },
    });
    expect(textOf(done)).toBe('deleted {"petId":7}');
  });

  test("asks for what search mode calls too, and never for what only reads or adds", async () => {
    await using connection = await connect(
      era,
      { action: "accept", content: { confirm: true } },
      ["--mode", "search"],
    );
    await connection.client.callTool({
      name: "call_write_tool",
      arguments: { name: "create_pet", arguments: { name: "Rex" } },
    });
    expect(connection.asked).toHaveLength(0);
    expect(
      textOf(
        await connection.client.callTool({
          name: "call_write_tool",
          arguments: { name: "delete_pet", arguments: { petId: 7 } },
        }),
      ),
    ).toContain("deleted");
    expect(connection.asked).toHaveLength(1);
  });

  test("is off by default", async () => {
    await using connection = await connectStdio(folder, era);
    expect(textOf(await connection.client.callTool(call))).toBe(
      'deleted {"petId":7}',
    );
  });
});

test("over HTTP a 2026 client is asked, and a 2025 client, whose abilities are unknown there, confirms by argument", async () => {
  await using server = await startHttp(folder, {
    env: { PETSHOP_CONFIRM: "destructive" },
  });
  for (const era of eras) {
    let asked = 0;
    await using connection = await connectHttp(server.url, era, {
      options: { capabilities: { elicitation: {} } },
    });
    connection.client.setRequestHandler("elicitation/create", () => {
      asked += 1;
      return { action: "accept", content: { confirm: true } };
    });
    const result = await connection.client.callTool({
      ...call,
      arguments: { petId: 7, ...(era === "2025" && { confirm: true }) },
    });
    expect(textOf(result)).toBe('deleted {"petId":7}');
    expect(asked).toBe(era === "2025" ? 0 : 1);
  }
});
