import type { Json } from "../json.js";
import { setOwn } from "./limits.js";

/** What a member of that name holds, where the keys around it are keywords: names, data, or neither if it is not here. */
const members: ReadonlyMap<
  string,
  Keys | "data" | "examples" | "discriminator"
> = new Map([
  // Keys below these are names that the author chose, so that `default`, `example` or `x-rate` among them are no keywords.
  ...[
    "$defs",
    "additionalOperations",
    "content",
    "definitions",
    "dependencies",
    "dependentSchemas",
    "encoding",
    "headers",
    "links",
    "mediaTypes",
    "parameters",
    "pathItems",
    "patternProperties",
    "properties",
    "requestBodies",
    "schemas",
    "securityDefinitions",
    "securitySchemes",
    "variables",
    "webhooks",
  ].map((name) => [name, "names"] as const),
  // Names too, but `x-` among them is an extension.
  ...["callbacks", "paths", "responses"].map(
    (name) => [name, "names or extensions"] as const,
  ),
  // Data, not descriptions: a `$ref` below them is part of the data.
  ...["const", "default", "enum", "example", "value"].map(
    (name) => [name, "data"] as const,
  ),
  ["examples", "examples"],
  ["discriminator", "discriminator"],
]);

/** What the keys of a value are. */
export type Keys = "keywords" | "names" | "names or extensions";

/** Whether a pointer leads into data or an extension, which {@link walkReferences} passes by unless it is sent there. */
export function leadsIntoData(tokens: readonly string[]): boolean {
  return tokens.some((token) => {
    const holds = members.get(token);
    return holds === "data" || holds === "examples" || token.startsWith("x-");
  });
}

/**
 * Visits every `$ref` that is a reference: an object's own member with a text, where OpenAPI or JSON Schema describe
 * something; never in examples, defaults, enums and extensions. A property may be named `$ref`: its value is no text.
 *
 * @param replace gives what the reference is to say from now on; `optional` is true where nothing depends on it.
 * @param visited where given, objects in it are passed by, and every object that is seen is added.
 */
export function walkReferences(
  root: Json,
  keys: Keys,
  path: (string | number)[],
  replace: (
    ref: string,
    path: readonly (string | number)[],
    keys: Keys,
    optional: boolean,
  ) => string,
  visited?: Set<object>,
): void {
  const visit = (value: object, keys: Keys): void => {
    if (visited) {
      if (visited.has(value)) return;
      visited.add(value);
    }
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++)
        descend(value[index], index, "keywords");
      return;
    }
    const record = value as Record<string, Json>;
    for (const key in record) {
      const child = record[key];
      if (typeof child !== "object" || child === null) {
        if (key === "$ref" && typeof child === "string") {
          const target = replace(child, path, keys, false);
          if (target !== child) record[key] = target;
        }
        continue;
      }
      if (keys !== "keywords") {
        if (keys === "names" || !isExtension(key))
          descend(child, key, "keywords");
        continue;
      }
      const holds = members.get(key);
      if (holds === undefined) {
        if (!isExtension(key)) descend(child, key, "keywords");
      } else if (holds === "examples") exampleReferences(child);
      else if (holds === "discriminator")
        mapping(child as Record<string, Json>);
      else if (holds !== "data") descend(child, key, holds);
    }
  };
  const descend = (child: unknown, key: string | number, keys: Keys) => {
    if (typeof child !== "object" || child === null) return;
    path.push(key);
    visit(child, keys);
    path.pop();
  };

  /** An Example Object may be a reference, but what examples hold is data. https://spec.openapis.org/oas/v3.2.0.html#example-object */
  const exampleReferences = (examples: object) => {
    if (Array.isArray(examples)) return;
    for (const [name, example] of Object.entries(
      examples as Record<string, Json>,
    )) {
      const ref =
        typeof example === "object" &&
        example !== null &&
        Object.hasOwn(example, "$ref")
          ? (example as Record<string, Json>)["$ref"]
          : undefined;
      if (typeof ref !== "string" || Object.keys(example as object).length > 3)
        continue;
      path.push("examples", name);
      (example as Record<string, Json>)["$ref"] = replace(
        ref,
        path,
        "keywords",
        true,
      );
      path.length -= 2;
    }
  };

  /** Values of `mapping` are references where they look like one. https://spec.openapis.org/oas/v3.2.0.html#discriminator-object */
  const mapping = (discriminator: Record<string, Json>) => {
    const map = Object.hasOwn(discriminator, "mapping")
      ? discriminator["mapping"]
      : undefined;
    if (typeof map !== "object" || map === null || Array.isArray(map)) return;
    for (const [name, target] of Object.entries(map as Record<string, Json>)) {
      if (typeof target !== "string" || !/[#/]|\.(json|ya?ml)$/i.test(target))
        continue;
      path.push("discriminator", "mapping", name);
      setOwn(map, name, replace(target, path, "keywords", true));
      path.length -= 3;
    }
  };
  if (typeof root === "object" && root !== null) visit(root, keys);
}

/** Webhooks were an extension before OpenAPI 3.1 had them. */
function isExtension(key: string): boolean {
  return (
    key.charCodeAt(0) === 0x78 && key.startsWith("x-") && key !== "x-webhooks"
  );
}
