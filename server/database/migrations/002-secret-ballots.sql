-- alone
-- Secret ballots that are counted once, at the closing: docs/secret-ballot.md. Servers of 1.0 would take
-- them in clear, and put them in place one group after the other.

-- Of a secret survey since its first publication: in groups, as version 1.0 began it; at the closing; or
-- it was counted then.
alter table surveys add column counting text check (counting in ('groups', 'closing', 'counted'));
update surveys set counting = 'groups'
  where ballot = 'secret' and id in (select survey_id from ballot_keys);
-- Those that nobody could answer yet get the new terms.
update surveys set results = 'closed'
  where ballot = 'secret' and counting is null;
create index surveys_to_count on surveys (closes_at) where counting = 'closing';

-- SHA-256 of the key with which ballots wait: whoever writes it first decides. Null if there is none.
alter table ballot_keys add column seal_hash bytea;
-- How many ballots waited when the text was last edited: they have answered another one.
alter table ballot_keys add column waiting_at_edit integer not null default 0;
-- Ballots whose key is lost for good, as an operator has said. The record says so too.
alter table ballot_keys add column given_up integer not null default 0;
alter table records add column given_up integer not null default 0;

-- Ballots that wait for the closing. Nothing here is of a length or a value that tells one from another.
set local citus.enable_ddl_propagation = off;
create table sealed_ballots (
  survey_id uuid not null references surveys (id),
  -- A keyed hash of the serial number, so that a ballot is taken once.
  place uuid not null,
  sealed bytea not null,
  primary key (survey_id, place)
);
set local citus.enable_ddl_propagation = on;

-- The keys themselves, by which each server gets them. Unlogged: neither the write-ahead log, nor a
-- standby, nor a backup has them. A crash empties it, and servers put them back from their files.
create unlogged table ballot_seals (
  survey_id uuid primary key,
  key bytea not null
);
-- Statistics have copies of values, and are logged.
alter table ballot_seals alter column key set statistics 0;
alter table ballot_seals set (autovacuum_enabled = false);
alter table sealed_ballots alter column place set statistics 0;
alter table sealed_ballots alter column sealed set statistics 0;
