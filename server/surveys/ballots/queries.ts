import { sql } from "kysely";
import type { Counting } from "../../../contract/ballot-kinds.ts";
import type { Refused } from "../../../contract/errors.ts";
import type { SurveyPhase } from "../../../contract/surveys.ts";
import type { Batcher } from "../../database/batcher.ts";
import type { Database } from "../../database/connect.ts";
import { createSlotBatcher } from "../../database/slots.ts";
import {
  hashKey,
  openBallot,
  placeOf,
  sealBallot,
} from "../../database/waiting-ballots/sealing.ts";
import { phase } from "../survey/card-queries.ts";
import type { Ballot, Found } from "./ballot.ts";
import { insertInGroups } from "./in-groups.ts";
import type { BallotKeys } from "./keys.ts";

type Taken = "taken" | Refused;

export type BallotTaker = Batcher<Ballot, Taken>;

/** Ballots that arrive together are written by one transaction and answered after its commit. */
export function createBallotTaker(db: Database, keys: BallotKeys): BallotTaker {
  return createSlotBatcher(db, {
    async run(ballots) {
      await keys.prepare([...new Set(ballots.map(({ surveyId }) => surveyId))]);
      return db.transaction().execute((trx) => takeBallots(trx, keys, ballots));
    },
    // Some ten milliseconds.
    maxItems: 200,
  });
}

/** Whoever counts ballots waits for this transaction, and the next one for them. */
async function takeBallots(trx: Database, keys: BallotKeys, ballots: Ballot[]): Promise<Taken[]> {
  const surveys = await lockSurveys(trx, ballots);
  const counted = await readFrom(trx, "ballots", ballots);
  const taking = (how: (survey: Locked) => boolean) =>
    ballots.filter((ballot) => {
      const survey = surveys.get(ballot.surveyId);
      return survey && how(survey) && whyNot(survey, ballot, keys) === null;
    });
  await insertInGroups(
    trx,
    taking(({ counting }) => counting !== "closing"),
    counted,
  );
  const sealed = await takeSealed(trx, keys, {
    known: ballots.filter(({ surveyId }) => keyOf(surveys.get(surveyId), keys)),
    taking: taking(({ counting }) => counting === "closing"),
  });
  const there = new Map([...(await readFrom(trx, "ballot_inbox", ballots)), ...sealed, ...counted]);
  return ballots.map((ballot) => {
    const found = there.get(ballot.surveyId + ballot.receipt);
    if (found) return isSame(found, ballot) ? "taken" : { refused: "already_voted" };
    return { refused: whyNot(surveys.get(ballot.surveyId), ballot, keys) ?? "not_found" };
  });
}

interface Locked {
  id: string;
  phase: SurveyPhase;
  textHash: string;
  counting: Counting | null;
  /** Of the key with which ballots wait. */
  sealHash: Buffer | null;
}

async function lockSurveys(trx: Database, ballots: Ballot[]): Promise<Map<string, Locked>> {
  const ids = unique(ballots);
  const { rows } = await sql<Locked>`
    select s.id, ${phase} as phase, encode(s.text_hash, 'hex') as "textHash",
      s.counting, k.seal_hash as "sealHash"
    from surveys as s join ballot_keys as k on k.survey_id = s.id
    where s.id = any(${ids}::uuid[]) and k.survey_id = any(${ids}::uuid[])
      and s.status = 'published'
    order by s.id for key share of k
  `.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The key with which this survey's ballots wait, if it is the one that this server knows. */
function keyOf(survey: Locked | undefined, keys: BallotKeys): Buffer | undefined {
  const key = survey && keys.known(survey.id);
  return key && survey?.sealHash?.equals(hashKey(key)) ? key : undefined;
}

function whyNot(survey: Locked | undefined, { textHash }: Ballot, keys: BallotKeys) {
  if (!survey) return "not_found";
  if (survey.phase === "upcoming") return "not_open";
  if (survey.phase === "closed") return "closed";
  if (survey.textHash !== textHash) return "text_changed";
  return survey.counting === "closing" && !keyOf(survey, keys) ? "ballot.key-away" : null;
}

function isSame(found: Found, { vote, nonce, textHash }: Ballot): boolean {
  return found.vote === vote && found.nonce === nonce && found.textHash === textHash;
}

interface Sealing {
  /** Of surveys whose key is here. */
  known: Ballot[];
  taking: Ballot[];
}

/** Adds what is taken. Returns what waits of all whose key is known. */
async function takeSealed(trx: Database, keys: BallotKeys, { known, taking }: Sealing) {
  const found = new Map<string, Found>();
  if (known.length === 0) return found;
  const placed = (ballots: Ballot[]) =>
    ballots
      .flatMap((ballot) => {
        const key = keys.known(ballot.surveyId);
        return key ? [{ ballot, key, place: placeOf(ballot.serial, key) }] : [];
      })
      // In the order of their keys, so that those of two servers can't deadlock.
      .sort((a, b) => (a.place < b.place ? -1 : 1));
  const rows = placed(taking).map(({ ballot, key, place }) => ({
    survey_id: ballot.surveyId,
    place,
    sealed: sealBallot(ballot, key),
  }));
  if (rows.length > 0) {
    await trx
      .insertInto("sealed_ballots")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const asked = new Map(placed(known).map((one) => [one.place, one]));
  const waiting = await trx
    .selectFrom("sealed_ballots")
    .select([sql<string>`replace(place::text, '-', '')`.as("place"), "sealed"])
    .where("survey_id", "=", sql<string>`any(${unique(known)}::uuid[])`)
    .where("place", "=", sql<string>`any(${[...asked.keys()]}::uuid[])`)
    .execute();
  for (const { place, sealed } of waiting) {
    const one = asked.get(place);
    if (one) found.set(one.ballot.surveyId + one.ballot.receipt, openBallot(sealed, one.key));
  }
  return found;
}

const unique = (ballots: Ballot[]) => [...new Set(ballots.map(({ surveyId }) => surveyId))];

async function readFrom(trx: Database, table: "ballots" | "ballot_inbox", ballots: Ballot[]) {
  if (ballots.length === 0) return new Map<string, Found>();
  const { rows } = await sql<Found & { surveyId: string; receipt: string }>`
    select survey_id as "surveyId", replace(receipt::text, '-', '') as receipt, vote,
      replace(nonce::text, '-', '') as nonce, encode(text_hash, 'hex') as "textHash"
    from ${sql.table(table)}
    where survey_id = any(${unique(ballots)}::uuid[])
      and receipt = any(${ballots.map(({ receipt }) => receipt)}::uuid[])
  `.execute(trx);
  return new Map(rows.map((row) => [row.surveyId + row.receipt, row]));
}
