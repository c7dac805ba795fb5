import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";
import { withRetry } from "../../database/retry.ts";
import { openBallot, type WaitingBallot } from "../../database/waiting-ballots/sealing.ts";
import { addNews } from "../../people/follows/news-queries.ts";
import { addEvent } from "../../people/webhooks/event-queries.ts";
import { updateSurvey } from "../survey/queries.ts";
import type { BallotKeys } from "./keys.ts";

interface Deps {
  db: Database;
  keys: BallotKeys;
  log: { warn: (fields: object, message: string) => void };
}

/** Counts the ballots of the surveys that have closed, each survey's together. */
export async function countClosed({ db, keys, log }: Deps): Promise<void> {
  const due = await db
    .selectFrom("surveys")
    .select("id")
    .where("counting", "=", "closing")
    .where("closes_at", "<=", sql<Date>`now()`)
    .execute();
  for (const { id } of due) {
    try {
      const key = await keys.find(id);
      await withRetry(() => db.transaction().execute((trx) => count(trx, id, key)));
    } catch (error) {
      // It must not keep the others from being counted.
      log.warn({ err: error, surveyId: id }, "the ballots of a survey can't be counted yet");
    }
  }
}

/**
 * In one transaction, in the order of receipts, which are random: nothing that is stored tells which
 * ballot waited where. Whoever is about to add one waits, and finds that there is no key any more.
 */
async function count(trx: Database, surveyId: string, key: Buffer | null): Promise<void> {
  const { rows } = await sql<{ closesAt: Date; status: string }>`
    select s.closes_at as "closesAt", s.status
    from ballot_keys as k join surveys as s on s.id = k.survey_id
    where k.survey_id = ${surveyId} and s.id = ${surveyId} for update of k
  `.execute(trx);
  const [survey] = rows;
  if (!survey || !(await isWaiting(trx, surveyId))) return;
  const ballots = await openAll(trx, surveyId, key);
  const yes = ballots.filter(({ vote }) => vote === "yes").length;
  await insertCounted(trx, surveyId, ballots);
  await trx
    .updateTable("survey_tallies")
    .set({ yes, no: ballots.length - yes })
    .where("survey_id", "=", surveyId)
    .execute();
  await trx.deleteFrom("sealed_ballots").where("survey_id", "=", surveyId).execute();
  await trx
    .updateTable("ballot_keys")
    .set({ seal_hash: null, private_key: null })
    .where("survey_id", "=", surveyId)
    .execute();
  await updateSurvey(trx, surveyId, { counting: "counted" });
  if (survey.status !== "published") return;
  const closed = { surveyId, key: survey.closesAt.toISOString() };
  await addEvent(trx, "survey.closed", closed);
  await addNews(trx, "closed", [closed]);
}

/** Read again, because another server may have counted while this one waited for the lock. */
async function isWaiting(trx: Database, surveyId: string): Promise<boolean> {
  const survey = await trx
    .selectFrom("surveys")
    .select("counting")
    .where("id", "=", surveyId)
    .where("closes_at", "<=", sql<Date>`now()`)
    .executeTakeFirst();
  return survey?.counting === "closing";
}

type Opened = WaitingBallot & { receipt: string };

// Some milliseconds, after which other requests have their turn.
const AT_ONCE = 1_000;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** Some 700 bytes each, until they are counted. Sorting them all is what hides each among all. */
async function openAll(trx: Database, surveyId: string, key: Buffer | null): Promise<Opened[]> {
  const opened: Opened[] = [];
  for (let after = BEFORE_ALL; ; ) {
    const rows = await trx
      .selectFrom("sealed_ballots")
      .select(["place", "sealed"])
      .where("survey_id", "=", surveyId)
      .where("place", ">", after)
      .orderBy("place")
      .limit(AT_ONCE)
      .execute();
    for (const { sealed } of rows) {
      if (!key) throw new Error("Their key is absent");
      const ballot = openBallot(sealed, key);
      const hash = createHash("sha256").update(ballot.serial).digest("hex");
      opened.push({ ...ballot, receipt: hash.slice(0, 32) });
    }
    if (rows.length < AT_ONCE) break;
    after = rows.at(-1)?.place ?? after;
  }
  return opened.sort((a, b) => (a.receipt < b.receipt ? -1 : 1));
}

async function insertCounted(trx: Database, surveyId: string, ballots: Opened[]): Promise<void> {
  for (let from = 0; from < ballots.length; from += AT_ONCE) {
    const some = ballots.slice(from, from + AT_ONCE);
    await sql`
      insert into ballots (survey_id, receipt, serial, signature, vote, nonce, text_hash, hour)
      select s.id, g.receipt, g.serial, g.signature, g.vote, g.nonce, decode(g.hash, 'hex'),
        date_trunc('hour', s.closes_at - interval '1 millisecond')
      from surveys as s cross join unnest(
        ${some.map(({ receipt }) => receipt)}::uuid[], ${some.map(({ serial }) => serial)}::bytea[],
        ${some.map(({ signature }) => signature)}::bytea[], ${some.map(({ vote }) => vote)}::text[],
        ${some.map(({ nonce }) => nonce)}::uuid[], ${some.map(({ textHash }) => textHash)}::text[]
      ) as g (receipt, serial, signature, vote, nonce, hash)
      where s.id = ${surveyId} order by g.receipt
    `.execute(trx);
  }
}
