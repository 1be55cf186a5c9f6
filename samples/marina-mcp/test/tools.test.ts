// What must hold of every tool, generated, edited or written by hand.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { customTools } from "../src/custom-tools.js";
import { validatorFor } from "../src/runtime/validator.js";
import type { AnyTool, JsonSchema } from "../src/runtime/tool.js";
import { toolsets } from "../src/tools/index.js";

const generated = Object.values(toolsets).flat();
const tools: readonly AnyTool[] = [...generated, ...customTools];

/** Checks every tool, and names those that fail. */
function each(check: (tool: AnyTool) => void | Promise<void>) {
  return async () => {
    const wrong: string[] = [];
    for (const tool of tools) {
      try {
        await check(tool);
      } catch (error) {
        wrong.push(`${tool.name}: ${(error as Error).message}`);
      }
    }
    assert.deepEqual(wrong, []);
  };
}

function propertiesOf(schema: JsonSchema): object {
  return schema["properties"] ?? {};
}

describe("every tool", () => {
  it("has a name that clients take, and that no other has", () => {
    const names = generated.map((tool) => tool.name);
    assert.equal(new Set(names).size, names.length);
    assert.deepEqual(
      tools.filter((tool) => !/^[a-zA-Z0-9_-]{1,64}$/.test(tool.name)),
      [],
    );
  });

  it(
    "has a title, a description and all four hints",
    each(({ title, description, annotations }) => {
      assert.ok(title, "no title");
      assert.ok(description, "no description");
      for (const hint of [
        "readOnlyHint",
        "destructiveHint",
        "idempotentHint",
        "openWorldHint",
      ] as const) {
        assert.equal(typeof annotations[hint], "boolean", hint);
      }
      assert.ok(
        !(annotations.readOnlyHint && annotations.destructiveHint),
        "reads only, and destroys",
      );
    }),
  );

  it(
    "has an input schema that compiles, with an object at its root",
    each(async ({ input, listed, output }) => {
      assert.equal(input["type"], "object");
      for (const union of ["anyOf", "oneOf", "allOf", "not", "if"]) {
        assert.ok(!(union in input), `${union} at the root`);
      }
      await validatorFor(input);
      if (listed !== undefined) {
        await validatorFor(listed);
        assert.deepEqual(
          Object.keys(propertiesOf(listed)),
          Object.keys(propertiesOf(input)),
        );
      }
      if (output !== undefined) await validatorFor(output);
    }),
  );

  it(
    "sends only arguments that it has",
    each(({ input, request }) => {
      const names = new Set(Object.keys(propertiesOf(input)));
      const sources = [
        ...(request.parameters ?? []),
        ...(request.body?.fields ?? []),
      ].map(({ argument }) => argument);
      for (const argument of [
        ...sources,
        request.body?.argument,
        request.fieldsArgument,
        request.pageSize?.argument,
      ]) {
        assert.ok(
          argument === undefined || names.has(argument),
          `${argument} is not in its input schema`,
        );
      }
    }),
  );

  it(
    "fills each placeholder of its path",
    each(({ request }) => {
      const filled = new Set(
        (request.parameters ?? [])
          .filter((parameter) => parameter.in === "path")
          .map((parameter) => parameter.name),
      );
      const path = request.path.split("#")[0]!;
      for (const [, name = ""] of path.matchAll(/\{([^{}]+)\}/g)) {
        assert.ok(filled.has(name), `nothing fills {${name}}`);
      }
    }),
  );
});
