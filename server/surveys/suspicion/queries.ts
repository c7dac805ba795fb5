import { type RawBuilder, sql } from "kysely";
import {
  LOOK_BACK_DAYS,
  NEW_ACCOUNT_MINUTES,
  VOTES_LOOKED_AT,
} from "../../../contract/suspicion-limits.ts";
import type { Database } from "../../database/connect.ts";
import { isoTime } from "../../database/iso-time.ts";
import { cutPage, olderThan, type PageRequest } from "../../database/keyset.ts";
import { withRetry } from "../../database/retry.ts";
import { findUnverified } from "../../people/identity/queries.ts";
import { addVote, emptySums, type Sums, type VoteTraits, type Where } from "./rules.ts";

// Some 10 ms of work, for which other requests wait.
const PAGE = 2_000;

/**
 * Sums the newest votes of a survey that count, up to a bound, page by page in the order of an
 * index: each page is a short query, and nothing is held open.
 */
export async function sumVotes(db: Database, surveyId: string) {
  const cast = await findCast(db, surveyId);
  const sums: Sums = emptySums();
  let lookedAt = 0;
  let after: string | undefined;
  do {
    const page = { after, limit: Math.min(PAGE, VOTES_LOOKED_AT - lookedAt) };
    const { items, next } = await withRetry(() => readTraits(db, cast, surveyId, null, page));
    for (const vote of items) addVote(sums, vote);
    lookedAt += items.length;
    after = next ?? undefined;
  } while (after && lookedAt < VOTES_LOOKED_AT);
  return { sums, lookedAt };
}

/** What has traits: votes, or the papers of a secret ballot, which nothing joins to its ballots. */
async function findCast(db: Database, surveyId: string): Promise<RawBuilder<unknown>> {
  const survey = await db
    .selectFrom("surveys")
    .select("ballot")
    .where("id", "=", surveyId)
    .executeTakeFirst();
  if (survey?.ballot !== "secret") return sql`votes`;
  return sql`(
    select survey_id, user_id, user_id as id, created_at, network, null::uuid as set_aside
    from ballot_papers
  )`;
}

interface Voter extends VoteTraits {
  id: string;
  userId: string;
  userName: string;
  email: string | null;
  timestamp: string;
  registered: string;
}

/**
 * Votes that count, newest first, with what may stand out about them. Whether an address is
 * confirmed is asked separately, because accounts may be on another machine than votes.
 */
async function readTraits(
  db: Database,
  cast: RawBuilder<unknown>,
  surveyId: string,
  where: Where | null,
  { after, limit }: PageRequest,
) {
  const isNew = sql<boolean>`(u.created_at <= v.created_at
    and u.created_at > v.created_at - make_interval(mins => ${NEW_ACCOUNT_MINUTES}))`;
  const { rows } = await sql<Omit<Voter, "isUnverified">>`
    select v.id, v.user_id as "userId", v.created_at as "createdAt", v.network,
      ${isoTime("v.created_at")} as timestamp, ${isoTime("u.created_at")} as registered,
      ${isNew} as "isNew", u.username as "userName", u.email
    from ${cast} as v join users as u on u.id = v.user_id
    where v.survey_id = ${surveyId} and v.set_aside is null
      and ${where ? conditionOf(cast, surveyId, where) : isRecent}
      and ${where?.kind === "new-accounts" ? isNew : sql`true`}
      and ${olderThan(after, "v.created_at", "v.id")}
    order by v.created_at desc, v.id desc limit ${limit + 1}
  `.execute(db);
  const { items, next } = cutPage(rows, limit, { by: "createdAt", id: "id" });
  const unverified = await findUnverified(
    db,
    items.flatMap(({ email }) => email ?? []),
  );
  const votes: Voter[] = items.map((vote) => ({
    ...vote,
    isUnverified: vote.email !== null && unverified.has(vote.email),
  }));
  return { items: votes, next };
}

const isRecent = sql`v.created_at >= now() - make_interval(days => ${LOOK_BACK_DAYS})`;

function conditionOf(cast: RawBuilder<unknown>, surveyId: string, where: Where) {
  if (where.kind !== "network") {
    return sql`v.created_at >= ${where.from} and v.created_at < ${where.before}`;
  }
  // Networks have no index, which every vote would have to pay for, so no more votes are read than
  // the finding was made of.
  return sql`v.network = ${where.network} and ${isRecent} and v.created_at >= coalesce((
    select o.created_at from ${cast} as o where o.survey_id = ${surveyId} and o.set_aside is null
    order by o.created_at desc, o.id desc limit 1 offset ${sql.lit(VOTES_LOOKED_AT - 1)}
  ), '-infinity')`;
}

/** The votes of a finding that count, page by page. */
export async function listVotes(
  db: Database,
  surveyId: string,
  where: Where,
  { after, limit }: PageRequest,
) {
  const cast = await findCast(db, surveyId);
  if (where.kind !== "unverified") return readTraits(db, cast, surveyId, where, { after, limit });
  // Those with confirmed addresses are left out afterwards, so a page is filled from several.
  const items: Voter[] = [];
  let from = after;
  do {
    const page = await readTraits(db, cast, surveyId, where, { after: from, limit: PAGE });
    items.push(...page.items.filter(({ isUnverified }) => isUnverified));
    from = page.next ?? undefined;
  } while (from && items.length <= limit);
  return cutPage(items, limit, { by: "createdAt", id: "id" });
}

/** The survey's name and counts. */
export async function findSurvey(db: Database, id: string) {
  return db
    .selectFrom("surveys as s")
    .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
    .select(["s.title", "s.language", "s.ballot", "t.votes", "t.set_aside as setAside"])
    .where("s.id", "=", id)
    .executeTakeFirst();
}

// Each is an admin's decision; more than this on one survey would be a quarrel.
const GROUPS_MAX = 100;

/** What admins have set aside on a survey, newest first, with the names of the admins. */
export async function listGroups(db: Database, surveyId: string) {
  const rows = await db
    .selectFrom("set_asides as a")
    .innerJoin("users as admin", "admin.id", "a.admin_id")
    .leftJoin("users as restorer", "restorer.id", "a.restored_by")
    .select(["a.id", "a.finding as kind", "a.votes", "a.reason", "admin.username as admin"])
    .select([isoTime("a.created_at").as("timestamp"), isoTime("a.restored_at").as("restoredAt")])
    .select(["a.restored_reason as restoredReason", "restorer.username as restorer"])
    .where("a.survey_id", "=", surveyId)
    .orderBy("a.created_at", "desc")
    .orderBy("a.id", "desc")
    .limit(GROUPS_MAX)
    .execute();
  return rows.map(({ restoredAt, restoredReason, restorer, ...group }) => ({
    ...group,
    restored:
      restoredReason === null
        ? null
        : { reason: restoredReason, admin: restorer ?? "", timestamp: restoredAt },
  }));
}
