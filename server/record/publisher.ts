import type { FastifyBaseLogger } from "fastify";
import { PROMISED_MS } from "../../record/checkpoint.ts";
import { toText } from "../../record/entries.ts";
import type { Database } from "../database/connect.ts";
import { withRetry } from "../database/retry.ts";
import type { Every } from "../every.ts";
import { appendEntries } from "./append-queries.ts";
import { findClosing } from "./closing-queries.ts";
import { enterVotes } from "./enter-queries.ts";
import { openRecord, signAnew } from "./head-queries.ts";
import { addKey } from "./key-queries.ts";
import { countLateVotes, readLateVotes } from "./late-queries.ts";
import {
  aheadBy,
  findDue,
  hasEntriesAhead,
  type LockedRecord,
  lockRecord,
  type Reason,
  type RecordDeps,
  readEntering,
  readNextVotes,
  readSorted,
} from "./queries.ts";
import { TreeRefused } from "./tree-queries.ts";

export interface PublisherDeps extends RecordDeps {
  db: Database;
  log: Pick<FastifyBaseLogger, "warn">;
  /** Surveys whose late votes were looked for and not found. */
  inVain?: Set<string>;
  /** For tests: enters votes of any age and number. */
  due?: { atLeast: number; waitMs: number; settleMs: number };
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
// Some 20 ms of work, for which other requests wait.
const VOTES_AT_ONCE = 2_000;
// Reading them in the order of their receipts sorts all votes of a survey, so it is done for more.
const SORTED_AT_ONCE = 20_000;
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
  // One record that is refused must not keep the others from being published.
  const unlessRefused = (work: Promise<unknown>) =>
    work.catch((error: unknown) => {
      if (!(error instanceof TreeRefused)) throw error;
      log.warn({ reason: error.message }, "a record is neither signed nor served");
    });
  await addKey(db, signer);
  for (const { surveyId, reason } of await findDue(db, due, SURVEYS_AT_ONCE)) {
    await unlessRefused(enterDue(deps, surveyId, reason, signal));
    if (signal?.aborted) return;
  }
  for (const { surveyId, date } of await findClosing(db, due.settleMs, SURVEYS_AT_ONCE)) {
    if (signal?.aborted) return;
    await unlessRefused(changeRecord(deps, (trx) => closeRecord(deps, trx, surveyId, date)));
  }
}

async function enterDue(
  deps: PublisherDeps,
  surveyId: string,
  reason: Reason,
  signal?: AbortSignal,
): Promise<void> {
  if (reason !== "late") await enterAll(deps, surveyId, reason, signal);
  if (!signal?.aborted) await enterLate(deps, surveyId, signal);
}

interface Changed {
  record: LockedRecord;
  /** How many votes were entered. */
  entered: number;
}

/** Returns how many votes were entered, or null if another server has the record. */
async function changeRecord(
  { db, signer }: PublisherDeps,
  change: (trx: Database) => Promise<Changed | null>,
): Promise<number | null> {
  const changed = await withRetry(() => db.transaction().execute(change));
  if (!changed) return null;
  // What this process has signed may not be taken back either.
  const { survey_id } = changed.record;
  await openRecord(db, signer, survey_id, changed.record, signer.heads.last(survey_id));
  return changed.entered;
}

/** Enters the votes of one survey. Returns how many, or null if another server is about to do it. */
export async function enterAll(
  deps: PublisherDeps,
  surveyId: string,
  reason: Reason,
  signal?: AbortSignal,
): Promise<number | null> {
  for (let all = 0; ; ) {
    const entered = await changeRecord(deps, (trx) => enterWaiting(deps, trx, surveyId, reason));
    if (entered === null) return null;
    all += entered;
    if (entered < VOTES_AT_ONCE || signal?.aborted) return all;
  }
}

/** If the tally counts more votes than there are, they are looked for in vain, now and then. */
async function enterLate(deps: PublisherDeps, surveyId: string, signal?: AbortSignal) {
  const { db, log, inVain } = deps;
  if (inVain?.has(surveyId) || (await countLateVotes(db, surveyId)) <= 0) return;
  const entered = await enterAll(deps, surveyId, "late", signal);
  const missing = entered === 0 ? await countLateVotes(db, surveyId) : 0;
  if (missing <= 0) return;
  inVain?.add(surveyId);
  log.warn(
    { surveyId, missing },
    "the tally counts votes that are not there; npm run recount corrects it",
  );
}

/** Null if another server has the record. */
async function enterWaiting(
  deps: PublisherDeps,
  trx: Database,
  surveyId: string,
  reason: Reason,
): Promise<Changed | null> {
  const { signer, due = usualDue } = deps;
  const record = await lockRecord(trx, deps, surveyId);
  if (!record) return null;
  if (record.closed) return { record, entered: 0 };
  const entering = await readEntering(trx, surveyId, due.settleMs);
  if (entering === "not yet") return { record, entered: 0 };
  if (entering === "sorted") return enterSorted(deps, trx, record);
  const some = { settleMs: due.settleMs, limit: VOTES_AT_ONCE };
  const next = reason === "late" ? [] : await readNextVotes(trx, record, some);
  // If those that come next were entered before their turn, the missing ones are late.
  const late = reason === "late" || (next.length === 0 && hasEntriesAhead(record));
  const votes = late ? await readLateVotes(trx, record, VOTES_AT_ONCE) : next;
  const last = votes.at(-1);
  const isTooFew = reason === "many" && votes.length < due.atLeast;
  if (!last || isTooFew) return { record, entered: 0 };
  const change = late ? {} : { read_to: last.createdAt, read_id: last.id };
  const entered = votes.length;
  return { record: await enterVotes(trx, signer, record, votes, change), entered };
}

/** All votes of a survey whose result was hidden until now, or as many as fit into one transaction. */
async function enterSorted({ signer }: PublisherDeps, trx: Database, locked: LockedRecord) {
  const votes = await readSorted(trx, locked.survey_id, SORTED_AT_ONCE);
  let record = locked;
  for (let from = 0; from < votes.length; from += VOTES_AT_ONCE) {
    const some = votes.slice(from, from + VOTES_AT_ONCE);
    record = await enterVotes(trx, signer, record, some, aheadBy(record, some));
  }
  return { record, entered: votes.length };
}

/** The last entry about votes: none is entered after it. */
async function closeRecord(
  deps: PublisherDeps,
  trx: Database,
  surveyId: string,
  date: string,
): Promise<Changed | null> {
  const record = await lockRecord(trx, deps, surveyId);
  // Another server has closed it, or is about to.
  if (!record || record.closed) return null;
  const entry = { text: toText({ kind: "closed", date }) };
  const closed = await appendEntries(trx, deps.signer, record, [entry], { closed: true });
  return { record: closed, entered: 0 };
}
