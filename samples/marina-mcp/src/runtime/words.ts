// Words of questions and of tools, brought to one form.

const stopWords = new Set(
  (
    "a an the of in on at to for from by with without into onto about as and or but if then than that this these those it its is are was were be been being am do does did done " +
    "have has had having can could will would should may might must shall i me my mine we us our you your he she they them their his her there here what how please tell give show want " +
    "need needs some any each per via id ids so not no only just also more most much many few one ones up out over under again via whether which when where between using use used"
  ).split(" "),
);

/** Words that people use for one another; each line is a set. The first is what APIs tend to say. */
const sameMeaning = [
  "delete remove erase destroy discard",
  "create add new make open register publish insert",
  "update change edit modify close reopen rename replace set protect",
  "get read fetch view retrieve info detail information",
  "list all every browse",
  "search find query lookup discover name",
  "cancel stop abort terminate",
  "run execute trigger launch dispatch",
  "rerun restart retry",
  "image photo picture poster logo cover avatar",
  "movie film",
  "tv television show series",
  "credit actor actress cast crew director direct star work worked",
  "person people actor actress director born birthday",
  "repo repository project",
  "pull pr",
  "issue bug ticket",
  "user person account member someone somebody teammate who",
  "org organization organisation company",
  "comment reply note message",
  "file content",
  "latest newest recent last",
  "workflow ci pipeline build action",
  "limit quota left remaining",
  "recommendation recommend similar suggest suggestion",
  "release publish publication",
  "order purchase",
  "customer client buyer",
  "invoice bill",
  "payment pay charge",
  "price cost fee",
  "webhook hook",
  "collaborator access permission",
  "branch ref",
  "rated rating top",
  "playing theater theatre cinema",
  "review reviewer",
  "assign assignee",
  "request ask",
  "me authenticated current myself",
];

export type Intent = "read" | "write" | "delete";

/** What a question or an order begins with, or a tool's name. */
const intents: { readonly [intent in Intent]: string } = {
  read: "what which who whom whose when where how is are was were does do did has have can show list get find search read tell compare download count check see look view fetch export browse lookup",
  delete:
    "delete remove erase destroy discard unassign unlock unpin unstar unfollow uninstall revoke dismiss clear purge",
  write:
    "create add make open post register publish insert leave write invite upload put start fork star follow update change edit modify close reopen rename replace set protect lock archive merge assign approve " +
    "request ask run rerun restart retry trigger cancel stop send submit transfer move copy import enable disable grant accept reject pay refund book order subscribe mark label tag assign schedule",
};

const intentWords = new Map(
  Object.entries(intents).flatMap(([intent, words]) =>
    words.split(" ").map((word) => [word, intent as Intent] as const),
  ),
);

/** Whether a text asks or orders, by the first word that says so among its first ones. */
export function intentOf(text: string): Intent | undefined {
  const words = text
    .toLowerCase()
    .split(/[^a-z]+/)
    .slice(0, 6);
  // "Give me …" asks, "give her access" orders.
  if (/^(please |can you |could you )?(give|tell|show) (me|us)\b/i.test(text))
    return "read";
  for (const word of words) {
    const intent = intentWords.get(word);
    if (
      intent !== undefined &&
      !(word === "can" || word === "do" || word === "have")
    )
      return intent;
    if (intent !== undefined && word === words[0])
      return words[1] === "you" ? intentOf(words.slice(2).join(" ")) : intent;
  }
  return undefined;
}

const irregular: { readonly [word: string]: string } = {
  people: "person",
  children: "child",
  men: "man",
  women: "woman",
  data: "data",
  media: "media",
  news: "news",
  series: "series",
};

/** "My", "for me" and "who am I" mean the one whose credentials are used. */
const self = /\b(?:my|mine|myself)\b|\bfor me\b|\b(?:am|do|have|can) i\b/i;

/**
 * The stems of a text's words that carry meaning, in their order.
 *
 * @param known stems of words that were met before, for many texts of one vocabulary
 */
export function tokensOf(
  text: string,
  known = new Map<string, string>(),
): string[] {
  const tokens: string[] = [];
  for (const word of text
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)) {
    if (word === "" || stopWords.has(word)) continue;
    let stemmed = known.get(word);
    if (stemmed === undefined) known.set(word, (stemmed = stem(word)));
    tokens.push(stemmed);
  }
  if (self.test(text)) tokens.push("me");
  return tokens;
}

let synonyms: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** Other stems that may mean the same. */
export function synonymsOf(token: string): Iterable<string> {
  if (synonyms === undefined) {
    const made = new Map<string, Set<string>>();
    for (const line of sameMeaning) {
      const stems = line.split(" ").map(stem);
      for (const one of stems) {
        const others = made.get(one) ?? new Set();
        for (const other of stems) if (other !== one) others.add(other);
        made.set(one, others);
      }
    }
    synonyms = made;
  }
  return synonyms.get(token) ?? [];
}

/** A word without its ending: `movies`, `directed`, `creating` become `movi`, `direct`, `creat`. Rough, and the same on both sides. */
function stem(word: string): string {
  if (Object.hasOwn(irregular, word)) return irregular[word]!;
  let stemmed = word;
  if (stemmed.length > 3) {
    if (/[^aeiou]ies$/.test(stemmed)) stemmed = `${stemmed.slice(0, -3)}y`;
    else if (/(ss|sh|ch|x|z)es$/.test(stemmed)) stemmed = stemmed.slice(0, -2);
    else if (/[^su]s$/.test(stemmed)) stemmed = stemmed.slice(0, -1);
  }
  if (stemmed.length > 5 && stemmed.endsWith("ing"))
    stemmed = undouble(stemmed.slice(0, -3));
  else if (stemmed.length > 4 && stemmed.endsWith("ed"))
    stemmed = undouble(stemmed.slice(0, -2));
  return stemmed.length > 4 && stemmed.endsWith("e")
    ? stemmed.slice(0, -1)
    : stemmed;
}

/** `run` for `runn`, and `call` for `call`. */
function undouble(word: string): string {
  return /([bdgmnprt])\1$/.test(word) ? word.slice(0, -1) : word;
}
