-- What visitors write to the admins.
create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  message text not null,
  created_at timestamptz(3) not null default now(),
  -- Null while it waits for an answer.
  answered_at timestamptz(3),
  -- No key to users, because Citus does not know this table. A person's row stays when they are
  -- deleted.
  answered_by uuid
);
create index contact_messages_by_time on contact_messages (created_at desc, id desc);
create index contact_messages_open on contact_messages (created_at desc, id desc)
  where answered_at is null;
create index contact_messages_answered on contact_messages (created_at desc, id desc)
  where answered_at is not null;
create index contact_messages_by_email on contact_messages (email);
