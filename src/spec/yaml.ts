import {
  constructFromEvents,
  CORE_SCHEMA,
  EVENT_ID,
  mapTag,
  mergeTag,
  parseEvents,
  YAMLException,
  type Event,
} from "js-yaml";
import { diagnostic, type Diagnostic } from "../diagnostics.js";
import { isObject, type Json } from "../json.js";
import { expandAliases } from "./limits.js";
import { positionOf } from "./position.js";
import { quote } from "./report.js";

/** Merge keys (`<<`) are YAML 1.1, but descriptions use them. */
const schema = CORE_SCHEMA.withTags(mergeTag);

/** Tags that the schema knows by these names. https://yaml.org/spec/1.2.2/#103-core-schema */
const knownTag =
  /^(?:!|!!(?:str|null|bool|int|float|seq|map|merge)|!<tag:yaml\.org,2002:(?:str|null|bool|int|float|seq|map|merge)>)$/;

/**
 * Reads YAML as people write it: a key that stands twice, a tag of some other program and a tab between two words of one
 * line are told, and the rest is read.
 *
 * @throws YAMLException for a syntax error; UserError for aliases that expand beyond the limits.
 */
export function readYaml(
  text: string,
  name: string,
): { readonly value: Json; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const tell = (
    code: "document-duplicate-key" | "document-tag-ignored",
    offset: number,
    message: string,
  ) => {
    const { line, column } = positionOf(text, offset);
    const place = `${name}:${line}:${column}`;
    diagnostics.push(
      diagnostic(code, `${place}: ${message}`, { line, column }),
    );
  };
  const events = withoutForeignTags(eventsOf(text), text, tell);
  const options = { source: text, schema, maxTotalMergeKeys: 1_000_000 };
  let documents: unknown[];
  try {
    documents = constructFromEvents(events, options);
  } catch (error) {
    if (!(error instanceof YAMLException) || !isDuplicateKey(error))
      throw error;
    const twice = new Set<string>();
    documents = constructFromEvents(events, {
      ...options,
      schema: schema.withTags(joiningMap(twice, text.includes("<<"))),
      json: true,
    });
    const [first = "a key", ...others] = [...twice].map(quote);
    tell(
      "document-duplicate-key",
      error.mark?.position ?? 0,
      `${first} stands twice in one mapping${others.length === 0 ? "" : `, and so ${others.length === 1 ? "does" : "do"} ${others.slice(0, 5).join(", ")}${others.length > 5 ? ` and ${others.length - 5} more` : ""} elsewhere`}; the last one counts, and what only the first one of two paths or lists of components has is kept`,
    );
  }
  const filled = documents.filter(
    (document) => document !== null && document !== undefined,
  );
  if (filled.length > 1) {
    diagnostics.push(
      diagnostic(
        "document-several",
        `${name} holds ${filled.length} YAML documents; the first one was read`,
      ),
    );
  }
  const value = (filled[0] ?? null) as Json;
  return {
    value: events.some(({ type }) => type === EVENT_ID.ALIAS)
      ? expandAliases(value, name)
      : value,
    diagnostics,
  };
}

function eventsOf(text: string): Event[] {
  const options = { maxDepth: 4000 };
  try {
    return parseEvents(text, options);
  } catch (error) {
    // The parser takes a tab between two tokens in braces for wrong indentation. https://yaml.org/spec/1.2.2/#62-separation-spaces
    if (
      !(error instanceof YAMLException) ||
      error.reason !== "deficient indentation" ||
      !text.includes("\t")
    )
      throw error;
    return parseEvents(withoutInnerTabs(text), options);
  }
}

/** A space for each tab that is no indentation: offsets stay what they are. */
function withoutInnerTabs(text: string): string {
  return text.replace(
    /^([ \t]*)(\S.*)$/gm,
    (_, indent: string, rest: string) => indent + rest.replaceAll("\t", " "),
  );
}

/** A value with a tag that only some other program knows (`!Ref`, `!include`, `!!binary`) is read as if it had none. */
function withoutForeignTags(
  events: Event[],
  text: string,
  tell: (code: "document-tag-ignored", offset: number, message: string) => void,
): Event[] {
  let first: { readonly tag: string; readonly offset: number } | undefined;
  let count = 0;
  const kept = events.map((event) => {
    if (!("tagStart" in event) || event.tagStart < 0) return event;
    const tag = text.slice(event.tagStart, event.tagEnd);
    if (knownTag.test(tag)) return event;
    first ??= { tag, offset: event.tagStart };
    count += 1;
    return { ...event, tagStart: -1, tagEnd: -1 };
  });
  if (first === undefined) return events;
  tell(
    "document-tag-ignored",
    first.offset,
    `the tag ${quote(first.tag)}${count === 1 ? " was" : ` and ${count - 1} more were`} ignored`,
  );
  return kept;
}

function isDuplicateKey({ reason }: YAMLException): boolean {
  return reason.includes("duplicated mapping key");
}

/** Maps of parts that stand by themselves: two of one name are as good as one. */
const joined: ReadonlySet<string> = new Set([
  "paths",
  "webhooks",
  "components",
  "definitions",
  "schemas",
  "responses",
  "parameters",
  "examples",
  "requestBodies",
  "headers",
  "securitySchemes",
  "securityDefinitions",
  "links",
  "callbacks",
  "pathItems",
  "mediaTypes",
]);

/**
 * A mapping in which the last of two equal keys counts, but no operation is lost for being under a path that stands twice.
 *
 * @param twice takes the keys
 * @param plain join nothing: with merge keys, a key may stand again to replace what was merged
 */
function joiningMap(twice: Set<string>, plain: boolean): typeof mapTag {
  return {
    ...mapTag,
    addPair: (container, key, value) => {
      const name = String(key);
      if (mapTag.has(container, key) && typeof key !== "object" && !plain) {
        twice.add(name);
        const earlier = mapTag.get(container, key) as Json;
        if (
          (joined.has(name) || name.startsWith("/")) &&
          isObject(earlier) &&
          isObject(value as Json)
        ) {
          join(value as Record<string, Json>, earlier);
        }
      }
      return mapTag.addPair(container, key, value);
    },
  };
}

function join(
  target: Record<string, Json>,
  earlier: { readonly [name: string]: Json },
): void {
  for (const [name, value] of Object.entries(earlier)) {
    const own = Object.hasOwn(target, name) ? target[name] : undefined;
    if (own === undefined) mapTag.addPair(target, name, value);
    else if (
      (joined.has(name) || name.startsWith("/")) &&
      isObject(own) &&
      isObject(value)
    )
      join(own as Record<string, Json>, value);
  }
}
