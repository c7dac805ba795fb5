-- With which people's programs call. A row is gone once its token is ended.
create table program_tokens (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- SHA-256 of the token, which is as long as a key: nobody finds it by guessing.
  hash bytea not null unique,
  name text not null,
  scopes text[] not null,
  -- Whether whoever made it had proven more than a password.
  second_factor boolean not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- Written at most every quarter of an hour, with the network shortened.
  last_used_at timestamptz(3),
  last_address text,
  -- When its owner was told that it ends soon.
  warned_at timestamptz(3)
);
create index program_tokens_by_user on program_tokens (user_id, created_at desc, id desc);
create index program_tokens_by_time on program_tokens (created_at desc, id desc);
create index program_tokens_by_end on program_tokens (expires_at);
