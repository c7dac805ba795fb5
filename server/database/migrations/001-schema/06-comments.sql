create table comments (
  survey_id uuid not null references surveys (id),
  id uuid not null default gen_random_uuid(),
  user_id uuid not null references users (id),
  text text not null,
  -- The comment that this one answers. Only whoever asks the survey answers.
  answer_to uuid,
  created_at timestamptz(3) not null default now(),
  edited_at timestamptz(3),
  -- By an admin.
  hidden_at timestamptz(3),
  -- A deleted comment's text is empty, and it is hidden too: what leaves out hidden comments also
  -- leaves out these. The row stays, because reports have a key to it.
  deleted_at timestamptz(3),
  primary key (survey_id, id),
  foreign key (survey_id, answer_to) references comments (survey_id, id)
);
create index comments_by_time on comments (survey_id, created_at desc, id desc);
create index comments_by_user on comments (user_id, id);
-- One answer per comment; after it is deleted, another one can be written.
create unique index comments_answers on comments (survey_id, answer_to)
  where answer_to is not null and deleted_at is null;
create index comments_hidden on comments (hidden_at desc, id desc)
  where hidden_at is not null and deleted_at is null;
