import type { Operation } from "../../spec/operation.js";
import { words } from "../names/tokens.js";
import { verbLength, verbOf } from "../names/verbs.js";
import { cutWords, flatten, sentences, stripInvisible } from "../text.js";
import type { Sentence, Survey } from "./survey.js";

/** What the document's own prose says of an operation, the most telling first, without what does not help to choose a tool. */
export interface Prose {
  /** One sentence; empty when the document has none. */
  readonly purpose: string;
  /** Sentences that go on from it. */
  readonly more: readonly string[];
}

/** "This endpoint allows you to …": what is left is what it does. */
const opening =
  /^(?:(?:this|the|use this|an?) (?:[\w-]+ ){0,3}?(?:api|end-?point|method|operation|call|request|route|resource|service|action|function|interface)s?(?: call| request| method| end-?point)? ?(?:is used|can be used|may be used|should be used|is used in order|allows?(?: you| users?| clients?| developers?| the (?:caller|user))?|enables?(?: you| users?)?|lets you|will|is|provides?(?: you)?(?: with)?(?: the ability| a way)?|to)?(?: for the)? ?to |(?:use|used|allows?|enables?|lets?) (?:this (?:method|endpoint|call) when you (?:need|want) |(?:this (?:[\w-]+ )?|the )(?:api|end-?point|method|operation|call|request|resource|action) )?(?:you |users? |clients? |developers? )?to |api (?:end-?point )?(?:to|for) |end-?point (?:to|for) |(?:the )?(?:api|end-?point|method|operation) that |(?:this|the) (?:[\w-]+ ){0,2}?(?:api|end-?point|method|operation|call|request|action|resource) (?=(?:returns|gets|creates|updates|deletes|lists|retrieves|fetches|sends|adds|removes|sets|provides|searches|generates|starts|stops|cancels|checks)\b))/i;

/** A sentence that limits or warns: what a summary leaves out. */
const limiting =
  /\b(?:must|only|cannot|can't|can not|require[sd]?|at most|at least|up to|maximum|minimum|limit(?:ed|s)?|by default|defaults? to|asynchron\w*|irreversibl\w*|permanent\w*|undone|permission|admin\w*|owner|before|instead|not supported|rate|expires?|within|idempotent|overwrit\w*|replace[sd]?|except|unless|beta|preview|experimental|one of)\b/i;

/** What concerns credentials, which the server has and the model must not ask for. */
const credentials =
  /\b(?:access tokens?|oauth|scopes?|api[- ]keys?|bearer|authenticat\w+|authoriz(?:ation|ed) header|fine-grained|token(?:s)? (?:must|need|require))\b/i;
/** What is for a reader of documentation. */
const reference =
  /^(?:\W*)(?:see|tutorials?\b|refer to|for (?:more|further|full|additional|a list|details|information|examples?)|read (?:more|about)|learn (?:more|about)|check (?:out|the)|visit|click|note that this (?:api )?(?:is )?documentation|example|e\.g|try it|more (?:info|details|information)|documentation)\b|\bhttps?:\/\/\S+|\bpaginat\w+|\bcontact your sales\b|\b(?:in|see) the (?:docs|documentation|guide)\b|\b(?:this|the) (?:page|section|tutorial|following (?:example|table|request|response|sample|snippet))\b|\bexample (?:request|response)\b|\bcurl\b/i;
/** A sentence that sends elsewhere whoever wants to know more. */
const elsewhere =
  /^for [^.]{3,80}, (?:see|refer to|check|visit|read)\b|\bAPI credentials?\b/i;
/** What goes before a purpose, and is none. */
const preamble =
  /^(?:to (?:use|call|access) (?:this|the)|you (?:must|need)|please|note|important|warning|deprecated|beta|(?:this|the) (?:api |operation |action |endpoint |method |feature |functionality )?is (?:not|only|in|currently|deprecated|available))\b/i;

/** What leans on a sentence before it that may be left out. */
const dangling =
  /^(?:they|it|this|these|those|that|such|in this|in that|in these|otherwise|however|also|then|if so|therefore|thus|the (?:former|latter)|additionally|furthermore|moreover)\b/i;
/** A sentence that so many of the operations have tells none of them apart. */
function boilerplateOf(operations: number): number {
  return Math.max(3, Math.min(5, Math.ceil(operations / 5)));
}

export function readProse(
  operation: Operation,
  survey: Survey,
  passSummary: boolean,
): Prose {
  const summary = sentenceOf(
    withoutReference(withoutMark(clean(operation.summary ?? ""))),
    operation,
  );
  const boilerplate = boilerplateOf(survey.byKey.size);
  const text = survey.sentences.get(operation.key) ?? [];
  const usable = text.filter(
    ({ text: sentence, first }) =>
      sentence.length >= 12 &&
      sentence.length <= 300 &&
      !credentials.test(sentence) &&
      !reference.test(sentence) &&
      !elsewhere.test(sentence) &&
      !/[:?]$/.test(sentence) &&
      !(
        operation.deprecated &&
        /^deprecated\b|^(?:please )?use \S+ instead/i.test(sentence)
      ) &&
      (first || !dangling.test(sentence)) &&
      (survey.repeats.get(sentence) ?? 0) < boilerplate,
  );
  const plainly = (item: Sentence): string =>
    withoutRequest(item.text, operation);
  let purpose = summary;
  let rest = usable;
  // "Delete" and "Availability" say less than any sentence.
  const isWord =
    !/\s/.test(summary) &&
    beginsWithVerb(usable[0] === undefined ? "" : plainly(usable[0]));
  if ((passSummary || isWord) && usable.length > 0) purpose = "";
  if (purpose === "") {
    const first =
      text.find(
        (item) =>
          item.text.length >= 12 &&
          !reference.test(item.text) &&
          !preamble.test(item.text) &&
          !item.text.endsWith(":") &&
          (survey.repeats.get(item.text) ?? 0) < boilerplate,
      ) ??
      usable[0] ??
      text.find((item) => item.text.length >= 3);
    if (first === undefined) return { purpose: "", more: [] };
    purpose = sentenceOf(withoutMark(plainly(first)), operation);
    rest = usable.filter((item) => item !== first);
  }
  const more: string[] = [];
  let length = 0;
  let limits = 0;
  const said = [purpose];
  for (const item of rest) {
    const { first } = item;
    const plain = finish(open(plainly(item)));
    // "Cluster View. Get a cluster by its id.": the first has said what, and not what is done.
    const acts =
      said.length === 1 && !beginsWithVerb(purpose) && beginsWithVerb(plain);
    if (!acts && said.some((other) => repeats(plain, other))) continue;
    const limit = limiting.test(plain);
    const wanted = first
      ? length + plain.length <= 240
      : limit &&
        limits < 2 &&
        plain.length <= 160 &&
        length + plain.length <= 400;
    if (!wanted) continue;
    if (!first) limits += 1;
    more.push(plain);
    said.push(plain);
    length += plain.length;
  }
  return { purpose, more };
}

/** A summary without the sentences behind its first that send elsewhere. */
function withoutReference(text: string): string {
  const [first = "", ...others] = sentences(text);
  return others.some((sentence) => reference.test(sentence))
    ? [first, ...others.filter((sentence) => !reference.test(sentence))].join(
        " ",
      )
    : text;
}

export function clean(text: string): string {
  return stripInvisible(flatten(text)).text.replace(/\s+/g, " ").trim();
}

/** "DEPRECATED", as authors write it who have no other place for it. */
const mark =
  /(?:^|\s)[-–:]?\s*\*{0,3}\s*(?:[[(]\s*deprecated\s*[\])]|DEPRECATED)\s*\*{0,3}\s*[-–:.!]?(?=\s|$)|^deprecated\s*[-–:.!]/i;

/** Whether a text says by such a mark that the operation is deprecated. */
export function isMarked(text: string): boolean {
  return /[[(]\s*deprecated|DEPRECATED|^deprecated\s*[-–:.!]/.test(
    mark.exec(text)?.[0] ?? "",
  );
}

export function withoutMark(text: string): string {
  return isMarked(text)
    ? text
        .replace(mark, " ")
        .replace(/^[\s*-]+|[\s*-]+$/g, "")
        .replace(/\s+/g, " ")
    : text;
}

/** Whether a sentence begins by saying what is done: "Permanently deletes …", "Places a …". */
export function beginsWithVerb(text: string): boolean {
  const said = open(text).replace(/^\p{L}+ly (?=\p{L})/iu, "");
  const first = /^[\p{L}-]+/u.exec(said)?.[0] ?? "";
  return (
    /^(?:returns?|gives?|sees?|un-?\w+s|\w{3,}(?:at|iz|is|if)(?:es|ies))$/i.test(
      first,
    ) ||
    verbOf(first) !== undefined ||
    // "Power off the lamp."
    verbLength(words(said.slice(0, 40)), 0) > 1 ||
    /^[a-z]+s (?:an?|the|all|one|or|your)\b/i.test(said)
  );
}

/** "This method invalidates …": what it does, whatever the verb. */
function withoutSubject(text: string): string {
  const found =
    /^(?:this|the) (?:[\w-]+ ){0,2}?(?:api|end-?point|method|operation|call|request|route|action|function)(?: call| method)? (?:will |can )?([a-z]+)\b/i.exec(
      text,
    );
  return found !== null &&
    verbOf(found[1]!) !== undefined &&
    !/^(?:is|has|can|makes?|uses?|does|do|takes?)$/i.test(found[1]!)
    ? text.slice(found[0].length - found[1]!.length)
    : text;
}

/** "To list pets, send a GET request to /pets.", "Use the /pets/get endpoint to …": how it is called over HTTP is no news to a model. */
function withoutRequest(text: string, operation: Operation): string {
  const [, told, to] =
    /^To (?!do )(\S.{3,160}?), (?:please )?(?:you (?:can|may|should|need to) )?(?:send|make|issue|perform|submit|do) an? (?:HTTP )?[A-Z]{3,6} request(?: to (?:the )?(\/\S*?)(?: end-?point)?)?\.?$/i.exec(
      text,
    ) ?? [];
  if (
    told !== undefined &&
    (to === undefined || isOwnPath(to, operation)) &&
    verbLength(words(told.slice(0, 60)), 0) > 0
  )
    return finish(capital(told));
  return text.replace(
    /^((?:use |call )?)(?:the |this )?(?:(?:GET|POST|PUT|PATCH|DELETE) )?(\/\S+) (?=end-?point\b)/i,
    (all, use: string, path: string) =>
      !isOwnPath(path, operation) ? all : use === "" ? "The " : `${use}the `,
  );
}

/** Whether a path in a text is the operation's, however its parameters are written there. */
function isOwnPath(written: string, operation: Operation): boolean {
  const plain = (path: string): string =>
    path
      .replace(/\{[^{}]*\}|(?<=\/)[:$<][^/]+/g, "{}")
      .replace(/\/+$/, "")
      .toLowerCase();
  return plain(operation.path).endsWith(plain(written));
}

function open(text: string): string {
  const shown = withoutSubject(text)
    .replace(opening, "")
    .replace(
      /^you (?:can|may) (?:also )?(?:use (?:this|it) to )?(?=[a-z]{3,})/i,
      "",
    );
  return shown === text || shown.length < 6 ? text : capital(shown);
}

/** A text as one sentence that says what the operation does; empty when it says nothing (an identifier, a path). */
function sentenceOf(text: string, operation: Operation): string {
  const first = text.length > 200 ? (sentences(text)[0] ?? "") : text;
  const shown = open(first);
  if (
    shown === "" ||
    (!/[a-z]/i.test(shown.normalize("NFKD")) && !/\p{L}/u.test(shown))
  )
    return "";
  if (
    !/\s/.test(shown) &&
    (shown === operation.operationId ||
      shown.includes("/") ||
      /[a-z][A-Z]|_/.test(shown))
  )
    return "";
  if (
    new RegExp(`^(?:GET|POST|PUT|PATCH|DELETE|HEAD)\\s+/\\S*$`, "i").test(shown)
  )
    return "";
  return finish(capital(cutWords(shown, 240)));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function finish(text: string): string {
  const trimmed = text.replace(/[\s;:,–-]+$/, "");
  return /[.!?…]["')\]]*$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

const small = new Set(
  "can could will fetch existing new single specific given particular current details one a an the of for to in on by with and or is are be this that it its all given specified from as at your you".split(
    " ",
  ),
);

/** What is no news in a second sentence: "Get a coach. Get a coach record by id." */
const noNews = new Set(
  "record id ids identifier entity object resource get return retriev requested provided associated".split(
    " ",
  ),
);

/** Whether a sentence says what another already says. */
function repeats(sentence: string, other: string): boolean {
  const a = content(sentence);
  const b = content(other);
  let news = 0;
  for (const word of a) if (!b.has(word) && !noNews.has(word)) news += 1;
  return news <= 0.25 * a.size;
}

function content(text: string): Set<string> {
  return new Set(
    words(text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase()))
      .filter((word) => !small.has(word))
      .map((word) => word.replace(/(?:ies|es|s|ing|ed|e)$/, "")),
  );
}
