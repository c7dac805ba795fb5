import type { FastifyBaseLogger } from "fastify";
import { PROMISED_MS } from "../../../record/checkpoint.ts";
import type { Database } from "../../database/connect.ts";
import { withRetry } from "../../database/retry.ts";
import { addEvent } from "../../people/webhooks/event-queries.ts";
import type { Every } from "../../process/every.ts";
import { aheadTo, enterVotes } from "./enter-queries.ts";
import { addKey } from "./key-queries.ts";
import { openRecord, signAnew } from "./open-record.ts";
import {
  countLate,
  type Due,
  findDue,
  lockRecord,
  type Order,
  type RecordDeps,
  type RecordState,
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
  if (!record || record.closed) return record && { record, entered: 0 };
  const survey = await readSurvey(trx, surveyId, due);
  const { results, isOver, isWaiting, counted, closedOn, hour } = survey;
  const papers = survey.issued ?? 0;
  const order = orderOf(survey, late);
  const isHidden = results === "closed" && !isOver;
  const waiting = isHidden ? [] : await readWaiting(trx, record, order, due.settleMs);
  const isInTurn = order === "in turn";
  const votes = isInTurn && !isOver ? withoutFew(waiting, due.atLeast, survey.longAgo) : waiting;
  const isComplete = isOver && !isWaiting && record.votes + votes.length === counted;
  const added = {
    papers,
    givenUp: survey.given_up ?? 0,
    votes,
    closedOn: isComplete ? closedOn : null,
  };
  const grown = await enterVotes(trx, signer, record, added, {
    ...(isInTurn ? readTo(votes) : aheadTo(record, votes)),
    ...(papers > record.issued && { issued_at: hour }),
  });
  return { record: grown, entered: votes.length };
}

function orderOf({ ballot, results }: SurveyNow, late: boolean | undefined): Order {
  if (ballot === "secret") return "ballots";
  if (results === "closed") return "sorted";
  return late ? "late" : "in turn";
}

/** How the row changes if all votes before these are in the record. */
function readTo(votes: VoteToEnter[]): Partial<RecordState> {
  const last = votes.at(-1);
  return last ? { read_to: last.createdAt, read_id: last.id } : {};
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
