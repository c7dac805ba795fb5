import { createHash } from "node:crypto";
import { type Insertable, sql } from "kysely";
import type { Refused } from "../../../contract/errors.ts";
import type { Database } from "../../database/connect.ts";
import type { Schema } from "../../database/schema.ts";
import { openText, sealText } from "../../people/outbox/sealing.ts";
import { holdPeople, type TokenHolder } from "../../people/users/hold-queries.ts";
import { phase } from "../survey/card-queries.ts";
import { isSignable, type makeBallotKey } from "./paper-signer.ts";
import { isStopped } from "./stop-queries.ts";

/** The private key rests sealed with this one. */
export interface KeyDeps {
  sealingKey: Buffer;
}

/** For a secret survey that is published. Another one's key stays. */
export async function insertBallotKey(
  trx: Database,
  surveyId: string,
  { publicKey, privateKey }: Awaited<ReturnType<typeof makeBallotKey>>,
  { sealingKey }: KeyDeps,
): Promise<void> {
  await trx
    .insertInto("ballot_keys")
    .values({
      survey_id: surveyId,
      public_key: publicKey,
      private_key: sealText(privateKey.toString("base64"), sealingKey),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Of a published survey. */
export async function findBallotKey(db: Database, surveyId: string) {
  return db
    .selectFrom("ballot_keys as k")
    .innerJoin("surveys as s", "s.id", "k.survey_id")
    .select("k.public_key as publicKey")
    .where("k.survey_id", "=", surveyId)
    .where("s.id", "=", surveyId)
    .where("s.status", "=", "published")
    .executeTakeFirst();
}

/** Where the log that everybody reads has this key, in the survey's last terms. */
export async function findLoggedPlace(
  db: Database,
  surveyId: string,
  publicKey: Buffer,
): Promise<number | null> {
  const terms = await db
    .selectFrom("log_entries as e")
    .innerJoin("log_head as h", (join) =>
      join.on("h.published_size", ">", (eb) => eb.ref("e.position")),
    )
    .select(["e.position", "e.text"])
    .where("e.survey_id", "=", surveyId)
    .where("e.text", "like", "terms %")
    .orderBy("e.position", "desc")
    .limit(1)
    .executeTakeFirst();
  return terms?.text.includes(publicKey.toString("base64")) ? terms.position : null;
}

/** No paper can be made any more once nobody may cast one. */
export async function destroyKeys(db: Database): Promise<void> {
  await sql`
    update ballot_keys as k set private_key = null from surveys as s
    where s.id = k.survey_id and k.private_key is not null and s.closes_at <= now()
  `.execute(db);
}

interface Asked extends TokenHolder {
  surveyId: string;
  formerIds: string[];
  blinded: Buffer;
  /** A hash of the network from which it is asked for. */
  network: number;
}

/**
 * Notes that this person has had their paper, and returns the key that signs it. The same paper may be
 * asked for again, because its answer may have been lost.
 */
export async function notePaper(
  db: Database,
  { surveyId, blinded, formerIds, network, ...person }: Asked,
  { sealingKey }: KeyDeps,
): Promise<{ key: Buffer } | Refused> {
  const blindedHash = createHash("sha256").update(blinded).digest();
  return db.transaction().execute(async (trx) => {
    if (!(await holdPeople(trx, [person])).has(person.userId))
      return { refused: "unauthenticated" };
    const survey = await lockKey(trx, surveyId);
    if (!survey) return { refused: "not_found" };
    if (!isSignable(survey.publicKey, blinded)) return { refused: "wrong_paper" };
    const earlier = await findPaper(trx, surveyId, person.userId);
    const isSame = earlier?.blinded_hash.equals(blindedHash) ?? false;
    if (!isSame && (earlier || (await haveHadPaper(trx, surveyId, formerIds)))) {
      return { refused: "already_voted" };
    }
    if (survey.phase === "upcoming") return { refused: "not_open" };
    const key = survey.privateKey && openText(survey.privateKey, sealingKey);
    if (survey.phase === "closed" || !key) return { refused: "closed" };
    // Witnesses must have been able to see it: another key for some would tell them apart.
    const place = await findLoggedPlace(trx, surveyId, survey.publicKey);
    if (place === null) return { refused: "paper_not_ready" };
    if (!isSame) {
      const asking = { userId: person.userId, network };
      if (await isStopped(trx, surveyId, asking)) return { refused: "papers_stopped" };
      await insertPaper(trx, {
        survey_id: surveyId,
        user_id: person.userId,
        network,
        blinded_hash: blindedHash,
      });
    }
    return { key: Buffer.from(key, "base64") };
  });
}

async function lockKey(trx: Database, surveyId: string) {
  return trx
    .selectFrom("ballot_keys as k")
    .innerJoin("surveys as s", "s.id", "k.survey_id")
    .select(["k.public_key as publicKey", "k.private_key as privateKey", phase.as("phase")])
    .where("k.survey_id", "=", surveyId)
    .where("s.id", "=", surveyId)
    .where("s.status", "=", "published")
    .forNoKeyUpdate(["k"])
    .executeTakeFirst();
}

async function findPaper(trx: Database, surveyId: string, userId: string) {
  return trx
    .selectFrom("ballot_papers")
    .select("blinded_hash")
    .where("survey_id", "=", surveyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Whether any of these people, who are deleted, has had a paper. */
async function haveHadPaper(trx: Database, surveyId: string, formerIds: string[]) {
  if (formerIds.length === 0) return false;
  const had = await trx
    .selectFrom("former_people")
    .select("user_id")
    .where("user_id", "=", sql<string>`any(${formerIds}::uuid[])`)
    .where(sql<boolean>`${surveyId}::uuid = any(papers)`)
    .executeTakeFirst();
  return had !== undefined;
}

async function insertPaper(trx: Database, paper: Insertable<Schema["ballot_papers"]>) {
  await trx.insertInto("ballot_papers").values(paper).execute();
  await trx
    .updateTable("ballot_keys")
    .set((eb) => ({ issued: eb("issued", "+", 1) }))
    .where("survey_id", "=", paper.survey_id)
    .execute();
}
