import pg from "pg";
import { SUPERUSER } from "./cluster.ts";

/**
 * The product's role in its own PostgreSQL. It owns its database and everything in it, so that it
 * can migrate, but has no further rights. The superuser could read files and run programs, so it
 * only prepares and watches the cluster; no request uses it.
 */
export const DAILY_ROLE = "survey_app";

const roleReady = `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${DAILY_ROLE}') then
      create role ${DAILY_ROLE};
    end if;
  end $$;
  alter role ${DAILY_ROLE}
    login nosuperuser nocreatedb nocreaterole noreplication nobypassrls`;

/**
 * Gives everything that belongs to the superuser to the daily role, such as data that an operator has
 * restored. Objects of extensions stay as they are.
 */
const handOver = `
  set search_path to pg_catalog;
  do $$ declare command text; begin
    for command in
      select format('alter schema %I owner to ${DAILY_ROLE}', nspname)
      from pg_namespace where nspowner = '${SUPERUSER}'::regrole and nspname !~ '^pg_|^information_schema$'
      union all
      select format('alter %s %s owner to ${DAILY_ROLE}',
        case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
        oid::regclass)
      from pg_class
      where relowner = '${SUPERUSER}'::regrole and relkind in ('r', 'p', 'v', 'm')
        and relnamespace::regnamespace::text !~ '^pg_|^information_schema$'
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
      union all
      select format('alter routine %s owner to ${DAILY_ROLE}', oid::regprocedure)
      from pg_proc
      where proowner = '${SUPERUSER}'::regrole
        and pronamespace::regnamespace::text !~ '^pg_|^information_schema$'
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      union all
      select format('alter type %s owner to ${DAILY_ROLE}', oid::regtype)
      from pg_type
      where typowner = '${SUPERUSER}'::regrole and typtype in ('d', 'e')
        and typnamespace::regnamespace::text !~ '^pg_|^information_schema$'
        and not exists (select from pg_depend where objid = pg_type.oid and deptype = 'e')
    loop
      execute command;
    end loop;
  end $$`;

/** Creates the product's database if it does not exist, and gives it to the daily role. */
export async function prepareDatabase(
  superuser: pg.Client,
  connection: { host: string; port: number; database: string },
): Promise<void> {
  const { database } = connection;
  await superuser.query(roleReady);
  const found = await superuser.query("select from pg_database where datname = $1", [database]);
  if (found.rowCount === 0) await superuser.query(`create database ${database}`);
  await superuser.query(`alter database ${database} owner to ${DAILY_ROLE}`);
  const inside = new pg.Client({ ...connection, user: SUPERUSER, ssl: false });
  try {
    await inside.connect();
    await inside.query(handOver);
  } finally {
    await inside.end();
  }
}
