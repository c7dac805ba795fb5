create table reactions (
  survey_id uuid not null references surveys (id),
  user_id uuid not null references users (id),
  kind text not null check (kind in ('like', 'dislike')),
  created_at timestamptz(3) not null default now(),
  primary key (survey_id, user_id)
);
create index reactions_by_user on reactions (user_id, survey_id);
