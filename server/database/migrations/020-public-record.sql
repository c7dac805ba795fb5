-- What lets anybody check a survey's result: docs/public-record.md.

-- 128 random bits that only the voter learns. Null until the publisher gets to a vote that was
-- written before this column existed.
alter table votes add column receipt uuid;

-- One row for each survey that has a record. Whoever adds to the record locks it.
create table records (
  survey_id uuid primary key references surveys (id),
  -- Part of everything that is signed, so it stays when the site gets another address.
  origin text not null,
  size bigint not null default 0,
  votes bigint not null default 0,
  -- The last of the votes that were read, in the order of their time.
  read_to timestamptz(3) not null default 'epoch',
  read_id uuid not null default '00000000-0000-0000-0000-000000000000',
  -- The last decision whose text is in the record.
  decided_to timestamptz(3) not null default 'epoch',
  -- The hash of the text that is in the record last.
  question text not null default '',
  checkpoint text not null default '',
  published_at timestamptz(3) not null default now()
);

create table record_entries (
  survey_id uuid not null references surveys (id),
  position bigint not null,
  -- Of a vote.
  receipt uuid,
  vote text check (vote in ('yes', 'no')),
  -- Of everything else.
  text text,
  primary key (survey_id, position),
  check ((receipt is null) = (vote is null) and (receipt is null) = (text is not null))
);
-- Finds a voter's entry, and keeps a vote from being entered twice.
create unique index record_entries_by_receipt on record_entries (survey_id, receipt)
  where receipt is not null;

-- The tree's hashes, up to 256 in a row, 32 bytes each.
create table record_tiles (
  survey_id uuid not null references surveys (id),
  level smallint not null,
  number integer not null,
  hashes bytea not null,
  primary key (survey_id, level, number)
);

-- Public halves of the keys that have signed checkpoints.
create table record_keys (
  public_key bytea primary key,
  created_at timestamptz(3) not null default now()
);
