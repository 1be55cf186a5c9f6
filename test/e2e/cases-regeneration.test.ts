import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { toolwright, type Outcome } from "../harness/process.js";
import { describeShared } from "../shared.js";

// Case 34 of ../shared/cases, step by step as its header has it.

describeShared("cases: regeneration", (shared) => {
  const home = mkdtempSync(path.join(tmpdir(), "toolwright-orders-"));
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const document = path.join(home, "orders.yaml");
  const description = "Lists orders. Ask for one page at a time; HAND WRITTEN.";
  const handler =
    'handler: (input, api) => {\n    console.error("listing");\n    return api.send(input);\n  },';

  function use(
    which: "before" | "after",
    change = (text: string) => text,
  ): void {
    copyFileSync(
      path.join(shared, `cases/34-regeneration-${which}.yaml`),
      document,
    );
    writeFileSync(document, change(readFileSync(document, "utf8")));
  }

  function toolFile(project: string, name: string): string {
    const found = readdirSync(path.join(project, "src/tools"), {
      recursive: true,
      encoding: "utf8",
    }).find((file) => file.endsWith(`${name}.ts`));
    return path.join(project, "src/tools", found ?? `no ${name}.ts`);
  }

  /** A project of the first document, edited by hand. */
  async function edited(name: string): Promise<string> {
    use("before");
    const project = path.join(home, name);
    expect((await toolwright(["generate", document, project])).status).toBe(0);
    const file = toolFile(project, "list_orders");
    const text = readFileSync(file, "utf8");
    const changed = text
      .replace(
        /description:\s*"[^"]*",/,
        `description: ${JSON.stringify(description)},`,
      )
      .replace("handler: (input, api) => api.send(input),", handler);
    expect(changed).toContain(description);
    expect(changed).toContain("listing");
    writeFileSync(file, changed);
    const custom = path.join(project, "src/custom-tools.ts");
    writeFileSync(custom, `${readFileSync(custom, "utf8")}// mine\n`);
    return project;
  }

  function snapshot(project: string): { [file: string]: string } {
    return Object.fromEntries(
      readdirSync(project, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
        .map((file) => [file, readFileSync(file, "utf8")]),
    );
  }

  function regenerate(project: string, ...flags: string[]): Promise<Outcome> {
    return toolwright(["generate", ...flags], { cwd: project });
  }

  test("a changed document reaches the project, and every edit stays", async () => {
    const project = await edited("kept");
    use("after");
    const checked = await regenerate(project, "--check");
    expect(checked.status).toBe(2);
    const { status, stderr } = await regenerate(project);
    expect(status, stderr).toBe(0);

    const text = readFileSync(toolFile(project, "list_orders"), "utf8");
    expect(text).toContain(description);
    expect(text).toContain('console.error("listing")');
    expect(text).toContain("status");
    expect(text).toMatch(/required: \[\s*"page",?\s*\]/);
    expect(
      readFileSync(path.join(project, "src/custom-tools.ts"), "utf8"),
    ).toContain("// mine");
    expect(existsSync(toolFile(project, "refund_order"))).toBe(true);
    expect(existsSync(toolFile(project, "cancel_order"))).toBe(false);
    expect(stderr).toMatch(/breaking/i);
    expect(stderr).toMatch(/refund_order/);
    expect(stderr).toMatch(/cancel_order/);

    const after = snapshot(project);
    expect((await regenerate(project)).status).toBe(0);
    expect(snapshot(project)).toEqual(after);
    expect((await regenerate(project, "--check")).status).toBe(0);
  });

  test("where both changed one part, the person is asked, about that part alone", async () => {
    const project = await edited("asked");
    use("after", (text) =>
      text.replace("summary: List orders", "summary: List all orders"),
    );
    const { status, stderr } = await regenerate(project);
    expect(status, stderr).toBe(3);
    const text = readFileSync(toolFile(project, "list_orders"), "utf8");
    expect(text.match(/^<{7}/gm)).toHaveLength(1);
    const [, conflict = ""] = /<{7}[^\n]*\n([\s\S]*?)>{7}/.exec(text) ?? [];
    expect(conflict).toContain("HAND WRITTEN");
    expect(conflict).toContain("List all orders");
    expect(conflict).not.toContain("handler");
    expect(text).toContain("status");
    expect(existsSync(toolFile(project, "refund_order"))).toBe(true);
  });
});
