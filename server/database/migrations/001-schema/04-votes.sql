create table votes (
  survey_id uuid not null references surveys (id),
  user_id uuid not null references users (id),
  id uuid not null,
  vote text not null check (vote in ('yes', 'no')),
  report text not null default '',
  -- Of the text that was answered.
  text_hash bytea not null,
  -- 128 random bits that only the voter learns.
  receipt uuid not null,
  -- 128 random bits that the voter's browser has made.
  nonce uuid not null,
  -- A keyed hash of the network from which the vote came, 48 bits. Emptied after 30 days.
  network bigint,
  -- Null if the vote counts, otherwise the id of the group with which it was set aside.
  set_aside uuid,
  created_at timestamptz(3) not null default now(),
  -- One vote per person.
  primary key (survey_id, user_id)
);
create index votes_by_time on votes (survey_id, created_at desc, id desc);
-- Votes arrive in the order of time, so a few bytes for every hundred pages tell where a day is.
create index votes_by_day on votes using brin (created_at);
create index votes_with_report on votes (survey_id, created_at desc, id desc) where report <> '';
create index votes_set_aside on votes (survey_id, set_aside) where set_aside is not null;
create index votes_by_user on votes (user_id, survey_id);

-- Groups of votes that were set aside: they stay, also in the record, but don't count.
create table set_asides (
  survey_id uuid not null references surveys (id),
  id uuid not null,
  admin_id uuid not null references users (id),
  -- What stood out, as the admin was shown it.
  finding text not null,
  -- Both reasons are public.
  reason text not null,
  votes integer not null,
  -- Of a secret ballot, votes can't be set aside: to whom no further papers are given. Of a network its
  -- hash, otherwise empty.
  stops text,
  created_at timestamptz(3) not null default now(),
  restored_at timestamptz(3),
  restored_by uuid references users (id),
  restored_reason text,
  primary key (survey_id, id),
  check (num_nonnulls(restored_at, restored_by, restored_reason) in (0, 3))
);

-- What stood out in a survey's votes when they were last looked at, so that admins find such surveys
-- in one list. A look reads all votes of a survey; a list of all surveys must not.
create table suspicion_summaries (
  survey_id uuid primary key references surveys (id) on delete cascade,
  looked_at timestamptz(3) not null default now(),
  -- How many votes counted then.
  counted integer not null default 0,
  -- What stood out, and the number of votes in the largest finding.
  kinds text[] not null default '{}',
  votes integer not null default 0
);
create index suspicion_summaries_found on suspicion_summaries (votes desc, survey_id desc)
  where votes > 0;

-- Up to when networks are emptied, so that each vote is looked at once.
create table network_clearing (
  only_row boolean primary key default true check (only_row),
  cleared_to timestamptz(3) not null
);
insert into network_clearing (cleared_to) values (now() - interval '30 days');
