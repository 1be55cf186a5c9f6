/**
 * The verbs of HTTP APIs and what each does to the world: the one list behind names and hints.
 *
 * read: looks only. create: makes or adds, and leaves everything else as it was. change: alters what is there.
 * remove: takes away or ends. other: could be any of these, or has no settled meaning.
 */
export type VerbKind = "read" | "create" | "change" | "remove" | "other";

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

const kinds: Readonly<Record<VerbKind, readonly string[]>> = {
  read: list(`
    get list search find query lookup fetch read retrieve show view count preview estimate calculate compute compare check validate
    evaluate simulate analyze analyse detect classify match predict quote suggest autocomplete translate parse render tokenize
    visualize visualise infer transcribe identify recognize recognise
    summarize summarise describe browse filter explore inspect inquire diff explain forecast recommend discover scan peek head screen
    scroll interpret look_up dry_run reveal determine`),
  create: list(`
    create add send upload invite import copy generate start subscribe insert post register submit append attach clone duplicate
    fork share follow star like upvote book reserve enqueue queue notify reply comment compose capture launch provision
    appeal mirror purchase preload prepend instantiate issue mint broadcast dispatch enroll signup request propose remind resend
    schedule init initiate initialize initialise begin emit dial log record track tweet retweet sign_up start_up`),
  change: list(`
    update write manage inject freeze unfreeze flag enrich cast stake bridge authorise finalise synchronise customise organise set replace move merge transfer restore execute run edit modify patch put change rename assign enable activate toggle
    approve accept refuse confirm complete finish finalize publish pay charge rotate upgrade downgrade resize promote demote apply commit
    rebase revert rollback recover resume pause renew extend reorder sort swap mark switch transition trigger invoke perform save
    store overwrite upsert configure adjust mutate reassign redeem regenerate reschedule reindex reload recalculate calibrate recalibrate rebuild recreate rerequest rerun retrain retry redeliver
    restart reboot redeploy deploy sync synchronize refresh touch pin lock unlock bookmark unarchive undelete unsuspend reactivate reopen
     unpack unzip uncheck untrack transform convert migrate split join bind link map tag label vote rate rank claim grant allow authorize
    associate connect mount install repair fix correct override populate fill advance settle prepare adopt
    acknowledge ack escalate snooze vote unmute mute hide unhide unpin sign resolve customize process
    push pull sell buy trade exchange withdraw deposit fund repay order dispute respond answer handle
    restrict unrestrict protect unprotect fire reconcile control cleanse adjudicate indicate review
    roll_back power_on power_cycle turn_on switch_on switch_off switch_over fail_over scale_up scale_down scale_in scale_out
    clean_up hang_up wake sleep heartbeat rewrite simplify balance scale evacuate failover switchover ship fulfill seek skip play`),
  remove: list(`
    delete remove cancel revoke terminate void refund reject purge clear archive reset suspend close destroy drop erase wipe
    unsubscribe deactivate disable expire block ban kick kill stop abort detach disconnect dismiss decline deny discard empty evict
    flush invalidate uninstall unlink unpublish unregister unassign trash truncate prune deallocate deprovision shutdown
    unfollow unstar unlike unblock untag unset unbind unmount unshare unenroll disassociate dissociate deregister decommission
    quarantine redact rescind retire leave logout signout delist demolish hangup interrupt halt
     shut_down power_off turn_off log_out sign_out opt_out log_off sign_off
    recall reclaim release end eject unflag unban unstake unwrap unmap dispose deallocate strip deauthorize unvote downvote unmark unattach unjoin`),
  other: list(`
    verify test ping export report download resolve watch poll monitor open probe login signin authenticate encode decode
    encrypt decrypt hash hydrate debug trace audit measure benchmark embed moderate
    gather harvest speak refer extract collect crawl scrape proxy forward relay redirect echo negotiate challenge
    assume impersonate introspect exec do is has can use include exclude collect deliver unfurl locate provide make take give keep hold
    compile require expand collapse ungroup reduce aggregate onboard offboard attest decide pick pack load unload
    select succeed fail force vacuum optimize warm train finetune await wait handshake
    bootstrap ingest geocode call display obtain shorten
    normalize standardize format lint minify compress decompress crop backup clean cleanup
    rehydrate acquire checkin checkout check_in check_out log_in sign_in opt_in`),
};

const kindOf = new Map<string, VerbKind>();
for (const kind of ["other", "change", "create", "remove", "read"] as const)
  for (const verb of kinds[kind]) kindOf.set(verb, kind);

/** Undefined: not a verb that is known here. */
export function verbKind(verb: string): VerbKind | undefined {
  const known = kindOf.get(verb);
  if (known !== undefined || !verb.includes("_")) return known;
  const parts = verb.split("_");
  if (parts.includes("or") || parts[0] === "partial") return "change";
  return manner.has(parts[0]!) ? verbKind(parts.slice(1).join("_")) : undefined;
}

export function isVerb(word: string): boolean {
  return kindOf.has(word);
}

/** Verbs that are hardly ever nouns in an API: where two words of an identifier could be its verb, one of these is. */
const strong = new Set(
  list(`get list create update delete remove add find fetch retrieve insert describe patch put set modify destroy cancel revoke
    enable disable activate deactivate assign unassign validate verify generate send upload download edit replace subscribe
    unsubscribe approve reject accept decline deny publish unpublish restore resume suspend terminate attach detach associate
    disassociate invoke execute calculate estimate register unregister deregister resend rename move merge apply
    authorize confirm complete clear purge submit append invite lookup prune kill notify evaluate upsert save
    read show view search retrieve connect disconnect acknowledge resolve dismiss archive unarchive sync append
    install uninstall import export is has can check start stop`),
);
export function isStrongVerb(word: string): boolean {
  return strong.has(word);
}

/** Verbs that may be glued to what follows in an all-lower-case name: `getareacode`. Longest first. */
export const leadingVerbs = [
  "retrieve",
  "create",
  "update",
  "delete",
  "remove",
  "search",
  "fetch",
  "list",
  "find",
  "get",
  "add",
  "set",
  "generate",
  "validate",
  "calculate",
  "register",
  "disable",
  "convert",
  "approve",
  "enable",
  "cancel",
  "unlock",
  "verify",
  "send",
] as const;

/** Several words for one thing. `patch` stays: authors who say it mean it. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ["retrieve", "get"],
  ["fetch", "get"],
  ["read", "get"],
  ["show", "get"],
  ["view", "get"],
  ["obtain", "get"],
  ["insert", "create"],
  ["edit", "update"],
  ["modify", "update"],
  ["destroy", "delete"],
  ["init", "initialize"],
]);
export function canonical(verb: string): string {
  return synonyms.get(verb) ?? verb;
}

/** Verbs that change how the next one is carried out: `batch_delete`, `bulk_update`. */
const manner = new Set(["batch", "bulk", "force", "mass", "multi"]);

/** Particles that belong to the verb before them: `power_off`, `check_in`. */
const particles: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["power", new Set(["on", "off", "cycle"])],
  ["turn", new Set(["on", "off"])],
  ["switch", new Set(["on", "off", "over"])],
  ["check", new Set(["in", "out"])],
  ["sign", new Set(["in", "out", "up", "off"])],
  ["log", new Set(["in", "out", "off"])],
  ["opt", new Set(["in", "out"])],
  ["shut", new Set(["down"])],
  ["roll", new Set(["back"])],
  ["scale", new Set(["up", "down", "in", "out"])],
  ["fail", new Set(["over"])],
  ["hang", new Set(["up"])],
  ["look", new Set(["up"])],
  ["clean", new Set(["up"])],
  ["dry", new Set(["run"])],
]);

/** Nouns of two words that could each be a verb. */
function isCompound(
  word: string | undefined,
  next: string | undefined,
): boolean {
  return (
    word !== undefined &&
    next !== undefined &&
    compounds.get(word)?.test(next) === true
  );
}
const compounds: ReadonlyMap<string, RegExp> = new Map([
  ["pull", /^requests?$/],
  ["merge", /^requests?$/],
  ["change", /^(?:requests?|sets?|logs?)$/],
  ["push", /^(?:notifications?|providers?|tokens?)$/],
  ["check", /^(?:runs?|suites?|lists?)$/],
  ["log", /^(?:streams?|entry|entries|files?|level|groups?)$/],
  ["test", /^(?:runs?|cases?|suites?|results?|clocks?|helpers?)$/],
  ["sign", /^requests?$/],
  ["access", /^(?:tokens?|keys?|requests?)$/],
  ["login", /^links?$/],
  ["work", /^items?$/],
]);

/** How many of the words at `at` make up a verb (0: none): `create or update` 3, `batch get` 2, `power off` 2, `cancel` 1. */
export function verbLength(list: readonly string[], at: number): number {
  const word = list[at];
  if (word === undefined) return 0;
  const next = list[at + 1];
  if (isCompound(word, next) || isCompound(list[at - 1], word)) return 0;
  if (next !== undefined && particles.get(word)?.has(next) === true) return 2;
  if (manner.has(word)) {
    const rest = verbLength(list, at + 1);
    return rest === 0 ? 0 : rest + 1;
  }
  if (word === "partial" && next === "update") return 2;
  if (!kindOf.has(word)) return 0;
  if (next === "or" && list[at + 2] !== undefined && kindOf.has(list[at + 2]!))
    return 3;
  return 1;
}

/** The verb in a word of running text: `Creates`, `cancelled`, `Retrieving`; undefined if it is none that is known. */
export function verbOf(word: string): string | undefined {
  const lower = word.toLowerCase();
  if (kindOf.has(lower)) return lower;
  for (const stem of stems(lower)) if (kindOf.has(stem)) return stem;
  return undefined;
}

function stems(word: string): string[] {
  if (word.endsWith("ies")) return [`${word.slice(0, -3)}y`];
  if (word.endsWith("es")) return [word.slice(0, -1), word.slice(0, -2)];
  if (word.endsWith("s") && !word.endsWith("ss")) return [word.slice(0, -1)];
  if (word.endsWith("ing"))
    return [word.slice(0, -3), `${word.slice(0, -3)}e`, word.slice(0, -4)];
  return [];
}

/** Verbs of making and changing that a GET may carry and still only look: what they make is its answer, or they are nouns. */
const looking = new Set(
  list(`initiate initialize generate share follow like log record track comment reply quote issue schedule book capture order map tag label vote rate rank
    sort sign play process handle answer respond link join transform convert resolve balance scale exchange trade charge propose
    report post star notice broadcast fork import copy seek skip split claim grant fund deposit withdraw dispute fix
    compose respond prepare populate fill sync synchronize launch mint push pull block trash void archive refund
    associate customize switch refresh touch redact expire correct`),
);
export function looksOnGet(verb: string): boolean {
  return looking.has(verb);
}

/** Verbs that no reader takes for a noun: what says one of these writes, whatever its method. */
const unmistakable = new Set(
  list(`delete remove destroy create add insert send resend update edit modify enable disable activate deactivate approve reject
    accept decline revoke cancel terminate suspend resume restart reboot purge subscribe unsubscribe register unregister deregister
    submit publish unpublish rename assign unassign kill invoke execute confirm unlock unblock upsert append detach uninstall
    unlink overwrite reactivate wipe erase drop logout`),
);
export function writesForSure(verb: string): boolean {
  return unmistakable.has(verb);
}
