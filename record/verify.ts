import { type FetchOptions, Unreadable } from "./bounded-fetch.ts";
import { fromBase64 } from "./bytes.ts";
import { openCheckpoint } from "./checkpoint.ts";
import { isLongClosed, OVERDUE_MS, ShownDiffers } from "./compare-shown.ts";
import { NewerVersion, WrongRecord } from "./faults.ts";
import { followHandOvers, type ListedKey } from "./keys.ts";
import { expectLogged, isAnnounced, type Unlogged } from "./log-complete.ts";
import type { Policy } from "./log-policy.ts";
import { type CheckedLog, checkLog, type KeptLog } from "./log-verify.ts";
import { enteredIn } from "./recount.ts";
import { compareElsewhere } from "./shown-elsewhere.ts";
import { namedKeys } from "./signed-note.ts";
import { createSiteReader, type ListedSurvey, type SiteReader } from "./site-reader.ts";
import { findingOf, type Finding as TreeFinding } from "./tree-check.ts";
import { type Checked, checkSurvey } from "./verify-survey.ts";
import { describe, describeClosing, describePapers, describeTexts } from "./verify-words.ts";

// Checks the records of a site, and remembers what it has seen for the next time.

/** What is remembered of a site. */
export interface KeptSite {
  /** The newest signing key that was seen or introduced, in base64. */
  key: string;
  surveys: Record<string, KeptSurvey>;
  /** The surveys that the site listed the last time. */
  list?: string[] | undefined;
  log?: KeptLog | undefined;
}

interface KeptSurvey {
  checkpoint: string | null;
  /** A number of votes that was shown, and when: an hour later they must be in the record. */
  shown: { votes: number; at: string } | null;
  /** Its choices were open. */
  open?: boolean | undefined;
  /** At which places it stood. */
  places?: string[] | undefined;
  unlogged?: Unlogged | undefined;
}

export type Verdict = TreeFinding["verdict"];

export interface Finding extends TreeFinding {
  /** A survey's id, `key`, `log` or `site`. */
  about: string;
  /** Lines that tell more, for people. */
  details?: string[];
}

interface VerifyOptions extends FetchOptions {
  /** Empty for all published surveys. */
  ids: string[];
  kept: KeptSite | undefined;
  /** A key that the caller knows to be right, for a change that no key has introduced. */
  trustedKey?: string | undefined;
  /** Checkpoints that others were given. */
  others: string[];
  /** Whose signatures under the log are enough for the caller. */
  policy?: Policy | undefined;
  report: (finding: Finding) => void;
  now: () => Date;
}

/** Returns what to remember. What was seen first is kept until nothing contradicts it. */
export async function verifySite(options: VerifyOptions): Promise<KeptSite | undefined> {
  const { ids, kept, others, limits, report, wait, now } = options;
  const site = createSiteReader(options);
  const cantTell = (text: string) => report({ about: "site", verdict: "unchecked", text });
  try {
    const listedKeys = await site.readKeys();
    const keys = await checkKeys(listedKeys, options);
    const comparable = await openOthers(others, [...keys.accepted, ...listedKeys.map(keyOf)]);
    if (comparable.length < others.length) {
      cantTell("A checkpoint to compare with is not signed with a key of this site");
    }
    const isWhole = ids.length === 0;
    const { listed, list } = isWhole
      ? await readList(site, cantTell)
      : { listed: new Map<string, ListedSurvey>(), list: undefined };
    const ofLog: TreeFinding[] = [];
    const log = await checkLog({
      source: site.log,
      listed: listedKeys,
      accepted: keys.accepted,
      kept: kept?.log,
      others: comparable.flatMap(({ origin, note }) => (origin.endsWith("/log") ? note : [])),
      policy: options.policy,
      report: (finding) => void ofLog.push(finding),
      now: now(),
    });
    if (list) sayUnlisted(kept?.list, listed, log, cantTell);
    // One that is no longer published still has its record.
    const known = [...Object.keys(kept?.surveys ?? {}), ...(log.surveys?.keys() ?? [])];
    const all = [...new Set([...ids, ...listed.keys(), ...(isWhole ? known : [])])];
    if (all.length > limits.surveys) cantTell(`Only ${limits.surveys} surveys are checked`);
    const surveys = { ...kept?.surveys };
    const checked = new Map<string, Checked>();
    const check = (id: string) => {
      const before = kept?.surveys[id];
      const logged = log.surveys?.get(id);
      const toCompare = comparable.filter(({ origin }) => origin.endsWith(`/record/${id}`));
      return checkSurvey({
        site,
        id,
        listed: listed.get(id),
        keys: keys.accepted,
        earlier: [before?.checkpoint ?? [], toCompare.map(({ note }) => note)].flat(),
        logged,
        isKnown: before !== undefined || logged !== undefined,
        wasOpen: before?.open ?? false,
        limits,
        now: now(),
      });
    };
    for (const id of all.slice(0, limits.surveys)) {
      const verifying = { id, isListed: listed.has(id), known: kept?.surveys[id], log };
      const found = await verifySurvey(() => check(id), verifying, options);
      if (found) checked.set(id, found.checked);
      const next = found?.kept;
      // Ids that a site makes up must not fill the file.
      if (next?.checkpoint || next?.shown?.votes || next?.unlogged) surveys[id] = next;
    }
    const seenAt = (id: string) => kept?.surveys[id]?.places ?? [];
    const comparing = { site, isWhole, wait, now, report, again: check, seenAt };
    for (const [id, found] of await compareElsewhere(checked, comparing)) {
      const places = [...new Set([...seenAt(id), ...found])];
      if (surveys[id]) surveys[id] = { ...surveys[id], places };
    }
    for (const finding of ofLog) report({ about: "log", ...finding });
    return { key: keys.remembered, surveys, list: list ?? kept?.list, log: log.kept };
  } catch (error) {
    report({ about: "site", ...findingOf(error) });
    return kept;
  }
}

const keyOf = ({ publicKey }: ListedKey) => publicKey;

/** The key to remember, and those with which the site may sign now. */
async function checkKeys(listed: ListedKey[], { kept, trustedKey, report }: VerifyOptions) {
  const [newest] = listed.map(keyOf);
  if (!newest) throw new Unreadable("The site has signed nothing yet");
  const known = trustedKey ?? kept?.key;
  const tell = (verdict: Verdict, text: string) => report({ about: "key", verdict, text });
  if (!known) {
    tell("fine", `${newest}, seen for the first time; compare it with one from elsewhere`);
    return { remembered: newest, accepted: listed.map(keyOf) };
  }
  const accepted = await followHandOvers(known, listed);
  if (accepted.includes(newest)) {
    tell("fine", newest === known ? `${known}, as before` : `${newest}, introduced by ${known}`);
    return { remembered: newest, accepted };
  }
  tell("wrong", `${newest} has appeared, and ${known} does not introduce it`);
  // What the new key has signed is still worth comparing.
  return { remembered: known, accepted: [known, ...listed.map(keyOf)] };
}

// Enough to look them up.
const MISSING_NAMED = 5;

/** The listed surveys, and the ids to remember; none if the list is empty or not whole. */
async function readList(site: SiteReader, cantTell: (text: string) => void) {
  const { surveys, problem } = await site.listSurveys();
  const listed = new Map(surveys.map((survey): [string, ListedSurvey] => [survey._id, survey]));
  const isWhole = problem === null && surveys.length > 0;
  if (!isWhole) cantTell(problem ?? "The site lists no surveys");
  return { listed, list: isWhole ? [...listed.keys()] : undefined };
}

/** What is taken down says so in the log; a site may hide other surveys from whoever checks it. */
function sayUnlisted(
  before: string[] | undefined,
  listed: Map<string, unknown>,
  { surveys }: CheckedLog,
  cantTell: (text: string) => void,
): void {
  const missing = before?.filter((id) => !listed.has(id) && !surveys?.get(id)?.isDown) ?? [];
  if (missing.length === 0) return;
  const named = missing.slice(0, MISSING_NAMED).join(", ");
  cantTell(`${missing.length} surveys that were listed before are not any more: ${named}`);
}

interface Comparable {
  origin: string;
  note: string;
}

/** Checkpoints that others were given, with the record of which each is, if they are signed. */
async function openOthers(notes: string[], keys: string[]): Promise<Comparable[]> {
  const opened = notes.map(async (note) => {
    const [name = ""] = note.split("\n", 1);
    const checkpoint = await openCheckpoint(note, namedKeys(name, keys)).catch(() => null);
    return checkpoint ? [{ origin: checkpoint.origin, note }] : [];
  });
  return (await Promise.all(opened)).flat();
}

interface Verifying {
  id: string;
  isListed: boolean;
  /** What was remembered of it. */
  known: KeptSurvey | undefined;
  log: CheckedLog;
}

/** Never throws: what one survey answers must not keep others from being checked. */
async function verifySurvey(
  check: () => Promise<Checked>,
  { id, isListed, known, log }: Verifying,
  { report, now }: VerifyOptions,
): Promise<{ kept: KeptSurvey; checked: Checked } | null> {
  const tell = (verdict: Verdict, text: string, details?: string[]) =>
    report({ about: id, verdict, text, ...(details && { details }) });
  const logged = log.surveys?.get(id);
  try {
    const checked = await check().catch((error: unknown) => {
      if (error instanceof ShownDiffers) return check();
      throw error;
    });
    const shown = checkPromise(known?.shown ?? null, checked, now());
    const unlogged =
      log.surveys &&
      expectLogged({
        logged,
        time: log.time ?? null,
        isListed,
        size: checked.counted?.size ?? 0,
        before: known?.unlogged ?? null,
        now: now(),
      });
    if (log.surveys && isListed && !isAnnounced(logged)) {
      tell(
        "unchecked",
        "It is listed, and the log of the site does not name it: it must in some minutes",
      );
    }
    const newer = checked.counted?.newer ?? 0;
    if (newer > 0) tell("unchecked", new NewerVersion(`${newer} entries were`).message);
    const isDown = logged?.isDown ?? false;
    if (log.surveys && isDown === (checked.survey !== null))
      tell("unchecked", isDown ? SHOWN : GONE);
    tell("fine", describe(checked), [
      ...describeClosing(logged),
      ...describePapers(checked),
      ...describeTexts(checked),
    ]);
    const open = checked.counted?.unopened === 0;
    const seen = { checkpoint: checked.checkpoint, shown };
    const keptNow = { ...seen, ...(open && { open }), ...(unlogged && { unlogged }) };
    return { kept: keptNow, checked };
  } catch (error) {
    report({ about: id, ...findingOf(error) });
    return null;
  }
}

// The log says it within some minutes.
const GONE = "The site does not show it, and its log does not say that it was taken down";
const SHOWN = "The site shows it, and its log says that it was taken down";

/** Returns the number to compare with the next time. */
function checkPromise(before: KeptSurvey["shown"], { counted, survey }: Checked, now: Date) {
  const entered = counted ? enteredIn(counted) : 0;
  const isDue = before && now.getTime() - Date.parse(before.at) > OVERDUE_MS;
  if (before && !isDue) return before;
  if (before && before.votes > entered) {
    const were = `${before.votes} votes were shown at ${before.at}`;
    throw new WrongRecord(`${were}, but only ${entered} are in the record, an hour later`);
  }
  // Those of a result that is a secret until the end are entered at the end.
  if (survey?.resultsMode === "closed" && !isLongClosed(survey, now)) return null;
  return survey && { votes: survey.votes, at: now.toISOString() };
}

/** Something wrong is told, whatever else could not be checked. */
export function exitCodeOf(findings: Finding[]): 0 | 1 | 2 {
  const has = (wanted: Verdict) => findings.some(({ verdict }) => verdict === wanted);
  if (has("wrong")) return 1;
  return has("unchecked") ? 2 : 0;
}

/** Throws for a text that is no Ed25519 key in base64. */
export function checkKey(key: string): string {
  if (fromBase64(key).length !== 32) throw new Error("Not a key of 32 bytes in base64");
  return key;
}
