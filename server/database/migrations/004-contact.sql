create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  message text not null,
  created_at timestamptz(3) not null default now()
);
create index contact_messages_by_time on contact_messages (created_at desc, id desc);
