import {
  own,
  type Json,
  type JsonObject,
  type JsonSchema,
} from "../../json.js";
import { readDiscriminator, tagBranch } from "./discriminator.js";
import { merge } from "./merge.js";
import { orNull, type WholeScope } from "./scope.js";
import {
  addUnion,
  describeChoices,
  namesOnly,
  unionBranches,
} from "./union.js";

/** Adds a choice of branches to what a schema says besides. */
export function choose(
  raw: JsonObject,
  keyword: "oneOf" | "anyOf",
  branches: readonly Json[],
  schema: JsonSchema,
  at: string,
  depth: number,
  scope: WholeScope,
  named: string | undefined,
): JsonSchema {
  const choices = branches.map(namesOnly);
  if (choices.some((names) => names !== undefined)) {
    // A union of required names: told in words, judged by the API.
    const note = choices.every((names) => names !== undefined)
      ? describeChoices(choices as string[][], keyword === "oneOf")
      : undefined;
    if (note === undefined) return schema;
    const said = schema["$comment"];
    return {
      ...schema,
      $comment: typeof said === "string" ? `${said}; ${note}` : note,
    };
  }
  const discriminator = readDiscriminator(
    raw,
    named,
    scope.spec,
    scope.children,
  );
  const converted = branches.flatMap((branch, i) => {
    if (branch === false) return [];
    const one = scope.convert(branch, `${at}/${keyword}/${i}`, depth + 1);
    const title = own(branch, "title");
    const titled =
      one["description"] === undefined &&
      typeof title === "string" &&
      !/^[a-z0-9]*(?:_[a-z0-9]+)*$/.test(title) &&
      one["$ref"] === undefined
        ? { ...one, description: title }
        : one;
    const ref = own(branch, "$ref");
    const target =
      typeof ref === "string" ? scope.resolve(ref)?.ref : undefined;
    return [
      discriminator === undefined || target === undefined
        ? titled
        : tagBranch(
            titled,
            discriminator.property,
            discriminator.valuesOf(target),
            scope,
          ),
    ];
  });
  const kept = unionBranches(converted);
  if (kept.length === 1) return merge(kept[0]!, schema, scope, at);
  const nullable = kept.at(-1)?.["type"] === "null";
  const union = addUnion(schema, nullable ? kept.slice(0, -1) : kept, scope);
  if (union === undefined) {
    scope.report(
      "schema-clash",
      `No alternative of ${keyword} fits what is said besides`,
      at,
    );
    return schema;
  }
  return nullable ? orNull(union) : union;
}
