-- In all files of this schema: keys are random uuids, and survey_id leads every key of what belongs
-- to a survey, so that the tables can be spread over machines by it (`database/tables/`).
-- Times have milliseconds, as JavaScript's have, so that a page can go on exactly where the last one
-- ended. There are no triggers: the statement that writes a row writes what follows from it.

create table users (
  id uuid primary key default gen_random_uuid(),
  -- Null once the person is deleted. The row stays, without a name: their votes keep counting.
  email text unique check (email = lower(email)),
  username text not null,
  -- Of their photo.
  url text not null default '',
  role text not null default 'user' check (role in ('user', 'surveyor', 'pro-user')),
  admin boolean not null default false,
  -- In which they read the site and get mails; null if they have chosen none. Only its form is
  -- checked, because a version may know more languages than the one that runs beside it.
  language text check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$'),
  -- Raised to end every access token that was issued until then.
  token_version integer not null default 1,
  -- When that last happened, so that open streams can follow within a moment: each server asks for
  -- the newest endings alone, whatever the number of people and streams.
  tokens_ended_at timestamptz(3),
  -- The deleted people who had this address, so that nobody votes a second time. Filled once, when
  -- the row is made, so that the vote of somebody without a past costs nothing more.
  former_ids uuid[] not null default '{}',
  -- When an operator locked this person out; null for everybody else.
  locked_at timestamptz(3),
  -- How often news of what they follow come by mail.
  news_rhythm text not null default 'weekly'
    check (news_rhythm in ('at-once', 'daily', 'weekly', 'never')),
  -- How many mails in a row their mail server has refused for good.
  bounces smallint not null default 0,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  -- Names and the parts of an address, as the search box splits them.
  search tsvector not null generated always as (
    to_tsvector('simple', username || ' ' || regexp_replace(coalesce(email, ''), '[^[:alnum:]]+', ' ', 'g'))
  ) stored,
  constraint only_the_deleted_have_no_email check ((email is null) = (deleted_at is not null))
);
create index users_by_time on users (created_at desc, id desc) where deleted_at is null;
create index users_by_role on users (role, created_at desc, id desc) where deleted_at is null;
create index users_admins on users (id) where admin;
create index users_tokens_ended on users (tokens_ended_at) where tokens_ended_at is not null;
create index users_search on users using gin (search);

-- Who a deleted person was, for two purposes only: somebody who registers again with the same
-- address must not vote a second time, and is locked out if they were. The address itself is not
-- kept, only a keyed hash of it.
create table former_people (
  address_hash bytea not null,
  user_id uuid not null references users (id),
  -- When an operator locked them out, or their address after they were deleted.
  locked_at timestamptz(3),
  -- The surveys of which they had a ballot paper: the same address gets no second one.
  papers uuid[] not null default '{}',
  primary key (address_hash, user_id)
);

-- People who ask to become surveyors. A row is gone once it is decided or withdrawn: the decision
-- stands in the audit log, and the person has a notice of it.
create table surveyor_requests (
  -- One open request per person.
  user_id uuid primary key references users (id) on delete cascade,
  id uuid not null unique,
  reason text not null,
  created_at timestamptz(3) not null default now()
);
create index surveyor_requests_by_time on surveyor_requests (created_at, id);
