import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { UserError } from "../../../src/diagnostics.js";
import { loadSpec } from "../../../src/spec/load.js";
import { listOperations } from "../../../src/spec/operations.js";
import { createConverter } from "../../../src/spec/schema.js";
import { buildInput } from "../../../src/tools/input.js";
import { buildOutput } from "../../../src/tools/output.js";
import { describeShared } from "../../shared.js";
import { compile, lint } from "../../spec/schema/strict.js";

describeShared("every schema of awkward documents", (shared) => {
  const files = ["cases", "hostile"].flatMap((folder) =>
    readdirSync(path.join(shared, folder))
      .filter((name) => /^\d\d.*\.(?:json|ya?ml)$/.test(name))
      .filter((name) => !name.includes(".parts."))
      .map((name) => path.join(folder, name)),
  );
  test.each(files)("%s compiles and loses no parameter", async (file) => {
    let loaded;
    try {
      loaded = await loadSpec(path.join(shared, file), { validate: "never" });
    } catch (error) {
      // A document that cannot be read is told to the user, whatever it is.
      expect(error).toBeInstanceOf(UserError);
      return;
    }
    const converter = createConverter(loaded.spec);
    for (const operation of listOperations(loaded.spec).operations) {
      const { input, listed, request } = buildInput(operation, converter, {
        override: {},
        credentials: { credentialParameters: new Set(), undeclared: new Map() },
      });
      for (const schema of [input, listed, buildOutput(operation, converter)]) {
        if (schema === undefined) continue;
        compile(schema);
        expect(lint(schema)).toEqual([]);
        expect(JSON.stringify(schema).length).toBeLessThan(100_000);
      }
      expect(
        (request.parameters ?? []).map((one) => `${one.in} ${one.name}`),
      ).toEqual(operation.parameters.map((one) => `${one.in} ${one.name}`));
      expect(Object.keys(listed?.properties ?? input.properties)).toEqual(
        Object.keys(input.properties),
      );
    }
  });
});
