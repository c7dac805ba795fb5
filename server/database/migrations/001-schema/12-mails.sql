-- What has happened and is not told to everybody yet. A row is written in the transaction of what it
-- tells, and is gone once the mails that follow from it wait in `waiting_mails`. It has ids and no
-- words, so that a person who is deleted is gone from it too.
create table outbox (
  id uuid not null,
  kind text not null,
  about jsonb not null,
  created_at timestamptz(3) not null default now(),
  -- When it is tried for the first time, or again after a failure.
  due_at timestamptz(3) not null default now(),
  tries smallint not null default 0,
  -- It was tried too often. It stays for a while, for whoever repairs the cause.
  failed_at timestamptz(3),
  primary key (id, kind)
);
create index outbox_by_due on outbox (due_at) where failed_at is null;

-- Mails that are not handed to the mail server yet. A row is written in the transaction of what it
-- tells, and is gone once the mail server has taken the mail. The mail itself, with the recipient and
-- links that open an account, is encrypted with a key that the database does not have.
create table waiting_mails (
  id uuid primary key,
  sealed bytea not null,
  created_at timestamptz(3) not null default now(),
  -- While a server sends it, a few minutes ahead: another one takes it over if that server dies.
  due_at timestamptz(3) not null default now(),
  tries smallint not null default 0
);
create index waiting_mails_by_due on waiting_mails (due_at);
