import { isObject, own, type JsonSchema } from "../json.js";
import { article, withoutTechnical } from "./describe/facts.js";
import { last, plural, singular, words } from "./names/tokens.js";

/** What a body is of which the document says nothing: by its type and the name of its schema. */
export function bodyText(schema: JsonSchema, contentType: string): string {
  const type = contentType.toLowerCase();
  if (/xml/.test(type)) return "The request body, as XML.";
  if (type.startsWith("text/")) return "The request body, as text.";
  const items = own(schema, "items");
  if (own(schema, "type") === "array") {
    const thing = nounOf(isObject(items ?? null) ? items! : {});
    const scalar = own(items, "type");
    if (thing !== undefined)
      return `The request body: a list of ${last(thing, plural).join(" ")}.`;
    return typeof scalar === "string" &&
      /^(?:string|integer|number)$/.test(scalar)
      ? `The request body: a list of ${scalar}s.`
      : "The request body: a list.";
  }
  const thing = nounOf(schema);
  return thing === undefined
    ? "The request body."
    : `The request body: ${article(thing[0]!)} ${thing.join(" ")}.`;
}

function nounOf(schema: unknown): readonly string[] | undefined {
  const ref = own(schema as JsonSchema, "$ref");
  if (typeof ref !== "string") return undefined;
  const said = words(ref.split("/").at(-1) ?? "");
  const end = said.findLastIndex(
    (word) => !/^(?:request|input|payload|body|form|command|dto)$/.test(word),
  );
  const thing = last(withoutTechnical(said.slice(0, end + 1)), singular);
  return thing.length > 0 && thing.length <= 4 ? thing : undefined;
}
