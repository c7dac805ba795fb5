import type { FastifyBaseLogger } from "fastify";
import { PROMISED_MS } from "../../../record/checkpoint.ts";
import { toText } from "../../../record/entries.ts";
import type { Database } from "../../database/connect.ts";
import { withRetry } from "../../database/retry.ts";
import { addEvent } from "../../people/webhooks/event-queries.ts";
import type { Every } from "../../process/every.ts";
import type { Signer } from "../signing/signer.ts";
import { appendEntries } from "./append-queries.ts";
import { enterVotes } from "./enter-queries.ts";
import { addKey } from "./key-queries.ts";
import { openRecord, signAnew } from "./open-record.ts";
import {
  countLate,
  type Due,
  findDue,
  type LockedRecord,
  lockRecord,
  type RecordDeps,
  readBallots,
  readSurvey,
  readWaiting,
  type SurveyNow,
  VOTES_AT_ONCE,
  type VoteToEnter,
} from "./queries.ts";
import { TreeRefused } from "./tree-queries.ts";

export interface PublisherDeps extends RecordDeps {
  db: Database;
  log: Pick<FastifyBaseLogger, "warn">;
  /** Surveys whose late votes were looked for and not found. */
  inVain?: Set<string>;
  /** For tests: enters votes of any age and number. */
  due?: Due;
}

const MINUTE_MS = 60_000;
const EVERY_MS = MINUTE_MS;
// Looking for late votes reads all votes of a survey.
const IN_VAIN_MS = 60 * MINUTE_MS;
// Nine others hide whose vote an entry is. A lonely vote is entered in time to keep the promise of an
// hour that its receipt has.
// A transaction that writes votes ends within a few statements of ten seconds at most; most of them
// end within some milliseconds. Those that take longer are found by comparing counts.
const usualDue = { atLeast: 10, waitMs: PROMISED_MS - 5 * MINUTE_MS, settleMs: MINUTE_MS };
// The next round has the rest.
const SURVEYS_AT_ONCE = 1_000;

/** Enters waiting votes in their surveys' records, for the first time after a minute. */
export function startPublishing(deps: PublisherDeps, every: Every): void {
  const inVain = new Set<string>();
  let isSigned = deps.signer.keysBefore.length === 0;
  async function publish(signal: AbortSignal): Promise<void> {
    if (!isSigned) await signAnew(deps.db, deps.signer, signal);
    isSigned = true;
    await publishDue({ ...deps, inVain }, signal);
  }
  const failure = "records not brought up to date, will be retried";
  every(EVERY_MS, publish, { name: "records", failure });
  every(IN_VAIN_MS, async () => inVain.clear(), { name: "records-in-vain", failure });
}

/** Several servers may run it at once: each record is locked while it is added to. */
export async function publishDue(deps: PublisherDeps, signal?: AbortSignal): Promise<void> {
  const { db, signer, log, due = usualDue } = deps;
  await addKey(db, signer);
  for (const surveyId of await findDue(db, due, SURVEYS_AT_ONCE)) {
    if (signal?.aborted) return;
    try {
      await publishSurvey(deps, surveyId, { signal });
    } catch (error) {
      // One record that is refused must not keep the others from being published.
      if (!(error instanceof TreeRefused)) throw error;
      log.warn({ reason: error.message }, "a record is neither signed nor served");
    }
  }
}

interface How {
  /** Those that became visible late. */
  late?: boolean;
  signal?: AbortSignal | undefined;
}

/** Enters the votes of a survey. Returns how many, or null if another server is about to do it. */
export async function publishSurvey(deps: PublisherDeps, surveyId: string, how: How = {}) {
  const { db, log, inVain } = deps;
  const entered = await enterAll(deps, surveyId, how);
  if (entered === null || inVain?.has(surveyId) || (await countLate(db, surveyId)) <= 0) {
    return entered;
  }
  const late = await enterAll(deps, surveyId, { ...how, late: true });
  const missing = late === 0 ? await countLate(db, surveyId) : 0;
  if (missing > 0) {
    // The tally counts more votes than there are. They are looked for again, now and then.
    inVain?.add(surveyId);
    const told = "the tally counts votes that are not there; npm run recount corrects it";
    log.warn({ surveyId, missing }, told);
  }
  return entered + (late ?? 0);
}

async function enterAll(deps: PublisherDeps, surveyId: string, how: How): Promise<number | null> {
  const { db, signer } = deps;
  for (let all = 0; ; ) {
    const added = await withRetry(() =>
      db.transaction().execute(async (trx) => {
        const some = await addSome(deps, trx, surveyId, how);
        const size = some?.record.size;
        // The key is the size, so a round that adds nothing tells nothing.
        if (size) await addEvent(trx, "record.checkpoint", { surveyId, key: String(size) });
        return some;
      }),
    );
    if (!added) return null;
    // What this process has signed may not be taken back either.
    await openRecord(db, signer, surveyId, added.record, signer.heads.last(surveyId));
    all += added.entered;
    if (added.entered < VOTES_AT_ONCE || how.signal?.aborted) return all;
  }
}

/** Adds the next votes to a record, or that none follow. Null if another server has the record. */
async function addSome(deps: PublisherDeps, trx: Database, surveyId: string, { late }: How) {
  const { signer, due = usualDue } = deps;
  const record = await lockRecord(trx, deps, surveyId, { wait: false });
  if (!record) return null;
  const survey = await readSurvey(trx, surveyId, due);
  if (survey.ballot === "secret") return addBallots(deps, trx, record, survey);
  const { results, isOver, counted, closedOn, longAgo } = survey;
  const isHidden = results === "closed" && !isOver;
  if (record.closed || isHidden) return { record, entered: 0 };
  const order = results === "closed" ? "sorted" : late ? "late" : "in turn";
  const waiting = await readWaiting(trx, record, order, due.settleMs);
  const hasFew = order === "in turn" && !isOver;
  const votes = hasFew ? withoutFew(waiting, due.atLeast, longAgo) : waiting;
  const grown = await enterVotes(trx, signer, record, votes, { inTurn: order === "in turn" });
  const isComplete = isOver && grown.votes === counted;
  const ended = isComplete ? await closeRecord(trx, signer, grown, closedOn) : grown;
  return { record: ended, entered: votes.length };
}

/**
 * Without the last ones, if fewer than hide each other have answered their text, and none of them long
 * ago. Those who vote after an edit of the text would not be hidden by the ones before it.
 */
function withoutFew(votes: VoteToEnter[], atLeast: number, longAgo: Date): VoteToEnter[] {
  const newest = votes.at(-1)?.textHash;
  const first = votes.findLastIndex(({ textHash }) => !newest?.equals(textHash)) + 1;
  const [oldest] = votes.slice(first);
  const isDue = votes.length - first >= atLeast || (oldest && oldest.createdAt <= longAgo);
  return isDue ? votes : votes.slice(0, first);
}

async function closeRecord(trx: Database, signer: Signer, record: LockedRecord, date: string) {
  if (record.size === 0) return record;
  const entry = { text: toText({ kind: "closed", date }) };
  return appendEntries(trx, signer, record, [entry], { closed: true });
}

/** The same for secret ballots, after how many papers were issued. */
async function addBallots(
  { signer }: PublisherDeps,
  trx: Database,
  record: LockedRecord,
  { results, isOver, isWaiting, counted, closedOn, issued, hour }: SurveyNow,
) {
  if (record.closed) return { record, entered: 0 };
  const isHidden = results === "closed" && !isOver;
  const ballots = isHidden ? [] : await readBallots(trx, record.survey_id);
  const counting = await addIssued(trx, signer, record, issued ?? 0, hour);
  const grown = await enterVotes(trx, signer, counting, ballots, { inTurn: false });
  const isComplete = isOver && !isWaiting && grown.votes === counted;
  const ended = isComplete ? await closeRecord(trx, signer, grown, closedOn) : grown;
  return { record: ended, entered: ballots.length };
}

async function addIssued(
  trx: Database,
  signer: Signer,
  record: LockedRecord,
  papers: number,
  hour: Date,
) {
  if (papers <= record.issued) return record;
  const first = record.size > 0 ? [] : [{ text: toText({ kind: "version" }) }];
  const entries = [...first, { text: toText({ kind: "issued", papers }) }];
  return appendEntries(trx, signer, record, entries, { issued: papers, issued_at: hour });
}
