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
import { HOUR_MS, type Hour, MINUTE_MS, type Sums, type Where } from "./rules.ts";

/** Sums the newest votes of a survey that count, up to a bound. */
export async function sumVotes(db: Database, surveyId: string) {
  const looked = selectTraits(await findCast(db, surveyId), surveyId, null, {
    limit: VOTES_LOOKED_AT,
  });
  const { rows } = await withRetry(() =>
    sql<Sum>`
      select minute, minute / 60 as hour, network, count(*)::int as votes,
        count(*) filter (where "isNew")::int as "new-accounts",
        count(*) filter (where "isUnverified")::int as unverified
      from (
        select *, floor(date_part('epoch', "createdAt") / 60)::int as minute from (${looked}) as v
      ) as v
      group by grouping sets ((minute), (minute / 60), (network))
    `.execute(db),
  );
  const sums: Sums = { minutes: new Map(), hours: new Map(), networks: new Map() };
  for (const { minute, hour, network, ...sum } of rows) {
    if (minute !== null) sums.minutes.set(minute * MINUTE_MS, sum.votes);
    else if (hour !== null) sums.hours.set(hour * HOUR_MS, sum);
    else if (network !== null) sums.networks.set(network, sum.votes);
  }
  const lookedAt = [...sums.minutes.values()].reduce((total, votes) => total + votes, 0);
  return { sums, lookedAt };
}

/** Of a minute, an hour or a network; the two others are null. */
interface Sum extends Hour {
  minute: number | null;
  hour: number | null;
  network: number | null;
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

/**
 * Votes that count, newest first, with what may stand out about them. Those that are looked at are
 * kept before their addresses are looked up, which may be on another machine.
 */
function selectTraits(
  cast: RawBuilder<unknown>,
  surveyId: string,
  where: Where | null,
  { after, limit }: PageRequest,
): RawBuilder<unknown> {
  const isNew = sql<boolean>`(u.created_at <= v.created_at
    and u.created_at > v.created_at - make_interval(mins => ${NEW_ACCOUNT_MINUTES}))`;
  return sql`
    with looked_at as materialized (
      select v.id, v.user_id, v.created_at, v.network, ${isNew} as is_new,
        u.username, u.email, u.created_at as registered
      from ${cast} as v join users as u on u.id = v.user_id
      where v.survey_id = ${surveyId} and v.set_aside is null
        and ${where ? conditionOf(cast, surveyId, where) : isRecent}
        and ${where?.kind === "new-accounts" ? isNew : sql`true`}
        and ${olderThan(after, "v.created_at", "v.id")}
      order by v.created_at desc, v.id desc limit ${limit}
    )
    select v.id, v.user_id as "userId", v.username as "userName", v.email, v.network,
      v.created_at as "createdAt", v.registered, v.is_new as "isNew",
      a.email is not null as "isUnverified"
    from looked_at as v
    left join identity."user" as a on a.email = v.email and not a."emailVerified"
  `;
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

interface Voter {
  id: string;
  userId: string;
  userName: string;
  email: string | null;
  createdAt: Date;
  timestamp: string;
  registered: string;
  isNew: boolean;
  isUnverified: boolean;
  network: number | null;
}

/** The votes of a finding that count, newest first. */
export async function listVotes(
  db: Database,
  surveyId: string,
  where: Where,
  { after, limit }: PageRequest,
) {
  // Which of them are unverified shows after they were looked at. A finding is made of no more.
  const most = where.kind === "unverified" ? VOTES_LOOKED_AT : limit + 1;
  const found = selectTraits(await findCast(db, surveyId), surveyId, where, { after, limit: most });
  const { rows } = await sql<Voter>`
    select id, "userId", "userName", email, "createdAt", "isNew", "isUnverified", network,
      ${isoTime("createdAt")} as timestamp, ${isoTime("registered")} as registered
    from (${found}) as v where ${where.kind === "unverified" ? sql`"isUnverified"` : sql`true`}
    order by "createdAt" desc, id desc limit ${limit + 1}
  `.execute(db);
  return cutPage(rows, limit, { by: "createdAt", id: "id" });
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
