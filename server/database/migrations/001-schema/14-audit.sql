-- What admins did. Names are looked up when it is read: a deleted person's is not kept here.
create table audit_log (
  id uuid primary key,
  -- Null for a command on the server itself.
  actor_id uuid references users (id),
  action text not null,
  subject_kind text not null
    check (subject_kind in ('user', 'survey', 'comment', 'message', 'site')),
  subject_id uuid not null,
  -- Of a comment, the survey it stands under.
  survey_id uuid,
  before jsonb not null,
  after jsonb not null,
  created_at timestamptz(3) not null default now()
);
create index audit_by_time on audit_log (created_at desc, id desc);
create index audit_by_action on audit_log (action, created_at desc, id desc);
-- By person. An admin may have done a great deal, so also by what they did; little is done to each
-- person.
create index audit_by_actor on audit_log (actor_id, created_at desc, id desc);
create index audit_by_actor_action on audit_log (actor_id, action, created_at desc, id desc);
create index audit_by_subject on audit_log (subject_id, created_at desc, id desc);
