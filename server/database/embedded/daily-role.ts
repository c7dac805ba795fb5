import pg from "pg";
import { SUPERUSER } from "./cluster.ts";

/**
 * Who the product is to its own PostgreSQL: it owns its database and all that is in it, so that it
 * can migrate, and nothing else. The cluster's superuser could read files and run programs; it
 * prepares and watches the cluster, and no request ever speaks with its voice.
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
 * What belongs to the superuser is the daily role's from now on: data of an earlier version, and
 * data that an operator has restored. What extensions brought along stays as it is.
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

/** Makes the product's database if there is none, and gives it to the daily role. */
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
