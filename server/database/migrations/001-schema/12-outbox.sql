-- What people are still to be told by mail, a row for each mail. It is written in the transaction of
-- what it tells, and is gone once the mail server has taken the mail.
create table outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- Whom it tells, and ids of what it is about: the mail is made of them when it is sent, so a person
  -- who is deleted is gone from here too. No key to users, because Citus does not know this table.
  user_id uuid,
  about jsonb,
  -- Instead of both, a whole mail of the identity provider, whose links open an account. It is
  -- encrypted with a key that the database does not have.
  sealed bytea,
  created_at timestamptz(3) not null default now(),
  -- While a server sends it, a few minutes ahead: another one takes it over if that server dies. Not
  -- rounded: to be due half a millisecond from now is not to be due when it is looked for at once.
  due_at timestamptz not null default now(),
  tries smallint not null default 0
);
create index outbox_by_due on outbox (due_at);
