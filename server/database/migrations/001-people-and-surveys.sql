-- Keys are random uuids, and survey_id leads every key of what belongs to a survey, so that the
-- tables can be spread over machines by it without a change of code. Times have milliseconds, as
-- JavaScript's have, so that a page can go on exactly where the last one ended.

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  username text not null,
  url text not null default '',
  role text not null default 'user' check (role in ('user', 'surveyor', 'pro-user')),
  admin boolean not null default false,
  -- Raised to end every access token that was issued before.
  token_version integer not null default 1,
  created_at timestamptz(3) not null default now()
);

create table surveys (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  description text not null,
  category text not null
    check (category in ('politics', 'social-issues', 'technology', 'entertainment')),
  question text not null,
  status text not null default 'pending' check (status in ('pending', 'published', 'unpublish')),
  -- The admin's reason when a survey is not published.
  entered_message text,
  surveyor_id uuid not null references users (id),
  created_at timestamptz(3) not null default now()
);

create table votes (
  survey_id uuid not null references surveys (id),
  user_id uuid not null references users (id),
  id uuid not null,
  vote text not null check (vote in ('yes', 'no')),
  report text not null default '',
  created_at timestamptz(3) not null default now(),
  primary key (survey_id, user_id)
);

create table reactions (
  survey_id uuid not null references surveys (id),
  user_id uuid not null references users (id),
  kind text not null check (kind in ('like', 'dislike')),
  created_at timestamptz(3) not null default now(),
  primary key (survey_id, user_id)
);

create table comments (
  survey_id uuid not null references surveys (id),
  id uuid not null default gen_random_uuid(),
  user_id uuid not null references users (id),
  text text not null,
  created_at timestamptz(3) not null default now(),
  primary key (survey_id, id)
);

-- Counted in the same statement as the rows they count; rebuilt from the rows when in doubt.
create table survey_tallies (
  survey_id uuid primary key references surveys (id),
  yes integer not null default 0,
  no integer not null default 0,
  liked integer not null default 0,
  disliked integer not null default 0
);
