import { isObject, own, type JsonSchema } from "../json.js";
import type { Encoding, MediaType } from "../spec/operation.js";
import type { Converter } from "../spec/schema.js";
import { expand, withoutNull } from "./expand.js";
import type { RequestDescription } from "./tool.js";

type RequestBody = NonNullable<RequestDescription["body"]>;
type RequestField = NonNullable<RequestBody["fields"]>[number];
/** How a field is sent: all of it but its name and where its value comes from. */
export type FieldWire = Pick<
  RequestField,
  | "file"
  | "style"
  | "explode"
  | "allowReserved"
  | "itemsStyle"
  | "contentType"
  | "headers"
>;

/** One of `path`, `base64` and `text`: told in words, since clients drop or refuse a `oneOf`. The document's own text may take the place of the first. */
export const fileSchema: JsonSchema = {
  type: "object",
  description: "A file: path, base64 or text.",
  properties: {
    path: {
      type: "string",
      description: "Only in folders that the operator allows.",
    },
    base64: { type: "string" },
    text: {
      type: "string",
      description: "Give exactly one of path, base64 and text.",
    },
    filename: { type: "string" },
    contentType: { type: "string" },
  },
  additionalProperties: false,
};

/**
 * The schema of a part that is a file, or a list of files. https://spec.openapis.org/oas/v3.0.4.html#considerations-for-file-uploads
 * and, for what has neither type nor encoding in 3.1, https://spec.openapis.org/oas/v3.1.1.html#encoding-object
 */
export function asFile(
  property: JsonSchema,
  encoding: Encoding | undefined,
  media: MediaType,
  name: string,
  converter: Converter,
): JsonSchema | undefined {
  const whole = withoutNull(expand(property, converter));
  const { description } = whole;
  const told = (schema: JsonSchema): JsonSchema =>
    description === undefined ? schema : { ...schema, description };
  if (whole["type"] === "array") {
    const item = withoutNull(expand(whole["items"] as JsonSchema, converter));
    if (!isBinary(item)) return undefined;
    const { prefixItems: _, uniqueItems: __, ...list } = whole;
    return { ...list, items: fileSchema };
  }
  const modern =
    converter.spec.version === "3.1" || converter.spec.version === "3.2";
  const declared = isObject(media.schema)
    ? own(own(media.schema, "properties"), name)
    : undefined;
  const untyped =
    modern &&
    Object.keys(whole).every(
      (keyword) => keyword === "description" || keyword === "examples",
    ) &&
    (declared === undefined || isObject(declared));
  const typedByEncoding =
    encoding?.contentType !== undefined &&
    /^(?:image|audio|video)\//.test(encoding.contentType) &&
    whole["type"] === "string";
  return isBinary(whole) || untyped || typedByEncoding
    ? told(fileSchema)
    : undefined;
}

function isBinary(schema: JsonSchema): boolean {
  return schema["type"] === "string" && schema["format"] === "binary";
}

/** How a field of a form is serialised, as its Encoding Object says. */
export function fieldWire(
  encoding: Encoding | undefined,
  property: JsonSchema,
  isMultipart: boolean,
  converter: Converter,
): FieldWire {
  const styled =
    encoding?.style !== undefined ||
    encoding?.explode !== undefined ||
    encoding?.allowReserved !== undefined;
  const base64 =
    isMultipart &&
    expand(property, converter)["contentEncoding"] !== undefined &&
    encoding?.contentType === undefined;
  const old =
    converter.spec.version === "2.0" || converter.spec.version === "3.0";
  return {
    // Any of the three brings the defaults of the others with it. https://spec.openapis.org/oas/v3.2.0.html#encoding-object
    ...(styled && { style: encoding.style ?? "form" }),
    ...(encoding?.explode !== undefined && { explode: encoding.explode }),
    ...(encoding?.allowReserved === true && { allowReserved: true }),
    ...(encoding?.itemsStyle !== undefined && {
      itemsStyle: encoding.itemsStyle,
    }),
    ...(encoding?.contentType !== undefined && {
      contentType: encoding.contentType,
    }),
    ...(base64 &&
      (old
        ? { headers: [{ name: "Content-Transfer-Encoding", value: "base64" }] }
        : { contentType: "application/octet-stream" })),
  };
}
