-- A deleted person leaves an anonymous row behind: their votes keep counting, under nobody's name.
alter table users
  alter column email drop not null,
  add column deleted_at timestamptz(3),
  add constraint only_the_deleted_have_no_email check ((email is null) = (deleted_at is not null)),
  -- Names and the parts of an address, as the search box splits them.
  add column search tsvector not null generated always as (
    to_tsvector('simple', username || ' ' || regexp_replace(coalesce(email, ''), '[^[:alnum:]]+', ' ', 'g'))
  ) stored;
create index users_by_time on users (created_at desc, id desc) where deleted_at is null;
create index users_by_role on users (role, created_at desc, id desc) where deleted_at is null;
create index users_search on users using gin (search);
create index users_admins on users (id) where admin;

alter table surveys
  drop constraint surveys_status_check,
  add constraint surveys_status_check
    check (status in ('pending', 'published', 'unpublish', 'withdrawn')),
  -- Counts the edits, so that an admin decides on the text they have read.
  add column revision integer not null default 1,
  -- When it was last sent to the admins.
  add column sent_at timestamptz(3) not null default now(),
  -- The call that brought it into its status: the same call again is answered alike.
  add column step_key uuid;
update surveys set sent_at = created_at;
create index surveys_by_surveyor on surveys (surveyor_id, created_at desc, id desc);
create index surveys_by_sent on surveys (sent_at desc, id desc);
create index surveys_by_status on surveys (status, sent_at desc, id desc);

-- Every decision on a survey, with the text that was decided on.
create table survey_decisions (
  survey_id uuid not null references surveys (id),
  id uuid not null,
  admin_id uuid not null references users (id),
  status text not null check (status in ('published', 'unpublish')),
  message text not null default '',
  title text not null,
  description text not null,
  category text not null,
  question text not null,
  -- When the decided survey was sent, if it was waiting: how long its surveyor waited.
  sent_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (survey_id, id)
);
create index decisions_by_time on survey_decisions (created_at desc);

-- What people complain about: a survey, or a comment on it.
create table reports (
  survey_id uuid not null references surveys (id),
  id uuid not null,
  comment_id uuid,
  user_id uuid not null references users (id),
  text text not null,
  created_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  primary key (survey_id, id),
  foreign key (survey_id, comment_id) references comments (survey_id, id),
  -- One report per person and thing; a vote's report has the vote's id.
  unique nulls not distinct (survey_id, comment_id, user_id)
);
create index reports_open on reports (survey_id, comment_id, created_at desc) where closed_at is null;
create index reports_by_time on reports (created_at desc);
insert into reports (survey_id, id, user_id, text, created_at)
  select survey_id, id, user_id, report, created_at from votes where report <> '';

alter table comments add column hidden_at timestamptz(3);

create index votes_by_time on votes (survey_id, created_at desc, id desc);
-- Votes arrive in the order of time, so a few bytes for every hundred pages tell where a day is.
create index votes_by_day on votes using brin (created_at);
create index votes_with_report on votes (survey_id, created_at desc, id desc) where report <> '';

create table notices (
  user_id uuid not null references users (id),
  id uuid not null,
  kind text not null check (kind in ('published', 'unpublish')),
  survey_id uuid not null references surveys (id),
  message text not null default '',
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  primary key (user_id, id)
);
create index notices_by_time on notices (user_id, created_at desc, id desc);

-- What admins did. Names are looked up when it is read: a deleted person's is not kept here.
create table audit_log (
  id uuid primary key,
  -- Null for a command on the server itself.
  actor_id uuid references users (id),
  action text not null,
  subject_kind text not null check (subject_kind in ('user', 'survey', 'comment')),
  subject_id uuid not null,
  -- Of a comment, the survey it stands under.
  survey_id uuid,
  before jsonb not null,
  after jsonb not null,
  created_at timestamptz(3) not null default now()
);
create index audit_by_time on audit_log (created_at desc, id desc);
create index audit_by_action on audit_log (action, created_at desc, id desc);

create index contact_messages_by_email on contact_messages (email);
