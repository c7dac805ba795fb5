-- What was paid. Names and addresses are looked up when it is read: a deleted person's vanish.
create table payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id),
  transaction_id text not null unique,
  gateway text not null check (gateway in ('sandbox', 'stripe')),
  -- In the currency's smallest unit.
  amount integer not null check (amount > 0),
  currency text not null,
  created_at timestamptz(3) not null default now(),
  -- Given back; it no longer counts, and the person may pay again.
  refunded_at timestamptz(3)
);
create unique index payments_one_that_counts on payments (user_id) where refunded_at is null;
create index payments_by_time on payments (created_at desc, id desc) where refunded_at is null;
create index payments_by_user on payments (user_id, id);

-- Payments that were begun and have not come to an end. A row is an open attempt; its end removes it.
create table payment_attempts (
  user_id uuid not null references users (id),
  gateway text not null check (gateway in ('sandbox', 'stripe')),
  -- The provider is asked with this key, so that asking twice opens one payment.
  id uuid not null unique default gen_random_uuid(),
  -- Null until the provider has answered.
  transaction_id text unique,
  created_at timestamptz(3) not null default now(),
  -- When the reconciliation looks at it next.
  due_at timestamptz(3) not null default now(),
  primary key (user_id, gateway)
);
create index payment_attempts_due on payment_attempts (gateway, due_at);

-- The sandbox stands for a payment provider: this table is its, and the product never reads it.
create table sandbox_intents (
  id text primary key,
  key uuid not null unique,
  client_secret text not null unique,
  user_id uuid not null,
  amount integer not null,
  currency text not null,
  status text not null default 'requires_payment_method'
    check (status in ('requires_payment_method', 'requires_action', 'succeeded', 'canceled')),
  refunded integer not null default 0,
  created_at timestamptz(3) not null default now()
);
