import { isObject, own, type JsonObject } from "../../json.js";
import type { Draft } from "./scope.js";

/** What a schema says of itself without restricting its values. */
export function readAnnotations(raw: JsonObject): Draft {
  const annotations: Draft = {};
  const description = own(raw, "description");
  if (typeof description === "string" && description.trim() !== "")
    annotations["description"] = description;
  if (own(raw, "deprecated") === true) annotations["deprecated"] = true;
  const meanings = readMeanings(raw);
  if (meanings !== undefined) annotations["$comment"] = meanings;
  const listed = own(raw, "examples");
  const example =
    own(raw, "example") ?? (Array.isArray(listed) ? listed[0] : undefined);
  if (
    (typeof example === "string" && example !== "" && example.length <= 60) ||
    typeof example === "number"
  ) {
    annotations["examples"] = [example];
  }
  return annotations;
}

/** `open: still open; closed: done`, from the extensions in which vendors say what listed values mean. */
function readMeanings(raw: JsonObject): string | undefined {
  const values = own(raw, "enum");
  if (!Array.isArray(values)) return undefined;
  const described =
    own(raw, "x-enum-descriptions") ??
    own(raw, "x-enumDescriptions") ??
    own(raw, "x-enum-varnames") ??
    own(raw, "x-enumNames") ??
    own(own(raw, "x-ms-enum"), "values");
  const parts = values.flatMap((value, i) => {
    const entry = Array.isArray(described)
      ? described[i]
      : own(described, String(value));
    const meaning = isObject(entry) ? own(entry, "description") : entry;
    return typeof meaning === "string" &&
      meaning !== "" &&
      meaning !== String(value)
      ? [`${String(value)}: ${meaning}`]
      : [];
  });
  return parts.length === 0 ? undefined : parts.join("; ");
}
