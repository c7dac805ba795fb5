import { sql } from "kysely";
import { FOLLOWS_MAX, type FollowedKind, type Rhythm } from "../../../contract/follows.ts";
import { withApprovedTitles } from "../../database/approved-titles.ts";
import type { Database } from "../../database/connect.ts";
import { isoTime } from "../../database/iso-time.ts";
import { type PageRequest, readPage } from "../../database/keyset.ts";
import type { Outcome } from "../../database/outcome.ts";
import { nextMailAt } from "../notices/rules.ts";
import { BOUNCES_MAX } from "../outbox/queries.ts";
import { holdToCount } from "../users/hold-queries.ts";

interface Asked {
  userId: string;
  surveyId: string;
}

/** Undefined if the survey is not published. */
async function findTargets(db: Database, surveyId: string) {
  const survey = await db
    .selectFrom("surveys")
    .select(["surveyor_id as surveyor", "category"])
    .where("id", "=", surveyId)
    .where("status", "=", "published")
    .executeTakeFirst();
  return survey && { survey: surveyId, ...survey };
}

/** Null if the survey is not published. */
export async function readFollowed(db: Database, { userId, surveyId }: Asked) {
  const targets = await findTargets(db, surveyId);
  if (!targets) return null;
  const chosen = await db
    .selectFrom("follows")
    .select(["kind", "wanted"])
    .where("user_id", "=", userId)
    .where("target", "in", Object.values(targets))
    .execute();
  const isWanted = (kind: FollowedKind) => chosen.find((one) => one.kind === kind)?.wanted;
  return {
    survey: isWanted("survey") ?? (await hasAnswered(db, { userId, surveyId })),
    surveyor: isWanted("surveyor") ?? false,
    category: isWanted("category") ?? false,
  };
}

/** Also in a secret ballot, of which only the paper is known. */
async function hasAnswered(db: Database, { userId, surveyId }: Asked): Promise<boolean> {
  const { rows } = await sql`
    select 1 from votes where survey_id = ${surveyId} and user_id = ${userId}
    union all
    select 1 from ballot_papers where survey_id = ${surveyId} and user_id = ${userId}`.execute(db);
  return rows.length > 0;
}

export async function follow(
  db: Database,
  { userId, surveyId, kind, on }: Asked & { kind: FollowedKind; on: boolean },
): Promise<Outcome> {
  const targets = await findTargets(db, surveyId);
  if (!targets) return "missing";
  const target = targets[kind];
  return db.transaction().execute(async (trx) => {
    if (!(await holdToCount(trx, userId))) return { refused: "unauthenticated" };
    const { rows: others } = await sql`
      select 1 from follows
      where user_id = ${userId} and wanted and (kind, target) <> (${kind}, ${target})
      limit ${FOLLOWS_MAX}`.execute(trx);
    if (on && others.length === FOLLOWS_MAX) return { refused: "follow.too-many" };
    await trx
      .insertInto("follows")
      .values({ user_id: userId, kind, target, wanted: on })
      .onConflict((conflict) =>
        conflict.columns(["user_id", "kind", "target"]).doUpdateSet({ wanted: on }),
      )
      .execute();
    return "done";
  });
}

export async function listFollows(db: Database, userId: string, page: PageRequest) {
  const query = db
    .selectFrom("follows as f")
    .select(["f.id", "f.kind", "f.target", "f.created_at"])
    .select(isoTime("f.created_at").as("timestamp"))
    .where("f.user_id", "=", userId)
    .where("f.wanted", "=", true);
  const { items, next } = await readPage(db, query, { by: "created_at", id: "id" }, page);
  const among = (wanted: FollowedKind) =>
    sql<string>`any(${items.flatMap(({ kind, target }) => (kind === wanted ? target : []))}::uuid[])`;
  // Queries of their own, because Citus has surveys elsewhere than follows.
  const [surveys, surveyors] = await Promise.all([
    db
      .selectFrom("surveys")
      .select(["id as surveyId", "surveyor_id as surveyorId", "title", "language", "status"])
      .where("id", "=", among("survey"))
      .execute(),
    db
      .selectFrom("users")
      .select(["id", "username as name"])
      .where("id", "=", among("surveyor"))
      .execute(),
  ]);
  const titled = await withApprovedTitles(db, userId, surveys);
  const surveyOf = new Map(titled.map((survey) => [survey.surveyId, survey]));
  const nameOf = new Map(surveyors.map(({ id, name }) => [id, name]));
  return {
    next,
    items: items.map(({ target, ...follow }) => ({
      ...follow,
      name: surveyOf.get(target)?.title ?? nameOf.get(target) ?? target,
      language: surveyOf.get(target)?.language ?? null,
      surveyItemId: surveyOf.get(target)?.surveyId ?? null,
    })),
  };
}

/** A survey's row stays: whoever has voted would follow it again without. */
export async function stopFollowing(db: Database, userId: string, id: string): Promise<Outcome> {
  const { numUpdatedRows } = await db
    .updateTable("follows")
    .set({ wanted: false })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? "done" : "missing";
}

export async function readNewsSettings(db: Database, userId: string) {
  return db
    .selectFrom("users as u")
    .leftJoin("identity.user as account", "account.email", "u.email")
    .select("u.news_rhythm as rhythm")
    .select((eb) => eb.fn.coalesce("account.emailVerified", sql<boolean>`false`).as("isConfirmed"))
    .select((eb) => eb("u.bounces", ">=", BOUNCES_MAX).as("isRefused"))
    .where("u.id", "=", userId)
    .$castTo<{ rhythm: Rhythm; isConfirmed: boolean; isRefused: boolean }>()
    .executeTakeFirstOrThrow();
}

/** News that wait already go with the next mail of the new rhythm. */
export async function setNewsSettings(db: Database, userId: string, rhythm: Rhythm): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("users")
      .set({ news_rhythm: rhythm, bounces: 0 })
      .where("id", "=", userId)
      .where("deleted_at", "is", null)
      .execute();
    await trx
      .updateTable("notices")
      .set({ due_at: nextMailAt(rhythm, new Date()) })
      .where("user_id", "=", userId)
      .where("due_at", "is not", null)
      .execute();
  });
}
