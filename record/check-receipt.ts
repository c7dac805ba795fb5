import { toBase64 } from "./bytes.ts";
import { type Checkpoint, openCheckpoint, SLACK_MS } from "./checkpoint.ts";
import { commitmentOf, toText } from "./entries.ts";
import { WrongRecord } from "./faults.ts";
import { type FoundVote, findVote } from "./find-vote.ts";
import { followHandOvers } from "./keys.ts";
import { openLogged, readTree } from "./lasting.ts";
import { goesOn, type Logged, type NamedTree, openLog, readLogSince } from "./log-since.ts";
import { AT_CLOSING, dueAt, promisedAt } from "./promises.ts";
import { boundOf, type GivenReceipt, openPromiseOf } from "./receipt-file.ts";
import {
  Ended,
  type Facts,
  type Outcome,
  type RecordSource,
  type Step,
  type Verdict,
} from "./receipt-outcome.ts";
import { canCheckSignatures, namedKeys } from "./signed-note.ts";
import type { Beginning } from "./tree-reader.ts";
import { parseLogKey } from "./vkey.ts";

/** What is asked, and what is known so far. */
interface Check {
  given: GivenReceipt;
  source: RecordSource;
  now: Date;
  passed: Step[];
  facts: Facts;
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
  const check: Check = { given, source, now, passed: [], facts: {} };
  const verdict = await checkKeys(check).catch((error: unknown) => {
    if (error instanceof Ended) Object.assign(check.facts, error.facts);
    return verdictOf(error, check);
  });
  return { verdict, passed: check.passed, ...check.facts };
}

/** What a site answers instead of a tree that is not the one it has signed. */
const isRefusal = (error: unknown) => (error as { code?: unknown }).code === "record_refused";

function verdictOf(error: unknown, { facts }: Check): Verdict {
  if (error instanceof Ended) return error.verdict;
  if (isRefusal(error)) return "refused";
  if (error instanceof WrongRecord) return "wrong-proof";
  facts.message = error instanceof Error ? error.message : "";
  return "unreachable";
}

async function checkKeys(check: Check): Promise<Verdict> {
  const { given, source } = check;
  if (!(await canCheckSignatures())) throw new Ended("no-signatures");
  const own = given.keys;
  // Before the site is asked, so that this much is known even if it can't be reached.
  const known = own && (await openOwn(check, own));
  const keys = await source.readKeys();
  const listed = keys.map(({ publicKey }) => publicKey);
  if (!own || !known) return checkRecord(check, await openOwn(check, listed), listed);
  // The site must still say that the key of the promise is one of its own.
  const both = own.filter((key) => listed.includes(key));
  const isListed = !given.promise || (await openPromiseOf(given, both)) !== "unsigned";
  if (!isListed) throw new Ended("other-key");
  const followed = await Promise.all(own.map((key) => followHandOvers(key, keys)));
  return checkRecord(check, known, followed.flat());
}

/** What a receipt has of an earlier look, which all that is served now must go on from. */
interface Own {
  trees: Beginning[];
  /** A state of the log that had the vote, with the signatures of those who had seen it. */
  log?: Checkpoint;
}

/** What the receipt itself says. */
async function openOwn({ given, passed, facts }: Check, known: string[]): Promise<Own> {
  const { choice, origin = "", promise, checkpoint } = given;
  // If the keys are those that the site lists, a wrong signature may as well be another site's.
  const unsigned = given.keys ? "damaged" : "other-key";
  if (promise && choice) {
    const promised = await openPromiseOf(given, known);
    if (promised === "unsigned") throw new Ended(unsigned);
    passed.push("promise");
    if (promised === "other-vote") throw new Ended("damaged");
    passed.push("commitment");
    facts.by = promised.by;
  }
  const own: Own = { trees: [] };
  if (checkpoint) {
    own.trees.push(await orEnd(openCheckpoint(checkpoint, namedKeys(origin, known)), unsigned));
    passed.push("kept-checkpoint");
  }
  const bound = boundOf(given);
  if (given.logged && choice && bound) {
    const { surveyId, receipt, logged, logKeys = [] } = given;
    const commitment = commitmentOf(surveyId, receipt, choice, bound);
    const open = async () => {
      // With a key that signs the records too.
      const logs = logKeys
        .map(parseLogKey)
        .filter((key) => known.includes(toBase64(key.publicKey)));
      const trusted = { logs, witnesses: [] };
      return openLogged(surveyId, toText({ kind: "vote", commitment }), logged, trusted);
    };
    own.log = (await orEnd(open(), unsigned)).head;
    own.trees.push(readTree(logged.entry));
    passed.push("kept-log");
  }
  return own;
}

/** Whether the record of now goes on from the receipt's, and has the vote. */
async function checkRecord(check: Check, own: Own, trusted: string[]): Promise<Verdict> {
  const { given, source, passed, facts } = check;
  // Before the record, so that the record has all that the log names.
  const log = await readLog(check, own);
  const checkpoint = await source.readCheckpoint();
  if (!checkpoint) {
    if (own.trees.length > 0) throw new Ended("rewritten");
    return whyMissing(check, log);
  }
  const name = given.origin ?? checkpoint.split("\n", 1)[0] ?? "";
  if (!name.endsWith(`/record/${given.surveyId}`)) throw new Ended("other-key");
  const tree = await orEnd(openCheckpoint(checkpoint, namedKeys(name, trusted)), "other-key");
  passed.push("checkpoint");
  Object.assign(facts, { checkpoint, size: tree.size, keys: trusted });
  const earlier = [...own.trees, ...inTime(facts.by, log)];
  const { vote, ...state } = await findVote(given, source, tree, earlier);
  if (own.trees.length > 0) passed.push("consistency");
  Object.assign(facts, state);
  return vote ? judge(check, vote, log) : whyMissing(check, log);
}

/**
 * What the log says, or why that is not known. Null if it is not needed: the promise does not fall
 * due yet, or there is none, and nothing of the log was seen before.
 */
type AskedLog = Logged | Error | null;

async function readLog({ given, source, now, facts: { by } }: Check, own: Own): Promise<AskedLog> {
  const isDue = by && (by === AT_CLOSING || isPast(by, now));
  if (!isDue && !own.log) return null;
  try {
    const { head } = await openLog(source.log);
    if (own.log && !(await goesOn(source.log, head, own.log))) throw new Ended("rolled-back");
    return isDue ? await readLogSince(source.log, given.surveyId, by, now) : null;
  } catch (error) {
    if (error instanceof Ended) throw error;
    return error as Error;
  }
}

/** The log may be written a little later than the record, and clocks may differ. */
function isPast(due: string, at: Date): boolean {
  return at.getTime() > Date.parse(due) + SLACK_MS;
}

/** The trees of the record that the log has named while the promise could be kept. */
function inTime(by: string | undefined, log: AskedLog): NamedTree[] {
  if (!by || !log || log instanceof Error) return [];
  const due = dueAt(by, log.closes);
  return log.trees.filter(({ at }) => !due || !at || !isPast(due, new Date(at)));
}

/** Why a vote can be missing in the record. */
function whyMissing({ now, facts: { by } }: Check, log: AskedLog): never {
  if (isRefusal(log ?? {})) throw log;
  if (!by) throw new Ended("not-recorded", { by: promisedAt(now) });
  // It is entered when its survey closes, which is when the log says it: nothing else is signed.
  if (by === AT_CLOSING && log instanceof Error) throw log;
  const closes = log instanceof Error ? null : (log?.closes ?? null);
  const due = dueAt(by, closes);
  if (!due) throw new Ended("waiting");
  const facts = by === AT_CLOSING && closes ? { by: closes } : {};
  throw new Ended(now > new Date(due) ? "promise-broken" : "waiting", facts);
}

function judge(check: Check, vote: FoundVote, log: AskedLog): Verdict {
  const { given, passed, facts } = check;
  const { choice, place, textHash, change } = vote;
  Object.assign(facts, { choice, place });
  if (given.choice && choice !== given.choice) throw new Ended("other-choice");
  if (given.textHash && textHash !== given.textHash) throw new Ended("other-text");
  passed.push("inclusion");
  judgeTime(check, place, log);
  if (change?.kind !== "set-aside") return "counted";
  const { reason, date } = change;
  throw new Ended("set-aside", { reason, date });
}

/**
 * A vote that the log has named only after the promised time was entered late. Otherwise a site could
 * enter votes only once their voters ask.
 */
function judgeTime({ now, passed, facts: { by } }: Check, place: number, log: AskedLog): void {
  if (log instanceof Error) throw log;
  if (!by || !log) return;
  const { trees, closes } = log;
  const due = dueAt(by, closes);
  const named = trees.find(({ size }) => size > place);
  if (due && isPast(due, new Date(named?.at ?? now))) {
    const promised = by === AT_CLOSING && closes ? closes : by;
    throw new Ended("promise-broken", { by: promised, ...(named?.at && { named: named.at }) });
  }
  if (named) passed.push("log");
}

async function orEnd<Opened>(opening: Promise<Opened>, verdict: Verdict): Promise<Opened> {
  return opening.catch(() => {
    throw new Ended(verdict);
  });
}
