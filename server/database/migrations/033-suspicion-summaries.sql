-- What stood out in a survey's votes when they were last looked at, so that admins find such surveys
-- in one list. A look reads all votes of a survey; a list of all surveys must not.
set local citus.enable_ddl_propagation = off;
create table suspicion_summaries (
  survey_id uuid primary key references surveys (id) on delete cascade,
  looked_at timestamptz(3) not null default now(),
  -- How many votes counted then.
  counted integer not null default 0,
  -- What stood out, and the number of votes in the largest finding.
  kinds text[] not null default '{}',
  votes integer not null default 0
);
set local citus.enable_ddl_propagation = on;
create index suspicion_summaries_found on suspicion_summaries (votes desc, survey_id desc)
  where votes > 0;
