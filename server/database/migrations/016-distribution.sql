-- What has to be different before the tables can be spread over machines by survey (Citus).

-- Notices are on one machine and surveys on many, so no key can reach from one to the other.
-- Surveys are never deleted.
alter table notices drop constraint notices_survey_id_fkey;

-- One row. Votes are written by as many writers as there are slots: one on a single PostgreSQL.
-- `npm run distribute` sets it, and every server reads it again from time to time.
create table distribution (
  only_row boolean primary key default true check (only_row),
  vote_slots integer not null default 1 check (vote_slots between 1 and 1024)
);
insert into distribution default values;
