-- What people have chosen to follow, and not to follow any more.
create table follows (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  kind text not null check (kind in ('survey', 'surveyor', 'category')),
  -- The id of a survey or surveyor, or the name of a category.
  target text not null,
  -- False only for a survey: whoever has voted follows it, unless they have stopped that.
  wanted boolean not null,
  created_at timestamptz(3) not null default now(),
  unique (user_id, kind, target)
);
create index follows_by_target on follows (kind, target, user_id) include (wanted, created_at);
create index follows_by_time on follows (user_id, created_at desc, id desc) where wanted;

-- What followers are still to be told, a row for each event. Written in the transaction of the event,
-- and kept for a while after it, so that the same event is not told again.
create table news (
  -- Made of the event, so that it is written once.
  id uuid primary key,
  kind text not null,
  -- No key to surveys, because Citus has them elsewhere.
  survey_id uuid not null,
  -- Followers are told in the order of their ids, some at a time. Up to which they have been told.
  told_to uuid,
  -- Null once all of them have been told. Not rounded, as in the outbox.
  due_at timestamptz default now(),
  created_at timestamptz(3) not null default now()
);
create index news_due on news (due_at) where due_at is not null;
create index news_by_time on news (created_at);

-- When the next mails of news may be queued, so that several servers together keep to the setting.
create table news_pace (
  only_row boolean primary key default true check (only_row),
  next_at timestamptz not null default now()
);
insert into news_pace default values;
