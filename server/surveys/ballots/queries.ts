import { sql } from "kysely";
import type { Refused } from "../../../contract/errors.ts";
import type { SurveyPhase } from "../../../contract/surveys.ts";
import type { Batcher } from "../../database/batcher.ts";
import type { Database } from "../../database/connect.ts";
import { createSlotBatcher } from "../../database/slots.ts";
import { phase } from "../survey/card-queries.ts";

interface Ballot {
  surveyId: string;
  /** 32 hex digits. */
  receipt: string;
  serial: Buffer;
  signature: Buffer;
  vote: "yes" | "no";
  nonce: string;
  textHash: string;
}

type Taken = "taken" | Refused;

export type BallotTaker = Batcher<Ballot, Taken>;

/** Ballots that arrive together are written by one transaction and answered after its commit. */
export function createBallotTaker(db: Database): BallotTaker {
  return createSlotBatcher(db, {
    run: (ballots) => db.transaction().execute((trx) => takeBallots(trx, ballots)),
    // Some ten milliseconds.
    maxItems: 200,
  });
}

/** Whoever puts ballots in place waits for this transaction, and the next one for them. */
async function takeBallots(trx: Database, ballots: Ballot[]): Promise<Taken[]> {
  const surveys = await lockSurveys(trx, ballots);
  await insertOpen(
    trx,
    ballots.filter((ballot) => whyNot(surveys.get(ballot.surveyId), ballot) === null),
  );
  const there = await findBallots(trx, ballots);
  return ballots.map((ballot) => {
    const found = there.get(ballot.surveyId + ballot.receipt);
    if (found) return isSame(found, ballot) ? "taken" : { refused: "already_voted" };
    return { refused: whyNot(surveys.get(ballot.surveyId), ballot) ?? "not_found" };
  });
}

interface Locked {
  id: string;
  phase: SurveyPhase;
  textHash: string;
}

async function lockSurveys(trx: Database, ballots: Ballot[]): Promise<Map<string, Locked>> {
  const ids = [...new Set(ballots.map(({ surveyId }) => surveyId))];
  const { rows } = await sql<Locked>`
    select s.id, ${phase} as phase, encode(s.text_hash, 'hex') as "textHash"
    from surveys as s join ballot_keys as k on k.survey_id = s.id
    where s.id = any(${ids}::uuid[]) and k.survey_id = any(${ids}::uuid[])
      and s.status = 'published'
    order by s.id for key share of k
  `.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

function whyNot(survey: Locked | undefined, { textHash }: Ballot) {
  if (!survey) return "not_found";
  if (survey.phase === "upcoming") return "not_open";
  if (survey.phase === "closed") return "closed";
  return survey.textHash === textHash ? null : "text_changed";
}

async function insertOpen(trx: Database, ballots: Ballot[]): Promise<void> {
  const counted = await findCounted(trx, ballots);
  const rows = ballots
    .filter(({ surveyId, receipt }) => !counted.has(surveyId + receipt))
    // In the order of their keys, so that those of two servers can't deadlock.
    .sort((a, b) => (a.surveyId + a.receipt < b.surveyId + b.receipt ? -1 : 1))
    .map((ballot) => ({
      survey_id: ballot.surveyId,
      receipt: ballot.receipt,
      serial: ballot.serial,
      signature: ballot.signature,
      vote: ballot.vote,
      nonce: ballot.nonce,
      text_hash: Buffer.from(ballot.textHash, "hex"),
    }));
  if (rows.length === 0) return;
  await trx
    .insertInto("ballot_inbox")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface Found {
  surveyId: string;
  receipt: string;
  vote: string;
  nonce: string;
  textHash: string;
}

function isSame(found: Found, { vote, nonce, textHash }: Ballot): boolean {
  return found.vote === vote && found.nonce === nonce && found.textHash === textHash;
}

const findCounted = (trx: Database, ballots: Ballot[]) => readFrom(trx, "ballots", ballots);

/** These ballots as they are kept, whether they are counted already or wait. */
async function findBallots(trx: Database, ballots: Ballot[]): Promise<Map<string, Found>> {
  const waiting = await readFrom(trx, "ballot_inbox", ballots);
  return new Map([...waiting, ...(await findCounted(trx, ballots))]);
}

async function readFrom(trx: Database, table: "ballots" | "ballot_inbox", ballots: Ballot[]) {
  if (ballots.length === 0) return new Map<string, Found>();
  const surveyIds = [...new Set(ballots.map(({ surveyId }) => surveyId))];
  const { rows } = await sql<Found>`
    select survey_id as "surveyId", replace(receipt::text, '-', '') as receipt, vote,
      replace(nonce::text, '-', '') as nonce, encode(text_hash, 'hex') as "textHash"
    from ${sql.table(table)}
    where survey_id = any(${surveyIds}::uuid[])
      and receipt = any(${ballots.map(({ receipt }) => receipt)}::uuid[])
  `.execute(trx);
  return new Map(rows.map((row) => [row.surveyId + row.receipt, row]));
}
