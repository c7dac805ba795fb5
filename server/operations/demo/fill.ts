import { randomUUID } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { type Insertable, type NotNull, sql } from "kysely";
import { hashSurveyText, writeTranslations } from "../../../record/entries.ts";
import type { Database } from "../../database/connect.ts";
import type { Schema } from "../../database/schema.ts";
import { insertSurvey } from "../../surveys/survey/queries.ts";
import { addDecisions } from "./decisions.ts";
import { addPayments } from "./payments.ts";
import { people } from "./people.ts";
import { addStuffedVotes } from "./stuffed-votes.ts";
import { type DemoSurvey, surveys } from "./surveys.ts";
import { terms } from "./terms.ts";
import { type DemoText, translations } from "./translations.ts";

const HOUR_MS = 3_600_000;
const ANSWERED_AFTER_HOURS = 2;
// Any number works, as long as no other lock uses it.
const DEMO_LOCK = 7_203_115;
// The people whom visitors of the demo sign in as: most surveys should still be open to their vote.
const signIns = new Set(people.slice(0, 4).map(({ email }) => email));

/** Fills an empty database with a lively community. Returns false if there is data already. */
export async function fillDemo(db: Database, password: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(DEMO_LOCK)})`.execute(trx);
    const occupied = await trx.selectFrom("users").select("id").limit(1).executeTakeFirst();
    if (occupied) return false;
    const userIds = await addPeople(trx, await hashPassword(password));
    for (const survey of surveys) await addSurvey(trx, survey, userIds);
    await addStuffedVotes(trx);
    await addPayments(trx);
    return true;
  });
}

/** Normal users join all the time; surveyors and pro users joined before the oldest survey. */
function joinedHoursAgo(index: number): number {
  const isEarly = signIns.has(people[index]?.email ?? "") || people[index]?.role !== "user";
  return isEarly ? 200 * 24 + index * 7 : 200 * 24 * (1 - index / people.length) ** 1.5 + 5;
}

const joinedAt = new Map(people.map(({ email }, index) => [email, joinedHoursAgo(index)]));

async function addPeople(db: Database, passwordHash: string): Promise<Map<string, string>> {
  const accounts = people.map((person) => ({ ...person, identityId: randomUUID() }));
  await db
    .insertInto("identity.user")
    .values(
      accounts.map(({ identityId, email, name, photo }) => ({
        id: identityId,
        email,
        name,
        image: photo,
        emailVerified: true,
      })),
    )
    .execute();
  await db
    .insertInto("identity.account")
    .values(
      accounts.map(({ identityId }) => ({
        id: randomUUID(),
        accountId: identityId,
        providerId: "credential",
        userId: identityId,
        password: passwordHash,
        updatedAt: new Date(),
      })),
    )
    .execute();
  const rows = await db
    .insertInto("users")
    .values(
      people.map(({ email, name, photo, role, admin }, index) => ({
        email,
        username: name,
        url: photo,
        role,
        admin: admin ?? false,
        created_at: hoursAgo(joinedHoursAgo(index)),
      })),
    )
    .returning(["id", "email"])
    .$narrowType<{ email: NotNull }>()
    .execute();
  return new Map(rows.map(({ id, email }) => [email, id]));
}

const commentComplaints = [
  "This has nothing to do with the question.",
  "Not a tone I want to read here.",
  "The same text stands under other surveys too.",
  "These figures are made up.",
];

async function addSurvey(
  db: Database,
  survey: DemoSurvey,
  userIds: Map<string, string>,
): Promise<void> {
  const surveyId = randomUUID();
  const random = pseudoRandom(survey.title);
  const ageHours = survey.daysAgo * 24;
  const { closesInHours, results } = terms.get(survey.title) ?? {};
  const closedFor = Math.max(0, -(closesInHours ?? 0));
  /** Most people vote in the first days, and nobody before they have joined. */
  const someTime = (email: string) => {
    const hours = closedFor + (ageHours - closedFor) * (1 - random() ** 2.5 * 0.98);
    return hoursAgo(Math.min(hours, (joinedAt.get(email) ?? hours) * 0.99));
  };
  const idOf = (email: string) => userIds.get(email) as string;
  // An admin decides within a few hours, or after a weekend.
  const waited =
    survey.status === "pending" ? 0 : 1 + pseudoRandom(`${survey.title} waits`)() ** 3 * 60;
  const sentAt = hoursAgo(ageHours + waited);
  const decidedAt = hoursAgo(ageHours);
  /** Whether people could ever vote on it. */
  const wasPublic = survey.popularity > 0;

  const { language, asked, ...text } = textOf(survey);
  const read = {
    ...text,
    language,
    translations: writeTranslations(asked),
    closes_at: closesInHours === undefined ? null : hoursAgo(-closesInHours),
    results: results ?? ("voted" as const),
  };
  await insertSurvey(db, {
    id: surveyId,
    ...read,
    category: survey.category,
    status: survey.status,
    entered_message: survey.enteredMessage ?? null,
    surveyor_id: idOf(survey.surveyor),
    created_at: sentAt,
    sent_at: sentAt,
    published_at: wasPublic ? decidedAt : null,
  });

  const voters = people.filter(({ email }) => {
    const willingness = signIns.has(email) ? survey.popularity * 0.2 : survey.popularity;
    // Who joined later can't have voted.
    const isLate = (joinedAt.get(email) ?? 0) * 0.99 <= closedFor;
    return random() < willingness && !isLate;
  });
  const textHash = Buffer.from(hashSurveyText({ ...text, translations: asked }), "hex");
  const votes = voters.map(
    ({ email }, index): Insertable<Schema["votes"]> => ({
      survey_id: surveyId,
      user_id: idOf(email),
      id: randomUUID(),
      vote: random() < survey.yesShare ? "yes" : "no",
      report: survey.reports[index] ?? "",
      created_at: someTime(email),
      receipt: randomUUID(),
      nonce: randomUUID(),
      text_hash: textHash,
    }),
  );
  // About half of the voters react.
  const reactions = voters
    .filter(() => random() < 0.5)
    .map(
      ({ email }): Insertable<Schema["reactions"]> => ({
        survey_id: surveyId,
        user_id: idOf(email),
        kind: random() < survey.likedShare ? "like" : "dislike",
        created_at: someTime(email),
      }),
    );
  const comments = survey.comments.map(({ by, hoursAfter, text }) => ({
    survey_id: surveyId,
    id: randomUUID(),
    user_id: idOf(by),
    text,
    created_at: hoursAgo(ageHours - hoursAfter),
  }));
  const answers = survey.comments.flatMap(({ hoursAfter, answer }, index) =>
    answer
      ? {
          survey_id: surveyId,
          user_id: idOf(survey.surveyor),
          text: answer,
          answer_to: comments[index]?.id ?? null,
          place: 0,
          created_at: hoursAgo(ageHours - hoursAfter - ANSWERED_AFTER_HOURS),
        }
      : [],
  );
  await addDecisions(db, {
    survey,
    read,
    surveyId,
    surveyorId: idOf(survey.surveyor),
    adminId: idOf("admin@demo.test"),
    sentAt,
    decidedAt,
    wasPublic,
  });
  if (votes.length > 0) await db.insertInto("votes").values(votes).execute();
  const reports = votes
    .filter(({ report }) => report)
    .map(({ survey_id, id, user_id, report = "", created_at }) => ({
      survey_id,
      id,
      user_id,
      text: report,
      created_at,
      // These reports led to the survey being taken down.
      closed_at: survey.status === "unpublish" ? created_at : null,
    }));
  if (reports.length > 0) await db.insertInto("reports").values(reports).execute();
  if (reactions.length > 0) await db.insertInto("reactions").values(reactions).execute();
  if (comments.length > 0) await db.insertInto("comments").values(comments).execute();
  if (answers.length > 0) await db.insertInto("comments").values(answers).execute();
  const reported = comments.at(-1);
  const complaint = commentComplaints[Math.floor(random() * 20)];
  if (survey.status === "published" && reported && complaint) {
    const { survey_id, id: comment_id, created_at } = reported;
    const id = randomUUID();
    const user_id = idOf("user@demo.test");
    await db
      .insertInto("reports")
      .values({ survey_id, id, comment_id, user_id, text: complaint, created_at })
      .execute();
  }
  await db
    .updateTable("survey_tallies")
    .set({
      yes: votes.filter(({ vote }) => vote === "yes").length,
      no: votes.filter(({ vote }) => vote === "no").length,
      liked: reactions.filter(({ kind }) => kind === "like").length,
      disliked: reactions.filter(({ kind }) => kind === "dislike").length,
    })
    .where("survey_id", "=", surveyId)
    .execute();
}

/** What is asked in the survey's own language, and in the others. */
function textOf({ title, description, question }: DemoSurvey) {
  const english = { language: "en", title, description, question };
  const { first = "en", texts } = translations.get(title) ?? {};
  const others = Object.entries(texts ?? ({} as Record<string, DemoText>)).map(
    ([language, text]) => ({ language, ...text }),
  );
  const all = [english, ...others];
  const own = all.find(({ language }) => language === first) ?? english;
  return { ...own, asked: all.filter((one) => one !== own) };
}

function hoursAgo(hours: number): Date {
  return new Date(Date.now() - hours * HOUR_MS);
}

/** The same numbers for the same text, so that every demo looks the same (mulberry32). */
function pseudoRandom(text: string): () => number {
  let state = [...text].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) | 0, 7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
