import type { FastifyBaseLogger } from "fastify";
import { hashQuestion, toText } from "../../record/entries.ts";
import type { Database } from "../database/connect.ts";
import { withRetry } from "../database/retry.ts";
import { createReceipts } from "../votes/queries.ts";
import { appendEntries } from "./append-queries.ts";
import { findClosing } from "./closing-queries.ts";
import { addToHours } from "./hours-queries.ts";
import {
  addKey,
  findDue,
  lockRecord,
  type Reason,
  readLateVotes,
  readNextVotes,
  readTexts,
  setReceipts,
  type VoteToEnter,
} from "./queries.ts";
import { withoutDashes } from "./reading-queries.ts";
import { originOf, PROMISED_MS, type StoredEntry } from "./rules.ts";
import type { Signer } from "./signer.ts";

export interface PublisherDeps {
  db: Database;
  signer: Signer;
  /** Where the site is, without the scheme: the beginning of every record's name. */
  host: string;
  log: Pick<FastifyBaseLogger, "warn">;
  /** For tests: enters votes of any age and number. */
  due?: { atLeast: number; waitMs: number; settleMs: number };
}

const MINUTE_MS = 60_000;
const EVERY_MS = MINUTE_MS;
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
  const publish = () =>
    publishDue(deps, stop.signal).catch((error: unknown) => {
      deps.log.warn({ err: error }, "records not brought up to date, will be retried");
    });
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(publish);
  }, EVERY_MS);
  return async () => {
    clearInterval(timer);
    stop.abort();
    await round;
  };
}

/** Several servers may run it at once: each record is locked while it is added to. */
export async function publishDue(deps: PublisherDeps, signal?: AbortSignal): Promise<void> {
  const { db, signer, due = usualDue } = deps;
  await addKey(db, signer);
  for (const { surveyId, reason } of await findDue(db, due, SURVEYS_AT_ONCE)) {
    let entered = VOTES_AT_ONCE;
    while (entered === VOTES_AT_ONCE && !signal?.aborted) {
      entered = await withRetry(() =>
        db.transaction().execute((trx) => enterVotes(deps, trx, surveyId, reason)),
      );
    }
  }
  for (const { surveyId, date } of await findClosing(db, due.settleMs, SURVEYS_AT_ONCE)) {
    if (signal?.aborted) return;
    await withRetry(() =>
      db.transaction().execute((trx) => closeRecord(deps, trx, surveyId, date)),
    );
  }
}

/** Returns how many. */
async function enterVotes(deps: PublisherDeps, trx: Database, surveyId: string, reason: Reason) {
  const { signer, host, due = usualDue } = deps;
  const record = await lockRecord(trx, surveyId, originOf(host, surveyId));
  if (!record || record.closed) return 0;
  const late = reason === "late";
  const read = late ? readLateVotes : readNextVotes;
  const votes = await read(trx, record, { settleMs: due.settleMs, limit: VOTES_AT_ONCE });
  const [first] = votes;
  const last = votes.at(-1);
  if (!first || !last) return 0;
  if (reason === "many" && votes.length < due.atLeast) return 0;

  const texts = await readTexts(trx, record, first.createdAt);
  const questions = texts
    .map((text) => hashQuestion(text))
    .filter((hash, index, all) => hash !== (index === 0 ? record.question : all[index - 1]));
  const opened = await withReceipts(trx, surveyId, votes);
  // In the order of their receipts, so that their places don't tell who voted first.
  opened.sort((a, b) => (a.receipt < b.receipt ? -1 : 1));
  const entries: StoredEntry[] = [
    ...questions.map((hash) => ({ text: toText({ kind: "question", hash }) })),
    ...opened,
  ];

  await addToHours(trx, surveyId, votes);
  await appendEntries(trx, signer, record, entries, {
    votes: record.votes + votes.length,
    read_to: late ? record.read_to : last.createdAt,
    read_id: late ? record.read_id : last.id,
    decided_to: texts.at(-1)?.decidedAt ?? record.decided_to,
    question: questions.at(-1) ?? record.question,
  });
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

async function withReceipts(trx: Database, surveyId: string, votes: VoteToEnter[]) {
  const without = votes.filter(({ receipt }) => receipt === null);
  const created = createReceipts(without.length);
  const added = new Map(without.map(({ userId }, index) => [userId, created[index] ?? ""]));
  await setReceipts(
    trx,
    surveyId,
    Array.from(added, ([userId, receipt]) => ({ userId, receipt })),
  );
  return votes.map(({ userId, vote, receipt }) => ({
    vote,
    receipt: receipt ? withoutDashes(receipt) : (added.get(userId) ?? ""),
  }));
}
