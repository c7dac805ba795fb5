-- Addresses to which events are sent: docs/webhooks.md.
create table webhooks (
  id uuid primary key,
  user_id uuid not null references users (id),
  url text not null,
  description text not null,
  events text[] not null,
  -- Of all surveys, while its owner is an admin; otherwise of the owner's own.
  of_site boolean not null,
  enabled boolean not null default true,
  signature text not null check (signature in ('v1', 'v1a')),
  -- Encrypted with a key that the database does not have.
  secret bytea not null,
  -- The one before, with which is signed too until then.
  old_secret bytea,
  old_until timestamptz(3),
  failing_since timestamptz(3),
  -- While a server sends to it, a minute ahead: another one takes it over if that server dies.
  busy_until timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now()
);
create index webhooks_by_user on webhooks (user_id, created_at desc, id desc);
create index webhooks_of_site on webhooks (id) where of_site;

-- What is to be sent and what was sent in the last 30 days. Written in the transaction of the event.
create table webhook_deliveries (
  -- Made of the webhook and the event, so that each event is written once.
  id uuid primary key,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  type text not null,
  -- No key to surveys, because Citus has them elsewhere.
  survey_id uuid,
  created_at timestamptz(3) not null default now(),
  -- Null once it has arrived, or was given up.
  due_at timestamptz(3) default now(),
  tries smallint not null default 0,
  -- Of the last try.
  status smallint,
  ms integer,
  answer text
);
create index deliveries_by_webhook on webhook_deliveries (webhook_id, created_at desc, id desc);
create index deliveries_due on webhook_deliveries (webhook_id, created_at, id) where due_at is not null;
create index deliveries_by_time on webhook_deliveries (created_at);

-- The last results of which webhooks were told that they have changed.
create table webhook_results (
  survey_id uuid primary key,
  yes integer not null,
  no integer not null,
  told_at timestamptz(3) not null default now()
);
