import { diagnostic, type Diagnostic } from "../diagnostics.js";
import { isObject, own, type Json, type JsonSchema } from "../json.js";
import type { MediaType, Operation } from "../spec/operation.js";
import type { Converter } from "../spec/schema.js";
import { expand, withoutNull } from "./expand.js";
import { asFile, fieldWire, fileSchema, type FieldWire } from "./form.js";
import { textSchema, xmlSchema } from "./text-body.js";
import {
  chooseMedia,
  essence,
  kindOf,
  sentAs,
  type MediaKind,
} from "./media.js";

export interface BodyField {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly wire: FieldWire;
}

/** How the body becomes arguments: field by field, or as one. */
export type BodyPlan =
  | {
      readonly kind: "fields";
      readonly contentType: string;
      readonly required: boolean;
      readonly fields: readonly BodyField[];
      /** Which fields must come together, where the document says so. */
      readonly note?: string;
    }
  | {
      readonly kind: "whole";
      readonly contentType: string;
      readonly required: boolean;
      readonly schema: JsonSchema;
      readonly description?: string;
      readonly file: boolean;
    };

/** Plans the body of an operation; undefined where it has none. */
export function planBody(
  operation: Operation,
  converter: Converter,
  wanted: string | undefined,
): { readonly plan?: BodyPlan; readonly diagnostics: readonly Diagnostic[] } {
  const { body } = operation;
  if (body === undefined || body.content.length === 0)
    return { diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  let media = chooseMedia(body.content, converter.spec);
  if (wanted !== undefined) {
    const found =
      body.content.find((one) => one.mediaType === wanted) ??
      body.content.find((one) => essence(one.mediaType) === essence(wanted));
    if (found === undefined) {
      diagnostics.push(
        diagnostic(
          "body-media-type-unknown",
          `${operation.key} takes no ${wanted}`,
          { at: body.at },
        ),
      );
    } else media = found;
  }
  const kind = kindOf(media, converter.spec);
  const contentType = sentAs(media.mediaType, kind);
  const whole = (schema: JsonSchema, file = false): BodyPlan => ({
    kind: "whole",
    contentType,
    required: body.required,
    schema,
    ...(body.description !== undefined && { description: body.description }),
    file,
  });
  const plan = planMedia(
    media,
    kind,
    contentType,
    body.required,
    whole,
    converter,
  );
  return { ...(plan !== undefined && { plan }), diagnostics };
}

function planMedia(
  media: MediaType,
  kind: MediaKind,
  contentType: string,
  required: boolean,
  whole: (schema: JsonSchema, file?: boolean) => BodyPlan,
  converter: Converter,
): BodyPlan | undefined {
  const at = `${media.at}/schema`;
  switch (kind) {
    case "file":
      return whole(fileSchema, true);
    case "text":
      return whole(textSchema(media, converter));
    case "xml":
      return whole(xmlSchema(media, converter));
    case "lines": {
      const items =
        media.itemSchema !== undefined
          ? converter.convert(
              media.itemSchema,
              "request",
              `${media.at}/itemSchema`,
            )
          : media.schema === undefined
            ? {}
            : converter.convert(media.schema, "request", at);
      return whole(
        items["type"] === "array" && media.itemSchema === undefined
          ? items
          : { type: "array", items },
      );
    }
  }
  if (media.schema === undefined) {
    return whole(kind === "json" ? {} : { type: "object", properties: {} });
  }
  const schema = converter.convert(media.schema, "request", at);
  // A form of parts is never a text, whatever the document says: what its parts are called, the caller has to know.
  if (kind === "multipart" && schema["type"] === "string")
    return whole({ type: "object", additionalProperties: true });
  if (saysEmpty(media.schema, converter)) {
    // Some generators write an empty form where there is no body.
    return required
      ? { kind: "fields", contentType, required, fields: [] }
      : undefined;
  }
  const object = openObject(schema, converter);
  const isForm = kind !== "json";
  if (
    object === undefined ||
    (!required && object.required.size > 0 && !isForm)
  )
    return whole(schema);
  const isMultipart = kind === "multipart";
  return {
    kind: "fields",
    contentType,
    ...(object.note !== undefined && { note: object.note }),
    // A form whose fields are required is required, whatever else is said.
    required: required || object.required.size > 0,
    fields: Object.entries(object.properties).map(([name, property]) => {
      const encoding = Object.hasOwn(media.encoding, name)
        ? media.encoding[name]
        : undefined;
      const file = isMultipart
        ? asFile(property as JsonSchema, encoding, media, name, converter)
        : undefined;
      return {
        name,
        schema: file ?? (property as JsonSchema),
        required: object.required.has(name),
        wire: {
          ...(file !== undefined && { file: true as const }),
          ...(isForm &&
            fieldWire(
              encoding,
              property as JsonSchema,
              isMultipart,
              converter,
            )),
        },
      };
    }),
  };
}

/** An object that has no properties, by what it says rather than by saying nothing. */
function saysEmpty(raw: Json, converter: Converter): boolean {
  const ref = own(raw, "$ref");
  const schema =
    typeof ref === "string" ? converter.spec.resolve(ref)?.value : raw;
  if (!isObject(schema)) return false;
  const properties = own(schema, "properties");
  const rest = own(schema, "additionalProperties");
  return (
    isObject(properties) &&
    Object.keys(properties).length === 0 &&
    // A list whose schema has an empty `properties` is a list.
    [undefined, "object"].includes(own(schema, "type") as string | undefined) &&
    (rest === undefined || rest === false) &&
    ["allOf", "anyOf", "oneOf", "patternProperties"].every(
      (keyword) => own(schema, keyword) === undefined,
    )
  );
}

interface OpenObject {
  readonly properties: JsonSchema;
  readonly required: ReadonlySet<string>;
  readonly note?: string;
}

/** The fields of an object; undefined for anything else: a dictionary, a union without fields of its own, an object without fields. */
function openObject(
  schema: JsonSchema,
  converter: Converter,
): OpenObject | undefined {
  const whole = withoutNull(expand(schema, converter));
  if (
    whole["type"] !== "object" ||
    !isObject(whole["properties"]) ||
    whole["allOf"] !== undefined
  )
    return undefined;
  if (
    isObject(whole["additionalProperties"]) ||
    whole["patternProperties"] !== undefined
  )
    return undefined;
  const properties: Record<string, Json> = Object.assign(
    Object.create(null),
    whole["properties"],
  );
  if (Object.keys(properties).length === 0) return undefined;
  const required = new Set(
    Array.isArray(whole["required"]) ? (whole["required"] as string[]) : [],
  );
  const branches = Array.isArray(whole["anyOf"])
    ? (whole["anyOf"] as JsonSchema[]).map((branch) =>
        expand(branch, converter),
      )
    : [];
  // What only some branches have is optional; what a branch says of a field that all have is for the API to check.
  const extra = new Map<string, JsonSchema[]>();
  for (const branch of branches) {
    if (branch["type"] !== "object" || !isObject(branch["properties"]))
      return undefined;
    for (const [name, property] of Object.entries(branch["properties"])) {
      if (!Object.hasOwn(properties, name))
        extra.set(name, [...(extra.get(name) ?? []), property as JsonSchema]);
    }
  }
  for (const [name, schemas] of extra) {
    const different = [
      ...new Map(schemas.map((one) => [JSON.stringify(one), one])).values(),
    ];
    properties[name] =
      different.length === 1 ? different[0]! : { anyOf: different };
    const inAll = branches.every(
      (branch) =>
        Array.isArray(branch["required"]) && branch["required"].includes(name),
    );
    if (inAll) required.add(name);
  }
  const note = whole["$comment"];
  return { properties, required, ...(typeof note === "string" && { note }) };
}
