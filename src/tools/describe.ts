/** What a tool is called for people and how a model is told when to use it. DESIGN 6.2. */
import { diagnostic, type Diagnostic } from "../diagnostics.js";
import type { Operation } from "../spec/operation.js";
import {
  asynchronous,
  deprecation,
  difference,
  finds,
  paging,
  returns,
} from "./describe/facts.js";
import {
  beginsWithVerb,
  clean,
  readProse,
  withoutMark,
} from "./describe/prose.js";
import { purposeKey, type Survey } from "./describe/survey.js";
import { readPath } from "./names/path.js";
import { singular, words } from "./names/tokens.js";
import type { ToolName } from "./names.js";
import type { AnswerShape } from "./output.js";
import { cutWords } from "./text.js";

export { surveyTools } from "./describe/survey.js";

/** Claude Code and Gemini read no more. */
const longest = 1024;
const longestTitle = 60;

/**
 * The title (at most 60 characters) and description (at most 1,024, the first 200 decisive) of one tool: its purpose, limits,
 * what comes back, paging, and how it differs from its nearest sibling. States nothing that the document does not.
 */
export function describeTool(of: {
  readonly operation: Operation;
  readonly name: ToolName;
  readonly answer: AnswerShape;
  readonly survey: Survey;
}): { title: string; description: string; diagnostics: Diagnostic[] } {
  const { operation, name, answer, survey } = of;
  const { key, at } = operation;
  const diagnostics: Diagnostic[] = [];
  const repeated = (survey.purposes.get(purposeKey(operation)) ?? 0) > 1;
  // Where many share a summary, the description says more.
  const prose = readProse(operation, survey, repeated);
  const plain = inWords(name);
  let purpose = prose.purpose;
  if (purpose === "") {
    const by = name.nouns.includes("by") ? "" : byParameters(operation);
    purpose = `${plain}${by}: ${operation.method} ${clean(operation.path)}.`;
    diagnostics.push(
      diagnostic("text-missing", `${key} has neither summary nor description`, {
        at,
      }),
    );
  } else if (repeated) {
    const told = prose.purpose.toLowerCase();
    // The name says what the text leaves out.
    if (!name.nouns.every((word) => told.includes(word.slice(0, -1))))
      purpose = `${plain}. ${purpose}`;
    diagnostics.push(
      diagnostic(
        "text-repeated",
        `${key} shares its text with ${othersOf(survey.purposes.get(purposeKey(operation))!)}: ${cutWords(prose.purpose, 80)}`,
        { at },
      ),
    );
  }
  if (purpose === prose.purpose && !saysWhat(operation, purpose))
    purpose = sayWhat(plain, purpose);
  const said = [purpose, ...prose.more].join(" ");
  const raw = `${operation.summary ?? ""} ${operation.description ?? ""}`.slice(
    0,
    5_000,
  );
  const parts = [
    deprecation(operation, survey, raw),
    purpose,
    ...prose.more,
    returns(operation, name, answer, said),
    finds(name, answer, survey),
    paging(operation),
    asynchronous(operation, survey, said),
    difference(survey.nearest.get(key), name),
  ].filter((part) => part !== "");
  return {
    title: titleOf(operation, plain, repeated),
    description: fit(parts),
    diagnostics,
  };
}

/** Whether a purpose says what is done: a summary of several words does, and so does a sentence that begins with a verb. */
function saysWhat(operation: Operation, purpose: string): boolean {
  return clean(operation.summary ?? "") === ""
    ? beginsWithVerb(purpose)
    : /\s/.test(purpose);
}

/** The name goes first; a single word that it has already is not said again. */
function sayWhat(plain: string, purpose: string): string {
  const word = purpose.replace(/\.$/, "").toLowerCase();
  return plain.toLowerCase().split(" ").includes(word)
    ? `${plain}.`
    : `${plain}. ${purpose}`;
}

/** Whole sentences as long as they fit. */
function fit(parts: readonly string[]): string {
  let text = "";
  for (const part of parts) {
    const next = text === "" ? part : `${text} ${part}`;
    if (next.length <= longest) text = next;
    else if (text === "") text = cutWords(part, longest);
  }
  return text;
}

function titleOf(
  operation: Operation,
  plain: string,
  repeated: boolean,
): string {
  const summary = withoutMark(clean(operation.summary ?? "")).replace(
    /[.\s]+$/,
    "",
  );
  const usable =
    !repeated &&
    summary.length >= 3 &&
    summary.length <= longestTitle &&
    /\s/.test(summary) &&
    !/[/{}]/.test(summary);
  const title = usable
    ? summary.charAt(0).toUpperCase() + summary.slice(1)
    : plain;
  return cutWords(title, longestTitle);
}

/** What is written in capitals, one or several of them. `id` is read as a word. */
const acronyms =
  /^(?:api|url|uri|dns|https?|ip|sms|ssh|ssl|tls|vm|vpc|vpn|csv|pdf|json|xml|html|iam|acl|cdn|sso|mfa|sql|rss|gps|iban|vat|sku|upc|isbn|oidc|saml|jwt|jwk|crm|kyc|ui|cpu|gpu|usb|nft|qr)s?$/;
function shout(word: string): string {
  return word.endsWith("s") && !/^(?:https|dns|sms|tls|rss|gps)$/.test(word)
    ? `${word.slice(0, -1).toUpperCase()}s`
    : word.toUpperCase();
}

/** "Cancel order": the name in words. */
function inWords(name: ToolName): string {
  const text = words(name.name)
    .map((word) => (acronyms.test(word) ? shout(word) : word))
    .join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "card id" for `idCard`, and for the `id` of /cards/{id}/labels. */
function inProse(operation: Operation, name: string): string {
  const said = words(name);
  if (said[0] !== "id") return said.join(" ");
  if (said.length > 1) return [...said.slice(1), "id"].join(" ");
  const { nodes, params } = readPath(operation.path);
  // By the one id that there is: whose it is needs no saying.
  const owners = params.length === 1 ? nodes.slice(0, -1) : nodes;
  const owner = owners.find((node) => node.params.includes(name));
  return [...(owner?.words.map(singular) ?? []), "id"].join(" ");
}

/** " by owner and repo": the path's parameters. */
function byParameters(operation: Operation): string {
  const names = operation.parameters
    .filter((parameter) => parameter.in === "path")
    .map(({ name }) => inProse(operation, name))
    .filter((name) => name !== "");
  if (names.length === 0 || names.length > 3) return "";
  return ` by ${names.length === 1 ? names[0] : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`}`;
}

function othersOf(count: number): string {
  return count === 2 ? "another" : `${count - 1} others`;
}
