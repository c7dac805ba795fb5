-- Secret ballots: docs/secret-ballot.md. No row of these tables joins a person and a choice.

create table ballot_keys (
  survey_id uuid primary key references surveys (id),
  -- As SubjectPublicKeyInfo.
  public_key bytea not null,
  -- Sealed with a key that is derived from the site's secret; null once it is destroyed.
  private_key bytea,
  -- How many papers were signed, also those of people who are deleted by now.
  issued integer not null default 0
);

-- Who has had a paper. Not which: the site has never seen its serial number.
create table ballot_papers (
  survey_id uuid not null references surveys (id),
  user_id uuid not null references users (id),
  -- Of what was signed, so that a lost answer can be given again.
  blinded_hash bytea not null,
  -- As that of a vote.
  network bigint,
  created_at timestamptz(3) not null default now(),
  -- One paper per person.
  primary key (survey_id, user_id)
);
create index ballot_papers_by_user on ballot_papers (user_id, survey_id);
create index ballot_papers_by_time on ballot_papers (survey_id, created_at desc, user_id desc);
create index ballot_papers_by_day on ballot_papers using brin (created_at);

-- Ballots in the order of their arrival, until enough are there to hide each other.
create table ballot_inbox (
  survey_id uuid not null references surveys (id),
  -- Made of the serial number, so that a ballot is counted once.
  receipt uuid not null,
  serial bytea not null,
  signature bytea not null,
  vote text not null check (vote in ('yes', 'no')),
  nonce uuid not null,
  text_hash bytea not null,
  -- In which it came. Nothing here knows a finer time.
  hour timestamptz(3) not null default date_trunc('hour', now()),
  primary key (survey_id, receipt)
);

-- Ballots that are counted, written in groups in the order of their receipts, which are random.
create table ballots (
  survey_id uuid not null references surveys (id),
  receipt uuid not null,
  serial bytea not null,
  signature bytea not null,
  vote text not null check (vote in ('yes', 'no')),
  nonce uuid not null,
  text_hash bytea not null,
  -- In which the last of its group came.
  hour timestamptz(3) not null,
  primary key (survey_id, receipt)
);
-- As that of votes.
create index ballots_by_day on ballots using brin (hour);
