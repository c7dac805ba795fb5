-- Who has answered a message to the admins, and when. No key to users, because Citus does not know
-- this table (`database/distribution.ts`). A person's row stays when they are deleted.
alter table contact_messages
  add column answered_at timestamptz(3),
  add column answered_by uuid;
create index contact_messages_open on contact_messages (created_at desc, id desc)
  where answered_at is null;
create index contact_messages_answered on contact_messages (created_at desc, id desc)
  where answered_at is not null;

alter table audit_log drop constraint audit_log_subject_kind_check;
alter table audit_log add constraint audit_log_subject_kind_check
  check (subject_kind in ('user', 'survey', 'comment', 'message'));
