/** The type of a JSON Schema in words: `list of string`, `string or null`. */
export function typeText(schema, depth = 0) {
  if (schema === true || schema === undefined) return "anything";
  if (schema === false) return "nothing";
  if (typeof schema.$ref === "string")
    return schema.$ref.split("/").at(-1) || "the whole again";
  if ("const" in schema) return JSON.stringify(schema.const);
  const choices = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(choices)) {
    const texts = [...new Set(choices.map((one) => typeText(one, depth + 1)))];
    return texts.length > 4
      ? `${texts.slice(0, 3).join(" or ")} or ${texts.length - 3} more`
      : texts.join(" or ");
  }
  const types = [schema.type ?? guessType(schema)].flat();
  return types.map((type) => oneType(type, schema, depth)).join(" or ");
}

function guessType(schema) {
  if (schema.properties) return "object";
  if (schema.items) return "array";
  return Array.isArray(schema.enum) ? "choice" : "anything";
}

function oneType(type, schema, depth) {
  if (type === "array")
    return depth > 2 ? "list" : `list of ${typeText(schema.items, depth + 1)}`;
  if (type === "object" && schema.properties && depth < 2) {
    const names = Object.keys(schema.properties);
    if (names.length === 0) return type;
    const shown = names.slice(0, 4).join(", ");
    return `object { ${shown}${names.length > 4 ? `, and ${names.length - 4} more` : ""} }`;
  }
  return schema.format && type === "string"
    ? `${type} (${schema.format})`
    : String(type);
}

const limitWords = {
  minimum: "at least",
  exclusiveMinimum: "more than",
  maximum: "at most",
  exclusiveMaximum: "less than",
  minLength: "characters, at least",
  maxLength: "characters, at most",
  minItems: "items, at least",
  maxItems: "items, at most",
  multipleOf: "multiple of",
  pattern: "matches",
};

/** What else a value has to keep, in words, and what it is when left out. */
export function limitTexts(schema) {
  if (typeof schema !== "object" || schema === null) return [];
  const texts = [];
  const values = schema.enum ?? schema.items?.enum;
  if (Array.isArray(values)) {
    const shown = values.slice(0, 12).map((value) => JSON.stringify(value));
    const more = values.length - shown.length;
    texts.push(
      `one of ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
    );
  }
  for (const [keyword, words] of Object.entries(limitWords)) {
    if (Object.hasOwn(schema, keyword))
      texts.push(`${words} ${schema[keyword]}`);
  }
  if (Object.hasOwn(schema, "default"))
    texts.push(`default ${JSON.stringify(schema.default)}`);
  return texts;
}
