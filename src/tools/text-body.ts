// Bodies that are written as one text.
import { isObject, own, type JsonSchema } from "../json.js";
import type { MediaType } from "../spec/operation.js";
import type { Converter } from "../spec/schema.js";
import { expand } from "./expand.js";

const textKeywords = new Set([
  "type",
  "description",
  "enum",
  "pattern",
  "minLength",
  "maxLength",
  "default",
  "examples",
]);

/** A text is one whatever the document says, and follows the rules that the document has for texts. */
export function textSchema(media: MediaType, converter: Converter): JsonSchema {
  const schema =
    media.schema === undefined
      ? {}
      : expand(
          converter.convert(media.schema, "request", `${media.at}/schema`),
          converter,
        );
  if (schema["type"] !== "string") return { type: "string" };
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => textKeywords.has(keyword)),
  );
}

/** Text that says which document is expected, as far as the schema tells. */
export function xmlSchema(media: MediaType, converter: Converter): JsonSchema {
  const schema =
    media.schema === undefined
      ? {}
      : expand(
          converter.convert(media.schema, "request", `${media.at}/schema`),
          converter,
        );
  const named = own(own(media.schema, "xml"), "name");
  const ref = own(media.schema, "$ref");
  const target =
    typeof ref === "string" ? converter.spec.resolve(ref) : undefined;
  const root =
    typeof named === "string"
      ? named
      : (own(own(target?.value, "xml"), "name") ??
        (typeof ref === "string"
          ? ref.slice(ref.lastIndexOf("/") + 1)
          : undefined));
  const fields = isObject(schema["properties"])
    ? Object.keys(schema["properties"]).slice(0, 12)
    : [];
  return {
    type: "string",
    description: `An XML document${typeof root === "string" ? `, <${root}>` : ""}${fields.length > 0 ? ` with ${fields.join(", ")}` : ""}.`,
  };
}
