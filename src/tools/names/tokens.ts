/** How names of a document fall into words, and words into singular and plural. */
import { isVerb, leadingVerbs } from "./verbs.js";

/** Spellings that a split at capitals would tear apart. */
const joined: readonly (readonly [RegExp, string])[] = [
  [/OAuth/g, "Oauth"],
  [/OpenAPI/g, "Openapi"],
  [/OpenID/g, "Openid"],
  [/GitHub/g, "Github"],
  [/GitLab/g, "Gitlab"],
  [/BitBucket/g, "Bitbucket"],
  [/GraphQL/g, "Graphql"],
  [/PayPal/g, "Paypal"],
  [/YouTube/g, "Youtube"],
  [/LinkedIn/g, "Linkedin"],
  [/WebHook/g, "Webhook"],
  [/IPv([46])/g, "Ipv$1"],
  [/([a-z]|^)iOS/g, "$1Ios"],
  [/macOS/g, "Macos"],
  [/MySQL/g, "Mysql"],
  [/PostgreSQL/g, "Postgresql"],
  [/NoSQL/g, "Nosql"],
];

/** Words that begin with a verb and are something else. */
const notFused =
  /^(?:address|addon|additional|addition|adder|addendum|settings?|settle|setup|sets|setter|getaway|getter|listing|listen|listener|listens|lists|posts?$|postal|postcode|poster|posting|postman|postgres|postpone|puts|putaway|deleted|deleter|deletes|deletion|removed|remover|removal|removes|created|creates|creator|creation|creative|updated|updates|updater|findings?|finder|finds|searche|searching|searchable|fetched|fetches|fetcher|added|adds|adding|checkout|checklist|checkin|getting|setting|listed)/;

const cache = new Map<string, readonly string[]>();

/** The lower-case words of an identifier, a path segment or a tag: ASCII letters and digits only; empty for other scripts. */
export function words(text: string): readonly string[] {
  const known = cache.get(text);
  if (known !== undefined) return known;
  const found = split(text);
  if (cache.size > 100_000) cache.clear();
  cache.set(text, found);
  return found;
}

function split(text: string): readonly string[] {
  let ascii = text.slice(0, 300);
  if (/[^\x20-\x7e]/.test(ascii)) {
    // ß and its like have no decomposition; the rest loses its marks.
    ascii = ascii
      .replace(/ß/g, "ss")
      .replace(/[æÆ]/g, "ae")
      .replace(/[øØ]/g, "o")
      .normalize("NFKD")
      .replace(/[^\x20-\x7e]/g, "");
  }
  if (/[A-Z]/.test(ascii)) {
    for (const [spelling, word] of joined)
      ascii = ascii.replace(spelling, word);
    ascii = ascii
      .replace(
        /([A-Z]{2,})s(?=$|[^a-z])/g,
        (_, capitals: string) =>
          `${capitals[0]!}${capitals.slice(1).toLowerCase()}s`,
      )
      .replace(/([a-z\d])([A-Z])/g, "$1 $2")
      .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2");
  }
  const found =
    ascii
      .toLowerCase()
      .replace(/['’]/g, "")
      .match(/[a-z\d]+/g) ?? [];
  return found.length === 1 ? unfuse(found[0]!) : found;
}

/** `idGetFiles`: an identifier that says that it is one. */
export function withoutId(list: readonly string[]): readonly string[] {
  return list[0] === "id" && isVerb(list[1] ?? "") ? list.slice(1) : list;
}

/** `getareacode` -> get, areacode. */
function unfuse(word: string): readonly string[] {
  if (word.length < 7 || notFused.test(word)) return [word];
  for (const verb of leadingVerbs) {
    if (
      word.startsWith(verb) &&
      word.length >= verb.length + 3 &&
      !/^(?:ing|ed|ers|or|able|ation|lation|led|ling|ance|ant|grid)/.test(
        word.slice(verb.length),
      )
    )
      return [verb, word.slice(verb.length)];
  }
  return [word];
}

const irregular: ReadonlyMap<string, string> = new Map([
  ["people", "person"],
  ["children", "child"],
  ["men", "man"],
  ["women", "woman"],
  ["feet", "foot"],
  ["indices", "index"],
  ["matrices", "matrix"],
  ["vertices", "vertex"],
  ["criteria", "criterion"],
  ["analyses", "analysis"],
  ["bases", "base"],
  ["diagnoses", "diagnosis"],
  ["hypotheses", "hypothesis"],
  ["quizzes", "quiz"],
  ["lives", "life"],
  ["leaves", "leaf"],
  ["shelves", "shelf"],
  ["halves", "half"],
  ["wolves", "wolf"],
  ["caches", "cache"],
  ["niches", "niche"],
  ["movies", "movie"],
  ["cookies", "cookie"],
  ["zombies", "zombie"],
  ["series", "series"],
  ["species", "species"],
  ["buses", "bus"],
  ["viruses", "virus"],
  ["lenses", "lens"],
  ["axes", "axis"],
  ["licenses", "license"],
  ["aliases", "alias"],
  ["canvases", "canvas"],
  ["atlases", "atlas"],
  ["gases", "gas"],
  ["biases", "bias"],
  ["emojis", "emoji"],
]);
const irregularPlural: ReadonlyMap<string, string> = new Map(
  Array.from(irregular, ([many, one]) => [one, many]),
);

/** Words in -s that are one, and words that have no plural. */
const invariant = new Set(
  "me self tv hls news series species status address access process progress success business class pass loss bus gas alias canvas atlas bias lens analysis basis axis diagnosis hypothesis synthesis virus bonus census campus corpus focus menu radius surplus chaos cosmos dns https tls sms mms gps ios aws cors css rss sas ssh js os kms iss tos vs us this is has was as its plus less express chess gross press stress dress boss cross glass grass mass compass virtus kubernetes redis data metadata media info information content software hardware equipment feedback traffic inventory history weather health music knowledge advice evidence money research work help support consensus whois wordpress postgres apns ens mls pos sns sqs ses rds ecs eks iis ims cms crm".split(
    " ",
  ),
);
/** Plural in form, but one thing: a settings page, not a list of settings. */
export const pluralOfOne = new Set(
  "settings preferences stats statistics analytics metrics credentials details options configs status totals terms insights diagnostics features limits capabilities permissions contents properties attributes basics specs params parameters dimensions results usages accesses physics economics graphics logistics".split(
    " ",
  ),
);

export function isPlural(word: string): boolean {
  if (irregular.has(word)) return true;
  if (invariant.has(word) || word.length < 3 || /\d|series$/.test(word))
    return false;
  return (
    word.endsWith("s") &&
    !word.endsWith("ss") &&
    !word.endsWith("us") &&
    !word.endsWith("is")
  );
}

export function singular(word: string): string {
  const one = irregular.get(word);
  if (one !== undefined) return one;
  if (!isPlural(word)) return word;
  if (word.endsWith("ies"))
    return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2);
  if (
    /(?:stat|vir|bon|camp|foc|rad|cens|surpl|gen|cact|corp|nex|octop|pl|min|termin|syllab)uses$/.test(
      word,
    )
  )
    return word.slice(0, -2);
  return word.slice(0, -1);
}

export function plural(word: string): string {
  if (
    invariant.has(word) &&
    !/(?:ss|status|alias|canvas|bonus|campus|virus|lens|bus|atlas)$/.test(word)
  )
    return word;
  if (isPlural(word) || word.endsWith("series")) return word;
  const many = irregularPlural.get(word);
  if (many !== undefined) return many;
  if (/(?:s|sh|ch|x|z)$/.test(word)) return `${word}es`;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /\d$/.test(word) ? word : `${word}s`;
}

/** The words with the last one made singular or plural. */
export function last(
  list: readonly string[],
  change: (word: string) => string,
): readonly string[] {
  const end = list.at(-1);
  return end === undefined ? list : [...list.slice(0, -1), change(end)];
}

const versionWord =
  /^(?:v\d+(?:p\d+)?(?:(?:alpha|beta|rc)\d*)?|v\d+\d*[a-z]?|(?:19|20)\d{6})$/;

/** `v1`, `v2beta1`, `20210101`. */
export function isVersion(word: string): boolean {
  return versionWord.test(word);
}

/** The plural, where the word has one that is of several things. */
export function manyUnlessOne(word: string): string {
  return pluralOfOne.has(word) || word === "all" ? word : plural(word);
}

/** The singular, where the word is of several things. */
export function oneUnlessMany(word: string): string {
  return pluralOfOne.has(word) ? word : singular(word);
}
