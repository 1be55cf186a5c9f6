import {
  existsSync,
  symlinkSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { format } from "prettier";
import ts from "typescript";
import { afterAll, expect, test, vi } from "vitest";
import { readSurface } from "../../src/read.js";
import type { File } from "../../src/render/file.js";
import { renderProject } from "../../src/render/render.js";
import { applyPlan } from "../../src/update/apply.js";
import { buildLock, type Lock } from "../../src/update/lock.js";
import { firstMarker } from "../../src/update/markers.js";
import { mergeFile } from "../../src/update/merge.js";
import { planUpdate } from "../../src/update/plan.js";
import { readProject } from "../../src/update/project.js";
import { biome, biomeOptions } from "./biome.js";
import { changed, changeKinds, type Change } from "./random/changes.js";
import { documents, type Data } from "./random/documents.js";
import { editFile } from "./random/edits.js";
import { expectMerge, readTree, stated } from "./random/tree.js";

// The documents are valid before and after; saying so each time would take longer than all else.
vi.mock("../../src/spec/validate.js", () => ({
  validate: () => Promise.resolve([]),
}));

const long = process.env["TOOLWRIGHT_LONG"] === "1";
const work = mkdtempSync(
  path.join(
    existsSync("/dev/shm") ? "/dev/shm" : tmpdir(),
    "toolwright-random-",
  ),
);
afterAll(() => rmSync(work, { recursive: true, force: true }));
let count = 0;

/** What generation makes of a document; of the files that no document changes only one is taken along. */
async function render(
  document: Data,
  previous: Lock | undefined,
  whole = false,
): Promise<{ files: File[]; lock: Lock }> {
  const source = path.join(work, `document${(count += 1)}.json`);
  writeFileSync(source, JSON.stringify(document));
  const reading = await readSurface(source, {
    cwd: work,
    config: {},
    lock: previous,
  });
  rmSync(source);
  const all = renderProject(
    {
      spec: reading.spec,
      server: reading.server,
      tools: reading.tools,
      securitySchemes: reading.auth.schemes,
      deleted: new Set(),
      document: "api.json",
      template: "standard",
      transport: "stdio",
      options: {},
    },
    { deploy: false },
  );
  const files = whole
    ? all
    : all.filter(({ path }) =>
        /^src\/tools\/|^src\/(?:api|runtime\/tool)\.ts$|^(?:package|server|examples)\.json$|^(?:README|TOOLS)\.md$|^\.env/.test(
          path,
        ),
      );
  const lock = buildLock({
    spec: reading.spec,
    source: "api.json",
    tools: reading.tools,
    defaultSecurity: reading.spec.security,
    files,
    previous,
    generator: "0.1.0",
  });
  return { files, lock };
}

const formats = [
  undefined,
  { singleQuote: true, semi: false, trailingComma: "none" },
  { printWidth: 40, arrowParens: "avoid" },
  { useTabs: true, printWidth: 200, bracketSpacing: false },
  { tabWidth: 4, quoteProps: "consistent", objectWrap: "collapse" },
] as const;

interface Pair {
  readonly document: number;
  readonly changes: readonly Change[];
  readonly edits: readonly {
    readonly file: number;
    readonly kind: number;
    readonly at: number;
    readonly which: number;
  }[];
  /** How the person formats each file, by its number. */
  readonly formatted: readonly number[];
  readonly removed: number;
}

const small = fc.nat({ max: 997 });
const pairs = fc.record<Pair>({
  document: fc.nat({ max: documents.length - 1 }),
  changes: fc.array(
    fc.record({
      kind: fc.constantFrom(...changeKinds),
      at: small,
      which: small,
    }),
    { minLength: 1, maxLength: 8 },
  ),
  edits: fc.array(
    fc.record({ file: small, kind: small, at: small, which: small }),
    { minLength: 1, maxLength: 8 },
  ),
  formatted: fc.array(fc.nat({ max: formats.length * 2 }), {
    minLength: 1,
    maxLength: 5,
  }),
  removed: fc.nat({ max: 60 }),
});

async function formatted(
  file: string,
  text: string,
  choice: number,
): Promise<string> {
  const options = formats[choice];
  const withBiome = biomeOptions[choice - formats.length];
  const parser = file.endsWith(".json")
    ? "json"
    : file.endsWith(".ts")
      ? "typescript"
      : undefined;
  if (!parser) return text;
  if (options) return format(text, { ...options, parser });
  // A process for each file: too slow for the short run.
  return long && withBiome ? biome(file, text, withBiome) : text;
}

async function edit(
  files: readonly File[],
  pair: Pair,
): Promise<Map<string, string>> {
  const texts = new Map(files.map((file) => [file.path, file.text]));
  const tracked = files.filter(
    ({ ownership, path }) =>
      ownership === "tracked" && /^src\/tools\/|\.json$|^[A-Z.]/.test(path),
  );
  // Tool files are what people edit most.
  const choices = [
    ...tracked,
    ...tracked.filter(({ path }) => path.startsWith("src/tools/")),
    ...tracked.filter(({ path }) => /^src\/tools\/.*\//.test(path)),
  ];
  for (const [index, one] of pair.edits.entries()) {
    const { path } = choices[one.file % choices.length]!;
    texts.set(path, editFile(path, texts.get(path)!, one, `tag${index}x`).text);
  }
  for (const [index, { path, text }] of tracked.entries()) {
    const choice = pair.formatted[index % pair.formatted.length]!;
    // Some people format what they did not edit, too.
    if (texts.get(path) === text && choice % 2 === 0) continue;
    texts.set(path, await formatted(path, texts.get(path)!, choice));
  }
  const removed = tracked[pair.removed];
  if (removed) texts.delete(removed.path);
  return texts;
}

const tags = (text: string): string[] =>
  [...new Set(text.match(/tag\d+x/g))].sort();

async function check(pair: Pair): Promise<void> {
  const original = documents[pair.document]!;
  const before = await render(original, undefined);
  const after = await render(changed(original, pair.changes), before.lock);
  const dir = path.join(work, `project${(count += 1)}`);
  applyPlan(
    await planUpdate({
      dir,
      files: before.files,
      lock: before.lock,
      state: undefined,
    }),
  );
  const edited = await edit(before.files, pair);
  for (const { path: file } of before.files) {
    const text = edited.get(file);
    if (text === undefined) rmSync(path.join(dir, file));
    else writeFileSync(path.join(dir, file), text);
  }

  const planned = await planUpdate({
    dir,
    ...after,
    state: await readProject(dir),
  });
  applyPlan(planned);
  const bases = new Map(before.files.map((file) => [file.path, file.text]));
  const result = (file: string): string | undefined => {
    try {
      return readFileSync(path.join(dir, file), "utf8");
    } catch {
      return undefined;
    }
  };
  for (const { path: file, text: generated, ownership } of after.files) {
    if (ownership === "seeded") continue;
    const base = bases.get(file);
    const yours = edited.get(file);
    const text = result(file);
    if (base !== undefined && yours === undefined)
      expect(text, `${file} stays deleted`).toBeUndefined();
    else if (yours === undefined || yours === base)
      expect(text, `${file} is unedited`).toBe(generated);
    else await checkMerged(file, base!, yours, generated, text!);
  }
  for (const [file, text] of edited) {
    if (after.files.some((one) => one.path === file)) continue;
    const kept = text === bases.get(file) ? undefined : text;
    expect(result(file), `${file} is no longer generated`).toBe(kept);
  }

  // Whoever answers every question has a project that a second run leaves alone.
  for (const { path: file } of planned.conflicts) {
    if (file.endsWith(".json") || firstMarker(result(file)!) === undefined)
      continue;
    await expect(
      readProject(dir).then((state) => planUpdate({ dir, ...after, state })),
    ).rejects.toThrow(/conflict markers/);
    writeFileSync(
      path.join(dir, file),
      result(file)!.replace(
        /<<<<<<< yours\r?\n([^]*?)=======\r?\n[^]*?>>>>>>> generated\r?\n/g,
        "$1",
      ),
    );
  }
  expect(
    (await planUpdate({ dir, ...after, state: await readProject(dir) })).writes,
  ).toEqual([]);
  rmSync(dir, { recursive: true });
}

async function checkMerged(
  file: string,
  base: string,
  yours: string,
  generated: string,
  text: string,
): Promise<void> {
  expect(tags(text), `${file} holds all that a person wrote`).toEqual(
    tags(yours),
  );
  const merge = (conflict: "mark" | "yours" | "generated") =>
    mergeFile({ path: file, base, yours, generated, conflict });
  const marked = await merge("mark");
  expect(text).toBe(marked.text);
  const conflict = marked.slots.some(({ action }) => action === "conflict");
  expect(
    firstMarker(text) !== undefined,
    `${file} has markers where there is a question`,
  ).toBe(conflict && !file.endsWith(".json"));
  if (!/\.(?:ts|json)$/.test(file)) return;
  const expected = expectMerge(
    readTree(file, base),
    readTree(file, yours),
    readTree(file, generated),
  );
  const answers = {
    yours: (await merge("yours")).text,
    generated: (await merge("generated")).text,
  };
  for (const side of ["yours", "generated"] as const) {
    expect(
      stated(readTree(file, answers[side])),
      `${file}, ${side}\n--- base\n${base}\n--- yours\n${yours}\n--- generated\n${generated}\n--- result\n${answers[side]}`,
    ).toBe(stated(expected[side]!));
  }
  expect(
    conflict,
    `${file} is asked about only where both sides changed a slot\n${text}`,
  ).toBe(expected.conflict);
}

/** The compiler's errors in a project's tools, by file and the line that they are at. */
function typeErrors(dir: string): {
  readonly file: string;
  readonly line: string;
  readonly message: string;
}[] {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(path.join(dir, "tsconfig.json"), ts.sys.readFile).config,
    ts.sys,
    dir,
  );
  const program = ts.createProgram(
    [
      path.join(dir, "src/tools/index.ts"),
      ...ts.sys.readDirectory(path.join(dir, "src/tools")),
    ],
    { ...options, noEmit: true },
  );
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, start, messageText }) => {
      const at =
        file && start !== undefined
          ? file.getLineAndCharacterOfPosition(start).line
          : 0;
      return {
        file: file ? path.relative(dir, file.fileName) : "",
        line: file?.text.split("\n")[at]?.trim() ?? "",
        message: ts.flattenDiagnosticMessageText(messageText, " "),
      };
    });
}

test("what is merged without a question type-checks, or the error is in what a person wrote", async () => {
  let checked = 0;
  for (const pair of fc.sample(pairs, { seed: 7, numRuns: long ? 60 : 8 })) {
    const original = documents[pair.document]!;
    const before = await render(original, undefined, true);
    const after = await render(
      changed(original, pair.changes),
      before.lock,
      true,
    );
    const dir = path.join(work, `typed${(count += 1)}`);
    applyPlan(
      await planUpdate({
        dir,
        files: before.files,
        lock: before.lock,
        state: undefined,
      }),
    );
    symlinkSync(
      path.join(process.cwd(), "node_modules"),
      path.join(dir, "node_modules"),
    );
    const edited = await edit(before.files, { ...pair, removed: 1000 });
    for (const [file, text] of edited)
      writeFileSync(path.join(dir, file), text);
    const plan = await planUpdate({
      dir,
      ...after,
      state: await readProject(dir),
    });
    if (plan.conflicts.length > 0) continue;
    const known = new Set(
      typeErrors(dir).map(({ file, line }) => `${file} ${line}`),
    );
    applyPlan(plan);
    const generated = new Map(
      after.files.map((file) => [file.path, file.text]),
    );
    const surprises = typeErrors(dir).filter(
      ({ file, line }) =>
        !known.has(`${file} ${line}`) &&
        (generated.get(file) ?? "")
          .split("\n")
          .some((one) => one.trim() === line),
    );
    expect(surprises).toEqual([]);
    checked += 1;
    rmSync(dir, { recursive: true });
    if (checked === (long ? 20 : 2)) break;
  }
  expect(checked).toBeGreaterThan(1);
}, 1_200_000);

test(`${long ? "2,000" : "200"} random pairs of edits and changes`, async () => {
  await fc.assert(fc.asyncProperty(pairs, check), {
    seed: 20261130,
    numRuns: long ? 2000 : 200,
    endOnFailure: true,
  });
}, 3_600_000);
