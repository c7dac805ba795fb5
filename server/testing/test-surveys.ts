import { randomUUID } from "node:crypto";
import { type Insertable, sql } from "kysely";
import type { Database } from "../database/connect.ts";
import type { Schema } from "../database/schema.ts";
import { insertSurvey } from "../surveys/survey/queries.ts";

/** A survey in this state, as if its surveyor and an admin had acted. Returns its id. */
export async function addTestSurvey(
  db: Database,
  survey: Partial<Insertable<Schema["surveys"]>> = {},
): Promise<string> {
  const surveyorId = survey.surveyor_id ?? (await addTestUser(db, "surveyor"));
  const id = survey.id ?? randomUUID();
  const { status = "published", created_at = new Date() } = survey;
  await insertSurvey(db, {
    title: "Should we?",
    description: "A question of the day",
    category: "politics",
    question: "Should we do it?",
    status,
    published_at: status === "published" ? created_at : null,
    ...survey,
    id,
    surveyor_id: surveyorId,
  });
  if (status === "published") await addPublication(db, id, surveyorId);
  return id;
}

/** The decision by which the survey was published. Nobody was waiting for it. */
async function addPublication(db: Database, surveyId: string, adminId: string): Promise<void> {
  await sql`insert into survey_decisions (survey_id, id, admin_id, status, title, description,
      category, question, language, translations, opens_at, closes_at, results, created_at)
    select id, gen_random_uuid(), ${adminId}::uuid, status, title, description,
      category, question, language, translations, opens_at, closes_at, results, published_at
    from surveys where id = ${surveyId}`.execute(db);
}

/** A person who exists only in the product's own table. Returns their id. */
export async function addTestUser(db: Database, role: "user" | "surveyor" = "user") {
  const email = `${randomUUID()}@example.org`;
  const { id } = await db
    .insertInto("users")
    .values({ email, username: "Test Surveyor", role })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** What every vote has: its receipt and nonce, and the text that it answers. */
export async function makeSecrets(db: Database, surveyId: string) {
  const { text_hash } = await db
    .selectFrom("surveys")
    .select("text_hash")
    .where("id", "=", surveyId)
    .executeTakeFirstOrThrow();
  return { receipt: randomUUID(), nonce: randomUUID(), text_hash };
}

/** A vote at a given time, already counted. Returns its id. */
export async function addTestVote(
  db: Database,
  vote: Partial<Insertable<Schema["votes"]>> & { survey_id: string },
): Promise<string> {
  const row = {
    id: randomUUID(),
    user_id: vote.user_id ?? (await addTestUser(db)),
    vote: "yes" as const,
    ...(await makeSecrets(db, vote.survey_id)),
    ...vote,
  };
  await db.insertInto("votes").values(row).execute();
  await db
    .updateTable("survey_tallies")
    .set((eb) => ({ [row.vote]: eb(row.vote, "+", 1) }))
    .where("survey_id", "=", row.survey_id)
    .execute();
  return row.id;
}

/** Votes of as many people, all cast at this time. */
export async function addTestVotes(
  db: Database,
  surveyId: string,
  count: number,
  createdAt: Date,
): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await addTestVote(db, { survey_id: surveyId, created_at: createdAt });
  }
}

export function minutesAgo(minutes: number): Date {
  return new Date(Date.now() - minutes * 60_000);
}

/** The counts of a survey in its tally, and as counted from the rows. */
export async function readCounts(db: Database, surveyId: string) {
  const tally = await db
    .selectFrom("survey_tallies")
    .select(["yes", "no", "liked", "disliked"])
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  const votes = await db
    .selectFrom("votes")
    .select("vote")
    .where("survey_id", "=", surveyId)
    .execute();
  const reactions = await db
    .selectFrom("reactions")
    .select("kind")
    .where("survey_id", "=", surveyId)
    .execute();
  const rows = {
    yes: votes.filter(({ vote }) => vote === "yes").length,
    no: votes.filter(({ vote }) => vote === "no").length,
    liked: reactions.filter(({ kind }) => kind === "like").length,
    disliked: reactions.filter(({ kind }) => kind === "dislike").length,
  };
  return { tally, rows };
}
