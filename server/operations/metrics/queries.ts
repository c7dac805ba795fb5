import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";

/** How long what waits longest has waited, in seconds; 0 where nothing waits. */
export interface Waiting {
  surveys: number;
  reports: number;
  unrecordedVotes: number;
  payments: { count: number; oldest: number };
  mails: number;
  /** Machines that copy this database, and how far the last of them is behind, if that is known. */
  standbys: { count: number; lagBytes: number | null };
}

// So much is never open on a site whose admins work; reading it takes some milliseconds. Of more, the
// oldest of as many is shown.
const MOST = 100_000;

const age = sql`coalesce(extract(epoch from now() - min(created_at)), 0)::float`;

/** One after another, so that this needs one connection of the pool at most. */
export async function readWaiting(db: Database): Promise<Waiting> {
  return {
    surveys: await readSurveys(db),
    reports: await readReports(db),
    unrecordedVotes: await readUnrecorded(db),
    payments: await readPayments(db),
    mails: await readMails(db),
    standbys: await readStandbys(db),
  };
}

/** Surveys that wait for an admin's decision. */
async function readSurveys(db: Database): Promise<number> {
  const { rows } = await sql<{ oldest: number }>`
    select ${age} as oldest from (
      select sent_at as created_at from surveys where status = 'pending' order by sent_at limit 1
    ) as waiting`.execute(db);
  return rows[0]?.oldest ?? 0;
}

/** From the index of open reports; by the index of times, all closed ones would be read first. */
async function readReports(db: Database): Promise<number> {
  const { rows } = await sql<{ oldest: number }>`
    select ${age} as oldest from (
      select created_at from reports where closed_at is null limit ${MOST}
    ) as open`.execute(db);
  return rows[0]?.oldest ?? 0;
}

/**
 * Votes that are not in the public record yet. The same comparison as the publisher's `findDue`, except
 * that votes which wait for the closing of their survey begin to wait then.
 */
async function readUnrecorded(db: Database): Promise<number> {
  const { rows } = await sql<{ oldest: number }>`
    select ${age} as oldest from (
      select next.created_at from survey_tallies as t
      left join records as r on r.survey_id = t.survey_id
      cross join lateral (
        select greatest(v.created_at, case when s.results = 'closed' then s.closes_at end)
          as created_at
        from votes as v join surveys as s on s.id = v.survey_id
        where v.survey_id = t.survey_id and s.id = t.survey_id
          and (r.survey_id is null or (v.created_at, v.id) > (r.read_to, r.read_id))
          and (s.results <> 'closed' or s.closes_at <= now())
        order by v.created_at, v.id limit 1
      ) as next
      where t.votes + t.set_aside > coalesce(r.votes, 0) and not coalesce(r.closed, false)
    ) as unrecorded`.execute(db);
  return rows[0]?.oldest ?? 0;
}

/** Payments that somebody has begun and of which it is not known how they ended. */
async function readPayments(db: Database): Promise<Waiting["payments"]> {
  const { rows } = await sql<Waiting["payments"]>`
    select count(*)::int as count, ${age} as oldest from (
      select created_at from payment_attempts limit ${MOST}
    ) as unfinished`.execute(db);
  return rows[0] ?? { count: 0, oldest: 0 };
}

/** Mails that the mail server has not taken yet. */
async function readMails(db: Database): Promise<number> {
  const { rows } = await sql<{ oldest: number }>`
    select ${age} as oldest from (
      select created_at from outbox limit ${MOST}
    ) as waiting`.execute(db);
  return rows[0]?.oldest ?? 0;
}

/** How far they are behind, PostgreSQL shows only to superusers and members of `pg_monitor`. */
export async function readStandbys(db: Database): Promise<Waiting["standbys"]> {
  const { rows } = await sql<Waiting["standbys"]>`
    select count(*)::int as count, max(pg_wal_lsn_diff(
      case when pg_is_in_recovery() then null else pg_current_wal_lsn() end, replay_lsn
    ))::float as "lagBytes"
    from pg_stat_replication where state is distinct from 'backup'`.execute(db);
  return rows[0] ?? { count: 0, lagBytes: null };
}
