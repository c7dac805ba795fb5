-- What lets anybody check a survey's result: docs/public-record.md.

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
  -- Votes up to this time may have been entered before their turn, because they were set aside.
  ahead_to timestamptz(3) not null default 'epoch',
  -- Of the text that its last votes have answered; null while it has none.
  text_hash bytea,
  -- Whether it has its entry 'closed', after which no vote is entered.
  closed boolean not null default false,
  -- How many ballot papers it says were issued, and in which hour it has said so.
  issued integer not null default 0,
  issued_at timestamptz(3) not null default 'epoch',
  checkpoint text not null default ''
);

create table record_entries (
  survey_id uuid not null references surveys (id),
  position bigint not null,
  -- Of a vote. Its entry says the commitment, which the others open.
  receipt uuid,
  vote text check (vote in ('yes', 'no')),
  nonce uuid,
  commitment bytea,
  -- Of everything else.
  text text,
  primary key (survey_id, position),
  check (num_nonnulls(receipt, vote, nonce, commitment) = case when text is null then 4 else 0 end)
);
-- Finds a voter's entry, and keeps a vote from being entered twice.
create unique index record_entries_by_receipt on record_entries (survey_id, receipt)
  where receipt is not null;
-- Finds the entries that say which votes no longer count, among very many votes.
create index record_entries_texts on record_entries (survey_id, position) where text is not null;

-- The tree's hashes, up to 256 in a row, 32 bytes each.
create table record_tiles (
  survey_id uuid not null references surveys (id),
  level smallint not null,
  number integer not null,
  hashes bytea not null,
  primary key (survey_id, level, number)
);

-- How a survey's result grew. The publisher adds to it when it enters votes in the record, so the
-- sums are never counted again, and a vote's own path writes nothing here.
create table record_hours (
  survey_id uuid not null references surveys (id),
  -- Its beginning, in UTC.
  hour timestamptz(3) not null,
  -- Votes of this hour that are in the record and count.
  yes integer not null,
  no integer not null,
  primary key (survey_id, hour)
);

-- Public halves of the keys that have signed records and the site's log.
create table record_keys (
  public_key bytea primary key,
  -- A note with which the key before this one introduces it.
  hand_over text,
  created_at timestamptz(3) not null default now()
);
