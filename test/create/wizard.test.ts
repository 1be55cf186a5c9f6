import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import type { Choices } from "../../src/create/choices.js";
import { askChoices } from "../../src/create/wizard.js";
import { diagnostic, UserError } from "../../src/diagnostics.js";
import type { SurfaceReading } from "../../src/read.js";

const enter = "\r";
const down = "\u001b[B";
const space = " ";
const interrupt = "\u0003";

/** A document with so many tools in each toolset. */
function reading(sizes: {
  readonly [toolset: string]: number;
}): SurfaceReading {
  const tools = Object.entries(sizes).flatMap(([toolset, size]) =>
    Array.from({ length: size }, (_, i) => ({
      name: `${toolset}_${i}`,
      toolset,
    })),
  );
  return {
    spec: { title: "Marina API", apiVersion: "1.2.0" },
    server: { name: "marina", envPrefix: "MARINA" },
    tools,
    operationCount: tools.length,
  } as unknown as SurfaceReading;
}

interface Terminal {
  readonly choices: Choices | undefined;
  /** Everything that was shown, without colours and cursor movements. */
  readonly screen: string;
}

/** Answers each question, as it comes, with the next keys. */
async function wizard(
  given: Choices,
  keys: readonly string[],
  {
    cwd = tmpdir(),
    read = async () => reading({ berths: 3 }),
  }: {
    cwd?: string;
    read?: (document: string) => Promise<SurfaceReading>;
  } = {},
): Promise<Terminal> {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { columns: 200, rows: 50 });
  let screen = "";
  output.on("data", (chunk: Buffer) => (screen += chunk.toString()));
  const asked = askChoices(given, {
    cwd,
    read,
    input,
    output: output as never,
  });
  let over = false;
  void asked.finally(() => (over = true)).catch(() => undefined);
  for (const key of keys) {
    let seen: string;
    // A question is there when the screen has stopped changing.
    do {
      seen = screen;
      await sleep(40);
    } while (seen !== screen);
    if (over) break;
    input.write(key);
  }
  return { choices: await asked, screen: stripVTControlCharacters(screen) };
}

describe("questions", () => {
  it("each say the flag that answers them, and enter takes the default", async () => {
    const { choices, screen } = await wizard({}, [
      "openapi.yaml",
      enter,
      enter,
      enter,
    ]);
    expect(choices).toEqual({ document: "openapi.yaml", transport: "stdio" });
    expect(screen.match(/\(--\w+\)/g)).toEqual(
      expect.arrayContaining(["(--spec)", "(--transport)", "(--name)"]),
    );
    expect(screen).toContain("The project goes into marina-mcp");
    expect(screen).toContain("Marina API 1.2.0: 3 operations");
  });

  it("are not asked when a flag has answered them", async () => {
    const given: Choices = {
      document: "api.json",
      transport: "http",
      name: "harbour",
      dir: "here",
    };
    const { choices, screen } = await wizard(given, []);
    expect(choices).toEqual(given);
    expect(screen).not.toContain("(--");
  });

  it("take other answers than the default", async () => {
    const { choices } = await wizard({ document: "a.yaml" }, [
      down,
      enter,
      "-2",
      enter,
    ]);
    expect(choices).toEqual({
      document: "a.yaml",
      transport: "http",
      name: "marina-2",
    });
  });

  it("suggest the document that lies in the folder", async () => {
    const cwd = mkdtempSync(path.join(tmpdir(), "wizard-"));
    writeFileSync(path.join(cwd, "openapi.json"), "{}");
    const { choices } = await wizard({}, [enter, enter, enter], { cwd });
    expect(choices?.document).toBe("openapi.json");
  });

  it("come again when the document cannot be read, and say why", async () => {
    const { choices, screen } = await wizard(
      { transport: "stdio", name: "m" },
      ["x", enter, ".yaml", enter],
      {
        read: async (document) => {
          if (document === "x.yaml") return reading({ berths: 1 });
          throw new UserError(diagnostic("document-missing", `no ${document}`));
        },
      },
    );
    expect(screen).toContain("no x");
    expect(choices?.document).toBe("x.yaml");
  });

  it("refuse a name that clients could not show", async () => {
    const { choices, screen } = await wizard(
      { document: "a", transport: "stdio" },
      [" Two", enter, "\u007f\u007f\u007f\u007f", enter],
    );
    expect(screen).toContain("Lower-case letters");
    expect(choices?.name).toBeUndefined();
  });
});

describe("toolsets", () => {
  const large = async () => reading({ berths: 30, bookings: 30, vessels: 2 });
  const given: Choices = { document: "a", transport: "stdio", name: "m" };

  it("are asked for when the document is large; all is the default", async () => {
    const { choices, screen } = await wizard(given, [enter], { read: large });
    expect(screen).toContain("--toolsets");
    expect(screen).toContain("bookings");
    expect(choices?.toolsets).toBeUndefined();
  });

  it("are those that stay ticked", async () => {
    const { choices } = await wizard(given, [down, space, enter], {
      read: large,
    });
    expect(choices?.toolsets).toEqual(["berths", "vessels"]);
  });
});

it.each([0, 1, 2])("Ctrl-C at question %i makes nothing", async (question) => {
  const keys = [["a", enter], [enter], [enter]].slice(0, question).flat();
  const { choices, screen } = await wizard({}, [...keys, interrupt]);
  expect(choices).toBeUndefined();
  expect(screen).toContain("Nothing was made.");
});
