-- One log of the whole site, which others can watch: docs/public-record.md.

-- One row. Whoever adds to the log locks it.
create table log_head (
  only_row boolean primary key default true check (only_row),
  -- Part of everything that is signed, so it stays when the site gets another address.
  origin text not null,
  size bigint not null default 0,
  -- The newest one, signed with the site's own key.
  checkpoint text not null default '',
  -- The one that is served, with what witnesses have said of it.
  published text not null default '',
  published_size bigint not null default 0,
  -- The time that the log names last.
  timed_at timestamptz(3) not null default 'epoch',
  -- When a server has last begun to ask the witnesses.
  asked_at timestamptz(3) not null default 'epoch'
);

create table log_entries (
  position bigint primary key,
  -- Null where the entry is about no survey.
  survey_id uuid,
  text text not null
);
-- Finds the terms of a survey.
create index log_entries_terms on log_entries (survey_id, position) where text like 'terms %';

-- The tree's hashes, up to 256 in a row, 32 bytes each.
create table log_tiles (
  level smallint not null,
  number integer not null,
  hashes bytea not null,
  primary key (level, number)
);

-- What the log says of a survey, to find those of which it does not say the newest.
create table log_surveys (
  survey_id uuid primary key references surveys (id) on delete cascade,
  -- Of its record.
  size bigint not null,
  opens_at timestamptz(3),
  closes_at timestamptz(3),
  results text not null,
  -- Null while none was published.
  text_hash bytea,
  -- With which its ballot papers are signed; null if its ballots are not secret.
  ballot_key bytea
);
