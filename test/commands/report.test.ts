import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inspectReading } from "../../src/commands/inspection.js";
import { lintFixes, reportData } from "../../src/commands/report-data.js";
import { isReport, reportPage } from "../../src/commands/report-page.js";
import { writeReport } from "../../src/commands/write-report.js";
import { parseConfig } from "../../src/config.js";
import { UserError } from "../../src/diagnostics.js";
import { inspect } from "../../src/generate.js";
import clients from "../../src/tools/clients.json" with { type: "json" };
import { chromium, startChromium, type Page } from "../harness/chromium.js";
import { cache } from "../harness/root.js";

const folder = mkdtempSync(path.join(tmpdir(), "report-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What would be run or load something, were a text of the document ever parsed as HTML. */
const attack =
  "</script><script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'><!-- <script> $& $` \u2028 \u2029 ]]>";

const hostile = {
  openapi: "3.1.0",
  info: { title: `Hostile ${attack}`, version: `1 ${attack}` },
  servers: [{ url: "https://api.example.com" }],
  tags: [{ name: `A ${attack}`, description: attack }],
  paths: {
    "/things/{id}": {
      post: {
        operationId: `get ${attack}`,
        summary: `Search things ${attack}`,
        description: attack.repeat(12),
        tags: [`A ${attack}`],
        parameters: [
          {
            name: "id",
            in: "path",
            required: true,
            description: attack,
            schema: { type: "string", enum: [attack, "b"], default: attack },
          },
          {
            name: "__proto__",
            in: "query",
            description: attack,
            schema: { type: "string" },
          },
        ],
        responses: { 200: { description: attack } },
      },
    },
    "/emoji": {
      get: {
        operationId: "emoji",
        summary: "👩‍👩‍👧 Családok 家族 \u202eesrever",
        responses: { 204: { description: "none" } },
      },
    },
    "/long": {
      delete: {
        operationId: "delete_long",
        summary: "Long",
        description: "A sentence of words that goes on. ".repeat(60),
        deprecated: true,
        responses: { 204: { description: "none" } },
      },
    },
    "/off": {
      get: {
        operationId: "off",
        "x-mcp": false,
        responses: { 204: { description: "none" } },
      },
    },
    "/search": {
      post: {
        operationId: "search_things",
        summary: "Search things",
        responses: { 200: { description: "found" } },
      },
    },
  },
};

async function dataOf(document: object): Promise<object> {
  const file = path.join(folder, "document.json");
  writeFileSync(file, JSON.stringify(document));
  const reading = await inspect({ document: file, cwd: folder });
  return reportData(inspectReading(reading, "things"));
}

/** What stands between the tags of the elements of a kind. */
function contents(page: string, tag: string): string[] {
  return [
    ...page.matchAll(new RegExp(`<${tag}\\b[^>]*>([^]*?)</${tag}>`, "g")),
  ].map(([, text]) => text!);
}

describe("the text of a report", () => {
  let data: object;
  let page: string;
  beforeAll(async () => {
    data = await dataOf(hostile);
    page = reportPage(data);
  });

  it("has the data as one text that nothing in it can end", () => {
    const [island, script, ...more] = contents(page, "script");
    expect(more).toEqual([]);
    expect(JSON.parse(island!)).toEqual(JSON.parse(JSON.stringify(data)));
    expect(island).not.toMatch(/[<\u2028\u2029]/);
    expect(script).not.toContain("hacked");
    // The policy comes before whatever it rules, and the document's texts are nowhere but in the data.
    expect(page.replace(island!, "")).not.toContain("hacked");
    expect(page.match(/<\/?script/g)).toHaveLength(4);
  });

  it("runs and shows only what its policy names by hash", () => {
    const sha = (text: string) =>
      `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    const policy =
      /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(page)![1];
    expect(policy).toBe(
      [
        "default-src 'none'",
        `style-src ${sha(contents(page, "style")[0]!)}`,
        `script-src ${sha(contents(page, "script")[1]!)}`,
        "base-uri 'none'",
        "form-action 'none'",
      ].join("; "),
    );
    const own = page.replace(contents(page, "script")[0]!, "");
    expect(own).not.toMatch(/\bsrc=|<link|@import|url\(|https?:\/\//);
    expect(own).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|eval\(/);
  });

  it("is the same for the same document", () => {
    expect(reportPage(data)).toBe(page);
  });
});

it("has a fix for every rule of a client", () => {
  const rules = Object.values(clients).flatMap((client) =>
    [client.refuses, client.shortens, client.ignores].flatMap((list) =>
      (list as readonly { readonly rule: string }[]).map(({ rule }) => rule),
    ),
  );
  expect(new Set(Object.keys(lintFixes))).toEqual(new Set(rules));
});

describe("writing a report", () => {
  const page = reportPage({});
  const place = (name: string) => path.join(folder, name);

  it("replaces an earlier report", () => {
    writeReport(place("a.html"), page);
    writeReport(place("a.html"), `${page}\n`);
    expect(readFileSync(place("a.html"), "utf8")).toBe(`${page}\n`);
    expect(isReport(page)).toBe(true);
  });

  it("keeps whatever else stands there, and says so", () => {
    writeFileSync(place("openapi.yaml"), "openapi: 3.1.0\n");
    mkdirSync(place("folder"), { recursive: true });
    for (const file of ["openapi.yaml", "folder", "none/report.html"]) {
      let thrown: unknown;
      try {
        writeReport(place(file), page);
      } catch (error) {
        thrown = error;
      }
      expect(thrown, file).toBeInstanceOf(UserError);
      expect((thrown as UserError).diagnostics[0]).toMatchObject({
        code: "report-unwritable",
        message: expect.stringContaining(file) as string,
      });
    }
    expect(readFileSync(place("openapi.yaml"), "utf8")).toBe(
      "openapi: 3.1.0\n",
    );
  });
});

if (chromium === undefined) {
  console.warn("SKIPPED: the report in a browser: no chromium on the PATH");
}

describe.skipIf(chromium === undefined)("a report in Chromium", () => {
  let page: Page;
  let file: string;
  beforeAll(async () => {
    file = path.join(folder, "report.html");
    writeFileSync(file, reportPage(await dataOf(hostile)));
    page = await startChromium();
  });
  afterAll(() => page.close());

  /** Leaves a picture for a person to look at. */
  async function picture(name: string): Promise<void> {
    const pictures = path.join(cache, "report");
    mkdirSync(pictures, { recursive: true });
    writeFileSync(
      path.join(pictures, name),
      Buffer.from(await page.screenshot(), "base64"),
    );
  }

  const config = async () =>
    parseConfig(
      await page.evaluate<string>("document.getElementById('fragment').value"),
    );
  const focused = () =>
    page.evaluate<string>(
      "document.activeElement.id || document.activeElement.textContent.trim()",
    );

  /** Presses Tab until what is wanted has the focus. */
  async function tabTo(wanted: string): Promise<void> {
    for (let i = 0; i < 200; i++) {
      await page.press("Tab");
      if ((await focused()) === wanted) return;
    }
    throw new Error(`The keyboard does not reach ${wanted}`);
  }

  it("shows hostile texts as texts, and asks for nothing", async () => {
    await page.open(file);
    const texts = await page.evaluate<string>(
      "document.querySelectorAll('details').forEach((d) => (d.open = true)), new Promise((done) => setTimeout(() => (document.querySelectorAll('details').forEach((d) => (d.open = true)), setTimeout(() => done(document.body.textContent), 100)), 100))",
    );
    expect(texts).toContain("Hostile </script><script>window.hacked = 1");
    expect(
      await page.evaluate(
        "[window.hacked, document.images.length, document.scripts.length]",
      ),
    ).toEqual([null, 0, 2]);
    // What turns text around is named, and emoji stay whole.
    expect(texts).toContain("👩‍👩‍👧 Családok 家族 ⟨U+202E⟩esrever");
    expect(texts).toContain("It takes no arguments.");
    // A value of the script that is no text would show as its name.
    expect(
      await page.evaluate(
        "[...document.querySelectorAll('body *')].flatMap((element) => [...element.childNodes]).filter((node) => node.nodeType === 3 && /^(false|true|undefined|null|\\[object .*)$/.test(node.data.trim())).map((node) => node.parentElement.outerHTML)",
      ),
    ).toEqual([]);
    expect(page.errors).toEqual([]);
    expect(
      page.requests.filter((url) => url !== pathToFileURL(file).href),
    ).toEqual([]);
  });

  it.each([320, 800, 1440])(
    "needs no sideways scrolling at %i",
    async (width) => {
      await page.resize(width, 900);
      expect(
        await page.evaluate("document.documentElement.scrollWidth"),
      ).toBeLessThanOrEqual(width);
      await picture(`${width}.png`);
    },
  );

  it("is dark where the reader's system is", async () => {
    const back = () =>
      page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    await page.dark(false);
    const light = await back();
    await page.dark(true);
    const lightness = (colour: string) => Number(/\d+/.exec(colour)![0]);
    expect(lightness(light)).toBeGreaterThan(200);
    expect(lightness(await back())).toBeLessThan(50);
    await picture("dark.png");
  });

  it("names every control", async () => {
    const unnamed = await page.evaluate(
      "[...document.querySelectorAll('input, select, textarea')].filter((control) => !control.labels.length && !control.ariaLabel).map((control) => control.outerHTML)",
    );
    expect(unnamed).toEqual([]);
    expect(
      await page.evaluate(
        "[...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at)",
      ),
    ).toEqual([]);
  });

  it("collects, by keyboard alone, changes that are a valid config", async () => {
    await page.resize(1440, 900);
    await page.open(file, "#tool-delete_long");
    expect(
      await page.evaluate("document.getElementById('tool-delete_long').open"),
    ).toBe(true);
    await tabTo("Change this tool");
    await page.press("Enter");
    await tabTo("name-delete_long");
    await page.evaluate("document.activeElement.select()");
    await page.type("no good");
    expect(await page.evaluate("document.activeElement.ariaInvalid")).toBe(
      "true",
    );
    await page.evaluate("document.activeElement.select()");
    await page.type("erase");
    await tabTo("title-delete_long");
    await page.evaluate("document.activeElement.select()");
    await page.type("Erase 🧨 it");
    await tabTo("description-delete_long");
    await page.evaluate("document.activeElement.select()");
    await page.type("x".repeat(1100));
    await tabTo("effect-delete_long");
    await page.press("ArrowDown");
    await page.press("ArrowDown");
    expect(await config()).toEqual({
      tools: {
        "DELETE /long": {
          name: "erase",
          title: "Erase 🧨 it",
          description: "x".repeat(1024),
          annotations: { readOnlyHint: false, destructiveHint: false },
        },
      },
    });
    await tabTo("Undo the changes to this tool");
    await page.press("Enter");
    expect(await config()).toEqual({ tools: {} });
  });

  it("offers what a doubtful hint may be, and operations that were left out", async () => {
    await page.open(file);
    await page.evaluate(
      "document.querySelector('.cards [data-effect=reads]').click(), document.querySelector('.skipped input').click()",
    );
    expect(await config()).toEqual({
      tools: {
        [await page.evaluate<string>(
          "JSON.parse(document.getElementById('data').textContent).tools.find(({ doubt }) => doubt).operation",
        )]: { annotations: { readOnlyHint: true, destructiveHint: false } },
        "GET /off": { enabled: true },
      },
    });
  });

  it.each([
    ["no such thing", 0],
    ["emoji", 1],
    ["SEARCH things", 2],
    ["", 4],
  ])("finds tools by %j", async (words, count) => {
    await page.evaluate(
      `document.getElementById('search').value = ${JSON.stringify(words)}, document.getElementById('search').dispatchEvent(new Event('input'))`,
    );
    expect(
      await page.evaluate(
        "document.querySelectorAll('.tool:not([hidden])').length",
      ),
    ).toBe(count);
  });
});
