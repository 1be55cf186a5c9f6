import { YAMLException } from "js-yaml";
import { diagnostic, UserError, type Diagnostic } from "../diagnostics.js";
import { isObject, own, type Json } from "../json.js";
import { refuseTooManyValues } from "./limits.js";
import { positionOf } from "./position.js";
import { readYaml } from "./yaml.js";

/** YAML that takes more memory to read than is reasonable: the reader needs about twenty bytes per byte. */
const maxYamlCharacters = 40_000_000;

/**
 * Reads JSON or YAML, whatever the file is called: text that begins like JSON is read as JSON, which is many times faster,
 * and as YAML if it is not quite JSON (trailing commas, comments, unquoted keys).
 *
 * @param name what messages call the text.
 * @throws UserError with line, column and excerpt for a syntax error; for HTML and XML; for aliases that expand beyond the limits.
 */
export function parseText(
  text: string,
  name: string,
): { readonly value: Json; readonly diagnostics: readonly Diagnostic[] } {
  const first = /\S/.exec(text)?.[0];
  // What a URL often answers in place of the document.
  if (first === "<")
    throw new UserError(
      diagnostic(
        "document-not-openapi",
        `${name} is no OpenAPI document: it is HTML or XML. A page that shows the documentation often links to the document; a sign-in page asks for credentials`,
      ),
    );
  let json: SyntaxFailure | undefined;
  if (first === "{" || first === "[") {
    refuseTooManyValues(text, name);
    try {
      const value = JSON.parse(text) as Json;
      // The other reader tells of it, and loses nothing.
      if (!hasPathTwice(value, text)) return { value, diagnostics: [] };
    } catch (error) {
      json = jsonFailure(error as Error, text);
    }
  }
  if (text.length > maxYamlCharacters) {
    if (json) throw syntaxError(json, text, name, "JSON");
    throw new UserError(
      diagnostic(
        "document-too-large",
        `${name} has ${Math.round(text.length / 1e6)} million characters of YAML; the limit is ${maxYamlCharacters / 1e6} million. As JSON it can be larger`,
      ),
    );
  }
  try {
    return readYaml(text, name);
  } catch (error) {
    if (error instanceof UserError) throw error;
    // The reader's own stack, or its limit.
    if (
      error instanceof RangeError ||
      /maxDepth/.test((error as Error).message)
    ) {
      throw new UserError(
        diagnostic(
          "document-too-large",
          `${name} is nested too deeply to be read`,
        ),
      );
    }
    const yaml = yamlFailure(error as Error);
    // Of the two readers, the one that came further knows better what is wrong; the engine's own does not always say where.
    if (json?.offset === -1)
      throw syntaxError({ ...json, offset: yaml.offset }, text, name, "JSON");
    throw json && json.offset >= yaml.offset
      ? syntaxError(json, text, name, "JSON")
      : syntaxError(yaml, text, name, json ? "JSON" : "YAML");
  }
}

/** Of a name that stands twice in an object, JSON's reader gives the last one and says nothing. https://www.rfc-editor.org/rfc/rfc8259#section-4 */
function hasPathTwice(value: Json, text: string): boolean {
  const paths = own(value, "paths");
  if (!isObject(paths) || text.length > maxYamlCharacters) return false;
  const seen = new Set<string>();
  for (const [, path] of text.matchAll(/"(\/[^"\\]*)"\s*:/g)) {
    if (!Object.hasOwn(paths, path!)) continue;
    if (seen.has(path!)) return true;
    seen.add(path!);
  }
  return false;
}

interface SyntaxFailure {
  readonly reason: string;
  readonly offset: number;
}

/** What the engine says of wrong JSON; where it does not say the place, the YAML reader will find one. */
function jsonFailure(error: Error, text: string): SyntaxFailure {
  const place = /\bat position (\d+)/.exec(error.message);
  if (error.message.startsWith("Unexpected end")) {
    return { reason: "the text ends too early", offset: text.trimEnd().length };
  }
  return {
    reason: error.message.replace(
      /(,? \.\.\.|, "| in JSON| is not valid).*$/s,
      "",
    ),
    offset: place ? Number(place[1]) : -1,
  };
}

function yamlFailure(error: Error): SyntaxFailure {
  if (error instanceof YAMLException) {
    return { reason: error.reason, offset: error.mark?.position ?? 0 };
  }
  throw error;
}

function syntaxError(
  failure: SyntaxFailure,
  text: string,
  name: string,
  language: string,
): UserError {
  const { line, column } = positionOf(text, Math.max(0, failure.offset));
  return new UserError(
    diagnostic(
      "document-syntax",
      `${name}:${line}:${column}: ${language} syntax error: ${failure.reason}\n${excerpt(text, line, column)}`,
      { line, column },
    ),
  );
}

/** The line of an error with the one before it, cut to a screen's width, and a mark under the column. */
function excerpt(text: string, line: number, column: number): string {
  const lines = text.split("\n", line + 1);
  const from = Math.max(0, column - 60);
  const shown: string[] = [];
  for (let number = Math.max(1, line - 1); number <= line; number++) {
    const content = (lines[number - 1] ?? "").slice(from, from + 100);
    // Nothing of the text may steer the terminal.
    shown.push(
      `${String(number).padStart(5)} | ${content.replace(/[\p{Cc}\p{Cf}]/gu, " ")}`,
    );
  }
  return `${shown.join("\n")}\n${" ".repeat(8 + Math.max(0, column - 1 - from))}^`;
}
