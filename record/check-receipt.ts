import { fromBase64 } from "./bytes.ts";
import { type Checkpoint, openCheckpoint, promisedAt, SLACK_MS } from "./checkpoint.ts";
import { WrongRecord } from "./faults.ts";
import { type FoundVote, findAmongAlike, findInEntries, findInOpened } from "./find-vote.ts";
import { followHandOvers, type ListedKey } from "./keys.ts";
import { type Logged, type NamedTree, readLogSince } from "./log-since.ts";
import { openPromiseOf } from "./open-promise.ts";
import { READ_WHOLE } from "./places.ts";
import { dueAt } from "./promise-due.ts";
import { AT_CLOSING } from "./promises.ts";
import { boundOf, type GivenReceipt } from "./receipt-file.ts";
import type { Facts, Outcome, RecordSource, Step, Verdict } from "./receipt-outcome.ts";
import { canCheckSignatures, type NoteKey } from "./signed-note.ts";

/** What is known so far. With a verdict, nothing more is looked at. */
interface Found {
  verdict?: Verdict;
  passed: Step[];
  facts: Facts;
}

interface Own extends Found {
  /** The checkpoint that the receipt has. */
  kept?: Checkpoint;
}

/**
 * Checks a receipt against what the site says now. It believes the site only what the site has
 * signed, and its keys only if the receipt does not name them.
 */
export async function checkReceipt(
  given: GivenReceipt,
  source: RecordSource,
  now: Date,
): Promise<Outcome> {
  const { verdict = "counted", passed, facts } = await check(given, source, now);
  return { verdict, passed, ...facts };
}

async function check(given: GivenReceipt, source: RecordSource, now: Date): Promise<Found> {
  const nothing: Own = { passed: [], facts: {} };
  if (!(await canCheckSignatures())) return end(nothing, "no-signatures");
  // Before the site is asked, so that this much is known even if it can't be reached.
  const alone = given.keys ? await openOwn(given, given.keys) : nothing;
  if (alone.verdict) return alone;
  const keys = await ask(source.readKeys());
  if ("message" in keys) return end(alone, "unreachable", { message: keys.message });
  const listed = keys.answer.map(({ publicKey }) => publicKey);
  if (given.keys && !(await isListed(given, given.keys, listed))) return end(alone, "other-key");
  const own = given.keys ? alone : await openOwn(given, listed);
  if (own.verdict) return own;
  const trusted = given.keys ? await withSuccessors(given.keys, keys.answer) : listed;
  return checkRecord(given, own, trusted, source, now);
}

function add(found: Found, step: Step, facts: Facts = {}): Found {
  return { passed: [...found.passed, step], facts: { ...found.facts, ...facts } };
}

function end(found: Found, verdict: Verdict, facts: Facts = {}): Found {
  return { verdict, passed: found.passed, facts: { ...found.facts, ...facts } };
}

/** What the receipt itself says. */
async function openOwn(given: GivenReceipt, known: string[]): Promise<Own> {
  const { choice, origin = "", promise, checkpoint } = given;
  // If the keys are those that the site lists, a wrong signature may as well be another site's.
  const unsigned = given.keys ? "damaged" : "other-key";
  let found: Found = { passed: [], facts: {} };
  if (promise && choice) {
    const promised = await openPromiseOf(given, known);
    if (promised === "unsigned") return end(found, unsigned);
    found = add(found, "promise");
    if (promised === "other-vote") return end(found, "damaged");
    found = add(found, "commitment", { by: promised.by });
  }
  if (!checkpoint) return found;
  const kept = await orNull(openCheckpoint(checkpoint, keysOf(origin, known)));
  return kept ? { ...add(found, "kept-checkpoint"), kept } : end(found, unsigned);
}

/** Whether the record of now goes on from the receipt's, and has the vote. */
async function checkRecord(
  given: GivenReceipt,
  own: Own,
  trusted: string[],
  source: RecordSource,
  now: Date,
): Promise<Found> {
  // Before the record, so that the record has all that the log names.
  const log = await askLog(given.surveyId, own.facts.by, source, now);
  const newest = await ask(source.readCheckpoint());
  if ("message" in newest) return end(own, "unreachable", { message: newest.message });
  const checkpoint = newest.answer;
  if (!checkpoint) return own.kept ? end(own, "rewritten") : whyMissing(own, log, now);
  const tree = await openNewest(given, checkpoint, trusted);
  if (!tree) return end(own, "other-key");
  let found = add(own, "checkpoint", { checkpoint, size: tree.size });
  const earlier = [own.kept ?? [], inTime(own.facts.by, log)].flat();
  const find = tree.size > READ_WHOLE ? findAmongAlike : findInEntries;
  const read = await ask(
    boundOf(given) ? find(given, source, tree, earlier) : findInOpened(given, source, tree),
  );
  if ("message" in read) {
    return read.isWrong
      ? end(found, "wrong-proof")
      : end(found, "unreachable", { message: read.message });
  }
  const { vote, isHidden, isRewritten, isClosed } = read.answer;
  if (isHidden) return end(found, "hidden");
  if (isRewritten) return end(found, "rewritten");
  if (own.kept) found = add(found, "consistency");
  found = { ...found, facts: { ...found.facts, isClosed } };
  return vote ? judge(given, found, { vote, log, now }) : whyMissing(found, log, now);
}

type Answer<Value> = { answer: Value } | Unanswered;
/** Null if the log is not needed: the promise does not fall due yet, or there is none. */
type AskedLog = Answer<Logged> | null;

async function askLog(
  surveyId: string,
  by: string | undefined,
  { log }: RecordSource,
  now: Date,
): Promise<AskedLog> {
  if (!by || (by !== AT_CLOSING && !isPast(by, now))) return null;
  return ask(readLogSince(log, surveyId, by, now));
}

/** The log may be written a little later than the record, and clocks may differ. */
function isPast(due: string, at: Date): boolean {
  return at.getTime() > Date.parse(due) + SLACK_MS;
}

/** The trees of the record that the log has named while the promise could be kept. */
function inTime(by: string | undefined, log: AskedLog): NamedTree[] {
  if (!by || !log || "message" in log) return [];
  const due = dueAt(by, log.answer.closes);
  return log.answer.trees.filter(({ at }) => !due || !at || !isPast(due, new Date(at)));
}

/** Why a vote can be missing in the record. */
function whyMissing(found: Found, log: AskedLog, now: Date): Found {
  const { by } = found.facts;
  if (!by) return end(found, "not-recorded", { by: promisedAt(now) });
  if (by !== AT_CLOSING) return end(found, now > new Date(by) ? "promise-broken" : "waiting");
  // It is entered when its survey closes, which is when the log says it: nothing else is signed.
  if (!log || "message" in log) return endUnread(found, log);
  const { closes } = log.answer;
  const due = dueAt(by, closes);
  if (!closes || !due) return end(found, "waiting");
  return end(found, now > new Date(due) ? "promise-broken" : "waiting", { by: closes });
}

function endUnread(found: Found, log: Unanswered | null): Found {
  if (log?.isWrong) return end(found, "wrong-proof");
  return end(found, "unreachable", { message: log?.message ?? "" });
}

interface Judging {
  vote: FoundVote;
  log: AskedLog;
  now: Date;
}

function judge(given: GivenReceipt, found: Found, { vote, log, now }: Judging): Found {
  const { choice, place, textHash, change } = vote;
  const facts = { choice, place };
  if (given.choice && choice !== given.choice) return end(found, "other-choice", facts);
  if (given.textHash && textHash !== given.textHash) return end(found, "other-text", facts);
  const included = judgeTime(add(found, "inclusion", facts), place, log, now);
  if (included.verdict || change?.kind !== "set-aside") return included;
  const { reason, date } = change;
  return end(included, "set-aside", { reason, date });
}

/**
 * A vote that the log has named only after the promised time was entered late. Otherwise a site could
 * enter votes only once their voters ask.
 */
function judgeTime(found: Found, place: number, log: AskedLog, now: Date): Found {
  const { by } = found.facts;
  if (!by || !log) return found;
  if ("message" in log) return endUnread(found, log);
  const { trees, closes } = log.answer;
  const due = dueAt(by, closes);
  const named = trees.find(({ size }) => size > place);
  const at = new Date(named?.at ?? now);
  const promised = by === AT_CLOSING ? closes : by;
  const isLate = due && isPast(due, at);
  if (isLate) {
    return end(found, "promise-broken", {
      by: promised ?? by,
      ...(named?.at && { named: named.at }),
    });
  }
  return named ? add(found, "log") : found;
}

/** Whether the site still says that the key of the promise is one of its own. */
async function isListed(given: GivenReceipt, own: string[], listed: string[]): Promise<boolean> {
  if (!given.promise) return true;
  const both = own.filter((key) => listed.includes(key));
  return (await openPromiseOf(given, both)) !== "unsigned";
}

/** With the keys that the known ones have introduced since. */
async function withSuccessors(known: string[], listed: ListedKey[]): Promise<string[]> {
  const followed = await Promise.all(known.map((key) => followHandOvers(key, listed)));
  return followed.flat();
}

async function openNewest({ surveyId, origin }: GivenReceipt, note: string, keys: string[]) {
  const name = origin ?? note.split("\n", 1)[0] ?? "";
  return isOf(surveyId, name) ? orNull(openCheckpoint(note, keysOf(name, keys))) : null;
}

function isOf(surveyId: string, origin: string): boolean {
  return origin.endsWith(`/record/${surveyId}`);
}

function keysOf(name: string, keys: string[]): NoteKey[] {
  return keys.map((key) => ({ name, publicKey: fromBase64(key) }));
}

interface Unanswered {
  message: string;
  /** It was answered, with what can't be right. */
  isWrong: boolean;
}

/** What a call has answered, or why it has not. */
async function ask<Value>(call: Promise<Value>): Promise<Answer<Value>> {
  try {
    return { answer: await call };
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    return { message, isWrong: error instanceof WrongRecord };
  }
}

async function orNull<Opened>(opening: Promise<Opened>): Promise<Opened | null> {
  try {
    return await opening;
  } catch {
    return null;
  }
}
