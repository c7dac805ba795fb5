-- Which receipts their voters have checked, and what they found, so that a result can say how many
-- have. Nobody's name is in it.
set local citus.enable_ddl_propagation = off;
create table vote_checks (
  survey_id uuid not null references surveys (id) on delete cascade,
  receipt uuid not null,
  outcome text not null check (outcome in ('found', 'mismatch')),
  created_at timestamptz(3) not null default now(),
  primary key (survey_id, receipt)
);
set local citus.enable_ddl_propagation = on;
-- Counted with each check, because every reader of a result is told.
alter table survey_tallies add column checked integer not null default 0;
alter table survey_tallies add column mismatched integer not null default 0;
