-- What people complain about: a survey, or a comment on it.
create table reports (
  survey_id uuid not null references surveys (id),
  -- That of the vote, if the report came with one.
  id uuid not null,
  comment_id uuid,
  user_id uuid not null references users (id),
  text text not null,
  -- The comment's words when it was reported; its author may change or delete them. Emptied when an
  -- admin closes the report.
  about text,
  -- A report on a survey that was sent by itself. The others came with a vote, which has the text too.
  separate boolean not null default false,
  created_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  primary key (survey_id, id),
  foreign key (survey_id, comment_id) references comments (survey_id, id),
  -- One report per person and thing.
  unique nulls not distinct (survey_id, comment_id, user_id)
);
create index reports_open on reports (survey_id, comment_id, created_at desc) where closed_at is null;
create index reports_by_time on reports (created_at desc);
create index reports_separate on reports (survey_id, created_at desc, id desc) where separate;
create index reports_by_user on reports (user_id, id);
