import { format } from "prettier";
import { describe, expect, test } from "vitest";
import { mergeFile, type Conflict } from "../../src/update/merge.js";

/** A tool file as generation writes it, one tool with the given parts. */
function toolFile(parts: {
  title?: string;
  description?: string;
  petId?: string;
  limit?: string;
  limitText?: string;
  more?: string;
  header?: string;
  destructive?: boolean;
}): string {
  const petId =
    parts.petId ?? `{ type: "integer", description: "ID of the pet." }`;
  const limit =
    parts.limitText === undefined
      ? ""
      : `\n      limit: { type: "integer", description: ${JSON.stringify(parts.limitText)} },`;
  const limitMember =
    parts.limitText === undefined
      ? ""
      : `\n  /** ${parts.limitText} */\n  limit?: number;`;
  const limitParameter =
    parts.limitText === undefined
      ? ""
      : `,\n      { argument: "limit", name: "limit", in: "query" }`;
  return `// GET ${parts.header ?? "/pets/{petId}"}. Edit anything: see README.md, "Editing generated code".
import { defineTool } from "../../runtime/tool.js";

export interface GetPetInput {
  /** ID of the pet. */
  petId: number;${limitMember}
}

export const getPet = defineTool<GetPetInput>({
  name: "get_pet",
  title: ${JSON.stringify(parts.title ?? "Get a pet")},
  description: ${JSON.stringify(parts.description ?? "Get one pet by its id.")},
  annotations: { readOnlyHint: true, destructiveHint: ${parts.destructive ?? false}, idempotentHint: true, openWorldHint: true },
  input: {
    type: "object",
    properties: {
      petId: ${petId},${limit}
    },
    required: ["petId"],
    additionalProperties: false,
  },
  request: {
    method: "GET",
    path: ${JSON.stringify(parts.header ?? "/pets/{petId}")},
    parameters: [
      { argument: "petId", name: "petId", in: "path" }${limitParameter},
    ],
  },
  handler: (input, api) => api.send(input),
});
`;
}

const base = toolFile({});
const edit =
  (from: string, to: string) =>
  (text: string): string => {
    if (!text.includes(from)) throw new Error(`nothing to edit: ${from}`);
    return text.replace(from, to);
  };
const handler = edit(
  "(input, api) => api.send(input)",
  "async (input, api) => {\n    console.error(input.petId); // seen\n    return api.send(input);\n  }",
);
const prettier = (options: object) => (text: string) =>
  format(text, { parser: "typescript", ...options });

async function merge(
  yours: string,
  generated: string,
  conflict: Conflict = "mark",
  path = "src/tools/pets/get_pet.ts",
) {
  const merged = await mergeFile({ path, base, yours, generated, conflict });
  return {
    ...merged,
    conflicts: merged.slots
      .filter(({ action }) => action === "conflict")
      .map(({ slot }) => slot),
  };
}

describe("the nine ordinary pairs", () => {
  const withLimit = { limitText: "How many." };
  const pairs: readonly [
    string,
    (text: string) => string | Promise<string>,
    Parameters<typeof toolFile>[0],
    string[],
    string[],
  ][] = [
    [
      "handler edited; parameter added",
      handler,
      withLimit,
      ["// seen", "limit?: number"],
      [],
    ],
    [
      "description edited; title changed on the next line",
      edit("Get one pet by its id.", "My words."),
      { title: "Fetch" },
      ["My words.", `"Fetch"`],
      [],
    ],
    [
      "one parameter's text edited; another added beside it",
      edit(`description: "ID of the pet."`, `description: "My id."`),
      withLimit,
      [`"My id."`, "How many."],
      [],
    ],
    [
      "parameter description edited; minimum added on the same line",
      edit(`description: "ID of the pet."`, `description: "My id."`),
      {
        petId: `{ type: "integer", description: "ID of the pet.", minimum: 1 }`,
      },
      [`{ type: "integer", description: "My id.", minimum: 1 }`],
      [],
    ],
    [
      "Prettier only; parameter added",
      prettier({ singleQuote: true, semi: false, printWidth: 40 }),
      withLimit,
      ["limit?: number", "'get_pet'"],
      [],
    ],
    [
      "Prettier and handler edited; parameter added",
      async (text) =>
        prettier({
          useTabs: true,
          trailingComma: "none",
          bracketSpacing: false,
        })(handler(text)),
      withLimit,
      ["// seen", "limit?: number", "\t\tlimit?: number".slice(1)],
      [],
    ],
    [
      "annotation changed; parameter added",
      edit("idempotentHint: true", "idempotentHint: false"),
      withLimit,
      ["idempotentHint: false", "limit?"],
      [],
    ],
    [
      "import and helper added; everything regenerated",
      (text) =>
        edit(
          "export interface",
          `import { log } from "../../log.js";\n\nfunction help(): void {\n  log("x");\n}\n\nexport interface`,
        )(text),
      {
        title: "T",
        description: "D",
        petId: `{ type: "string" }`,
        ...withLimit,
        header: "/animals/{petId}",
        destructive: true,
      },
      [
        "function help",
        `import { log }`,
        `title: "T"`,
        "GET /animals/{petId}",
        "destructiveHint: true",
      ],
      [],
    ],
    [
      "same description changed on both sides",
      edit("Get one pet by its id.", "My words."),
      { description: "New words." },
      ["My words.", "New words."],
      ["getPet.description"],
    ],
  ];
  test.each(pairs)("%s", async (_, yourEdit, change, wanted, conflicts) => {
    const merged = await merge(await yourEdit(base), toolFile(change));
    expect(merged.conflicts).toEqual(conflicts);
    for (const text of wanted) expect(merged.text).toContain(text);
  });
});

describe("conflicts", () => {
  test("markers stand around the one property, whatever else changed", async () => {
    const merged = await merge(
      handler(edit("Get one pet by its id.", "My words.")(base)),
      toolFile({ description: "New words.", title: "T" }),
    );
    expect(merged.text).toContain(
      `  title: "T",
<<<<<<< yours
  description: "My words.",
=======
  description: "New words.",
>>>>>>> generated
  annotations: {`,
    );
  });
  test("what is on the same line is repeated on both sides", async () => {
    const merged = await merge(
      edit(`description: "ID of the pet."`, `description: "My id."`)(base),
      toolFile({ petId: `{ type: "string", description: "New id." }` }),
    );
    expect(merged.text).toContain(
      `<<<<<<< yours
      petId: { type: "string", description: "My id." },
=======
      petId: { type: "string", description: "New id." },
>>>>>>> generated
`,
    );
  });
  test("a slot that you removed and the document changed", async () => {
    const merged = await merge(
      edit(`  title: "Get a pet",\n`, "")(base),
      toolFile({ title: "Fetch" }),
    );
    expect(merged.text).toContain(
      `  name: "get_pet",
<<<<<<< yours
=======
  title: "Fetch",
>>>>>>> generated
  description`,
    );
  });
  test("a side is taken on request", async () => {
    const yours = edit("Get one pet by its id.", "My words.")(base);
    expect(
      (await merge(yours, toolFile({ description: "New." }), "yours")).text,
    ).toBe(yours);
    expect(
      (await merge(yours, toolFile({ description: "New." }), "generated")).text,
    ).toBe(toolFile({ description: "New." }));
  });
});
