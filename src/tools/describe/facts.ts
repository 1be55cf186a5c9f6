import { own } from "../../json.js";
import type { Operation } from "../../spec/operation.js";
import { headOf, isPreposition } from "../names/phrase.js";
import { last, plural, singular, words } from "../names/tokens.js";
import type { ToolName } from "../names.js";
import type { AnswerShape } from "../output.js";
import { clean, isMarked } from "./prose.js";
import type { Sibling, Survey } from "./survey.js";

/** Sentences that a tool's description gets from the document's facts, not from its prose. Each is empty when there is nothing to say. */

const identifying = /^(?:id|uuid|guid|sid|key|code|slug|number|.*_id|.*Id)$/;
const naming =
  /^(?:name|title|label|subject|summary|email|login|username|display_?name|full_?name|url|html_?url|status|state|type|kind|amount|currency|date|created(?:_?at)?|description|text|body|value|total|count|version)$/i;
const envelope =
  /^(?:_links|links|meta|_embedded|pagination|paging|object|success|ok|error|errors|request_?id|jsonrpc|has_?more|next|previous|page|per_?page|warnings?|message|data|results?|response|payload|body|facets|mutation|mutate|result_?count|next_?(?:page_?)?token|total_?(?:count|pages|results))$/i;

/** "Returns a list of pets (id, name, status)." Silent where the text already says what comes back. */
export function returns(
  operation: Operation,
  name: ToolName,
  answer: AnswerShape,
  said: string,
): string {
  // One thing whose answer has a list in it: what the list holds is not what comes back.
  if (
    answer.kind === "list" &&
    name.verb === "get" &&
    operation.path.endsWith("}")
  )
    return "";
  const status = operation.responses.find((response) =>
    response.status.startsWith("2"),
  )?.status;
  switch (answer.kind) {
    case "nothing":
      return status === "204" || status === "205" ? "Returns nothing." : "";
    case "file":
      return /\b(?:file|download|image|pdf|binary|archive)\b/i.test(said)
        ? ""
        : "Returns a file.";
    case "text":
      return /\breturns?\b/i.test(said) ? "" : "Returns text.";
    case "object":
    case "list": {
      const fields = chosen(answer.fields);
      const shown = fields.length === 0 ? "" : ` (${fields.join(", ")})`;
      if (/\breturns?\b/i.test(said)) return "";
      if (answer.kind === "list")
        return `Returns a list${listNoun(answer, name)}${shown}.`;
      if (fields.length === 0) return "";
      return `Returns ${fields.join(", ")}.`;
    }
    default:
      return "";
  }
}

function chosen(fields: readonly string[]): string[] {
  const useful = fields.filter(
    (field) =>
      !envelope.test(field) && field.length <= 30 && /^[\w.$-]+$/.test(field),
  );
  const ranked = [
    ...useful.filter((field) => identifying.test(field)).slice(0, 1),
    ...useful.filter((field) => naming.test(field)),
    ...useful,
  ];
  return [...new Set(ranked)].slice(0, 4);
}

/** Words of schemas' names that say nothing of the thing. */
const technical = new Set(
  "inline discriminator discriminators polymorphic customizable union any response responses mutation result results dto model schema object item items list listing page paged collection array payload output body data api full simple basic base get post put create update json view vm entity resource info minimal partial v1 v2 v3 ok success successful read write out".split(
    " ",
  ),
);

/** `ResourceSetBindingRoles`: only at the ends do such words say nothing, and in front a thing may begin with one. */
export function withoutTechnical(all: readonly string[]): readonly string[] {
  const idle = (word: string): boolean =>
    technical.has(word) || /^(?:schema|model|inline)?\d+$/.test(word);
  let start = 0;
  while (
    start < all.length &&
    idle(all[start]!) &&
    !/^(?:resource|data|item|entity|object|model)$/.test(all[start]!)
  )
    start += 1;
  if (/^(?:of|for|by|with|from|to)$/.test(all[start] ?? "")) start += 1;
  let end = all.length;
  while (end > start && idle(all[end - 1]!)) end -= 1;
  return all.slice(start, end);
}

/** " of pets", where the tool's name does not say so. */
function listNoun(answer: AnswerShape, name: ToolName): string {
  const noun = words(answer.noun ?? "");
  // `TelegrafRequest`, where nobody requests.
  const idle =
    /^(?:requests?|rest)$/.test(noun.at(-1) ?? "") &&
    !name.nouns.some((word) => word === noun.at(-1) || word === "requests");
  const said = withoutTechnical(idle ? noun.slice(0, -1) : noun);
  const end = said.findIndex(
    (word, at) => at > 0 && isPreposition(word) && word !== "on",
  );
  const thing = end < 0 ? said : said.slice(0, end);
  if (thing.length === 0 || thing.length > 3 || /[^e]ed$/.test(thing.at(-1)!))
    return "";
  const many = last(thing, plural);
  const head = many.at(-1)!;
  return name.nouns.some((word) => word === head || plural(word) === head)
    ? ""
    : ` of ${many.join(" ")}`;
}

export function article(word: string): string {
  return /^(?:[aeio]|u(?!ni|se|sa|ti|k|r[li]\b)|hour|honou?r|x(?!y)|sms|html|http|mfa|ssh|sso|sql|rss|api)/.test(
    word,
  )
    ? "an"
    : "a";
}

const cursors =
  /^(?:cursor|after|before|starting_after|ending_before|start_after|page_?token|next_?token|next_?page_?token|continuation_?token|continue|marker|next_?marker|start_?key|next_?cursor|pagination_?token|since_id|until_id|\$?skiptoken|page\[(?:after|before|cursor)\])$/i;
const pages =
  /^(?:page|page_?num(?:ber)?|page_?no|page_?index|current_?page|p|page\[number\])$/i;
const offsets =
  /^(?:offset|start|skip|\$skip|start_?(?:at|index|position)|from|page\[offset\])$/i;
const sizes =
  /^(?:limit|per_?page|page_?size|size|count|max_?results|maxitems|max_?keys|max_?records|\$top|top|first|rows|page_?limit|results_?per_?page|page\[(?:size|limit)\]|items_?per_?page|length|take)$/i;

/** "Paged by `page` and `per_page`." */
export function paging(operation: Operation): string {
  if (
    operation.method !== "GET" &&
    operation.method !== "POST" &&
    operation.method !== "QUERY"
  )
    return "";
  const names = operation.parameters
    .filter(({ in: where, deprecated }) => where === "query" && !deprecated)
    .map(({ name }) => name);
  const next =
    names.find((name) => cursors.test(name)) ??
    names.find((name) => pages.test(name)) ??
    names.find((name) => offsets.test(name));
  if (next === undefined) return "";
  const size = names.find((name) => sizes.test(name));
  // Words such as `from` and `start` are dates as often as positions.
  if (size === undefined && !cursors.test(next) && !pages.test(next)) return "";
  if (size === undefined && /^(?:after|before|p|continue)$/i.test(next))
    return "";
  return `Paged by \`${shown(next)}\`${size === undefined ? "" : ` and \`${shown(size)}\``}.`;
}

function shown(name: string): string {
  return name.replace(/[^\w]+/g, "_").replace(/^_+|_+$/g, "");
}

/** "Runs on after the answer; see `get_job`." */
export function asynchronous(
  operation: Operation,
  survey: Survey,
  said: string,
): string {
  const success = operation.responses.filter(({ status }) =>
    status.startsWith("2"),
  );
  const starts =
    (success.length > 0 && success.every(({ status }) => status === "202")) ||
    own(operation.extensions, "x-ms-long-running-operation") === true;
  if (!starts || operation.method === "GET") return "";
  const blank = operation.key.slice(operation.key.indexOf(" ") + 1);
  const poll =
    survey.byKey.get(`GET ${blank}/{}`) ?? survey.byKey.get(`GET ${blank}`);
  const follow = poll === undefined ? "" : `; follow it with \`${poll}\``;
  if (/\basync|\bbackground\b|\bqueued?\b/i.test(said))
    return poll === undefined ? "" : `Follow it with \`${poll}\`.`;
  return `Only starts the work, which goes on after the answer${follow}.`;
}

/** "Finds the `movie_id` for a movie's details, credits and images." What a search is for, when others need its answer. */
export function finds(
  name: ToolName,
  answer: AnswerShape,
  survey: Survey,
): string {
  if (!/^(?:search|find|lookup)$/.test(name.verb) || answer.kind !== "list")
    return "";
  if (!answer.fields.some((field) => identifying.test(field))) return "";
  const head = headOf(name.nouns);
  // What is found by its id needs no finding.
  if (head < name.nouns.length - 1) return "";
  const thing = singular(name.nouns[head] ?? "");
  const part = survey.parts.get(thing);
  if (part === undefined || part.leaves.size === 0) return "";
  const leaves = [...part.leaves]
    .toSorted((a, b) =>
      a === "details" ? -1 : b === "details" ? 1 : a < b ? -1 : 1,
    )
    .slice(0, 10);
  const list =
    leaves.length === 1
      ? leaves[0]!
      : `${leaves.slice(0, -1).join(", ")} and ${leaves.at(-1)!}`;
  return `Finds the \`${shown(part.parameter)}\` for ${article(thing)} ${thing}'s ${list}.`;
}

/** How it differs from the nearest other tool. */
export function difference(
  sibling: Sibling | undefined,
  { nouns }: ToolName,
): string {
  if (sibling === undefined) return "";
  const theirs = sibling.theirs.at(-1);
  const ours = sibling.ours.at(-1);
  // "For one client" is no difference where this one is of one, too.
  const same = theirs?.split(" ").at(-1) === nouns[headOf(nouns)];
  if (theirs !== undefined && !same)
    return `For one ${theirs}, use \`${sibling.name}\`.`;
  if (ours !== undefined && theirs === undefined)
    return `Without a given ${ours}, use \`${sibling.name}\`.`;
  return `See also \`${sibling.name}\`.`;
}

/** "Deprecated: use `other` instead." */
export function deprecation(
  operation: Operation,
  survey: Survey,
  raw: string,
): string {
  const marked = [operation.summary, operation.description].some((text) =>
    isMarked(clean(text?.slice(0, 300) ?? "")),
  );
  if (!operation.deprecated && !marked) return "";
  const hint =
    /\b(?:use|replaced by|superseded by|in favou?r of|see|migrate to|switch to)\b[^.]{0,80}/i.exec(
      raw,
    )?.[0];
  const target =
    hint === undefined ? undefined : resolveMention(hint, survey, operation);
  return target === undefined
    ? "Deprecated."
    : `Deprecated: use \`${target}\` instead.`;
}

function resolveMention(
  hint: string,
  survey: Survey,
  operation: Operation,
): string | undefined {
  const own = survey.byKey.get(operation.key);
  for (const candidate of hint.match(/[\w./{}:-]{3,}/g) ?? []) {
    const plain = candidate.replace(/[.,:]+$/, "");
    const direct =
      survey.byId.get(plain) ??
      (plain.startsWith("/")
        ? survey.byKey.get(
            `${operation.method} ${plain.replace(/\{[^{}]*\}/g, "{}")}`,
          )
        : undefined);
    if (direct !== undefined && direct !== own) return direct;
  }
  const call = /\b(GET|POST|PUT|PATCH|DELETE)\s+(\/[^\s`'")]+)/i.exec(hint);
  const found =
    call === null
      ? undefined
      : survey.byKey.get(
          `${call[1]!.toUpperCase()} ${call[2]!.replace(/[.,;:]+$/, "").replace(/\{[^{}]*\}|:\w+/g, "{}")}`,
        );
  return found === own ? undefined : found;
}
