import type { Operation } from "../../spec/operation.js";
import { flatten, sentences } from "../text.js";
import type { PathNode } from "./path.js";
import { contradicts } from "./path-verb.js";
import { isPreposition } from "./phrase.js";
import { isPlural, words } from "./tokens.js";
import { canonical, isStrongVerb, verbKind, verbOf } from "./verbs.js";

/**
 * What a POST does by its text, where the path names no collection: "Transcribe a receipt by uploading an image" of
 * /simple/file transcribes a receipt. Verbs that say no more than the method are none.
 */
export function toldPhrase(
  operation: Operation,
  leaf: PathNode,
): { verb: readonly string[]; nouns: readonly string[] } | undefined {
  if (
    operation.method !== "POST" ||
    leaf.id ||
    isPlural(leaf.words.at(-1)!) ||
    leaf.words.some((word) => isStrongVerb(word))
  )
    return undefined;
  // "Restore requests" may be what a restore asks for; an article tells.
  const said = readText(operation);
  return said === undefined || !said.hasArticle || plain.test(said.verb)
    ? undefined
    : { verb: [said.verb], nouns: said.nouns };
}

/** What is done by its text, where neither path nor identifier say anything: "Geocode a query" of `GET /`. */
export function saidPhrase(
  operation: Operation,
): { verb: readonly string[]; nouns: readonly string[] } | undefined {
  const said = readText(operation);
  if (said === undefined || contradicts([said.verb], operation))
    return undefined;
  if (
    operation.method === "GET" &&
    verbKind(said.verb) !== "read" &&
    !said.hasArticle
  )
    return undefined;
  return { verb: [said.verb], nouns: said.nouns };
}

/** Verbs that say no more than the method. */
const plain =
  /^(?:create|add|get|list|do|use|make|provide|take|give|allow|process|handle|perform|execute|run|submit|post|save|store|put|set|register|start|is|has|can|require|include)$/;

/** The verb that the text begins with, and what it is done to. */
function readText(operation: Operation):
  | {
      readonly verb: string;
      readonly nouns: readonly string[];
      readonly hasArticle: boolean;
    }
  | undefined {
  const text = flatten(
    (operation.summary ?? operation.description ?? "").slice(0, 200),
  );
  const said = words((sentences(text)[0] ?? "").slice(0, 100));
  const verb = canonical(verbOf(said[0] ?? "") ?? "");
  if (verbKind(verb) === undefined) return undefined;
  const rest = said.slice(1);
  const start = rest.findIndex((word) => !article.test(word));
  if (start < 0) return undefined;
  let nouns: string[] = [];
  for (const word of rest.slice(start)) {
    // "A set of resources": the resources.
    if (word === "of" && nouns.length === 1 && container.test(nouns[0]!)) {
      nouns = [];
      continue;
    }
    if (
      isPreposition(word) ||
      article.test(word) ||
      ends.test(word) ||
      (nouns.length > 0 && /..ing$/.test(word))
    )
      break;
    if (/..ly$/.test(word)) continue;
    // "Import a realm", and then the next text that says so again.
    if (nouns.length > 0 && verbOf(word) === verb) break;
    nouns.push(word);
  }
  return nouns.length > 0 &&
    nouns.length <= 3 &&
    !vague.test(nouns.at(-1)!) &&
    !/[^a-z]/.test(nouns.join(""))
    ? { verb, nouns, hasArticle: start > 0 }
    : undefined;
}

const ends =
  /^(?:which|that|if|whether|how|when|all|one|more|is|are|will|can|and|or|via|through|together|up|down|out|off|them|it)$/;
const vague =
  /^(?:methods?|endpoints?|requests?|apis?|functions?|operations?|results?|actions?|pages?|validity|existence)$/;
const container = /^(?:set|list|number|collection|group|batch|series)$/;
const article = /^(?:an?|the|this|your|our|its|new|given|specified)$/;
