import type { FastifyBaseLogger } from "fastify";
import { PROMISED_MS } from "../../record/checkpoint.ts";
import { toText } from "../../record/entries.ts";
import type { Database } from "../database/connect.ts";
import { withRetry } from "../database/retry.ts";
import type { ReadOnlyUntil } from "../http/read-only.ts";
import { appendEntries } from "./append-queries.ts";
import { findClosing } from "./closing-queries.ts";
import { enterVotes } from "./enter-queries.ts";
import { countLateVotes, readLateVotes } from "./late-queries.ts";
import {
  addKey,
  findDue,
  hasEntriesAhead,
  lockRecord,
  type Reason,
  readNextVotes,
} from "./queries.ts";
import { originOf } from "./rules.ts";
import type { Signer } from "./signer.ts";
import { withdrawClaims } from "./withdrawal-queries.ts";

export interface PublisherDeps {
  db: Database;
  signer: Signer;
  /** Where the site is, without the scheme: the beginning of every record's name. */
  host: string;
  log: Pick<FastifyBaseLogger, "warn">;
  /** Until when the site is read-only: nothing is published meanwhile. */
  readOnlyUntil?: ReadOnlyUntil;
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
// The next round has the rest.
const SURVEYS_AT_ONCE = 1_000;

/** Enters waiting votes in their surveys' records, for the first time after a minute. Returns how to stop. */
export function startPublishing(deps: PublisherDeps): () => Promise<void> {
  const stop = new AbortController();
  const inVain = new Set<string>();
  const publish = () =>
    publishDue({ ...deps, inVain }, stop.signal).catch((error: unknown) => {
      deps.log.warn({ err: error }, "records not brought up to date, will be retried");
    });
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(publish);
  }, EVERY_MS);
  const again = setInterval(() => inVain.clear(), IN_VAIN_MS);
  return async () => {
    clearInterval(timer);
    clearInterval(again);
    stop.abort();
    await round;
  };
}

/** Several servers may run it at once: each record is locked while it is added to. */
export async function publishDue(deps: PublisherDeps, signal?: AbortSignal): Promise<void> {
  const { db, signer, due = usualDue } = deps;
  if (await deps.readOnlyUntil?.()) return;
  await addKey(db, signer);
  await withdrawClaims(deps, { most: SURVEYS_AT_ONCE, signal });
  for (const { surveyId, reason } of await findDue(db, due, SURVEYS_AT_ONCE)) {
    if (reason !== "late") await enterAll(deps, surveyId, reason, signal);
    if (signal?.aborted) return;
    await enterLate(deps, surveyId, signal);
  }
  for (const { surveyId, date } of await findClosing(db, due.settleMs, SURVEYS_AT_ONCE)) {
    if (signal?.aborted) return;
    await withRetry(() =>
      db.transaction().execute((trx) => closeRecord(deps, trx, surveyId, date)),
    );
  }
}

/** Enters the votes of one survey. Returns how many, or null if another server is about to do it. */
export async function enterAll(
  deps: PublisherDeps,
  surveyId: string,
  reason: Reason,
  signal?: AbortSignal,
): Promise<number | null> {
  for (let all = 0; ; ) {
    const entered = await withRetry(() =>
      deps.db.transaction().execute((trx) => enterWaiting(deps, trx, surveyId, reason)),
    );
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

/** Returns how many, or null if another server has the record. */
async function enterWaiting(deps: PublisherDeps, trx: Database, surveyId: string, reason: Reason) {
  const { signer, host, due = usualDue } = deps;
  const record = await lockRecord(trx, surveyId, originOf(host, surveyId));
  if (!record) return null;
  if (record.closed) return 0;
  const some = { settleMs: due.settleMs, limit: VOTES_AT_ONCE };
  const next = reason === "late" ? [] : await readNextVotes(trx, record, some);
  // If those that come next were entered before their turn, the missing ones are late.
  const late = reason === "late" || (next.length === 0 && hasEntriesAhead(record));
  const votes = late ? await readLateVotes(trx, record, VOTES_AT_ONCE) : next;
  const last = votes.at(-1);
  if (!last) return 0;
  if (reason === "many" && votes.length < due.atLeast) return 0;
  await enterVotes(
    trx,
    signer,
    record,
    votes,
    late ? {} : { read_to: last.createdAt, read_id: last.id },
  );
  return votes.length;
}

/** The last entry about votes: none is entered after it. */
async function closeRecord(deps: PublisherDeps, trx: Database, surveyId: string, date: string) {
  const record = await lockRecord(trx, surveyId, originOf(deps.host, surveyId));
  // Another server has closed it, or is about to.
  if (!record || record.closed) return;
  const entry = { text: toText({ kind: "closed", date }) };
  await appendEntries(trx, deps.signer, record, [entry], { closed: true });
}
