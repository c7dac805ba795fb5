-- Votes that an admin has set aside stay, and stay in the record, but don't count.

-- Null if the vote counts, otherwise the id of the group with which it was set aside.
alter table votes add column set_aside uuid;
-- A keyed hash of the network from which the vote came, 48 bits. Emptied after 30 days.
alter table votes add column network bigint;
create index votes_set_aside on votes (survey_id, set_aside) where set_aside is not null;

-- `yes` and `no` count only votes that count.
alter table survey_tallies add column set_aside integer not null default 0;

-- Votes up to this time may have been entered before their turn, because they were set aside.
alter table records add column ahead_to timestamptz(3) not null default 'epoch';

set local citus.enable_ddl_propagation = off;
create table set_asides (
  survey_id uuid not null references surveys (id),
  id uuid not null,
  admin_id uuid not null references users (id),
  -- What stood out, as the admin was shown it.
  finding text not null,
  -- Both reasons are public.
  reason text not null,
  votes integer not null,
  created_at timestamptz(3) not null default now(),
  restored_at timestamptz(3),
  restored_by uuid references users (id),
  restored_reason text,
  primary key (survey_id, id),
  check ((restored_at is null) = (restored_by is null)),
  check ((restored_at is null) = (restored_reason is null))
);
set local citus.enable_ddl_propagation = on;

-- Up to when networks are emptied, so that each vote is looked at once.
create table network_clearing (
  only_row boolean primary key default true check (only_row),
  cleared_to timestamptz(3) not null
);
insert into network_clearing (cleared_to) values (now() - interval '30 days');

alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check
  check (kind in ('published', 'unpublish', 'answer', 'set-aside', 'restored'));
