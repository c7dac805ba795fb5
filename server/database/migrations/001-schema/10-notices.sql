-- What the bell tells a person: of a survey, or of their own role.
create table notices (
  user_id uuid not null references users (id),
  id uuid not null,
  kind text not null,
  -- No key: notices are on one machine and surveys on many. Surveys are never deleted.
  survey_id uuid,
  message text not null default '',
  -- Why a survey is rejected or a comment hidden, if the admin has chosen a reason.
  reason text,
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  -- When it goes into a mail with other news; null if it has gone, or does not. Not
  -- rounded, as in the outbox.
  due_at timestamptz,
  primary key (user_id, id),
  constraint notices_kind_check check (
    (survey_id is null) =
      (kind in ('surveyor', 'not-surveyor', 'admin', 'not-admin', 'not-pro', 'declined'))
    and (survey_id is not null) =
      (kind in ('published', 'unpublish', 'answer', 'hidden', 'set-aside', 'restored',
        'new', 'closes-soon', 'closed', 'corrected', 'taken-down'))
  )
);
create index notices_by_time on notices (user_id, created_at desc, id desc);
create index notices_due on notices (due_at, user_id) where due_at is not null;
-- News are forgotten after some months.
create index notices_by_day on notices using brin (created_at);
